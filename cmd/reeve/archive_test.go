package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"reeve/archive"
	"reeve/config"
	"reeve/dice"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

// runArchive runs the command and returns what it printed and its exit status.
func runArchive(t *testing.T, args ...string) (string, int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := archiveCommand()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(&errs)
	err := cmd.Execute()
	var exit exitError
	switch {
	case err == nil:
		return out.String(), 0
	case errors.As(err, &exit):
		return out.String() + err.Error(), exit.code
	}
	t.Fatalf("%v: error without exit status: %v", args, err)
	return "", 0
}

// playedArchive returns a state folder with two games of the same steps: 1 is
// over, 2 goes on.
func playedArchive(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "state")
	a, err := archive.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	g := catalog.Games()[0]
	source, err := dice.New(dice.Choice{Kind: dice.Fair}, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	h := archive.Header{Game: g.Name, Dice: "fair", Commitment: source.Commitment(), Seed: source.Choice().Seed,
		Players: map[string]string{g.Seats[0]: "Ann\x1b[2J"}, Started: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	events := firstSteps(t, g, source, 12)
	for range 2 {
		id, err := a.Begin(h)
		if err == nil {
			err = a.Append(id, events, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	resigned := archive.Event{N: len(events) + 1, Kind: archive.Stepped, By: "referee", Action: "resign " + g.Seats[0], At: h.Started}
	if err := a.Append(1, []archive.Event{resigned}, nil); err != nil {
		t.Fatal(err)
	}
	if err := a.Finish(1, rules.Outcome{Winners: g.Seats[1:2], Why: "resigned"}, h.Started); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Who ran out of time is told apart from who resigned, though the step is the same, by the readings of the clocks behind it: in
// the list, in the game's own page and step by step.
func TestTheRecordTellsALossOnTime(t *testing.T) {
	for left, late := range map[int]string{0: "somebody", 1200: ""} {
		dir := playedArchive(t)
		a, err := archive.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, events, err := a.Load(2)
		if err != nil {
			t.Fatal(err)
		}
		n, white := len(events), catalog.Games()[0].Seats[0]
		if late != "" {
			late = white
		}
		err = a.Append(2, []archive.Event{{N: n + 1, Kind: archive.Stepped, By: "referee", Action: "resign " + white}, {N: n + 2, Kind: archive.Clock, Note: fmt.Appendf(nil, `{%q:%d,"running":%[1]q}`, white, left)}}, nil)
		if err == nil {
			err = a.Finish(2, rules.Outcome{Winners: catalog.Games()[0].Seats[1:2], Why: "resigned"}, time.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
		r := records{a, newTally()}
		list, err := r.List(t.Context(), 1, 0)
		if got := list.([]summary)[0].RanOut; err != nil || got != late {
			t.Errorf("%d ms left: the list says that %q ran out of time, %v", left, got, err)
		}
		replay, err := r.Replay(t.Context(), "2", web.Reader{})
		if err != nil || replay.Steps[len(replay.Steps)-1].RanOut != (late != "") {
			t.Errorf("%d ms left: the last step is %+v, %v", left, replay.Steps[len(replay.Steps)-1], err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"list", "--state", dir}, {"show", "2", "--state", dir}} {
			if text, _ := runArchive(t, args...); strings.Contains(text, "won (out of time)") != (late != "") {
				t.Errorf("%d ms left: %s says\n%s", left, args[0], text)
			}
		}
	}
}

// firstSteps plays the first legal step n times.
func firstSteps(t *testing.T, g *rules.Game, source *dice.Source, n int) []archive.Event {
	t.Helper()
	s, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	var events []archive.Event
	for range n {
		step := s.Legal(nil)[0]
		if step.By == rules.Chance {
			got, err := source.Draw(s.Ask())
			if err != nil {
				t.Fatal(err)
			}
			step = s.Drawn(got)
		}
		events = append(events, archive.Event{N: len(events) + 1, Kind: archive.Stepped, By: g.SeatName(step.By), Action: s.Text(step), At: time.Unix(1e9, 0)})
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	return events
}

func TestArchiveCommand(t *testing.T) {
	dir := playedArchive(t)
	file := filepath.Join(t.TempDir(), "game.jsonl")
	text, _ := runArchive(t, "export", "1", "--state", dir)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	tests := []struct {
		args []string
		code int
		says string
	}{
		{[]string{"list"}, 0, "goes on"},
		{[]string{"list"}, 0, "won (resigned)"},
		{[]string{"list"}, 0, `"Ann\x1b[2J"`},
		{[]string{"show", "1"}, 0, "1. "},
		{[]string{"show", "9"}, 2, "no such game: 9"},
		{[]string{"show", "one"}, 2, "no number of a game"},
		{[]string{"show"}, 2, "ID is missing"},
		{[]string{"export", "1"}, 0, `{"reeve":1,`},
		{[]string{"export", "1"}, 0, `"seed":`},
		{[]string{"export", "2", "--secrets"}, 0, `"seed":`},
		{[]string{"export", "1", "--score"}, 0, "[reeve 1]\n"},
		{[]string{"export", "9"}, 2, "no such game"},
		{[]string{"import", file}, 0, "imported as game 3"},
		{[]string{"verify", "3"}, 0, "verified: "},
		{[]string{"import", filepath.Join(dir, "missing")}, 2, "no such file"},
		{[]string{"import", filepath.Join(dir, "reeve.db")}, 2, "malformed record"},
		{[]string{"verify", "1"}, 0, "verified: "},
		{[]string{"verify", "9"}, 2, "no such game"},
		{[]string{"backup", backup}, 0, "written to"},
		{[]string{"backup", backup}, 2, "exists already"},
		{nil, 2, "say backup, export"},
		{[]string{"burn"}, 2, "burn"},
		{[]string{"list", "--fast"}, 2, "unknown flag"},
	}
	for _, tt := range tests {
		out, code := runArchive(t, append(tt.args, "--state", dir)...)
		if code != tt.code || !strings.Contains(out, tt.says) {
			t.Errorf("archive %v: status %d, want %d with %q:\n%s", tt.args, code, tt.code, tt.says, out)
		}
	}
	if out, code := runArchive(t, "list", "--state", filepath.Join(dir, "none")); code != 1 {
		t.Errorf("no archive: status %d, want 1: %s", code, out)
	}
}

func TestArchiveCommandKeepsTheSeed(t *testing.T) {
	dir := playedArchive(t)
	for _, args := range [][]string{{"show", "2"}, {"export", "2"}, {"export", "2", "--score"}} {
		if out, code := runArchive(t, append(args, "--state", dir)...); code != 0 || strings.Contains(out, `"seed"`) || strings.Contains(out, "[seed") {
			t.Errorf("archive %v of a game that goes on: status %d:\n%s", args, code, out)
		}
	}
}

func TestArchiveCommandWhileTheDaemonRuns(t *testing.T) {
	dir := playedArchive(t)
	daemon, err := archive.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer daemon.Close()
	if out, code := runArchive(t, "verify", "2", "--state", dir); code != 0 {
		t.Errorf("verify: status %d: %s", code, out)
	}
	record, _ := runArchive(t, "export", "1", "--state", dir)
	file := filepath.Join(t.TempDir(), "game.jsonl")
	if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	out, code := runArchive(t, "import", file, "--state", dir)
	if code != 1 || !strings.Contains(out, "process "+strconv.Itoa(os.Getpid())) {
		t.Errorf("import: status %d, want 1 and the daemon's process: %s", code, out)
	}
}

func TestVerifyCommandFindsADifference(t *testing.T) {
	dir := playedArchive(t)
	a, err := archive.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	h, events, err := a.Load(1)
	if err != nil {
		t.Fatal(err)
	}
	h.Seed[0] ^= 1
	id, err := a.Begin(h)
	if err == nil {
		err = errors.Join(a.Append(id, events, nil), a.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	out, code := runArchive(t, "verify", "3", "--state", dir)
	if code != 1 || !strings.Contains(out, "commitment was \""+h.Commitment) || strings.Contains(out, hex.EncodeToString(h.Seed)) {
		t.Errorf("status %d, want 1 and the commitment: %s", code, out)
	}
}

func TestDefaultStateDir(t *testing.T) {
	tests := []struct{ state, xdg, want string }{
		{"/srv/reeve", "/xdg", "/srv/reeve"},
		{"", "/xdg", "/xdg/reeve"},
		{"", "relative", "/home/ann/.local/state/reeve"},
		{"", "", "/home/ann/.local/state/reeve"},
	}
	t.Setenv("HOME", "/home/ann")
	for _, tt := range tests {
		t.Setenv("REEVE_STATE", tt.state)
		t.Setenv("XDG_STATE_HOME", tt.xdg)
		if got := config.DefaultState(os.LookupEnv); got != tt.want {
			t.Errorf("REEVE_STATE=%q XDG_STATE_HOME=%q: %s, want %s", tt.state, tt.xdg, got, tt.want)
		}
	}
}
