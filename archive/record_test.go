package archive_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"reeve/archive"
	"reeve/dice"
	"reeve/rules"

	"pgregory.net/rapid"
)

var start = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

// chooser makes the choices of a played game.
type chooser interface{ below(n int) int }

type rapidChooser struct{ *rapid.T }

func (c rapidChooser) below(n int) int { return rapid.IntRange(0, n-1).Draw(c.T, "choice") }

// fixed plays the same game every time.
type fixed struct{ seed uint32 }

func (c *fixed) below(n int) int {
	c.seed = c.seed*1664525 + 1013904223
	return int(c.seed>>8) % n
}

// player writes the record of a game as a session would: steps are taken,
// sealed, withdrawn, undone; chance comes from dice.
type player struct {
	choose chooser
	source *dice.Source
	events []archive.Event
	open   []int // taken, not sealed
}

func (p *player) add(kind archive.Kind, ref int, by, action string) {
	n := len(p.events) + 1
	p.events = append(p.events, archive.Event{N: n, Kind: kind, Ref: ref, By: by, Action: action, At: start.Add(time.Duration(n) * 1234 * time.Millisecond)})
}

func newSource(c dice.Choice) *dice.Source {
	if c.Kind != dice.Scripted && len(c.Seed) == 0 {
		c.Seed = []byte("0123456789abcdef0123456789abcdef")
	}
	s, err := dice.New(c, nil)
	if err != nil {
		panic(err)
	}
	return s
}

func choiceOf(h archive.Header) dice.Choice {
	return dice.Choice{Kind: dice.Kind(h.Dice), Seed: h.Seed, Script: h.Script}
}

func newDice(h archive.Header) (archive.Dice, error) { return dice.New(choiceOf(h), nil) }

// play plays a game of at most so many turns of the loop.
func play(choose chooser, c dice.Choice, turns int) (archive.Header, []archive.Event) {
	p := &player{choose: choose, source: newSource(c)}
	c = p.source.Choice()
	h := archive.Header{
		Game: "race", Options: map[string]any{"goal": float64(12)}, Players: map[string]string{"white": "Ann", "black": "Björn"},
		Dice: string(c.Kind), Commitment: p.source.Commitment(), Seed: c.Seed, Script: c.Script, Clock: "30+5", Started: start,
	}
	if p.source.SetWords(1, "löyly") == nil {
		p.add(archive.WordsSaid, 0, "black", "löyly")
	}
	for range turns {
		s, err := archive.Replay(games, h, p.events)
		if err != nil {
			panic(err)
		}
		if r, over := s.Result(); over {
			p.end(s, r)
			break
		}
		p.turn(s)
	}
	return h, p.events
}

func (p *player) end(s rules.State, r rules.Result) {
	p.sealAll()
	note, _ := json.Marshal(rules.Outcome{Winners: []string{s.Game().Seats[r.Winners.All()[0]]}, Why: r.Why})
	p.add(archive.End, 0, "referee", "")
	p.events[len(p.events)-1].Note = note
}

func (p *player) sealAll() {
	for _, n := range p.open {
		p.add(archive.Sealed, n, "", "")
	}
	p.open = nil
}

func (p *player) turn(s rules.State) {
	if s.ToAct().Has(rules.Chance) {
		p.sealAll()
		p.chance(s)
		return
	}
	legal := s.Legal(nil)
	step := legal[p.choose.below(len(legal))]
	p.add(archive.Taken, 0, s.Game().SeatName(step.By), s.Text(step))
	p.open = append(p.open, len(p.events))
	switch p.choose.below(8) {
	case 0: // thought better of
		p.add(archive.Withdrawn, p.open[len(p.open)-1], "", "")
		p.open = p.open[:len(p.open)-1]
	case 1: // the sealing taken back
		p.sealAll()
		p.add(archive.Withdrawn, len(p.events), "", "")
		p.open = []int{p.events[len(p.events)-2].Ref}
	case 2:
		p.sealAll()
		p.add(archive.Undo, p.choose.below(len(p.events)+1), "referee", "")
	case 3:
		p.add(archive.Clock, 0, "", "")
		p.events[len(p.events)-1].Note = json.RawMessage(`{"white":1800000}`)
	}
}

func (p *player) chance(s rules.State) {
	ask := s.Ask()
	got, err := p.source.Draw(ask)
	if errors.Is(err, dice.ErrManual) {
		got, err = []uint8{uint8(p.choose.below(int(ask.Faces)) + 1)}, nil
	}
	if err != nil {
		panic(err)
	}
	p.add(archive.Stepped, 0, "chance", s.Text(s.Drawn(got)))
	p.events[len(p.events)-1].Hidden = ask.Secret
}

var choices = []dice.Choice{
	{Kind: dice.Fair}, {Kind: dice.Manual}, {Kind: dice.Seeded, Seed: []byte{1, 2}},
	{Kind: dice.Scripted, Script: longScript()},
}

// longScript is numbers that fit both the deck and the die.
func longScript() []int {
	script := make([]int, 400)
	for i := range script {
		script[i] = 1 + i*i%4
	}
	return script
}

// played is a whole game with fair dice, which is over.
func played(t testing.TB) (archive.Header, []archive.Event) {
	t.Helper()
	h, events := play(&fixed{seed: 5}, dice.Choice{Kind: dice.Fair}, 300)
	if events[len(events)-1].Kind != archive.End {
		t.Fatal("the game is not over")
	}
	return h, events
}

// drawGame draws some game, over or not.
func drawGame(t *rapid.T) (archive.Header, []archive.Event) {
	c := rapid.SampledFrom(choices).Draw(t, "dice")
	return play(rapidChooser{t}, c, rapid.IntRange(0, 60).Draw(t, "turns"))
}
