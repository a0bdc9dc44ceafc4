package referee_test

import (
	"math/rand/v2"
	"testing"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// Of every attack by chance that a seat may make in any game the odds are told from where it starts, for
// that seat only, and nothing else is; a square that is none has none.
func TestWhole_OddsAreToldOfEveryAttackThatMayBeChosen(t *testing.T) {
	told := map[string]int{}
	for _, g := range catalog.Games() {
		s, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(3, 20))
		for range 100 {
			legal, want := s.Legal(nil), map[board.Square]int{}
			if len(legal) == 0 {
				break
			}
			pick := legal[rng.IntN(len(legal))]
			for _, step := range legal {
				if h := s.Hands(step); h.Manner == rules.Knocked {
					if _, ok := rules.OddsOf(s, step); ok {
						want[h.Attacker]++
					}
				}
			}
			mover := legal[0].By
			for sq := range s.Occupied(rules.Full).All() {
				odds := referee.OddsFrom(s, mover, s.Topology().Name(sq))
				if len(odds) != want[sq] {
					t.Fatalf("%s: %d attacks from %s, %d are told", g.Name, want[sq], s.Topology().Name(sq), len(odds))
				}
				if others := referee.OddsFrom(s, mover^1, s.Topology().Name(sq)); len(others) > 0 && mover < rules.MaxSeats {
					t.Fatalf("%s: who is not to act is told %v", g.Name, others)
				}
				for _, o := range odds {
					if told[g.Name]++; o.Hit < o.Kill || o.Hit > 1 || o.Attackers[0] != s.Topology().Name(sq) {
						t.Errorf("%s: %+v", g.Name, o)
					}
				}
			}
			if s, _, err = s.Apply(pick, nil); err != nil {
				t.Fatal(err)
			}
		}
		if odds := referee.OddsFrom(s, 0, "nowhere"); odds == nil || len(odds) > 0 {
			t.Errorf("%s: of no square %v", g.Name, odds)
		}
	}
	if told["rolechess"] == 0 {
		t.Errorf("nothing was told: %v", told)
	}
}
