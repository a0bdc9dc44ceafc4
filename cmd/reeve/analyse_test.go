package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"reeve/archive"
	"reeve/config"
	"reeve/referee"
	"reeve/rules"
	"reeve/web"
)

// randomRecord is the export of a game that hands without a plan have played: to its end, or for so many steps.
func randomRecord(t *testing.T, name string, seed uint64, most int) string {
	t.Helper()
	g, err := rules.Find(games(), name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, at := rand.New(rand.NewPCG(seed, 7)), time.UnixMilli(0).UTC()
	var events []archive.Event
	for len(events) < most {
		result, over := s.Result()
		if over {
			note, _ := json.Marshal(map[string]any{"winners": seatNames(g, result.Winners), "why": result.Why})
			events = append(events, archive.Event{N: len(events) + 1, Kind: archive.End, By: "referee", At: at, Note: note})
			break
		}
		steps := s.Legal(nil)
		step := steps[r.IntN(len(steps))]
		events = append(events, archive.Event{N: len(events) + 1, Kind: archive.Stepped, By: g.SeatName(step.By), Action: s.Text(step), At: at})
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := archive.Export(&out, archive.Seen{Header: archive.Header{Game: name, Dice: "manual", Started: at}, Events: events, Whole: true}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func seatNames(g *rules.Game, seats rules.Seats) []string {
	names := []string{}
	for _, seat := range seats.All() {
		names = append(names, g.SeatName(seat))
	}
	return names
}

func runAnalyse(record string, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := analyseCommand()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append(args, "-"))
	cmd.SetIn(strings.NewReader(record))
	cmd.SetOut(&out)
	err := cmd.Execute()
	return out.String(), err
}

// A finished game is analysed, for people and as JSON, the same each time: every step
// is judged, and the sums come to the result.
func TestAFinishedGameIsAnalysed(t *testing.T) {
	for _, game := range []string{"rolechess", "camelot"} {
		record := randomRecord(t, game, 4, 3000)
		said, err := runAnalyse(record, "--json", "--nodes", "300")
		if err != nil {
			t.Fatalf("%s: %v", game, err)
		}
		lines := strings.Split(strings.TrimSpace(said), "\n")
		var head struct{ Of int }
		var last struct {
			Totals struct{ Start, Luck, Play, Hand, Result []float64 }
		}
		if json.Unmarshal([]byte(lines[0]), &head) != nil || json.Unmarshal([]byte(lines[len(lines)-1]), &last) != nil || head.Of != len(lines)-2 {
			t.Fatalf("%s: %d lines, first %s, last %s", game, len(lines), lines[0], lines[len(lines)-1])
		}
		x := last.Totals
		if sum := x.Start[0] + x.Luck[0] + x.Play[0] + x.Hand[0]; math.Abs(sum-x.Result[0]) > 1e-6 || math.Mod(x.Result[0], 0.5) != 0 {
			t.Errorf("%s: %v is not the sum of its parts: %+v", game, sum, x)
		}
		if again, _ := runAnalyse(record, "--json", "--nodes", "300"); again != said {
			t.Errorf("%s: another analysis of the same game", game)
		}
		if people, err := runAnalyse(record, "--nodes", "300"); err != nil || !strings.Contains(people, "Turning points") || !strings.Contains(people, "better was") {
			t.Errorf("%s: %v: %s", game, err, people)
		}
	}
}

// What is not all known is not analysed.
func TestOnlyWhatIsOverIsAnalysed(t *testing.T) {
	for _, record := range []string{randomRecord(t, "chessbattle", 4, 20), randomRecord(t, "rolechess", 4, 20), "no record"} {
		if out, err := runAnalyse(record); err == nil || out != "" {
			t.Errorf("%.60s: %s %v", record, out, err)
		}
	}
	for _, few := range []string{"0", "-5"} {
		var status exitError
		if out, err := runAnalyse(randomRecord(t, "camelot", 4, 3000), "--nodes", few); !errors.As(err, &status) || status.code != 2 || out != "" {
			t.Errorf("%s positions: %s %v", few, out, err)
		}
	}
}

// judging are the analyses of an archive that holds those records, by the real program.
func judging(t *testing.T, list ...string) *analyses {
	t.Helper()
	dir := t.TempDir()
	store, err := archive.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	for _, record := range list {
		if _, err := store.Import(games(), strings.NewReader(record)); err != nil {
			t.Fatal(err)
		}
	}
	self, err := exec.LookPath("reeve") // the test's own binary
	if err != nil {
		t.Fatal(err)
	}
	d := newDaemon(config.Settings{State: dir}, machine{program: func() (string, error) { return self, nil }}, slog.New(slog.DiscardHandler))
	return d.computers.newAnalyses(records{store, newTally()})
}

// state asks how far game 1 is.
func (a *analyses) state(t *testing.T, begin bool) analysis {
	t.Helper()
	v, err := a.Analysis(t.Context(), "1", web.Reader{}, begin)
	if err != nil {
		t.Fatal(err)
	}
	return v.(analysis)
}

// An analysis is begun once, made by a child, kept, and answers from then on; another
// record, or another version of the program, is judged anew.
func TestWhole_AnAnalysisIsKept(t *testing.T) {
	a := judging(t, randomRecord(t, "rolechess", 4, 3000))
	if s := a.state(t, false); s.State != "none" {
		t.Fatalf("%+v", s)
	}
	if s := a.state(t, true); s.State != "waits" {
		t.Fatalf("%+v", s)
	}
	if s := a.state(t, true); s.State != "waits" || len(a.jobs) != 1 {
		t.Fatalf("begun again: %+v, %d", s, len(a.jobs))
	}
	a.work(t.Context(), <-a.jobs)
	s := a.state(t, false)
	if s.State != "done" || len(s.Steps) < 10 || len(s.Total) == 0 {
		t.Fatalf("%+v", s)
	}
	if again := a.state(t, true); again.State != "done" || len(a.jobs) != 0 {
		t.Errorf("what is kept is reckoned again: %.80v", again)
	}
	text, _ := os.ReadFile(a.path(1))
	if err := os.WriteFile(a.path(1), bytes.Replace(text, []byte(version), []byte("0.0.1"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if s := a.state(t, false); s.State != "none" {
		t.Errorf("of another version: %.80v", s)
	}
}

// A child that fails is told once, and the analysis may be begun again; what goes on has none.
func TestAnAnalysisThatFailsIsTold(t *testing.T) {
	a := judging(t, randomRecord(t, "rolechess", 4, 3000), randomRecord(t, "chessbattle", 4, 20))
	a.engine.Command = []string{"/nowhere"}
	a.state(t, true)
	a.work(t.Context(), <-a.jobs)
	var refused *referee.Refusal
	if _, err := a.Analysis(t.Context(), "1", web.Reader{}, false); !errors.As(err, &refused) || refused.Why.Key != "no.analysis" {
		t.Errorf("%v", err)
	}
	if s := a.state(t, true); s.State != "waits" {
		t.Errorf("%+v", s)
	}
	for _, by := range []web.Reader{{}, {Admin: true}} {
		if v, err := a.Analysis(t.Context(), "2", by, true); !errors.As(err, &refused) || refused.Status != 409 {
			t.Errorf("a game that goes on, for %+v: %v %v", by, v, err)
		}
	}
	if _, err := a.Analysis(t.Context(), "9", web.Reader{}, true); !errors.As(err, &refused) || refused.Status != 404 {
		t.Errorf("no game: %v", err)
	}
}
