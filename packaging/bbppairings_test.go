package packaging_test

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// bbpBuild runs the script that makes the package of bbpPairings.
func bbpBuild(source string, args ...string) (out, complaint string, err error) {
	var o, c bytes.Buffer
	cmd := exec.Command("bbppairings/build.sh", args...)
	cmd.Stdout, cmd.Stderr = &o, &c
	cmd.Env = append(os.Environ(), "BBPPAIRINGS_SOURCE="+source)
	err = cmd.Run()
	return strings.TrimSpace(o.String()), c.String(), err
}

// A source that is not the released one is built by nobody.
func TestBbpPairingsIsBuiltFromItsReleaseOnly(t *testing.T) {
	source := t.TempDir()
	if err := os.WriteFile(filepath.Join(source, "README.txt"), []byte("something else"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, said, err := bbpBuild(source, "amd64", t.TempDir()); err == nil || !strings.Contains(said, "is not that of bbpPairings") {
		t.Errorf("%v: %s", err, said)
	}
	if _, said, err := bbpBuild(source, "sparc", t.TempDir()); err == nil || !strings.Contains(said, "is not built") {
		t.Errorf("%v: %s", err, said)
	}
}

// The packages of bbpPairings hold a program for their machine, and the three pair alike.
func TestHoursBbpPairingsOfThreeMachinesPairAlike(t *testing.T) {
	tool(t, "qemu-arm-static", "qemu-user-static")
	const tournament = "XXC rank white1\n012 T\nXXR 3\n" +
		"001    1      A                                 2000                             0.0    1\n" +
		"001    2      B                                 1900                             0.0    2\n" +
		"001    3      C                                 1800                             0.0    3\n" +
		"001    4      D                                 1700                             0.0    4\n"
	folder := t.TempDir()
	in := filepath.Join(folder, "in.trf")
	if err := os.WriteFile(in, []byte(tournament), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		arch, qemu, libc string
		machine          elf.Machine
	}{{"amd64", "", "", elf.EM_X86_64}, {"armhf", "qemu-arm-static", "/usr/arm-linux-gnueabihf", elf.EM_ARM}, {"arm64", "qemu-aarch64-static", "/usr/aarch64-linux-gnu", elf.EM_AARCH64}} {
		deb, said, err := bbpBuild(os.Getenv("BBPPAIRINGS_SOURCE"), c.arch, folder)
		if err != nil && os.Getenv("CI") != "true" && strings.Contains(said, "cannot be fetched") {
			t.Skip(said)
		}
		if err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		root := filepath.Join(folder, c.arch)
		say(t, "dpkg-deb", "-x", deb, root)
		program := filepath.Join(root, "usr/bin/bbpPairings")
		f, err := elf.Open(program)
		if err != nil {
			t.Fatal(err)
		}
		if libs, _ := f.ImportedLibraries(); f.Machine != c.machine || strings.Contains(strings.Join(libs, " "), "stdc++") {
			t.Errorf("%s: a program for %s that needs %v", c.arch, f.Machine, libs)
		}
		f.Close()
		if _, err := exec.LookPath("lintian"); err == nil {
			say(t, "lintian", "--allow-root", "--fail-on", "error,warning", deb)
		}
		out := filepath.Join(folder, c.arch+".out")
		args := []string{program, "--dutch", in, "-p", out}
		if c.qemu != "" {
			args = append([]string{c.qemu, "-L", c.libc}, args...)
		}
		say(t, args[0], args[1:]...)
		if text, err := os.ReadFile(out); err != nil || strings.Join(strings.Fields(string(text)), " ") != "2 1 3 4 2" {
			t.Errorf("%s pairs %q: %v", c.arch, text, err)
		}
	}
	again, said, err := bbpBuild(os.Getenv("BBPPAIRINGS_SOURCE"), "amd64", filepath.Join(folder, "again"))
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if one, two := read(t, filepath.Join(folder, filepath.Base(again))), read(t, again); one != two {
		t.Error("two builds differ")
	}
}
