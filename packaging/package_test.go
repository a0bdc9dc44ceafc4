package packaging_test

import (
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
)

// heavy skips what takes long unless it was asked for; then it runs beside the virtual machine, which has one processor.
func heavy(t *testing.T) {
	t.Helper()
	if os.Getenv("REEVE_PACKAGING") == "" {
		t.Skip("REEVE_PACKAGING=1 builds the packages and installs one")
	}
	t.Parallel()
}

// tool skips a test without the tool, which is of the Debian package; where
// everything has to be tested it fails.
func tool(t *testing.T, name, of string) {
	t.Helper()
	if _, err := exec.LookPath(name); err == nil {
		return
	}
	if os.Getenv("CI") == "true" || os.Getenv("REEVE_PACKAGING") != "" {
		t.Fatalf("no %s: install %s", name, of)
	}
	t.Skipf("no %s: install %s", name, of)
}

// say runs a command and returns what it says; it must succeed.
func say(t *testing.T, name string, args ...string) string {
	t.Helper()
	var out, complaint bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, &out, &complaint)
	}
	return out.String()
}

// built is the package of each architecture, built once.
var built = map[string]func() (string, error){"armhf": build("armhf"), "arm64": build("arm64"), "amd64": build("amd64")}

// epoch is the date of the packages, asked for once: somebody may commit meanwhile.
// Without git it is empty, and build.sh refuses it.
var epoch = sync.OnceValue(func() string {
	if given := os.Getenv("SOURCE_DATE_EPOCH"); given != "" {
		return given
	}
	said, _ := exec.Command("git", "-C", "..", "log", "-1", "--format=%ct").Output()
	return strings.TrimSpace(string(said))
})

// controllersFolder is where the programs for controllers are made, from the root of the tree.
const controllersFolder = "build/packaging/controllers"

// controllers makes them, once for all packages: that takes longer than all the rest of one.
var controllers = sync.OnceValue(func() error {
	if err := os.RemoveAll(filepath.Join("..", controllersFolder)); err != nil {
		return err
	}
	said, err := exec.Command("make", "-s", "-C", "../firmware-protocol/firmware", "firmware", "BUILD=../../"+controllersFolder).CombinedOutput()
	if err != nil {
		return fmt.Errorf("make firmware: %w: %s", err, said)
	}
	return nil
})

func build(arch string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		if err := controllers(); err != nil {
			return "", err
		}
		var complaint strings.Builder
		cmd := exec.Command("./build.sh", arch, folder, controllersFolder)
		cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+epoch())
		cmd.Stderr = &complaint
		out, err := cmd.Output()
		if err != nil {
			err = fmt.Errorf("build.sh %s: %w: %s", arch, err, &complaint)
		}
		return strings.TrimSpace(string(out)), err
	})
}

