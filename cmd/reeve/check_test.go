package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"reeve/config"
	"reeve/leds"
	"reeve/rules/catalog"

	"github.com/spf13/cobra"
)

// verb runs one command and returns its output and exit status.
func verb(t *testing.T, cmd *cobra.Command, args ...string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(t.Context())
	var exit exitError
	switch {
	case err == nil:
		return out.String(), 0
	case errors.As(err, &exit):
		return out.String(), exit.code
	}
	t.Fatalf("%v has no exit status", err)
	return "", 0
}

func TestCheck(t *testing.T) {
	sound, err := os.ReadFile("../../configs/boards/sim-rolechess.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text string
		faults     []string // how each line begins
	}{
		{"board", string(sound), nil},
		{"faulty board", strings.Replace(string(sound), "pitch_mm: 50", "pitch_mm: 60", 1) + "colour: red\n",
			append([]string{"colour: "}, slices.Repeat([]string{"grids[0]: "}, 13)...)},
		{"board that lacks squares", strings.Replace(string(sound), "pitch_mm: 50", "pitch_mm: 50, omit: [a1, g7]", 1), []string{"games.rolechess: "}},
		{"chips", strings.Replace(string(sound), "kind: sim, channels: 49", "kind: gpio, direct: [4, 4]", 1),
			slices.Concat([]string{"drivers[0].leds: ", "drivers[0].direct[1]: "}, slices.Repeat([]string{"grids[0].channels: "}, 47), slices.Repeat([]string{"buttons["}, 3))},
		{"settings", "brightness: 10\noptions: {pass: always}\n", nil},
		{"faulty settings", "brightness: 0\ncolour: red\n", []string{"colour: ", "brightness: "}},
		{"settings with a strange option", "options: {passs: always}\n", []string{"options.passs: "}},
		{"settings with strange options, of which the first is told", "options: {f: 1, e: 1, d: 1, c: 1, b: 1, a: 1}\n", []string{"options.a: "}},
		{"settings with a strange value", "options: {pass: never}\n", []string{"options: "}},
		{"no YAML", "a: [", []string{"yaml: "}},
	} {
		path := filepath.Join(t.TempDir(), "f.yaml")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, code := verb(t, checkCommand(), path)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if code != min(len(c.faults), 1) || len(c.faults) == 0 && out != "" || len(c.faults) > 0 && len(lines) != len(c.faults) {
			t.Errorf("%s: status %d\n%s", c.name, code, out)
			continue
		}
		for i, begin := range c.faults {
			if !strings.HasPrefix(lines[i], path+":"+begin) {
				t.Errorf("%s: %s, want %s", c.name, lines[i], begin)
			}
		}
	}
	if _, code := verb(t, checkCommand(), "/nowhere/f.yaml"); code != 2 {
		t.Errorf("a file that is not there: status %d", code)
	}
	if _, code := verb(t, checkCommand()); code != 2 {
		t.Errorf("no file: status %d", code)
	}
}

// A board that is only slow is noted beside the faults: nothing is wrong with it.
func TestCheckNotesWhatIsSlowOrBurns(t *testing.T) {
	const file = `name: slow
drivers:
  - {name: reeds, DRIVER}
surface: {width_mm: 400, height_mm: 400}
grids:
  - {files: 7, ranks: 7, pitch_mm: 50}
games: {rolechess: {}}
`
	for _, c := range []struct {
		driver string
		want   string // "" is nothing
	}{
		{"kind: i2c, device: /dev/i2c-1, expanders: [tca9555@20, tca9555@21], rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], columns: [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]",
			"a scan takes 6.4 ms, 2.8 ms of them on the wire, on a Pi Zero by estimate: 155 scans a second, not 250, so that touches are felt later; fewer rows"},
		{"kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@20], rows: [0, 1, 2, 3, 4, 5, 6], columns: [8, 9, 10, 11, 12, 13, 14]", ""},
		{"kind: hc165, device: /dev/spidev0.0, registers: 7, khz: 10", "a scan takes 5.7 ms, 5.6 ms of them on the wire, on a Pi Zero by estimate: 174 scans a second, not 250, so that touches are felt later; a higher khz"},
		{"kind: hc165, device: /dev/spidev0.0, registers: 7, load: 25, khz: 20", ""},
		{"kind: serial, device: /dev/serial0, channels: 49", "/dev/serial0 is the Pi's own port, and 5 V burn it"},
		{"kind: serial, device: /dev/ttyAMA0, channels: 49", "/dev/ttyAMA0 is the Pi's own port"},
		{"kind: serial, device: /dev/serial/by-id/x, channels: 49", ""},
		{"kind: dgt, device: /dev/serial0", ""},
	} {
		path := written(t, "slow.yaml", strings.Replace(file, "DRIVER", c.driver, 1))
		var faults, notes bytes.Buffer
		cmd := checkCommand()
		cmd.SetArgs([]string{path})
		cmd.SetOut(&faults)
		cmd.SetErr(&notes)
		if err := cmd.Execute(); err != nil || faults.Len() > 0 {
			t.Errorf("%s: %v, faults %s", c.driver, err, &faults)
		}
		if begin := path + ":drivers[0]"; c.want == "" && notes.Len() > 0 || c.want != "" && !(strings.HasPrefix(notes.String(), begin) && strings.Contains(notes.String(), ": note: "+c.want)) {
			t.Errorf("%s: the notes are\n%s", c.driver, &notes)
		}
	}
}

func TestConfigPrintsEachSettingWithItsOrigin(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reeve.yaml")
	if err := os.WriteFile(path, []byte("scan_hz: 100\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("REEVE_QUIET_MS", "400")
	t.Setenv("REEVE_ADMIN_KEY", "hush-hush")
	out, code := verb(t, configCommand(), "--config", path, "--listen", ":1")
	if code != 0 || strings.Contains(out, "hush") {
		t.Fatalf("status %d\n%s", code, out)
	}
	lines := map[string]string{}
	for line := range strings.Lines(out) {
		key, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " = ")
		lines[key] = strings.Join(strings.Fields(rest), " ")
	}
	for key, want := range map[string]string{
		"listen": ":1 (flag)", "quiet_ms": "400 (env)", "scan_hz": "100 (file " + path + ")", "board": "sim (default)", "admin_key": "(hidden) (env)",
	} {
		if lines[key] != want {
			t.Errorf("%s = %s, want %s", key, lines[key], want)
		}
	}
	for _, args := range [][]string{{"--keys", "maybe"}, {"--colour", "red"}, {"x"}} {
		if _, code := verb(t, configCommand(), args...); code != 2 {
			t.Errorf("%v: status %d", args, code)
		}
	}
}

// Rooms that must not import each other name the same things.
func TestNamesAgree(t *testing.T) {
	if got := config.Palettes(); !slices.Equal(got, leds.PaletteNames()) {
		t.Errorf("settings name the palettes %v, leds has %v", got, leds.PaletteNames())
	}
	for _, g := range catalog.Games() {
		if !slices.Contains(config.Games(), g.Name) {
			t.Errorf("settings do not name the game %s", g.Name)
		}
	}
}
