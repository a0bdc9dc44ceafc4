package referee_test

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"

	"reeve/referee"
	"reeve/rules/catalog"
)

// squareSaid is a square in a sentence.
var squareSaid = regexp.MustCompile(`\b[A-Za-z]\d+\b`)

// Who plays by pages beside real wood is told what is to be put right on it: all that is lit for it and nothing
// else, piece by piece where there is one, and doing it leaves nothing to be done.
func TestWhole_AChoreNamesWhatIsLit(t *testing.T) {
	told := map[string]int{}
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := openWith(t, &disk{}, catalog.Games(), referee.NewGame{Game: g.Name}, nil)
				defer r.stop()
				r.wood()
				random := rand.New(rand.NewPCG(9, 22))
				for range 40 {
					for _, seat := range r.Seated().All() {
						if legal := r.Session.Table(seat).Legal; len(legal) > 0 {
							r.do(referee.Act{Seat: &seat, Text: likely(legal, random)})
							break
						}
					}
					r.settle(10 * time.Second) // until the dice have been shown
					r.doesItsChores(told)
				}
			})
		})
	}
	for _, key := range []string{"settle.move", "settle.lift.piece", "settle.exchange"} {
		if told[key] == 0 {
			t.Errorf("nobody was told %s: %v", key, told)
		}
	}
	t.Log(told)
}

// likely is some legal action, a capture or an attack if there is one.
func likely(legal []string, random *rand.Rand) string {
	takes := slices.DeleteFunc(slices.Clone(legal), func(a string) bool { return !takesOne.MatchString(a) })
	if len(takes) > 0 {
		legal = takes
	}
	return legal[random.IntN(len(legal))]
}

// captured is a capture by taking another's place, as two games have it.
var captured = regexp.MustCompile(`^[a-h]\d+x[a-h]\d+$`)

var takesOne = regexp.MustCompile(`\d[x*]`)

// doesItsChores lets hands do what they are told, until they are told nothing more.
func (r *room) doesItsChores(told map[string]int) {
	r.Helper()
	for n := 0; r.table().Chore != nil; n++ {
		now, lit := r.table(), map[string]string{}
		for square, lights := range now.Lights {
			for _, kind := range []string{"lift", "place"} {
				if slices.Contains(lights, kind) {
					lit[square] = kind
				}
			}
		}
		said := squareSaid.FindAllString(now.Chore.Text, -1) // what is said first is done first
		if names := slices.Sorted(maps.Keys(lit)); !slices.Equal(slices.Compact(slices.Sorted(slices.Values(said))), names) || n > 20 {
			r.Fatalf("%s: the %d. chore is %q, and lit are %v", now.Game, n+1, now.Chore.Text, lit)
		}
		told[now.Chore.Key]++
		if action := now.Log[len(now.Log)-1].Action; n == 0 && captured.MatchString(action) && now.Chore.Key != "settle.exchange" {
			r.Errorf("%s: after %s the chore is %q", now.Game, action, now.Chore.Text)
		}
		for _, sign := range []struct{ kind, hands string }{{"lift", "-"}, {"place", "+"}} {
			for _, square := range said {
				if lit[square] == sign.kind {
					r.hands(sign.hands + square)
				}
			}
		}
		r.settle(2 * time.Second)
	}
	if now := r.table(); now.Status == referee.StatusPlay && !r.Game().Hidden && r.lies() != r.Standing() && now.Position.Phase != "advance" {
		on := r.Topology()
		r.Fatalf("%s: nothing is to be done, and the wood lies on %v, not on %v", now.Game, on.Names(r.lies()), on.Names(r.Standing()))
	}
}
