//go:build hardware

package hardware

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// machines are the small ones, and the emulators of their processors. On armv6 an
// int has 32 bits.
var machines = []struct{ name, emulator, arch, arm string }{
	{"armv6", "qemu-arm-static", "arm", "6"},
	{"arm64", "qemu-aarch64-static", "arm64", ""},
}

// emulated are the packages whose tests have to pass there too.
var emulated = []string{
	"board", "rules", "rules/catalog", "rules/rulestest", "rules/rolechess", "rules/camelot", "rules/kaleidochess",
	"rules/dungeonchess", "rules/chessbattle", "gesture", "dice", "firmware-protocol/wire",
}

// same are tests that hold two ways of reckoning against each other, both of which
// run on the emulator, at length. What is held against figures from another machine
// is not among them. Long tests and figures are the big machine's.
const same = "SecondReading|Slow|AreAsFrequent|Mutations|WherePiecesAreKnown|IdleTouchesNever|^Test(Long|Hours|Figure)"

// alike is, by machine, the package that reckons there as here: in whole numbers of 64 bits, and never in fractions.
var alike = map[string]string{"arm64": "gesture"}

// TestEmulated runs tests as programs of the small machines, with fewer samples and not what reckons there as here: each takes twelve
// times as long there (decision 0625).
func TestEmulated(t *testing.T) {
	emulate(t, func(machine, pkg string) bool { return alike[machine] != pkg }, "-test.short")
}

// TestHoursEmulated takes all samples.
func TestHoursEmulated(t *testing.T) {
	emulate(t, func(string, string) bool { return true })
}

func emulate(t *testing.T, wanted func(machine, pkg string) bool, flags ...string) {
	t.Parallel() // beside the machine, which has one processor
	for _, m := range machines {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			for _, pkg := range emulated {
				if !wanted(m.name, pkg) {
					continue
				}
				t.Run(pkg, func(t *testing.T) {
					out := filepath.Join(t.TempDir(), "test")
					compile := exec.Command("go", "test", "-c", "-o", out, "reeve/"+pkg)
					compile.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+m.arch, "GOARM="+m.arm)
					if said, err := compile.CombinedOutput(); err != nil {
						t.Fatalf("compile: %v\n%s", err, said)
					}
					run := exec.Command(m.emulator, append([]string{out, "-test.v", "-test.skip=" + same, "-test.timeout=2h"}, flags...)...)
					run.Dir = filepath.Join("..", pkg) // the tests read files there
					said, err := run.CombinedOutput()
					if err != nil {
						t.Fatalf("%v\n%s", err, tail(said))
					}
					if passed := strings.Count(string(said), "--- PASS: "); passed == 0 {
						t.Errorf("no test ran:\n%s", tail(said))
					} else {
						t.Logf("%d tests", passed)
					}
				})
			}
		})
	}
}

// tail is the end of what a program said.
func tail(said []byte) []byte { return said[max(0, len(said)-4000):] }
