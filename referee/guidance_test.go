package referee_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/camelot"
	"reeve/rules/chessbattle"
	"reeve/rules/dungeonchess"
	"reeve/rules/kaleidochess"
	"reeve/rules/rolechess"
)

// lit are the squares with a light of that meaning, sorted.
func (f face) lit(meaning string) []string {
	var out []string
	for sq, meanings := range f.Lights {
		if slices.Contains(meanings, meaning) {
			out = append(out, sq)
		}
	}
	slices.Sort(out)
	return out
}

// unpacked starts a game with its first wood on the table.
func unpacked(t *testing.T, g *rules.Game, wood board.Set) *room {
	t.Helper()
	r := openWith(t, &disk{}, []*rules.Game{g}, referee.NewGame{Game: g.Name, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}}, nil)
	r.Wood(wood, 0)
	r.settle(0)
	return r
}

// again starts the daemon anew after a power cut, with the wood as it lies.
func (r *room) again(games ...*rules.Game) *room {
	r.Helper()
	wood := r.lies()
	r.stop()
	next := openWith(r.T, r.disk, games, referee.NewGame{}, &referee.Recorded{ID: 1, Header: r.disk.header, Events: r.disk.events})
	next.Wood(wood, 0)
	next.settle(0)
	return next
}

// lies is the wood as all together may know it.
func (r *room) lies() (wood board.Set) {
	for _, viewer := range append(r.Seated().All(), rules.Table) {
		wood = wood.Union(r.set(r.Session.Table(viewer).Wood))
	}
	return wood
}

// Kind after kind is asked for, of one seat after the other, and nothing else is
// needed to set any game up.
func TestTheLightsSetEveryGameUpKindByKind(t *testing.T) {
	for _, tt := range []struct {
		game   *rules.Game
		stages string // the seat and kind asked for, in this order
	}{
		{rolechess.Game, "white adjutant,white emperor,white guard,white lackey,white knight,black adjutant,black emperor,black guard,black lackey,black knight"},
		{camelot.Game, "white knight,white man,black knight,black man"},
		{kaleidochess.Game, ""},
		{dungeonchess.Game, ""},
		{chessbattle.Game, ""},
	} {
		t.Run(tt.game.Name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := unpacked(t, tt.game, board.Set{})
				defer r.stop()
				start, _ := tt.game.Start(nil)
				var stages []string
				for touches := 0; r.table().Status == "setup"; touches++ {
					if touches > start.Occupied(rules.Full).Len() {
						t.Fatalf("%d touches and %s", touches, r.table().Message.Text)
					}
					stage := stageOf(t, start.View(rules.Table), r.table().lit("place"))
					if len(stages) == 0 || stages[len(stages)-1] != stage {
						stages = append(stages, stage)
					}
					r.hands("+" + r.table().lit("place")[0])
				}
				if got := strings.Join(stages, ","); tt.stages != "" && got != tt.stages {
					t.Errorf("asked for %s\nnot %s", got, tt.stages)
				}
				if slices.Sort(stages); len(slices.Compact(stages)) != len(stages) {
					t.Errorf("a kind is asked for twice: %v", stages)
				}
				if got, want := len(r.table().Wood), start.Occupied(rules.Full).Len(); got != want {
					t.Errorf("%d pieces stand, not %d", got, want)
				}
			})
		})
	}
}

// stageOf returns the one seat and kind whose pieces belong on squares.
func stageOf(t *testing.T, v rules.View, squares []string) string {
	t.Helper()
	var stages []string
	for _, p := range v.Pieces {
		if p.At != nil && slices.Contains(squares, *p.At) {
			stages = append(stages, p.Owner+" "+p.Kind)
		}
	}
	if slices.Sort(stages); len(slices.Compact(stages)) != 1 {
		t.Fatalf("%v is not one kind of one seat: %v", squares, stages)
	}
	return stages[0]
}

