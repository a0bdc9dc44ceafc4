package gesture_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/rules"
)

// samples is how many histories with one idle tap, with one piece held for longer
// and with two taps are tried for every order.
var samples = flag.Int("idle", 2, "histories with idle touches for every order of hands")

// fresh is added to the seeds of histories with idle touches: the gate tries others every time.
var fresh = flag.Uint64("fresh", 0, "added to the seeds of histories with idle touches")

// every is how many histories with one tap are tried at most for the first order
// of an action: at all points with all pieces, if they are no more.
const every = 200

// The property of hands.md: at most two idle touches, anywhere and by either
// player, never make a wrong step sealed or an attack thrown.
func TestIdleTouchesNeverSealOrThrowWhatIsNotMeant(t *testing.T) {
	var sum tally
	for _, a := range actions {
		t.Run(a.name, func(t *testing.T) {
			failed := 0
			for i, o := range a.ready(t).deed.ordersOf() {
				if o.name == a.but || thin(t) && i%3 != 0 || thin(t) && a.ready(t).deed.heavy() && i%6 != 0 {
					continue
				}
				rnd := rand.New(rand.NewPCG(uint64(i)+*fresh, 2))
				for _, touches := range a.idleTouches(t, o, rnd, i == 0) {
					s, why := a.idly(t, o, touches, paces[rnd.IntN(len(paces))])
					sum.count(s)
					if why != "" && failed < 6 {
						failed++
						t.Errorf("%s, idle %s: %s\n%s", o.name, s.names(touches), why, s.told())
					}
				}
			}
		})
	}
	t.Logf("%+v", sum)
}

func TestLongIdleTouchesNeverSealOrThrowWhatIsNotMeant(t *testing.T) {
	TestIdleTouchesNeverSealOrThrowWhatIsNotMeant(t)
}

// tally counts how histories ended.
type tally struct{ Histories, Understood, Later, Asked, Waiting int }

func (n *tally) count(s *sitting) {
	n.Histories++
	switch {
	case s.asked || len(s.reading.Ask) > 0:
		n.Asked++
	case s.reading.Thrown || s.sealed >= s.meant && s.meant > 0 && !s.late:
		n.Understood++
	case s.sealed >= s.meant && s.meant > 0:
		n.Later++
	default:
		n.Waiting++
	}
}

// idle is an idle touch: a piece is lifted before one word of a script, and put
// back before the same or a later one.
type idle struct {
	lift, back int
	sq         board.Square
}

func (s *sitting) names(touches []idle) string {
	var out []string
	for _, t := range touches {
		out = append(out, fmt.Sprintf("%s at %d-%d", s.d.state.Topology().Name(t.sq), t.lift, t.back))
	}
	return strings.Join(out, " and ")
}

// idleOf reads what names prints.
func idleOf(t testing.TB, s rules.State, text string) (touches []idle) {
	for _, one := range strings.Split(text, " and ") {
		var name string
		var touch idle
		if _, err := fmt.Sscanf(one, "%s at %d-%d", &name, &touch.lift, &touch.back); err != nil {
			t.Fatal(err)
		}
		touch.sq = squares(t, s, name).First()
		touches = append(touches, touch)
	}
	return touches
}

// idleTouches are the histories to try: all with one tap, or a sample of those
// with one and with two; a few pieces are held for longer.
func (a *action) idleTouches(t *testing.T, o order, rnd *rand.Rand, all bool) (out [][]idle) {
	s := a.sit(t, 0)
	words, ok := s.letter(o, rand.New(rand.NewPCG(7, 7)))
	if !ok || words[0] == "wrong" {
		return nil
	}
	var single []idle
	for i := range len(words) + 1 {
		if i > 0 && i < len(words) && (tied(words[i-1]) || tied(words[i])) {
			continue
		}
		for sq := range s.idlers(words, i).All() {
			single = append(single, idle{i, i, sq})
		}
	}
	if len(single) == 0 {
		return nil
	}
	pick := func() idle { return single[rnd.IntN(len(single))] }
	if all {
		rnd.Shuffle(len(single), func(i, k int) { single[i], single[k] = single[k], single[i] })
		for _, one := range single[:min(s.most(t), len(single))] {
			out = append(out, []idle{one})
		}
	}
	already := o.idle()
	for range *samples {
		first, second, held := pick(), pick(), pick()
		held.back = s.later(words, held, rnd)
		if already < 2 {
			out = append(out, []idle{first}, []idle{held})
		}
		if already == 0 {
			out = append(out, []idle{first, second})
		}
	}
	if (thin(t) || s.d.heavy()) && !all && len(out) > 0 {
		k := rnd.IntN(len(out))
		return out[k : k+1]
	}
	return out
}

// most is how many histories with one tap are tried for the first order.
func (s *sitting) most(t *testing.T) int {
	if thin(t) || s.d.heavy() {
		return every / 20
	}
	return every
}

// heavy reports whether there is so much to do that reading takes its time.
func (d *deed) heavy() bool { return len(d.legal) > 500 }

// idle counts the idle touches that an order has already.
func (o order) idle() (n int) {
	words := o.words()
	for i, w := range words {
		other := len(w) == 2 && w[0] == '-' && strings.ContainsRune("ocedihqkb", rune(w[1]))
		if other || w == "-f" && i+1 < len(words) && words[i+1] == "+f" || w == "-t" && i+2 == len(words) && words[i+1] == "+t" {
			n++
		}
	}
	return n
}

// tied reports whether a word ties two touches to one movement of a hand.
func tied(word string) bool { return word == "&" || word == "," || word == "!" }

