package main

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"reeve/archive"
	"reeve/rules"
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
}
