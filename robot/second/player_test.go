package second_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// wordsIn finds what may be a square in an action.
var wordsIn = regexp.MustCompile(`[A-Za-z]+[0-9]*`)

// verb is a word that an action begins with, as GET /api/about has it.
type verb struct {
	Name    string
	Parts   []string
	Shown   string
	AtOnce  bool `json:"at_once"`
	Ends    bool
	Within  bool
	Repeats bool
}

// meant is a step that was meant, or that chance did, and the positions around it.
type meant struct {
	by, action    string
	before, after json.RawMessage
}

// player plays all seats of one game.
type player struct {
	*daemon
	t         *testing.T
	book      rulebook
	hands     *hands
	verbs     []verb
	board     []string // all squares
	before    int      // entries of the public log before hands began
	now       position
	legal     []string
	meant     []meant
	owed      string // the seat whose turn's end is left to the next player's hands
	questions []string
	notes     []string // what was done and said, for who looks for a fault
}

func (p *player) note(form string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(form, args...))
}

// fail ends the game with all that is needed to play it again.
func (p *player) fail(form string, args ...any) {
	p.t.Helper()
	p.t.Fatalf("%s; %v is to act\n%s\nthe table: %s", fmt.Sprintf(form, args...), p.now.ToAct, strings.Join(p.notes[max(0, len(p.notes)-40):], "\n"), p.look("").raw)
}

// play does so many steps, or fewer if the game is over.
func (p *player) play(steps int) {
	for done := 0; !p.now.over() && (done < steps || p.now.toAct() == "chance"); {
		switch {
		case p.now.toAct() == "chance":
			p.chance()
		default:
			p.tidy()
			p.act(p.choose())
			done++
		}
	}
	p.tidy()
}

// step adds what was meant.
func (p *player) step(by, action string) {
	p.t.Helper()
	after, legal, ok := p.book.after(p.t, p.now.raw, action)
	if !ok {
		p.fail("%s is not legal by the rulebook", action)
	}
	p.meant = append(p.meant, meant{by, action, p.now.raw, after.raw})
	p.now, p.legal = after, legal
}

// flush lets the board feel what hands have done.
func (p *player) flush(why string) {
	p.t.Helper()
	text, _ := json.Marshal(p.hands.felt)
	p.note("%s: %s", why, text)
	p.post(p.t, "", "/api/sim/contacts", p.hands.felt, nil)
	p.hands.felt = nil
}

func (p *player) verb(action string) (verb, bool) {
	word, _, _ := strings.Cut(action, " ")
	i := slices.IndexFunc(p.verbs, func(v verb) bool { return v.Name == word })
	if i < 0 {
		return verb{}, false
	}
	return p.verbs[i], true
}

// act does an action as hands or the page do it, and waits until it is taken.
func (p *player) act(action string) {
	p.t.Helper()
	seat := p.now.toAct()
	after, _, _ := p.book.after(p.t, p.now.raw, action)
	moves := changes(p.now, after)
	v, word := p.verb(action)
	p.note("%s means %s", seat, action)
	switch {
	case word && v.Ends:
		p.leave(seat, v, action, after)
		return
	case word && v.Shown != "" && (moves || len(squaresOf(action, p.board)) > 0):
		p.conclude()
		p.show(seat, v, action, after)
	case word && !moves || p.returns(after):
		p.conclude()
		p.step(seat, action)
		p.post(p.t, seat, "/api/action", map[string]string{"seat": seat, "action": action}, nil)
		if moves { // the simulated wood follows by itself
			p.hands.wood = after.wood()
			p.await("the wood follows", func(now table) bool { return now.Status == "play" && p.taken(now) })
		}
	case moves:
		p.step(seat, action)
		p.bring(squaresOf(action, p.board))
	default:
		p.attack(seat, action)
	}
	p.owed = ""
	if !moves || !p.hands.often(p.hands.hurries) {
		p.await(action+" taken", p.taken)
	}
}

// bring does with hands what an action says.
func (p *player) bring(squares []string) {
	striker, way := "", []string(nil)
	if len(squares) > 0 {
		striker = squares[0]
	}
	if len(squares) > 2 && p.hands.often(p.hands.touches) {
		way = squares[1 : len(squares)-1]
	}
	p.hands.bring(p.now.wood(), striker, way)
	p.flush("hands")
}