// later is a word before which a piece may be put back that is lifted before
// another; the piece is not touched in between.
func (s *sitting) later(words []string, held idle, rnd *rand.Rand) int {
	var can []int
	for i := held.lift; i <= len(words); i++ {
		if i > held.lift && s.touches(words[i-1], held.sq) {
			break
		}
		if i == 0 || i == len(words) || !tied(words[i-1]) && !tied(words[i]) {
			can = append(can, i)
		}
	}
	return can[rnd.IntN(len(can))]
}

// touches reports whether a word touches sq.
func (s *sitting) touches(word string, sq board.Square) bool {
	return len(word) == 2 && (s.d.letters[word[1]] == sq || word[1] == 'v' && s.d.victims.Has(sq))
}

// idlers are the pieces that may be touched idly before word i: not those of which
// a touch says something by itself.
func (s *sitting) idlers(words []string, i int) board.Set {
	wood := s.d.stands
	for _, w := range words[:i] {
		switch {
		case len(w) == 2 && w[1] == 'v' && w[0] == '-':
			wood = wood.Minus(s.d.victims)
		case len(w) == 2 && w[1] == 'v':
			wood = wood.Union(s.d.victims)
		case len(w) == 2:
			wood.Set(s.d.letters[w[1]], w[0] == '+')
		}
	}
	d := s.d
	wood = wood.Minus(d.partners()) // a tap adds a partner
	for sq := range wood.All() {
		man, there := d.state.At(sq)
		switch {
		case d.hands.Manner == rules.Passed && there && man.Owner == d.steps[0].By: // that passes
			wood.Remove(sq)
		case s.a.but != "" && there && man.Owner != d.steps[0].By: // that passes afterwards
			wood.Remove(sq)
		case d.hands.Manner == rules.OnPage && s.shown(sq): // that chooses it
			wood.Remove(sq)
		}
	}
	return wood
}

// shown reports whether a tap of sq says another armed action.
func (s *sitting) shown(sq board.Square) bool {
	return slices.ContainsFunc(s.d.legal, func(step rules.Step) bool {
		return s.d.state.Hands(step).Target == sq && strings.HasPrefix(s.d.state.Text(step), s.a.arm)
	})
}

// idly does an order with idle touches; it returns what is wrong.
func (a *action) idly(t *testing.T, o order, touches []idle, pace time.Duration) (s *sitting, why string) {
	s = a.sit(t, pace)
	words, ok := s.fill(o, rand.New(rand.NewPCG(7, 7)))
	if !ok {
		t.Fatal("no letters")
	}
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("panic: %v", p)
		}
	}()
	s.mean(s.d.implied)
	s.mean(s.d.steps)
	for i := range len(words) + 1 {
		for _, touch := range touches {
			if touch.lift == i {
				s.idleStep(touch.sq, false)
			}
			if touch.back == i {
				s.idleStep(touch.sq, true)
			}
		}
		if i < len(words) {
			s.word(words, i)
		}
	}
	s.settle()
	return s, s.wrong
}

// Histories with idle touches that were once sealed wrongly, at every pace.
func TestIdleTouchesThatOnceSealedWrongly(t *testing.T) {
	for _, tt := range []struct{ why, action, order, idle string }{
		{"the capture by a teleport was a tap, and the true one came a second later", "kaleidochess/teleport with a capture", "a piece put back inside the hold", "c4 at 1-1"},
		{"one of the dead put back counted as a piece that slid, and then as the one in the hand", "rolechess/advance", "victim first, put back, own put back, again", "c7 at 4-6"},
		{"one of the dead put back counted as the one in the hand, who was thought to be down", "rolechess/advance", "victim first, put back, own put back, again", "c7 at 2-6"},
		{"a piece slid in while another was in the hand counted as two slides", "dungeonchess/capture that others could make", "place before lift", "h7 at 0-4"},
		{"who had captured was in the hand again, and another's capture sealed a tap before that", "dungeonchess/capture that others could make", "put down and taken up again", "h7 at 1-1 and c4 at 6-6"},
		{"the capturer and its victim were in the hand, and another's capture sealed a tap before that", "dungeonchess/capture that others could make", "own piece first, hesitating", "c4 at 4-4 and e6 at 1-1"},
		{"a tap answered a question, and the answer stood when everything was put back", "dungeonchess/capture that others could make", "taken back and done again", "e6 at 4-4 and e6 at 3-3"},
		{"a tap answered a question, and the other choice was taken up and put down after it", "kaleidochess/capture that others could make", "put down and taken up again", "c6 at 1-1 and c6 at 4-4"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			k := slices.IndexFunc(actions, func(a action) bool { return a.name == tt.action })
			if k < 0 {
				t.Fatalf("no action %q", tt.action)
			}
			a, tried := &actions[k], 0
			for _, o := range a.ready(t).deed.ordersOf() {
				if o.name != tt.order {
					continue
				}
				touches := idleOf(t, a.ready(t).start, tt.idle)
				for _, pace := range paces {
					tried++
					if s, why := a.idly(t, o, touches, pace); why != "" {
						t.Errorf("%s\n%s", why, s.told())
					}
				}
			}
			if tried == 0 {
				t.Errorf("no order %q", tt.order)
			}
		})
	}
}

// idleStep makes an idle touch, unless another one has made it.
func (s *sitting) idleStep(sq board.Square, placed bool) {
	if s.wood.Has(sq) != placed {
		s.note("*")
		s.touch(sq, placed)
		s.pass(s.pace)
	}
}