// unpacked builds the package and unpacks it, its control files under DEBIAN.
func unpacked(t *testing.T, arch string) (deb, root string) {
	t.Helper()
	deb, err := built[arch]()
	if err != nil {
		t.Fatal(err)
	}
	root = filepath.Join(t.TempDir(), "root")
	say(t, "dpkg-deb", "-R", deb, root)
	return deb, root
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path[len(path)-1], ".gz") {
		return string(text)
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if text, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// contents are the package's files and, for those that stand in the tree, which
// they are.
var contents = map[string]string{
	"etc/reeve/reeve.yaml":                           "../configs/reeve.yaml",
	"usr/bin/reeve":                                  "",
	"usr/lib/systemd/system/reeve.service":           "reeve.service",
	"usr/lib/sysusers.d/reeve.conf":                  "sysusers.conf",
	"usr/lib/udev/rules.d/60-reeve.rules":            "udev.rules",
	"usr/share/bash-completion/completions/reeve":    "",
	"usr/share/doc/reeve/NOTICE":                     "../NOTICE",
	"usr/share/doc/reeve/changelog.gz":               "",
	"usr/share/doc/reeve/examples/raspberry-pi.txt":  "../configs/raspberry-pi.txt",
	"usr/share/doc/reeve/copyright":                  "",
	"usr/share/fish/vendor_completions.d/reeve.fish": "",
	"usr/share/lintian/overrides/reeve":              "lintian-overrides",
	"usr/share/man/man1/reeve.1.gz":                  "reeve.1",
	"usr/share/zsh/vendor-completions/_reeve":        "",
}

// examples is where the board files are, firmware the programs for controllers,
// documents what is read, laid as in the tree so that links hold.
const (
	documents = "usr/share/doc/reeve/"
	examples  = "usr/share/doc/reeve/examples/boards/"
	firmware  = "usr/share/reeve/firmware/"
)

// documentary is what of the tree is a document that the package carries.
var documentary = regexp.MustCompile(`^(docs/.*|rules/[a-z]+/RULES\.md)$`)

func glob(t *testing.T, patterns ...string) (all []string) {
	t.Helper()
	for _, p := range patterns {
		found, err := filepath.Glob(p)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

func TestThePackageHoldsWhatItShould(t *testing.T) {
	heavy(t)
	deb, root := unpacked(t, "amd64")
	var found []string
	papers := 0
	for line := range strings.Lines(say(t, "dpkg-deb", "-c", deb)) {
		field := strings.Fields(line)
		mode, owner, name := field[0], field[1], strings.TrimPrefix(field[5], "./")
		wanted := "-rw-r--r--"
		if strings.HasSuffix(field[5], "/") || name == "usr/bin/reeve" {
			wanted = mode[:1] + "rwxr-xr-x"
		}
		if owner != "root/root" || mode != wanted {
			t.Errorf("%s is %s of %s", name, mode, owner)
		}
		if source := strings.TrimPrefix(name, documents); mode[0] == '-' && documentary.MatchString(source) {
			if papers++; read(t, root, name) != read(t, "../"+source) {
				t.Errorf("%s is not %s", name, source)
			}
			continue
		}
		if mode[0] == '-' && !strings.HasPrefix(name, examples) && !strings.HasPrefix(name, firmware) {
			found = append(found, name)
		}
	}
	for name, source := range contents {
		if !slices.Contains(found, name) {
			t.Errorf("no %s", name)
		} else if source != "" && read(t, root, name) != read(t, source) {
			t.Errorf("%s is not %s", name, source)
		}
	}
	if len(found) != len(contents) {
		t.Errorf("there are %q", found)
	}
	if want := len(glob(t, "../docs/*.md", "../docs/*.svg", "../docs/games/*", "../docs/openapi.yaml", "../rules/*/RULES.md")); papers != want || want < 60 {
		t.Errorf("%d documents of %d", papers, want)
	}
	if listed := say(t, "go", "run", "../cmd/reeve", "firmware", "list", "--folder", filepath.Join(root, firmware)); strings.Count(listed, "sound\n") < 10 {
		t.Errorf("firmware:\n%s", listed)
	}
	if boards, err := os.ReadDir(filepath.Join(root, examples)); err != nil || len(boards) < 2 {
		t.Errorf("board files: %v, %v", boards, err)
	}
	if got := read(t, root, "DEBIAN/conffiles"); got != "/etc/reeve/reeve.yaml\n" {
		t.Errorf("conffiles: %q", got)
	}
}

// TestThePackageSaysWhoWroteIt: a static program holds others' work, whose
// licences have to go with it.
func TestThePackageSaysWhoWroteIt(t *testing.T) {
	heavy(t)
	for arch := range built {
		_, root := unpacked(t, arch)
		info, err := buildinfo.ReadFile(filepath.Join(root, "usr/bin/reeve"))
		if err != nil {
			t.Fatal(err)
		}
		copyright := read(t, root, "usr/share/doc/reeve/copyright")
		for _, dep := range info.Deps {
			_, after, named := strings.Cut(copyright, "\n"+dep.Path+" "+dep.Version+"\n---")
			after, _, _ = strings.Cut(after, "\n---")
			if !named || !strings.Contains(strings.ToLower(after), "copyright") && !strings.Contains(after, "Apache License") {
				t.Errorf("%s: no licence of %s", arch, dep.Path)
			}
		}
		if len(info.Deps) < 5 {
			t.Errorf("%s: the program says nothing of its modules: %v", arch, info.Deps)
		}
	}
}

// largest is what the program may weigh, as in scripts/footprint.sh.
const largest = 20 << 20

// spare is what a package's program may have more than one of make build: its version, and what the linker fills up
// (162 bytes once, decision 0551).
const spare = 8 << 10

// The largest of the three is weighed each time; the packages themselves only where they are made.
func TestTheProgramIsWithinItsSize(t *testing.T) {
	program := filepath.Join(t.TempDir(), "reeve")
	build := exec.Command("make", "-s", "-C", "..", "build", "OUT="+program)
	build.Env = append(os.Environ(), "GOARCH=amd64")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if weight := len(read(t, program)); weight > largest-spare {
		t.Errorf("the program has %d bytes, %d are allowed: take something away first", weight, largest-spare)
	}
}

func TestThePackageIsForItsProcessor(t *testing.T) {
	heavy(t)
	for arch, want := range map[string]struct {
		machine elf.Machine
		setting [2]string
	}{
		"armhf": {elf.EM_ARM, [2]string{"GOARM", "6"}},
		"arm64": {elf.EM_AARCH64, [2]string{"GOARM64", "v8.0"}},
		"amd64": {elf.EM_X86_64, [2]string{"GOAMD64", "v1"}},
	} {
		deb, root := unpacked(t, arch)
		program := filepath.Join(root, "usr/bin/reeve")
		if weight := len(read(t, program)); weight > largest {
			t.Errorf("%s: the program has %d bytes, %d are allowed", arch, weight, largest)
		}
		file, err := elf.Open(program)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		told := slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return [2]string{s.Key, s.Value} == want.setting })
		if file.Machine != want.machine || !told {
			t.Errorf("%s: %v, %v", arch, file.Machine, info.Settings)
		}
		if field := strings.TrimSpace(say(t, "dpkg-deb", "-f", deb, "Architecture")); field != arch {
			t.Errorf("%s says it is for %s", arch, field)
		}
	}
}

func TestTheProgramKnowsThePackagesVersion(t *testing.T) {
	heavy(t)
	deb, root := unpacked(t, "amd64")
	version := strings.TrimSpace(say(t, "dpkg-deb", "-f", deb, "Version"))
	if got := say(t, filepath.Join(root, "usr/bin/reeve"), "version"); !strings.HasPrefix(got, "reeve "+version+"\n") {
		t.Errorf("package %s, program %s", version, got)
	}
	changes := read(t, root, "usr/share/doc/reeve/changelog.gz")
	if !strings.HasPrefix(changes, "reeve ("+version+") ") || !strings.Contains(changes, "\n  * ") {
		t.Errorf("changelog: %s", changes)
	}
}

// TestTheShellsCompleteWhatTheProgramHas holds the completions in the package
// against the program's own.
func TestTheShellsCompleteWhatTheProgramHas(t *testing.T) {
	heavy(t)
	for arch := range built {
		_, root := unpacked(t, arch)
		for shell, path := range map[string]string{
			"bash": "bash-completion/completions/reeve", "zsh": "zsh/vendor-completions/_reeve", "fish": "fish/vendor_completions.d/reeve.fish",
		} {
			if read(t, root, "usr/share", path) != ask(t, "completion", shell) {
				t.Errorf("%s: the completion for %s is not the program's", arch, shell)
			}
		}
	}
}

// TestThePackageComesOutTheSame builds every package again from a copy of the tree,
// as somebody else with another home, clock and taste would.
func TestThePackageComesOutTheSame(t *testing.T) { comesOutTheSame(t, "") }

// TestHoursThePackageComesOutTheSame does so with a compiler's memory of its own: nothing that was compiled before is taken.
func TestHoursThePackageComesOutTheSame(t *testing.T) { comesOutTheSame(t, t.TempDir()) }

// comesOutTheSame takes where the compiler keeps what it has compiled; "" is where it always does.
func comesOutTheSame(t *testing.T, memory string) {
	heavy(t)
	place := filepath.Join(t.TempDir(), "quite", "another", "place")
	if err := os.MkdirAll(place, 0o755); err != nil {
		t.Fatal(err)
	}
	say(t, "bash", "-c", `set -o pipefail; tar -C .. --exclude=./.git --exclude=./build --exclude=./bin -c . | tar -C "$0" -x -m`, place)
	taste := []string{"SOURCE_DATE_EPOCH=" + epoch(), "TZ=Asia/Tokyo", "LC_ALL=C.UTF-8", "GOFLAGS=-ldflags=-v", "GOAMD64=v3", "GOARM=7", "GOARM64=v8.1"}
	if memory != "" {
		taste = append(taste, "GOCACHE="+memory)
	}
	for arch := range built {
		here, _ := unpacked(t, arch)
		cmd := exec.Command("bash", "-c", "umask 077; ./packaging/build.sh "+arch+" out controllers")
		cmd.Dir, cmd.Env = place, append(os.Environ(), taste...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("build.sh %s there: %v", arch, err)
		}
		if a, b := read(t, here), read(t, place, strings.TrimSpace(string(out))); a != b {
			t.Errorf("%s: two packages: %d and %d bytes", arch, len(a), len(b))
		}
	}
}

func TestDebianHasNoComplaint(t *testing.T) {
	heavy(t)
	tool(t, "lintian", "lintian")
	for arch := range built {
		deb, _ := unpacked(t, arch)
		say(t, "lintian", "--allow-root", "--pedantic", "--fail-on", "error,warning,pedantic", deb)
	}
}

// TestEveryOverrideHasItsReason: each stands under a comment that says why.
func TestEveryOverrideHasItsReason(t *testing.T) {
	before := ""
	for line := range strings.Lines(read(t, "lintian-overrides")) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(before, "# ") {
			t.Errorf("no reason for %s", line)
		}
		before = line
	}
}

// units are the services of the packages.
var units = []string{"./reeve.service", "./hall/reeve-hall.service"}

// TestTheServicesAreConfined holds the units to 2.0 of systemd's exposure, where 10
// is a service that may do anything.
func TestTheServicesAreConfined(t *testing.T) {
	tool(t, "systemd-analyze", "systemd")
	for _, unit := range units {
		say(t, "systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
	}
}

var executable = regexp.MustCompile(`/usr/bin/[a-z-]+`)

// TestTheUnitsAreSound: systemd says of an unknown key what is wrong, and succeeds.
func TestTheUnitsAreSound(t *testing.T) {
	tool(t, "systemd-analyze", "systemd")
	for _, name := range units {
		unit := filepath.Join(t.TempDir(), filepath.Base(name))
		if err := os.WriteFile(unit, []byte(executable.ReplaceAllString(read(t, name), "/bin/true")), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("systemd-analyze", "--man=no", "verify", unit).CombinedOutput()
		if err != nil || strings.Contains(string(out), unit) {
			t.Errorf("%v: %s", err, out)
		}
	}
}
