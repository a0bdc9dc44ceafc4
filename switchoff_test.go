package reeve_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// switched is a row of scripts/switch-off.tsv: a condition of the reader of hands, what stands there when it is off, and the test that
// misses it.
type switched struct{ name, file, old, off, misses string }

func switchedOff(t *testing.T) (rows []switched) {
	t.Helper()
	text, err := os.ReadFile("scripts/switch-off.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 {
			t.Fatalf("%d columns, not 5: %s", len(f), line)
		}
		rows = append(rows, switched{f[0], filepath.Join("gesture", f[1]), f[2], f[3], f[4]})
	}
	return rows
}

// Every row says what stands in the code, and names a test that there is.
func TestWhatIsSwitchedOffIsThere(t *testing.T) {
	tests := ""
	files, _ := filepath.Glob("gesture/*_test.go")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tests += string(text)
	}
	for _, row := range switchedOff(t) {
		text, err := os.ReadFile(row.file)
		if err != nil || !strings.Contains(string(text), row.old) || row.old == row.off {
			t.Errorf("%s: %s has no %q: %v", row.name, row.file, row.old, err)
		}
		if !strings.Contains(tests, "func "+row.misses+"(") {
			t.Errorf("%s: there is no test %q", row.name, row.misses)
		}
	}
}

// A condition that is switched off breaks the test that is named for it; each is built without touching the tree.
func TestLongARuleThatIsSwitchedOffIsMissed(t *testing.T) {
	for _, row := range switchedOff(t) {
		out, err := without(t, row)
		if err == nil || !strings.Contains(out, "--- FAIL: "+row.misses) {
			t.Errorf("%s is off, and %s does not miss it: %v\n%s", row.name, row.misses, err, out)
		}
	}
}

// without runs the test that should miss a condition, with the condition off. Without what makes programs fast they are built in a third of the time.
func without(t *testing.T, row switched) (string, error) {
	t.Helper()
	text, err := os.ReadFile(row.file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	real, err := filepath.Abs(row.file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{real: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{changed: strings.Replace(string(text), row.old, row.off, 1), overlay: string(list)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("go", "test", "-vet=off", "-count=1", "-gcflags=reeve/gesture=-N -l", "-ldflags=-s -w", "-overlay", overlay,
		"-run", "^"+row.misses+"$", "./gesture").CombinedOutput()
	return string(out), err
}