func TestTheSetUpNamesNumberedPiecesAndTakesAnyOrder(t *testing.T) {
	in(t, func(t *testing.T) {
		r := unpacked(t, rolechess.Game, board.Set{})
		start, _ := rolechess.Game.Start(nil)
		full := start.Occupied(rules.Full)
		names := r.Topology().Names(full)
		rand.New(rand.NewPCG(3, 3)).Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
		for i, sq := range names {
			r.expectStatus("setup")
			r.hands("+" + sq)
			if i == 12 { // the power goes
				r = r.again(rolechess.Game)
			}
		}
		defer r.stop()
		r.expectStatus("play")
	})
}

func TestWrongWoodIsLiftedDuringTheSetUp(t *testing.T) {
	in(t, func(t *testing.T) {
		r := unpacked(t, rolechess.Game, board.Set{})
		defer r.stop()
		r.hands("+d4")
		if got := r.table().lit("lift"); !slices.Equal(got, []string{"d4"}) {
			t.Fatalf("%v is to be lifted", got)
		}
		if m := r.table().Message; m.Args["lift"] != "d4" {
			t.Fatalf("message %+v", m)
		}
		r.hands("-d4")
		if got := r.table().lit("lift"); got != nil {
			t.Fatalf("%v is to be lifted", got)
		}
		if got := len(r.table().Settle.Place); got != 28 {
			t.Fatalf("settle names %d squares, not all 28", got)
		}
	})
}

// scattered moves so many pieces of a wood to squares that are free.
func scattered(rnd *rand.Rand, all, wood board.Set, n int) board.Set {
	from, free := slices.Collect(wood.All()), slices.Collect(all.Minus(wood).All())
	rnd.Shuffle(len(from), func(i, k int) { from[i], from[k] = from[k], from[i] })
	rnd.Shuffle(len(free), func(i, k int) { free[i], free[k] = free[k], free[i] })
	for i := range min(n, len(free)) {
		wood.Remove(from[i])
		wood.Add(free[i])
	}
	return wood
}

// blindly does what the lights ask for, knowing nothing else: it lifts a lit piece
// and puts it down on a lit square. It returns the number of touches.
func (r *room) blindly(most int) (touches int) {
	r.Helper()
	hand := 0
	for ; r.table().Status == "settle"; touches++ {
		lift, place := r.table().lit("lift"), r.table().lit("place")
		if touches > most || len(lift)+len(place) == 0 || len(lift) > 3 || len(place) > 3 {
			r.Fatalf("after %d touches lift %v, place %v: %s", touches, lift, place, r.table().Message.Text)
		}
		if hand == 0 && len(lift) > 0 {
			hand++
			r.hands("-" + lift[touches%len(lift)])
		} else {
			hand--
			r.hands("+" + place[touches%len(place)])
		}
	}
	return touches
}

func TestAKnockedOverBoardIsLedBackInTwoTouchesAPiece(t *testing.T) {
	for seed := range uint64(12) {
		in(t, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 5))
			r := playing(t)
			start, _ := rolechess.Game.Start(nil)
			n := 1 + rnd.IntN(21) // of 49 squares 28 are taken
			r.Wood(scattered(rnd, r.Topology().All(), start.Occupied(rules.Full), n), time.Since(r.start))
			r.settle(10 * time.Second) // the dice have been shown
			r.expectStatus("settle")
			if got := r.blindly(2 * n); got != 2*n {
				t.Errorf("%d pieces were led back in %d touches", n, got)
			}
			r.expectStatus("play")
			r.expectLog("die 6 die 1")
			r.stop()
		})
	}
}

