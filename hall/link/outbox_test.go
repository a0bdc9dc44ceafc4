package link

import (
	"testing"
	"time"

	"reeve/archive"
	"reeve/hall/simulate"
	"reeve/hall/wire"
	"reeve/rules/catalog"
)

// A link that is started anew, at whatever line the hall has, goes on with the same lines
// as one that never stopped: of later games, too, and of those that hide something.
func TestAnOutboxGoesOnFromAnyLine(t *testing.T) {
	r := simulate.NewRecord()
	began := time.UnixMilli(1_800_000_000_000).UTC()
	for i, g := range []string{"camelot", "dungeonchess", "chessbattle", "rolechess"} {
		id, _ := r.Begin(archive.Header{Game: g, Dice: "scripted", Script: []int{1}, Started: began.Add(time.Duration(i) * time.Hour)})
		seat := "white"
		if g == "dungeonchess" {
			seat = "south"
		}
		r.Append(id, []archive.Event{{N: 1, Kind: archive.WordsSaid, By: seat, Action: "secret", At: began}, {N: 2, Kind: archive.Player, By: seat, Action: "Ann", At: began}}, nil)
		r.Append(id, []archive.Event{{N: 3, Kind: archive.Stepped, By: "referee", Action: "draw", At: began}, {N: 4, Kind: archive.End, By: "referee", At: began, Note: []byte(`{"winners":[],"why":"agreed"}`)}}, nil)
	}
	whole := linesFrom(t, r, nil)
	if len(whole) < 12 {
		t.Fatalf("only %d lines", len(whole))
	}
	for i := range whole {
		mark := whole[i].Mark()
		rest := linesFrom(t, r, &mark)
		if len(rest) != len(whole)-i-1 {
			t.Fatalf("from line %d on %d lines come, not %d", i, len(rest), len(whole)-i-1)
		}
		for k, l := range rest {
			if l.Hash != whole[i+1+k].Hash {
				t.Errorf("from line %d on line %d is another one", i, i+1+k)
			}
		}
	}
}

func linesFrom(t *testing.T, r Record, mark *wire.Mark) (all []wire.Line) {
	t.Helper()
	o := outbox{record: r, games: catalog.Games(), since: 1}
	if _, err := o.have(mark); err != nil {
		t.Fatal(err)
	}
	for {
		lines, err := o.fill()
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) == 0 {
			return all
		}
		for i := range lines {
			if lines[i].Sum() != lines[i].Hash {
				t.Errorf("line %d is not what was hashed", lines[i].N)
			}
		}
		all = append(all, lines...)
		last := all[len(all)-1].Mark()
		if _, err := o.have(&last); err != nil {
			t.Fatal(err)
		}
	}
}
