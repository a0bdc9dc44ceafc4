package packaging_test

import (
	"debug/buildinfo"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// hallFiles are the files of the package reeve-hall and, for those that stand in the tree,
// which they are.
var hallFiles = map[string]string{
	"etc/default/reeve-hall":                              "hall/options",
	"usr/bin/reeve-hall":                                  "",
	"usr/lib/systemd/system/reeve-hall.service":           "hall/reeve-hall.service",
	"usr/lib/sysusers.d/reeve-hall.conf":                  "hall/sysusers.conf",
	"usr/share/bash-completion/completions/reeve-hall":    "",
	"usr/share/doc/reeve-hall/NOTICE":                     "../NOTICE",
	"usr/share/doc/reeve-hall/changelog.gz":               "",
	"usr/share/doc/reeve-hall/copyright":                  "",
	"usr/share/doc/reeve-hall/hall.md":                    "../docs/hall.md",
	"usr/share/fish/vendor_completions.d/reeve-hall.fish": "",
	"usr/share/lintian/overrides/reeve-hall":              "hall/lintian-overrides",
	"usr/share/man/man1/reeve-hall.1.gz":                  "hall/reeve-hall.1",
	"usr/share/zsh/vendor-completions/_reeve-hall":        "",
}

// The package of the hall holds what it should for each architecture: the program for that
// processor, which knows its version, the licences of all that is in it, and nothing else.
func TestThePackageOfTheHall(t *testing.T) {
	heavy(t)
	tool(t, "lintian", "lintian")
	for arch, machine := range map[string]elf.Machine{"armhf": elf.EM_ARM, "arm64": elf.EM_AARCH64, "amd64": elf.EM_X86_64} {
		cmd := exec.Command("./build-hall.sh", arch, folder)
		cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+epoch())
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("build-hall.sh %s: %v", arch, err)
		}
		deb, root := strings.TrimSpace(string(out)), filepath.Join(t.TempDir(), "root")
		say(t, "dpkg-deb", "-R", deb, root)
		say(t, "lintian", "--allow-root", "--pedantic", "--fail-on", "error,warning,pedantic", deb)
		var found []string
		for line := range strings.Lines(say(t, "dpkg-deb", "-c", deb)) {
			if field := strings.Fields(line); field[0][0] == '-' {
				found = append(found, strings.TrimPrefix(field[5], "./"))
			}
		}
		for name, source := range hallFiles {
			if !slices.Contains(found, name) {
				t.Errorf("%s: no %s", arch, name)
			} else if source != "" && read(t, root, name) != read(t, source) {
				t.Errorf("%s: %s is not %s", arch, name, source)
			}
		}
		if len(found) != len(hallFiles) {
			t.Errorf("%s: there are %q", arch, found)
		}
		program := filepath.Join(root, "usr/bin/reeve-hall")
		file, err := elf.Open(program)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		if file.Machine != machine {
			t.Errorf("%s: the program is for %v", arch, file.Machine)
		}
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		for _, dep := range info.Deps {
			if !strings.Contains(read(t, root, "usr/share/doc/reeve-hall/copyright"), "\n"+dep.Path+" "+dep.Version+"\n---") {
				t.Errorf("%s: no licence of %s", arch, dep.Path)
			}
		}
		if arch == "amd64" {
			version := strings.TrimSpace(say(t, "dpkg-deb", "-f", deb, "Version"))
			if got := say(t, program, "version"); got != "reeve-hall "+version+"\n" {
				t.Errorf("package %s, program %s", version, got)
			}
		}
	}
}

var (
	added = regexp.MustCompile(`root\.AddCommand\((.*)\)`)
	verb  = regexp.MustCompile(`\b([a-z]+)(Command\(|,)`)
)

// TestTheHallsManualHasItsCommands holds the manual page to the program's source, both ways.
func TestTheHallsManualHasItsCommands(t *testing.T) {
	page, there := read(t, "hall/reeve-hall.1"), map[string]bool{}
	for _, m := range verb.FindAllStringSubmatch(added.FindString(read(t, "../cmd/reeve-hall/main.go")), -1) {
		there[m[1]] = true
	}
	if len(there) < 10 {
		t.Fatalf("the program has only %v", there)
	}
	for _, m := range regexp.MustCompile(`(?m)^\.It Cm ([a-z]+)`).FindAllStringSubmatch(page, -1) {
		if !there[m[1]] {
			t.Errorf("there is no %s", m[1])
		}
		delete(there, m[1])
	}
	for name := range there {
		t.Errorf("the manual lacks %s", name)
	}
}
