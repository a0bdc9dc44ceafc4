package referee_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/rolechess"
)

// player does legal actions by hand, in a random order of hands, with idle taps
// in between.
type player struct {
	*room
	rnd    *rand.Rand
	thrown int // throws followed
}

// idle taps a random piece, or does nothing.
func (p *player) idle() {
	if p.rnd.IntN(3) > 0 {
		return
	}
	wood := p.table().Wood
	sq := wood[p.rnd.IntN(len(wood))]
	p.hands("-" + sq + " +" + sq)
}

// do does one action by hand. An end or a stay is implied by what follows, or
// confirmed.
func (p *player) act(state rules.State, step rules.Step) {
	on := state.Topology()
	h := state.Hands(step)
	name := on.Name
	switch h.Manner {
	case rules.Carried:
		from, to := name(h.Carries[0].From), name(h.Carries[0].To)
		if p.table().has(to) { // the dead piece
			p.hands("-" + to)
		}
		if p.table().has(from) {
			p.hands("-" + from)
		}
		p.hands("+" + to)
	case rules.Knocked:
		a, t := name(h.Attacker), name(h.Target)
		p.hands("-" + a + " -" + t + " +" + t + " ~")
		if h.Partner != board.None {
			q := name(h.Partner)
			p.hands("-" + q + " +" + q + " ~")
		}
		p.hands("+die")
	case rules.Implied:
		p.tidy(false)
		if p.rnd.IntN(2) == 0 {
			if err := p.Do(p.Context(), referee.Press{Button: "confirm"}); err != nil {
				p.Fatalf("confirm: %v; %s (%s); log %s; script %v", err, p.table().Status, p.table().Message.Text, p.table().actions(), p.script[max(0, len(p.script)-30):])
			}
		}
	case rules.Passed:
		p.room.do(referee.Press{Button: "confirm"})
	}
}

// tidy does what the lights ask for. With an advance still open the attacker
// stays in hand.
func (p *player) tidy(keepHand bool) {
	if keepHand && p.rnd.IntN(2) == 0 {
		return
	}
	if s := p.table().Settle; s != nil {
		for _, sq := range s.Lift {
			p.hands("-" + sq)
		}
		for _, sq := range s.Place {
			p.hands("+" + sq)
		}
	}
}

func (f face) has(square string) bool {
	for _, sq := range f.Wood {
		if sq == square {
			return true
		}
	}
	return false
}

// Whole random games by hand, with idle taps by both players anywhere between
// actions: what is sealed is what was meant, and nothing else is ever thrown.
func TestWhole_RandomGamesByHandSealWhatWasMeant(t *testing.T) {
	seeds := uint64(4)
	if strings.HasPrefix(t.Name(), "TestLong") {
		seeds = 25
	}
	for seed := range seeds {
		in(t, func(t *testing.T) { playByHand(t, seed, 60) })
	}
}

func TestLongRandomGamesByHandSealWhatWasMeant(t *testing.T) {
	TestWhole_RandomGamesByHandSealWhatWasMeant(t)
}

func playByHand(t *testing.T, seed uint64, decisions int) {
	r := open(t, &disk{}, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{byte(seed), 1}}}, nil)
	defer r.stop()
	start, _ := rolechess.Game.Start(nil)
	r.Wood(start.Occupied(rules.Full), 0)
	r.settle(0)
	p := &player{room: r, rnd: rand.New(rand.NewPCG(seed, 7))}
	state := p.follow(start, nil)
	var meant []string
	for range decisions {
		legal := state.Legal(nil)
		if len(legal) == 0 {
			break
		}
		step := p.choose(state, legal)
		meant = append(meant, state.Text(step))
		p.act(state, step)
		next, _, err := state.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		state = p.follow(next, meant)
		p.tidy(state.Phase() == "advance")
		if state.Phase() != "advance" {
			p.idle()
		}
		r.settle(400 * time.Millisecond)
	}
	p.hands("~")
	got := p.decisions()
	if want := strings.Join(meant, " "); strings.TrimSuffix(want, " end") != strings.TrimSuffix(got, " end") &&
		strings.TrimSuffix(want, " stay") != strings.TrimSuffix(got, " stay") {
		t.Fatalf("seed %d:\n meant %s\n read  %s\n %s", seed, want, got, r.table().Message.Text)
	}
}

// choose prefers attacks, so that games have battles in them.
func (p *player) choose(state rules.State, legal []rules.Step) rules.Step {
	var attacks []rules.Step
	for _, s := range legal {
		if state.Hands(s).Manner == rules.Knocked {
			attacks = append(attacks, s)
		}
	}
	if len(attacks) > 0 && p.rnd.IntN(4) > 0 {
		legal = attacks
	}
	return legal[p.rnd.IntN(len(legal))]
}

// follow takes the throws that the session has made.
func (p *player) follow(s rules.State, meant []string) rules.State {
	for s.ToAct().Has(rules.Chance) {
		throws := p.by(func(by string) bool { return by == "chance" })
		if p.thrown >= len(throws) {
			p.Fatalf("nothing was thrown after %v: %+v %s (%s), log %s", meant[len(meant)-3:], p.table().Ask, p.table().Status, p.table().Message.Text, p.table().actions())
		}
		step, err := s.Parse(throws[p.thrown])
		if err != nil {
			p.Fatal(err)
		}
		if s, _, err = s.Apply(step, nil); err != nil {
			p.Fatal(err)
		}
		p.thrown++
	}
	return s
}

// by lists the actions in the log of those who who says.
func (p *player) by(who func(string) bool) []string {
	var out []string
	for _, e := range p.table().Log {
		if who(e.By) {
			out = append(out, e.Action)
		}
	}
	return out
}

func (p *player) decisions() string {
	return strings.Join(p.by(func(by string) bool { return by != "chance" }), " ")
}
