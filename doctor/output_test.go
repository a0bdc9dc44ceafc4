package doctor_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"reeve/config"
	"reeve/doctor"
)

const twoSquares = `name: two
drivers: [{name: box, kind: sim, channels: 9, leds: 2}]
surface: {width_mm: 100, height_mm: 50}
squares:
  a1: {x_mm: 0, y_mm: 0, channel: 0, leds: [0]}
  b1: {x_mm: 50, y_mm: 0, channel: 1, leds: [1]}
games: {rolechess: {}}
`

func boardFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "b.yaml")
	if err := os.WriteFile(path, []byte(twoSquares), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func foundAt(channel int) config.Found {
	return config.Found{Channels: map[string]config.End{"a1": {Number: channel}}, LEDs: map[string][]config.End{"a1": {{Number: 0}}}}
}

func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

func TestAWalkReplacesTheBoardFileAndKeepsTheOldOne(t *testing.T) {
	file := boardFile(t)
	o, err := doctor.Choose(file, "")
	if err != nil || o.Path != file || o.Denied != nil {
		t.Fatalf("%+v, %v", o, err)
	}
	if got := files(t, filepath.Dir(file)); len(got) != 1 {
		t.Errorf("trying left %v", got)
	}
	if err := o.Write(foundAt(7)); err != nil {
		t.Fatal(err)
	}
	b, err := config.LoadBoard(file)
	if err != nil || b.Places[0].Channel != 7 {
		t.Errorf("%+v, %v", b, err)
	}
	if old, _ := os.ReadFile(file + ".old"); string(old) != twoSquares {
		t.Errorf("the old file is\n%s", old)
	}
	if got := files(t, filepath.Dir(file)); len(got) != 2 {
		t.Errorf("files left: %v", got)
	}
}

func TestAWalkWritesNothingThatIsNotSound(t *testing.T) {
	file := boardFile(t)
	o, err := doctor.Choose(file, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Write(foundAt(1)); err == nil {
		t.Error("a1 on the channel of b1 was written")
	}
	if text, _ := os.ReadFile(file); string(text) != twoSquares {
		t.Errorf("the file is\n%s", text)
	}
}

// Before anybody walks it is clear where the wiring will go: nobody may write
// into /proc/self/fd, not even root.
func TestAWalkChoosesAPlaceThatCanBeWritten(t *testing.T) {
	open, err := os.Open(boardFile(t))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	file, beside := fmt.Sprintf("/proc/self/fd/%d", open.Fd()), t.TempDir()
	o, err := doctor.Choose(file, "", "/proc/self/fd", beside)
	if err != nil || o.Denied == nil || filepath.Dir(o.Path) != beside || !strings.HasSuffix(o.Path, ".found.yaml") {
		t.Fatalf("%+v, %v", o, err)
	}
	if err := o.Write(foundAt(7)); err != nil {
		t.Fatal(err)
	}
	if b, err := config.LoadBoard(o.Path); err != nil || b.Places[0].Channel != 7 {
		t.Errorf("%+v, %v", b, err)
	}
	if _, err := doctor.Choose(file, "", "/proc/self/fd"); err == nil || !strings.Contains(err.Error(), "-o") {
		t.Errorf("with nowhere to write: %v", err)
	}
}

func TestWhatAWalkFoundIsListed(t *testing.T) {
	b, err := config.LoadBoard(boardFile(t))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	doctor.ListFound(&out, b, foundAt(7))
	if want := "a1: driver box, channel 7\na1: driver box, LED 0\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}
