package packaging_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"reeve/speech"
)

// The packaged service may speak: its user is in the group of sound cards, its unit lets it use them (116 is ALSA's number, in Linux's
// devices.txt) and the system calls of ALSA's mixer (@ipc is of @system-service), and the package suggests the program that speaks.
func TestTheServiceMaySpeak(t *testing.T) {
	for _, c := range []struct{ file, line, why string }{
		{"reeve.service", `(?m)^DeviceAllow=char-116 rw$`, "no sound card may be opened"},
		{"reeve.service", `(?m)^SystemCallFilter=@system-service$`, "the sound card's mixer may not be shared"},
		{"sysusers.conf", `(?m)^g audio -\n(?:.*\n)*m reeve audio$`, "the user is in no group that may open a sound card"},
		{"control.in", `(?m)^Suggests: .*\b` + regexp.QuoteMeta(speech.Program) + `\b`, "nobody is told which program speaks"},
	} {
		text, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(c.line).Match(text) {
			t.Errorf("%s: %s", c.file, c.why)
		}
		for _, forbids := range []string{"PrivateDevices=yes", "~@ipc", "PrivateIPC=yes"} {
			if strings.Contains(string(text), forbids) {
				t.Errorf("%s has %s, with which nobody is heard", c.file, forbids)
			}
		}
	}
}
