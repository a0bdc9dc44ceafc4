package referee_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// Wood that brings itself to its start is nobody's chore: no square is lit to be set up in any game. Where hands
// set up, squares are. Nothing rolls and no card is dealt before, and nobody is told so.
func TestNoSetUpIsLitWhereTheWoodFollows(t *testing.T) {
	said := ""
	lit := func(g *rules.Game, follows bool) (squares []string) {
		synctest.Test(t, func(t *testing.T) {
			table := withoutWood(t, referee.Config{Games: []*rules.Game{g}, Archive: &disk{}, Random: strings.NewReader(strings.Repeat("seed", 64)), Follows: follows}, nil, referee.NewGame{Game: g.Name})
			said, squares = table.Message.Key, asked(table)
		})
		return squares
	}
	for _, g := range catalog.Games() {
		state, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		if squares := lit(g, true); len(squares) > 0 {
			t.Errorf("%s: the wood follows, and %v are lit to be set up", g.Name, squares)
		}
		if waits := state.ToAct().Has(rules.Chance); waits != (said == "setup.follows") {
			t.Errorf("%s: the wood follows, and %s is said", g.Name, said)
		}
		if begins := !state.Occupied(rules.Full).IsEmpty(); begins != (len(lit(g, false)) > 0) {
			t.Errorf("%s: hands set up, and %v are lit", g.Name, lit(g, false))
		}
	}
}

// A game that goes on while its wood is laid anew, as after a restart, asks no hands for it, and not for what is done on pages.
func TestNothingIsLitWhereTheWoodIsLaidAnew(t *testing.T) {
	for _, follows := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			e := sit(t, camelotGame, true)
			e.says(e.Table(0).Legal[0])
			e.stop()
			table := withoutWood(t, referee.Config{Games: resumable, Archive: e.disk, Follows: follows}, &referee.Recorded{ID: 1, Header: e.disk.header, Events: e.disk.events}, referee.NewGame{})
			if lit := len(asked(table)) > 0; table.Status != referee.StatusSettle || lit == follows {
				t.Errorf("the wood follows: %v; %s, and %v are lit to be put right", follows, table.Status, asked(table))
			}
		})
	}
}

// What was done on a page is followed in its own game or not at all: in a new one, whose wood lies right, nobody has anything to follow. The
// simulated wood took a person's move back there, and the computer waited for ever (TestWhole_Scripts/opponent, once in some runs).
func TestANewGameHasNothingOfTheOldOneToFollow(t *testing.T) {
	seen := 0
	for _, g := range catalog.Games() {
		for _, next := range catalog.Games() {
			t.Run(g.Name+", then "+next.Name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					r := openWith(t, &disk{}, catalog.Games(), referee.NewGame{Game: g.Name}, nil)
					defer r.stop()
					r.wood()
					r.actsOnPages(6)
					if r.owes() {
						seen++
					}
					r.do(referee.NewGame{Game: next.Name})
					if r.wood(); r.owes() {
						t.Error("the wood lies right, and is to follow")
					}
				})
			})
		}
	}
	if seen < 20 {
		t.Errorf("in only %d games was a page ahead of the hands", seen)
	}
}

// actsOnPages has every seat do something so often, and no hand follow.
func (r *room) actsOnPages(often int) {
	random := rand.New(rand.NewPCG(3, 5))
	for range often {
		for _, seat := range r.Seated().All() {
			if legal := r.Session.Table(seat).Legal; len(legal) > 0 {
				r.do(referee.Act{Seat: &seat, Text: likely(legal, random)})
			}
		}
	}
}

// owes reports whether the wood has yet to follow the position.
func (r *room) owes() bool {
	_, behind := r.Owed()
	return behind
}

// withoutWood is the table of a session that feels no wood.
func withoutWood(t *testing.T, cfg referee.Config, past *referee.Recorded, n referee.NewGame) *referee.Table {
	t.Helper()
	cfg.Lights = &lamps{}
	s, err := referee.New(cfg, past, n)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	s.Wood(board.Set{}, 0)
	synctest.Wait()
	defer func() { stop(); <-done }()
	return s.Table(rules.Table)
}

// asked are the squares of which the lights say that wood is to be lifted or put there.
func asked(t *referee.Table) (squares []string) {
	for square, lights := range t.Lights {
		if slices.Contains(lights, "place") || slices.Contains(lights, "lift") {
			squares = append(squares, square)
		}
	}
	return squares
}
