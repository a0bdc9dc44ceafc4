package firmware

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Clones of the Nano have a boot loader of 57600 baud: make flash goes on to that
// rate, and says what to look at when nobody answers at any.
func TestFlashTriesEveryRate(t *testing.T) {
	tool(t, "make", "avr-gcc")
	const calls = `#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls"
case "$*" in *"-b $ANSWERS "*) exit 0;; esac
exit 1
`
	for _, c := range []struct {
		mcu, target, answers string
		tried                []string
		says                 string // "" if it works
	}{
		{"atmega328p", "flash", "115200", []string{"115200"}, ""},
		{"atmega328p", "flash", "57600", []string{"115200", "57600"}, ""},
		{"atmega328p", "unit", "57600", []string{"115200", "57600"}, ""},
		{"atmega328p", "flash", "9600", []string{"115200", "57600"}, "No boot loader answered on /dev/ttyX at 115200 57600 baud"},
		{"atmega2560", "flash", "9600", []string{"115200"}, "MCU=atmega2560"},
	} {
		program(t, "reeve-"+c.mcu+".hex")
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "avrdude"), []byte(calls), 0o755); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("make", "-s", "BUILD="+built.dir, "MCU="+c.mcu, "PORT=/dev/ttyX", c.target)
		cmd.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"), "ANSWERS="+c.answers)
		out, err := cmd.CombinedOutput()
		if (err == nil) != (c.says == "") || !strings.Contains(string(out), c.says) {
			t.Errorf("%s for a %s that answers at %s: %v\n%s", c.target, c.mcu, c.answers, err, out)
		}
		log, _ := os.ReadFile(filepath.Join(folder, "calls"))
		var tried []string
		for line := range strings.Lines(string(log)) {
			_, rest, _ := strings.Cut(line, "-b ")
			tried = append(tried, strings.Fields(rest)[0])
		}
		if strings.Join(tried, " ") != strings.Join(c.tried, " ") {
			t.Errorf("%s for a %s that answers at %s tried %v", c.target, c.mcu, c.answers, tried)
		}
	}
}