// All 28 pieces of Camelot are knocked over, and led back with one lift and one place
// each.
func TestAKnockedOverBoardOf28PiecesIsLedBackInAsManyTouchesAsPiecesMoved(t *testing.T) {
	in(t, func(t *testing.T) {
		start, _ := camelot.Game.Start(nil)
		want := start.Occupied(rules.Full)
		r := unpacked(t, camelot.Game, want)
		defer r.stop()
		r.expectStatus("play")
		fallen := scattered(rand.New(rand.NewPCG(1, 5)), r.Topology().All(), want, 28)
		if moved := want.Minus(fallen).Len(); moved != 28 || fallen.Len() != 28 {
			t.Fatalf("%d pieces moved, %d lie on the board", moved, fallen.Len())
		}
		r.Wood(fallen, time.Since(r.start))
		r.settle(0)
		r.expectStatus("settle")
		if got := r.blindly(2 * 28); got != 2*28 {
			t.Errorf("led back in %d touches", got)
		}
		r.expectStatus("play")
		r.expectLog("")
	})
}

// What is lit are the first of the cheapest pairs, and a piece in hand goes where
// it was paired to, also over a power cut and with others knocked over since.
func TestTheCheapestPairsAreShownAFewAtATime(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		start, _ := rolechess.Game.Start(nil)
		rnd := rand.New(rand.NewPCG(9, 9))
		wood := scattered(rnd, r.Topology().All(), start.Occupied(rules.Full), 9)
		r.Wood(wood, time.Since(r.start))
		r.settle(10 * time.Second)
		for range 9 {
			want := start.Occupied(rules.Full)
			pairs := board.Pairs(r.Topology(), r.lies().Minus(want), want.Minus(r.lies()))
			var lift, place board.Set
			for _, p := range pairs[:min(3, len(pairs))] {
				lift.Add(p.From)
				place.Add(p.To)
			}
			got := r.table()
			if on := r.Topology(); !slices.Equal(got.lit("lift"), on.Names(lift)) || !slices.Equal(got.lit("place"), on.Names(place)) {
				t.Fatalf("lift %v, place %v; the cheapest pairs are %v", got.lit("lift"), got.lit("place"), pairs)
			}
			if n := len(got.Settle.Lift); n != len(pairs) {
				t.Fatalf("settle names %d squares to lift, not all %d", n, len(pairs))
			}
			from, to := r.Topology().Name(pairs[0].From), r.Topology().Name(pairs[0].To)
			r.hands("-" + from)
			if got := r.table().lit("place"); !slices.Equal(got, []string{to}) || r.table().lit("lift") != nil {
				t.Fatalf("%s in hand, and %v waits for it, not %s", from, got, to)
			}
			r.hands("+" + to)
			if len(pairs) == 5 {
				r = r.again(rolechess.Game)
			}
		}
		defer r.stop()
		r.expectStatus("play")
	})
}

// After an action on the page the piece that it moves is led to its square, not a
// victim that lies nearer; and back again if it is taken back.
func TestAnActionOnThePageLeadsItsOwnPiece(t *testing.T) {
	in(t, func(t *testing.T) {
		r := unpacked(t, camelot.Game, board.Set{})
		defer r.stop()
		start, _ := camelot.Game.Start(nil)
		r.Wood(start.Occupied(rules.Full), time.Since(r.start))
		r.settle(0)
		r.do(referee.Act{Text: "I7-I8"}).hands("-I7 +I8")
		r.do(referee.Act{Text: "J11-H9xJ7xH5"})
		f := r.table()
		if !slices.Equal(f.lit("lift"), []string{"J11"}) || !slices.Equal(f.lit("place"), []string{"H5"}) {
			t.Fatalf("lift %v, place %v", f.lit("lift"), f.lit("place"))
		}
		r.hands("-J11 +H5")
		f = r.table()
		if !slices.Equal(f.lit("lift"), []string{"I6", "I8"}) || f.lit("place") != nil {
			t.Fatalf("lift %v, place %v", f.lit("lift"), f.lit("place"))
		}
		r.hands("-I6 -I8").expectStatus("play")
		r.do(referee.Press{Button: "undo"})
		f = r.table()
		if !slices.Equal(f.lit("lift"), []string{"H5"}) || !slices.Equal(f.lit("place"), []string{"J11"}) {
			t.Fatalf("taken back: lift %v, place %v", f.lit("lift"), f.lit("place"))
		}
		r.hands("-H5 +J11 +I6 +I8").expectStatus("play")
	})
}
