package referee_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/chessbattle"
)

// Two deployments of White's that differ in all that hands can do give Black and
// everybody else the same tables, with the same numbers, at every moment.
func TestNobodyElseSeesADeploymentByHand(t *testing.T) {
	scripts := [][]string{
		{"+a1 ~", "+d16 ~", "-a1 +a4 ~", "+c1 ~", "+e16 ~", "+d1 ~", "confirm", "+c10 ~"},
		{"+h8 ~", "+d16 ~", "~", "-b2 ~", "+e16 ~", "+b2 ~", "~", "+c10 ~"},
		{"~", "+d16 ~", "+e4 +e5 ~", "-e5 ~", "+e16 ~", "say deploy king c8", "undo", "+c10 ~"},
	}
	var seen [3]map[rules.Seat][]*referee.Table
	for i, script := range scripts {
		in(t, func(t *testing.T) { seen[i] = unseen(t, script) })
	}
	for viewer, tables := range seen[0] {
		for k, want := range tables {
			for i := range scripts {
				if got := seen[i][viewer][k]; !reflect.DeepEqual(got, want) {
					t.Fatalf("viewer %d after %q sees\n%+v\nafter %q\n%+v", viewer, scripts[i][:k+1], got, scripts[0][:k+1], want)
				}
			}
		}
	}
}

// unseen does a script and returns what Black and the public see after each line.
func unseen(t *testing.T, script []string) map[rules.Seat][]*referee.Table {
	r := deployable(t)
	defer r.stop()
	out := map[rules.Seat][]*referee.Table{}
	begun := time.Now()
	for i, line := range script {
		text, said := strings.CutPrefix(line, "say ")
		switch {
		case said:
			r.do(referee.Act{Text: text})
		case line == "confirm" || line == "undo":
			r.do(referee.Press{Button: line, Seat: new(white)})
		default:
			r.hands(line)
		}
		r.settle(time.Until(begun.Add(time.Duration(i+1) * 2 * time.Second))) // the log's times are alike
		for _, viewer := range []rules.Seat{black, rules.Table} {
			out[viewer] = append(out[viewer], r.Session.Table(viewer))
		}
	}
	return out
}

// An army that is laid out before its time tells nobody its size.
func TestWoodLaidOutEarlyIsSeenByItsOwnSeatAlone(t *testing.T) {
	in(t, func(t *testing.T) {
		r := bought(t, purchases[:strings.Index(purchases, ",army levy=1")])
		defer r.stop()
		before := r.Session.Table(rules.Table)
		r.hands("+c1 +d1 +e1 ~")
		if after := r.Session.Table(rules.Table); after != before {
			t.Fatalf("everybody sees\n%+v\nbefore it was\n%+v", after, before)
		}
		if got := r.seat(white).Wood; !slices.Equal(got, []string{"b15", "b2", "c1", "d1", "e1", "g15", "g2"}) {
			t.Fatalf("White sees %v", got)
		}
	})
}

// The log of the daemon and the record as it may be given to anybody hold no
// square of a deployment; nor does any other's answer, as bytes.
func TestNoByteOfADeploymentLeaves(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t)
		defer r.stop()
		r.hands("+a1 +d16 ~ +c3 ~ +h5 ~")
		for _, viewer := range []rules.Seat{black, rules.Table} {
			text, err := json.Marshal(r.Session.Table(viewer))
			if err != nil {
				t.Fatal(err)
			}
			for _, sq := range []string{`"a1"`, `"c3"`, `"h5"`, "ikemen"} {
				if viewer == rules.Table && strings.Contains(string(text), `"d16"`) || strings.Contains(string(text), sq) {
					t.Errorf("viewer %d is told of %s:\n%s", viewer, sq, text)
				}
			}
		}
		for _, e := range r.disk.events {
			if strings.HasPrefix(e.Action, "deploy") && !e.Hidden {
				t.Errorf("event %d is everybody's: %s", e.N, e.Action)
			}
		}
	})
	var out bytes.Buffer
	d := &disk{}
	j, err := referee.NewJudge(referee.Config{
		Games: []*rules.Game{chessbattle.Game}, Archive: d, Random: strings.NewReader(strings.Repeat("seed", 64)),
		Log: slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}, nil, referee.NewGame{Game: chessbattle.Game.Name, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}})
	if err != nil {
		t.Fatal(err)
	}
	j.Wood(board.Set{}, 0)
	byHand(t, j, "+b2 ~ +g2 ~ +b15 ~ +g15 ~")
	for _, text := range strings.Split(purchases, ",") {
		if err := j.Do(referee.Act{Text: text}, 0); err != nil {
			t.Fatal(err)
		}
	}
	before := out.Len()
	byHand(t, j, "+a1 +d16 ~ +c3 ~")
	if steps, _ := j.Steps(nil); len(steps) != 4+len(strings.Split(purchases, ","))+3 {
		t.Fatalf("%d steps stand", len(steps))
	}
	if out.Len() != before {
		t.Errorf("the log says %s", out.String()[before:])
	}
}
