package main

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
	"time"

	"reeve/hall"
	"reeve/hall/wire"
	"reeve/pairing"
)

// say runs the program and returns what it prints; whether it fails is told by ok.
func say(t *testing.T, state, in string, args ...string) (out string, err error) {
	t.Helper()
	cmd := rootCommand()
	var text bytes.Buffer
	cmd.SetOut(&text)
	cmd.SetErr(&text)
	cmd.SetIn(strings.NewReader(in))
	cmd.SetArgs(append([]string{"--state", state}, args...))
	err = cmd.ExecuteContext(t.Context())
	return text.String(), err
}

// A whole tournament from a terminal, without a board and without a hall that runs.
func TestATournamentFromATerminal(t *testing.T) {
	state := t.TempDir()
	do := func(in string, args ...string) string {
		t.Helper()
		out, err := say(t, state, in, append([]string{"tournament"}, args...)...)
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out
	}
	if _, err := say(t, state, "", "tournament"); !errors.Is(err, hall.ErrNoHall) {
		t.Errorf("a folder without a hall: %v", err)
	}
	if out, err := say(t, state, "", "arbiter", "Ann"); err != nil || !strings.HasPrefix(out, "a new hall begins in "+state) {
		t.Errorf("the first that is made: %s %v", out, err)
	}
	if out := do(""); !strings.Contains(out, "tournament new") {
		t.Errorf("the next thing to do is not said: %s", out)
	}
	do("name,rating\nAnn,2000\nBo,1900\nCid,1800\n", "new", "Club", "--system", "robin", "--players", "-")
	do("Dora\n", "enrol", "1", "-")
	for round := range 3 {
		r := []string{"1", "2", "3"}[round]
		do("", "pair", "1")
		do("", "result", "1", r, "1", "1-0")
		do("", "result", "1", r, "2", "1/2")
	}
	do("", "result", "1", "1", "1", "0-1")
	if _, err := say(t, state, "", "tournament", "pair", "1"); err == nil || !strings.Contains(err.Error(), "all 3 rounds are paired") {
		t.Errorf("a fourth round of three: %v", err)
	}
	out := do("", "show", "1")
	if !strings.Contains(out, "round 3") || !strings.Contains(out, "rank") {
		t.Error(out)
	}
	trf := do("", "export", "1", "tournament.trf")
	back, err := pairing.ReadTRF(strings.NewReader(trf))
	if err != nil || len(back.Players) != 4 || back.Done() != 3 {
		t.Fatalf("%v\n%s", err, trf)
	}
	again := do(trf, "new", "Goes on", "--system", "hand", "--players", "-")
	if !strings.Contains(again, "tournament 2") {
		t.Error(again)
	}
	if a, b := do("", "export", "1", "standings.csv"), do("", "export", "2", "standings.csv"); strings.Split(a, "\n")[1][:6] != strings.Split(b, "\n")[1][:6] {
		t.Errorf("what was exported stands otherwise once imported:\n%s\n%s", a, b)
	}
	for _, bad := range [][]string{{"show", "x"}, {"show", "9"}, {"result", "1", "1", "1", "2-0"}, {"put", "1", "1", "1", "Table 9"}, {"new", ""}, {"export", "1", "x.pdf"}} {
		if out, err := say(t, state, "", append([]string{"tournament"}, bad...)...); err == nil {
			t.Errorf("%v: %s", bad, out)
		}
	}
}

// Of two boards of one name none is taken by chance: the letters that `reeve-hall boards` lists say which.
func TestATableIsPutOnTheBoardThatIsMeant(t *testing.T) {
	state := t.TempDir()
	s, err := hall.Open(state)
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.Key()
	if err != nil {
		t.Fatal(err)
	}
	var boards []wire.ID
	for range 2 {
		token, err := s.Invite("Table 1", time.Now())
		if err != nil {
			t.Fatal(err)
		}
		public, _, _ := ed25519.GenerateKey(nil)
		boards = append(boards, wire.IDOf(public))
		if _, _, err := s.Join(hall.ID(key), wire.NewJoin(wire.Invitation{Hall: hall.ID(key), Token: token}, boards[len(boards)-1]), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	for _, c := range []struct {
		in, fails string
		args      []string
	}{
		{in: "Ann\nBo\n", args: []string{"new", "Club", "--system", "robin", "--game", "camelot", "--players", "-"}},
		{args: []string{"pair", "1"}},
		{fails: "2 boards are called", args: []string{"put", "1", "1", "1", "Table 1"}},
		{args: []string{"put", "1", "1", "1", boards[1].Short()}},
	} {
		if out, err := say(t, state, c.in, append([]string{"tournament"}, c.args...)...); (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Fatalf("%v: %v\n%s", c.args, err, out)
		}
	}
	if out, _ := say(t, state, "", "tournament", "export", "1", "games.json"); !strings.Contains(out, string(boards[1])) || strings.Contains(out, string(boards[0])) {
		t.Errorf("not on the board that was named: %s", out)
	}
}

// What is shown of a match is how it is on its board, until it has a result.
func TestAResultIsShownAlone(t *testing.T) {
	match := hall.Match{Players: []int{1, 2}, State: "started"}
	tour := hall.Tournament{Plan: hall.Plan{Name: "Club", System: hall.Hand}, Rounds: []hall.Round{{Tables: []hall.Match{match}}}}
	for _, name := range []string{"Ann", "Bo"} {
		tour.Players = append(tour.Players, pairing.Player{Name: name})
	}
	for _, score := range []*pairing.Score{nil, {Winners: []int{1}}} {
		tour.Rounds[0].Tables[0].Score = score
		var out bytes.Buffer
		if show(&out, &tour); strings.Contains(out.String(), "started") != (score == nil) {
			t.Errorf("with the result %v: %s", score, &out)
		}
	}
}

// Without bbpPairings the refusal says what to install, and nothing has changed.
func TestASwissWithoutTheProgramSaysWhatToInstall(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	state := t.TempDir()
	if _, err := say(t, state, "Ann\nBo\n", "tournament", "new", "Swiss", "--rounds", "3", "--players", "-"); err != nil {
		t.Fatal(err)
	}
	if _, err := say(t, state, "", "tournament", "pair", "1"); err == nil || !strings.Contains(err.Error(), "install the package bbppairings") {
		t.Error(err)
	}
	if out, err := say(t, state, "", "tournament", "show", "1"); err != nil || strings.Contains(out, "round") {
		t.Errorf("%v: %s", err, out)
	}
}
