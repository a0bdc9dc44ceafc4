package referee_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// In random games of all five, played by hand and by page: a table offers what is then done, and
// what it does not offer is refused.
func TestWhole_ATableOffersWhatCanBeDone(t *testing.T) {
	offered := map[string]int{}
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := openWith(t, &disk{}, catalog.Games(), referee.NewGame{Game: g.Name}, nil)
				r.wood()
				random := rand.New(rand.NewPCG(3, 5))
				for range 60 {
					if r.table().Status == referee.StatusOver {
						r.do(referee.NewGame{Game: g.Name})
						r.wood()
					}
					r.playsAny(random)
					r.asksAll(g, random, offered)
					r.wood()
				}
			})
		})
	}
	for name := range asks(0, "") {
		if offered[name] == 0 {
			t.Errorf("%s was never offered and done", name)
		}
	}
}

// wood lays the wood as the position has it, and waits until everything is still.
func (r *room) wood() {
	r.Wood(r.Standing(), time.Since(r.start))
	r.settle(2 * time.Second)
}

var plainMove = regexp.MustCompile(`^([A-Za-z]+[0-9]+)-([A-Za-z]+[0-9]+)$`)

// playsAny plays some legal action: a plain move by hand, all else by page.
func (r *room) playsAny(random *rand.Rand) {
	for _, seat := range r.Seated().All() {
		legal := r.Session.Table(seat).Legal
		if len(legal) == 0 {
			continue
		}
		action := legal[random.IntN(len(legal))]
		if m := plainMove.FindStringSubmatch(action); m != nil && random.IntN(3) > 0 {
			r.hands("-" + m[1] + " +" + m[2] + " ~")
			return
		}
		r.do(referee.Act{Seat: &seat, Text: action})
		return
	}
}

// asksAll asks for all that the table does not offer, and for one thing that it does.
func (r *room) asksAll(g *rules.Game, random *rand.Rand, offered map[string]int) {
	r.Helper()
	for _, viewer := range append(r.Seated().All(), rules.Table) {
		can := r.Session.Table(viewer).Can
		for name, command := range asks(viewer, r.advice(viewer)) {
			if !slices.Contains(can, name) && name != "decline" {
				r.refused(command, 409)
			}
		}
	}
	viewers := append(r.Seated().All(), rules.Table)
	viewer := viewers[random.IntN(len(viewers))]
	now, possible := r.Session.Table(viewer), asks(viewer, r.advice(viewer))
	can := slices.DeleteFunc(slices.Clone(now.Can), func(name string) bool { return possible[name] == nil })
	if len(can) == 0 {
		return
	}
	name := can[random.IntN(len(can))]
	if name == "resign" && random.IntN(8) > 0 {
		return
	}
	err := r.Do(r.Context(), possible[name])
	r.settle(0)
	var refusal *referee.Refusal
	switch why := errors.As(err, &refusal); {
	case err == nil:
		offered[name]++
	case !why || refusal.Status != 409 || !r.mayRefuse(now, name):
		r.Fatalf("%s %d: %s is offered and refused: %v (%s)", g.Name, viewer, name, err, now.Message.Text)
	}
}

// mayRefuse reports whether a button is there for another reason than what it does: to say why
// the wood cannot be sealed, or to say nothing of what is secret.
func (r *room) mayRefuse(now *referee.Table, name string) bool {
	secret, lies := r.Game().Hidden, slices.Equal(now.Wood, r.Topology().Names(r.Standing()))
	return name == "confirm" && (!lies || secret && now.Position.Phase == "deployment") || name == "undo" && secret
}

// advice is an action that viewer may be advised to take, or one of another's.
func (r *room) advice(viewer rules.Seat) string {
	var all []string
	for _, seat := range append([]rules.Seat{viewer}, r.Seated().All()...) {
		all = append(all, r.Session.Table(seat).Legal...)
	}
	return strings.Join(all[:min(1, len(all))], "")
}

// asks is what viewer may ask for, by its name in Can; with what may be advised.
func asks(viewer rules.Seat, advice string) map[string]referee.Command {
	if viewer == rules.Table {
		return map[string]referee.Command{"confirm": referee.Press{Button: "confirm"}, "undo": referee.Press{Button: "undo"}}
	}
	return map[string]referee.Command{
		"confirm": referee.Press{Button: "confirm", Seat: &viewer}, "undo": referee.Press{Button: "undo", Seat: &viewer},
		"offer draw": referee.MakeOffer{Seat: viewer, Kind: "draw", Accept: true}, "offer undo": referee.MakeOffer{Seat: viewer, Kind: "undo", Accept: true},
		"hint": referee.Advise{Seat: viewer, Text: advice}, "decline": referee.MakeOffer{Seat: viewer, Kind: "draw"}, "resign": referee.GiveUp{Seat: viewer},
		"words": referee.Words{Seat: viewer, Words: "hullo"},
	}
}

// Of three who play DungeonChess one has given up: nothing is asked of that seat, nor waits for it.
func TestWhoHasGivenUpIsNotWaitedFor(t *testing.T) {
	in(t, func(t *testing.T) {
		r := openWith(t, &disk{}, catalog.Games(), referee.NewGame{Game: "dungeonchess", Options: map[string]any{"players": 3}}, nil)
		r.wood()
		for _, seat := range r.Seated().All() {
			r.do(referee.Act{Seat: &seat, Text: r.Session.Table(seat).Legal[0]})
		}
		gone := r.Seated().All()[0]
		r.do(referee.GiveUp{Seat: gone})
		if can := r.Session.Table(gone).Can; len(can) != 0 {
			t.Errorf("who has given up may %v", can)
		}
		for _, c := range []referee.Command{referee.GiveUp{Seat: gone}, referee.MakeOffer{Seat: gone, Kind: "draw", Accept: true}, referee.MakeOffer{Seat: gone, Kind: "draw"}, referee.MakeOffer{Seat: gone, Kind: "undo", Accept: true}} {
			r.refused(c, 409)
		}
		for _, seat := range r.Seated().All()[1:] {
			r.do(referee.MakeOffer{Seat: seat, Kind: "draw", Accept: true})
		}
		if o := r.table().Position.Outcome; o == nil || o.Why != "agreed" {
			t.Errorf("all who still play agree on a draw: %+v", o)
		}
	})
}

// An action that names no square, and carries one piece, has its way beside it, for who may do it.
func TestActionsWithoutSquaresHaveTheirWay(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		for _, text := range []string{"b1-c3", "a6-a5", "c3-b5", "b5*d6"} {
			if ways := r.Session.Table(0).Ways; len(ways) > 0 {
				t.Errorf("before %s there are the ways %v", text, ways)
			}
			r.do(referee.Act{Text: text}).settle(0)
		}
		r.settle(10 * time.Second)
		white, black := r.Session.Table(0), r.Session.Table(1)
		if !slices.Equal(white.Legal, []string{"advance", "stay"}) || !maps.Equal(white.Ways, map[string]string{"advance": "b5-d6"}) || len(black.Ways) > 0 {
			t.Errorf("White may %q by %v, Black by %v", white.Legal, white.Ways, black.Ways)
		}
	})
}
