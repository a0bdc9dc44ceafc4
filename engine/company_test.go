package engine

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// speaker is a computer on a seat as the daemon has it: with one seed for the whole game.
type speaker struct {
	Session
	said bytes.Buffer
}

func newSpeaker(level int, seed uint64) *speaker {
	s := &speaker{Session: Session{Games: catalog.Games(), level: level, seed: seed, lines: make(chan string)}}
	s.out = bufio.NewWriter(&s.said)
	return s
}

// decide tells s what its seat knows, and returns what it answers.
func (s *speaker) decide(t *testing.T, at rules.State, seat rules.Seat, history []string) rules.Step {
	t.Helper()
	line, err := PositionLine(at, seat, history)
	if err != nil {
		t.Fatal(err)
	}
	s.said.Reset()
	for _, l := range []string{line, "go"} {
		if err := s.obey(l); err != nil {
			t.Fatal(err)
		}
	}
	s.out.Flush()
	_, action, _ := strings.Cut(s.said.String(), "bestaction ")
	step, err := at.Parse(strings.TrimSpace(action))
	if err != nil {
		t.Fatal(err)
	}
	return step
}

// endless is after how many decisions a game is taken for one that goes in circles. Weak players need up to some
// thousand in Chess Battle, where a turn has many.
const endless = 5000

// together has speakers play a game from its start, and returns after how many decisions it was over.
func together(t *testing.T, g *rules.Game, options map[string]any, dice *rand.Rand, players ...*speaker) int {
	t.Helper()
	s, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	known, seats := map[rules.Seat][]string{}, s.Seated().All()
	for decided := 0; decided < endless; {
		if _, over := s.Result(); over {
			return decided
		}
		step := rules.Step{}
		if seat, acts := someSeat(s); acts {
			for i := range seats {
				if seats[i] == seat {
					step = players[i].decide(t, s, seat, known[seat])
				}
			}
			decided++
		} else {
			step = throw(s, dice)
		}
		note(known, s, step)
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	return endless
}

// comeToAnEnd holds that computers which play one another from the start of a game, as the daemon has them, end it.
func comeToAnEnd(t *testing.T, g *rules.Game, games int, levels ...[2]int) {
	t.Helper()
	for _, pair := range levels {
		unended := 0
		for seed := range uint64(games) {
			a, b := newSpeaker(pair[0], 100*seed+1), newSpeaker(pair[1], 100*seed+2)
			if together(t, g, nil, rand.New(rand.NewPCG(seed, 5)), a, b) == endless {
				unended++
			}
		}
		t.Logf("%s: %d against %d: %d of %d without an end", g.Name, pair[0], pair[1], unended, games)
		if unended > 0 {
			t.Errorf("%s: level %d against %d: %d of %d games do not end", g.Name, pair[0], pair[1], unended, games)
		}
	}
}

// In RoleChess nothing but the players ends a game in which nobody attacks.
func TestAlone_ComputersComeToAnEnd(t *testing.T) {
	g, err := rules.Find(catalog.Games(), "rolechess")
	if err != nil {
		t.Fatal(err)
	}
	comeToAnEnd(t, g, 4, [2]int{1, 2})
}

func TestHoursComputersComeToAnEnd(t *testing.T) {
	for _, g := range catalog.Games() {
		comeToAnEnd(t, g, 8, [2]int{1, 1}, [2]int{1, 2}, [2]int{3, 3}, [2]int{4, 4}, [2]int{6, 6})
	}
}
