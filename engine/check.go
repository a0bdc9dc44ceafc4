package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"reeve/rules"
)

// ErrEngine is the cause of all that Check finds wrong.
var ErrEngine = errors.New("engine: the program does not keep to the protocol")

// ErrStart is the cause where there is no program to check.
var ErrStart = errors.New("engine: the program cannot be started")

// checkedPositions is how many positions of a game are asked about.
const checkedPositions = 12

// Check runs the program, talks with it by docs/engine-protocol.md about positions of
// random games of seed, and returns the first thing that is wrong. It tells what it
// does, a line each. The program may fill so many bytes, as it may when the daemon runs it, and any line that is due is waited
// for so long.
func Check(games []*rules.Game, seed uint64, memory int64, wait time.Duration, tell func(string), program string, args ...string) error {
	p, err := start(memory, program, args...)
	if err != nil {
		return err
	}
	defer p.kill()
	p.timeout = wait
	played, err := p.introduction(games)
	if err != nil {
		return err
	}
	for _, g := range played {
		n, err := p.askAbout(g, rand.New(rand.NewPCG(seed, 7)))
		if err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
		tell(fmt.Sprintf("%s: %d answers, all legal", g.Name, n))
	}
	if p.fickle {
		tell("it may answer otherwise with the same seed: games cannot be played again")
	}
	if err := p.stops(played[0], rand.New(rand.NewPCG(seed, 8))); err != nil {
		return err
	}
	tell("stop is obeyed")
	p.say("quit")
	if !p.ended(p.timeout) {
		return fmt.Errorf("%w: it goes on after quit", ErrEngine)
	}
	tell("quit is obeyed")
	return nil
}

// askAbout asks about positions of one random game.
func (p *partner) askAbout(g *rules.Game, r *rand.Rand) (asked int, err error) {
	p.say("newgame")
	s, err := g.Start(nil)
	if err != nil {
		return 0, err
	}
	seen := map[rules.Seat][]string{}
	for asked < checkedPositions {
		if _, over := s.Result(); over {
			return asked, nil
		}
		if seat, ok := someSeat(s); ok && r.IntN(3) == 0 {
			if err := p.askTwice(s, seat, seen[seat]); err != nil {
				return asked, err
			}
			asked++
		}
		legal := s.Legal(nil)
		step := legal[r.IntN(len(legal))]
		note(seen, s, step)
		if s, _, err = s.Apply(step, nil); err != nil {
			return asked, err
		}
	}
	return asked, nil
}

// note adds step to what each seat knows of the game.
func note(seen map[rules.Seat][]string, before rules.State, step rules.Step) {
	for _, seat := range before.Seated().All() {
		if rules.Sees(before, step, seat) {
			seen[seat] = append(seen[seat], before.Text(step))
		}
	}
}

func someSeat(s rules.State) (rules.Seat, bool) {
	for _, seat := range s.Seated().All() {
		if s.ToAct().Has(seat) {
			return seat, true
		}
	}
	return 0, false
}

// PositionLine is the line by which a program is told what seat knows at s.
func PositionLine(s rules.State, seat rules.Seat, history []string) (string, error) {
	legal := []string{}
	for _, step := range ownSteps(s, seat) {
		legal = append(legal, s.Text(step))
	}
	slices.Sort(legal)
	var parts [3][]byte
	for i, v := range []any{s.View(seat), append([]string{}, history...), legal} {
		text, err := json.Marshal(v)
		if err != nil {
			return "", err
		}
		parts[i] = text
	}
	return fmt.Sprintf("position view %s history %s legal %s", parts[0], parts[1], parts[2]), nil
}

// askedNodes is how many positions it may look at.
const askedNodes = 100

// askTwice puts a question, twice where the same seed is to give the same answer.
func (p *partner) askTwice(s rules.State, seat rules.Seat, history []string) error {
	line, err := PositionLine(s, seat, history)
	if err != nil {
		return err
	}
	said := ""
	for again := range 2 {
		if p.seeds {
			p.say("option seed 5")
		} else if again > 0 {
			return nil
		}
		p.say(line)
		p.say(fmt.Sprint("go nodes ", askedNodes))
		action, err := p.answer(s, seat, askedNodes)
		if err != nil {
			return err
		}
		p.fickle = p.fickle || again > 0 && action != said
		said = action
	}
	return nil
}

// stops asks for a long thought and stops it.
func (p *partner) stops(g *rules.Game, r *rand.Rand) error {
	s, err := g.Start(nil)
	for err == nil && s.ToAct().Has(rules.Chance) {
		legal := s.Legal(nil)
		s, _, err = s.Apply(legal[r.IntN(len(legal))], nil)
	}
	if err != nil {
		return err
	}
	seat, _ := someSeat(s)
	line, err := PositionLine(s, seat, nil)
	if err != nil {
		return err
	}
	p.say(line)
	p.say("go time 3600000")
	p.say("stop")
	_, err = p.answer(s, seat, math.MaxInt)
	return err
}
