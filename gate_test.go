package reeve_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The gate's head, and a row of so many thousand actions with its counts and time.
const gateHead = "row\tgames\tactions\twrong\tpremature\tstuck\trefused\tasked\tlate\tus/touch\n"

func gateRow(name string, counts ...int) string {
	row := name
	for _, n := range counts {
		row += "\t" + strconv.Itoa(n)
	}
	return row + "\n"
}

// What is worse in any column fails, and nothing else does: counts by their chance, the time of a row, and of all rows together.
func TestTheGateRefusesWhatIsWorse(t *testing.T) {
	accepted := gateHead + gateRow("a", 100, 10000, 0, 0, 0, 40, 100, 20, 20) + gateRow("b", 100, 10000, 0, 0, 0, 40, 100, 20, 60)
	with := func(column, value int) string { // of row a
		row := []int{100, 10000, 0, 0, 0, 40, 100, 20, 20}
		row[column] = value
		return gateHead + gateRow("a", row...) + gateRow("b", 100, 10000, 0, 0, 0, 40, 100, 20, 60)
	}
	times := func(a, b int) string {
		return gateHead + gateRow("a", 100, 10000, 0, 0, 0, 40, 100, 20, a) + gateRow("b", 100, 10000, 0, 0, 0, 40, 100, 20, b)
	}
	for _, tt := range []struct{ what, table, worse string }{
		{"the same", accepted, ""},
		{"half the games ask half as often", gateHead + gateRow("a", 50, 5000, 0, 0, 0, 20, 50, 10, 20), ""},
		{"half the games ask as often", gateHead + gateRow("a", 50, 5000, 0, 0, 0, 20, 100, 10, 20), "a: asked 100, accepted 50"},
		{"a wrong seal", with(2, 1), "a: wrong 1"},
		{"a premature roll", with(3, 1), "a: premature 1"},
		{"a stuck game", with(4, 1), "a: stuck 1"},
		{"refused by chance", with(5, 50), ""},
		{"refused more", with(5, 60), "a: refused 60, accepted 40"},
		{"asked by chance", with(6, 120), ""},
		{"asked more", with(6, 130), "a: asked 130, accepted 100"},
		{"late more", with(7, 40), "a: late 40, accepted 20"},
		{"one row slower by chance", times(24, 60), ""},
		{"one row slower", times(34, 60), "a: us/touch 34, accepted 20"},
		{"all rows slower", times(24, 72), "in all: us/touch"},
		{"one faster, one slower", times(16, 75), ""},
		{"faster", times(10, 30), ""},
	} {
		out, err := compareGate(t, accepted, tt.table)
		if (err != nil) != (tt.worse != "") || !strings.Contains(out, tt.worse) || tt.worse == "" && strings.Contains(out, "WORSE") {
			t.Errorf("%s: %v, want %q in\n%s", tt.what, err, tt.worse, out)
		}
	}
}

func compareGate(t *testing.T, accepted, now string) (string, error) {
	t.Helper()
	was, is := filepath.Join(t.TempDir(), "accepted"), filepath.Join(t.TempDir(), "now")
	for file, text := range map[string]string{was: accepted, is: now} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("awk", "-f", "scripts/gate.awk", was, is).CombinedOutput()
	return string(out), err
}

// Every row of robots' games in the accepted table has a time that is held.
func TestTheAcceptedTableHasTimes(t *testing.T) {
	text, err := os.ReadFile("scripts/gate-small.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows, timed := 0, 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "row\t") || strings.HasPrefix(line, "idle") || strings.HasPrefix(line, "orders") {
			continue
		}
		rows++
		if n, err := strconv.Atoi(fields[len(fields)-1]); err == nil && n > 0 && len(fields) == 10 {
			timed++
		}
	}
	if rows < 26 || timed != rows {
		t.Errorf("of %d rows %d have a time", rows, timed)
	}
}
