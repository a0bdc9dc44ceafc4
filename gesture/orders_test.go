package gesture_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/rules"
)

// order is one order of hands for a kind of action, as words: "-x" lifts and
// "+x" places what x stands for; "~" hesitates for longer than the quiet time,
// "," for a bounce only, and "&" puts the next touch into the same scan. The
// action is meant from "!" on; without it from the first "+t", or else from the
// last touch. "wrong" begins with o standing on x.
//
//	f t  the piece that acts and where it goes
//	v    every victim that still stands, and the dead
//	g p  the target that is knocked for, the partner
//	o    another own piece          i  an own piece without a legal move
//	c    another own piece that may go to t, too
//	e d  two pieces of others       q  a neighbour of the way
//	x y  empty squares where the piece may not go
//	w    another legal destination  n  an empty neighbour of t
//	r s  empty squares on the way from f to t
//	m    a square where a jumping piece lands on the way
//	k    another target             b  another partner
//	h    an own piece that can be no partner
//
// An order with a letter for which there is no square does not exist for an
// action.
type order struct{ name, script string }

func (o order) words() []string { return strings.Fields(o.script) }

// The orders of decision 0380 for a piece that is carried to an empty square.
var moves = []order{
	{"own piece first", "-f +t"},
	{"hesitating", "-f ~ +t"},
	{"lift and put back", "-f +f ~ -f +t"},
	{"lift and put back at once", "-f , +f -f +t"},
	{"another own piece lifted and put back", "-o +o -f +t"},
	{"a piece without legal move lifted", "-i +i -f +t"},
	{"a piece without legal move held", "-i -f +t +i"},
	{"two own pieces lifted, one put down", "-f -o +o +t"},
	{"two own pieces lifted, the mover put down", "-o -f +t +o"},
	{"two own pieces lifted, the mover put down first", "-f -o +t ~ +o"},
	{"two that could both go there, the other put back", "-f -c +c +t"},
	{"two that could both go there, the mover put down", "-c -f +t +c"},
	{"two that could both go there, long", "-c -f +t ~ +c"},
	{"two opposing pieces lifted, one put down", "-f -e +e +t"},
	{"two opposing pieces lifted, the mover put down", "-e -f +t +e"},
	{"two opposing pieces lifted, long", "-e -f +t ~ +e"},
	{"several illegal lifts", "-e +e -d +d -f +t"},
	{"several illegal lifts together", "-e -d +e +d -f +t"},
	{"several illegal places", "-f +x -x +y -y +t"},
	{"an illegal place, hesitating", "-f +x ~ -x ~ +t"},
	{"place before lift", "+t , -f"},
	{"both in one scan, lift first", "-f & +t"},
	{"both in one scan, place first", "+t & -f"},
	{"wrong start position", "wrong -x +o -f +t"},
	{"wrong start position, the own piece lifted meanwhile", "wrong -f +f -x +o -f +t"},
	{"wrong start position, lifted too early", "wrong -x -f +f +o -f +t"},
	{"dropped one square short", "-f +n -n +t"},
	{"dropped one square short, seen late", "-f +n ~ -n +t"},
	{"another square, then the right one", "-f +w ~ -w +t"},
	{"another square, back, then the right one", "-f +w ~ -w +f ~ -f +t"},
	{"dragged over an empty square", "-f , +r , -r , +t"},
	{"dragged over empty squares", "-f , +r , -r , +s , -s , +t"},
	{"dragged along occupied squares", "-f , -q , +q , +t"},
	{"bounces", "-f +t , -t , +t"},
	{"put down and taken up again", "-f +t ~ -t ~ +t"},
	{"taken back and done again", "-f +t ~ -t +f ~ -f +t"},
	{"taken back, hesitating", "-f +t ~ -t ~ +f -f +t"},
	{"a piece put back inside the hold", "-f ~ -o ~ +o ~ +t"},
	{"a neighbour knocked over and put up", "-f -q +t ~ +q"},
	{"an own piece tapped after", "-f +t -o +o"},
	{"another's piece tapped after", "-f +t -e +e"},
}

// The same for a piece that is carried to where its victim, or a dead piece, lies.
var captures = []order{
	{"own piece first", "-f -v +t"},
	{"victim first", "-v -f +t"},
	{"victim first, hesitating", "-v ~ -f ~ +t"},
	{"own piece first, hesitating", "-f ~ -v ~ +t"},
	{"victim first, put back, again, then own", "-v +v -v -f +t"},
	{"victim first, put back, own put back, again", "-v -f +f +v ~ -f -v +t"},
	{"victim first, then another own piece", "-v -o +o -f +t"},
	{"victim first, then another capturer", "-v -c +c -f +t"},
	{"victim first, two capturers lifted", "-v -c -f +t +c"},
	{"victim first, two capturers lifted, long", "-v -f -c +t ~ +c"},
	{"another own piece, then the victim", "-o +o -v -f +t"},
	{"lift and put back", "-f +f ~ -f -v +t"},
	{"a piece without legal move lifted", "-i +i -v -f +t"},
	{"two own pieces lifted, one put down", "-f -o -v +t +o"},
	{"two own pieces lifted, the other put down", "-f -o +o -v +t"},
	{"two opposing pieces lifted, one put down", "-e -v -f +t +e"},
	{"two opposing pieces lifted, long", "-e -v -f +t ~ +e"},
	{"several illegal lifts", "-e +e -d +d -v -f +t"},
	{"several illegal places", "-f -v +x -x +y -y +t"},
	{"an illegal place, hesitating", "-f -v +x ~ -x +t"},
	{"both in one scan, own first", "-f & -v +t"},
	{"both in one scan, victim first", "-v & -f +t"},
	{"all in one scan", "-v & -f & +t"},
	{"place before lift", "-v +t , -f"},
	{"the other piece slides in", "-f -v , +t"},
	{"wrong start position", "wrong -x +o -v -f +t"},
	{"wrong start position, victim lifted meanwhile", "wrong -v +v -x +o -f -v +t"},
	{"dropped one square short", "-f -v +n -n +t"},
	{"dropped one square short, seen late", "-f -v +n ~ -n +t"},
	{"another square, then the right one", "-f +w ~ -w -v +t"},
	{"dragged over an empty square", "-v -f , +r , -r , +t"},
	{"dragged along occupied squares", "-f , -q , +q , -v +t"},
	{"bounces", "-f -v +t , -t , +t"},
	{"put down and taken up again", "-f -v +t ~ -t ~ +t"},
	{"taken back and done again", "-f -v +t ~ -t +f +v ~ -v -f +t"},
	{"a piece put back inside the hold", "-f ~ -o ~ +o -v +t"},
	{"a neighbour knocked over and put up", "-f -q -v +t ~ +q"},
	{"an own piece tapped after", "-f -v +t -o +o"},
	{"another's piece tapped after", "-f -v +t -e +e"},
}

// The same for a piece that is carried over its victims.
var jumps = []order{
	{"own piece first, victims after", "-f +t -v"},
	{"victims first", "-v -f +t"},
	{"victims during", "-f -v +t"},
	{"victims late", "-f +t ~ -v"},
	{"landing on the way", "-f +m -m -v +t"},
	{"landing on the way, victims after", "-f +m ~ -m +t -v"},
	{"victims first, put back, again, then own", "-v +v -v -f +t"},
	{"victims first, put back, then own", "-v +v -f +t -v"},
	{"victims first, then another own piece", "-v -o +o -f +t"},
	{"lift and put back", "-f +f ~ -f +t -v"},
	{"victims first, own piece put back", "-v -f +f ~ -f +t"},
	{"a piece without legal move lifted", "-i +i -f +t -v"},
	{"two own pieces lifted, one put down", "-f -o +o +t -v"},
	{"two own pieces lifted, the mover put down", "-o -f +t +o -v"},
	{"two opposing pieces lifted, one put down", "-f -e +e +t -v"},
	{"several illegal lifts", "-e +e -d +d -f -v +t"},
	{"several illegal places", "-f +x -x +y -y +t -v"},
	{"both in one scan, own first", "-f & +t & -v"},
	{"both in one scan, victims first", "-v & -f & +t"},
	{"place before lift", "+t , -f -v"},
	{"wrong start position", "wrong -x +o -f +t -v"},
	{"dropped one square short", "-f +n ~ -n +t -v"},
	{"another way first", "-f +w ~ -w +t -v"},
	{"dragged along occupied squares", "-f , -q , +q , +t -v"},
	{"bounces", "-f +t , -t , +t -v"},
	{"taken back and done again", "-f +t ~ -t +f ~ -f +t -v"},
	{"a piece put back inside the hold", "-f -o ~ +o +t -v"},
	{"a neighbour tapped after", "-f +t -v -q +q"},
}

// The orders of a jumping piece that ends where it began.
var rings = []order{
	{"own piece first", "-f -v +t"},
	{"victims first", "-v -f +t"},
	{"victims after", "-f +m -m +t -v"},
	{"landing on the way", "-f +m ~ -m -v +t"},
	{"victims first, put back, again", "-v +v -v -f +t"},
	{"another own piece", "-o +o -f -v +t"},
	{"lift and put back", "-f +f ~ -f -v +t"},
}

// The orders of an attack with a throw by one piece.
var knocks = []order{
	{"own piece first", "-f -g +g ~ +z"},
	{"slowly", "-f ~ -g ~ +g ~ ~ +z"},
	{"off the die too early", "-f -g +g ~ ?z ~ +z"},
	{"the target straightened", "-f -g +g ~ -g +g ~ +z"},
	{"the target straightened twice", "-f -g +g ~ -g +g -g +g +z"},
	{"the target straightened while it rests", "-f -g +g ~ ?z -g +g +z"},
	{"a knock that bounces", "-f -g , +g , -g , +g ~ +z"},
	{"knocked too early", "-f -g +g , -g +g ~ +z"},
	{"target tapped before", "-g +g ~ -g +g -f -g +g ~ +z"},
	{"target first, put back, again, then own", "-g +g -g +g -f -g +g ~ +z"},
	{"target held first", "-g -f +g ~ -g +g ~ +z"},
	{"target first, then another own piece", "-g -o +o +g -f -g +g ~ +z"},
	{"lift and put back", "-f +f ~ -f -g +g ~ +z"},
	{"cancelled and begun again", "-f -g +g ~ +f ~ -f -g +g ~ +z"},
	{"cancelled early", "-f -g +g +f -f -g +g ~ +z"},
	{"another own piece lifted and put back", "-o +o -f -g +g ~ +z"},
	{"a piece without legal move lifted", "-i +i -f -g +g ~ +z"},
	{"two own pieces lifted, one put down", "-f -o +o -g +g ~ +z"},
	{"two own pieces lifted, the other first", "-h -f +h -g +g ~ +z"},
	{"two opposing pieces lifted, one put down", "-f -e +e -g +g ~ +z"},
	{"several illegal lifts", "-e +e -d +d -f -g +g ~ +z"},
	{"several illegal places", "-f +x -x +y -y -g +g ~ +z"},
	{"an illegal place", "-f +x ~ -x -g +g ~ +z"},
	{"a piece put back inside the hold", "-f -g +g ~ -h +h ~ +z"},
	{"a partner tapped by mistake", "-f -g +g ~ -b +b ~ +f ~ -f -g +g ~ +z"},
	{"a partner tapped idly before", "-f -b +b -g +g ~ +z"},
	{"another target first", "-f -k +k ~ -g +g ~ -g +g ~ +z"},
	{"both in one scan, own first", "-f & -g +g ~ +z"},
	{"both in one scan, target first", "-g & -f +g ~ +z"},
	{"dragged along occupied squares", "-f , -q , +q , -g +g ~ +z"},
	{"wrong start position", "wrong -x +o -f -g +g ~ +z"},
	{"a partner tapped by mistake, and the target again", "-f -g +g ~ -b +b ~ -g +g ~ +z"},
}

// The same with a partner.
var pairs = []order{
	{"own piece first", "-f -g +g ~ -p +p ~ +z"},
	{"partner at once", "-f -g +g -p +p ~ +z"},
	{"partner tapped before", "-f -p +p -g +g ~ -p +p ~ +z"},
	{"partner tapped again and again", "-f -g +g ~ -p +p ~ -p +p ~ -p +p ~ +z"},
	{"knocked too early after the partner", "-f -g +g ~ -p +p , -g +g ~ +z"},
	{"cancelled and begun again", "-f -g +g ~ -p +p ~ +f ~ -f -g +g ~ -p +p ~ +z"},
	{"another partner first", "-f -g +g ~ -b +b ~ -p +p ~ +z"},
	{"another target first", "-f -k +k ~ -g +g ~ -g +g -p +p ~ +z"},
	{"a piece put back inside the hold", "-f -g +g -h +h ~ -p +p ~ +z"},
	{"off the die too early", "-f -g +g ~ ?z -p +p ~ ?z ~ +z"},
	{"a knock that bounces", "-f -g , +g , -g , +g ~ -p , +p ~ +z"},
	{"lift and put back", "-p +p -f +f -f -g +g ~ -p +p ~ +z"},
	{"another's piece tapped", "-e +e -f -g +g ~ -p +p ~ +z"},
	{"wrong start position", "wrong -x +o -f -g +g ~ -p +p ~ +z"},
}

// The orders of an attack without chance, after which the attacker is put down.
var strikes = []order{
	{"own piece first", "-f -v +t"},
	{"hesitating", "-f ~ -v ~ +t"},
	{"both in one scan, own first", "-f & -v +t"},
	{"both in one scan, victims first", "-v & -f +t"},
	{"victims put back, again", "-f -v +v -v +t"},
	{"lift and put back", "-f +f ~ -f -v +t"},
	{"another own piece lifted and put back", "-o +o -f -v +t"},
	{"a piece put back inside the hold", "-f -o +o -v +t"},
	{"two opposing pieces lifted, one put down", "-f -e +e -v +t"},
	{"several illegal lifts", "-e +e -d +d -f -v +t"},
	{"several illegal places", "-f +x -x +y -y -v +t"},
	{"a neighbour knocked", "-f -v -q , +q +t"},
	{"bounces", "-f -v +t , -t , +t"},
	{"wrong start position", "wrong -x +o -f -v +t"},
	{"another's piece tapped after", "-f -v +t -e +e"},
}

// The same where the attacker falls, too.
var sacrifices = []order{
	{"own piece first", "-f -v"},
	{"hesitating", "-f ~ -v"},
	{"both in one scan", "-f & -v"},
	{"lift and put back", "-f +f ~ -f -v"},
	{"victims put back, again", "-f -v +v -v"},
	{"another own piece lifted and put back", "-o +o -f -v"},
	{"several illegal lifts", "-e +e -f -v"},
	{"wrong start position", "wrong -x +o -f -v"},
}

// The orders of an action that only takes pieces off.
var removals = []order{
	{"victim first", "-v"},
	{"victim first, put back, again", "-v +v ~ -v"},
	{"another own piece first", "-o +o -v"},
	{"several illegal lifts", "-e +e -v"},
	{"another's piece after", "-v -e +e"},
	{"wrong start position", "wrong -x +o -v"},
}

// The orders of a piece that comes onto the board.
var entries = []order{
	{"placed", "+t"},
	{"bounces", "+t , -t , +t"},
	{"another square first", "+w ~ -w +t"},
	{"an illegal place first", "+x ~ -x +t"},
	{"an own piece tapped first", "-o +o +t"},
	{"another's piece tapped after", "+t -e +e"},
}

// The orders of two pieces that change places.
var swaps = []order{
	{"own piece first", "-f -t +f +t"},
	{"the other first", "-t -f +t +f"},
	{"hesitating", "-f ~ -t ~ +t +f"},
	{"both in one scan", "-f & -t +f +t"},
	{"lift and put back", "-f +f ~ -f -t +f +t"},
	{"another piece first", "-e +e -f -t +t +f"},
	{"one of them tapped after", "-f -t +f +t -t +t"},
}

// The orders in which a piece or an empty square is pointed at.
var (
	taps = []order{
		{"tapped", "-t +t"}, {"tapped slowly", "-t ~ +t"}, {"bounces", "-t , +t , -t , +t"}, {"in one scan", "-t & +t"},
	}
	presses = []order{{"pressed", "+t -t"}, {"pressed slowly", "+t ~ -t"}, {"bounces", "+t , -t , +t , -t"}}
	passes  = []order{
		{"an own piece tapped", "-o +o"}, {"slowly", "-o ~ +o"}, {"another's first", "-e +e -o +o"}, {"bounces", "-o , +o , -o , +o"},
	}
)

// ordersOf are the orders of a deed.
func (d *deed) ordersOf() []order {
	h := d.hands
	switch {
	case h.Manner == rules.Passed:
		return passes
	case h.Manner == rules.OnPage && d.stands.Has(h.Target):
		return taps
	case h.Manner == rules.OnPage:
		return presses
	case h.Manner == rules.Knocked && d.p != board.None:
		return pairs
	case h.Manner == rules.Knocked:
		return knocks
	case h.Carries[1] != rules.NoCarry:
		return swaps
	case d.t == board.None && d.f != board.None:
		return sacrifices
	case d.t == board.None:
		return removals
	case d.f == board.None:
		return entries
	case d.f == d.t && h.Target == board.None:
		return rings
	case d.f == d.t:
		return strikes
	case d.victims.IsEmpty():
		return moves
	case d.victims == board.SetOf(d.t):
		return captures
	case d.victims.Has(d.t): // Knights that strike more than one
		return captures
	}
	return jumps
}

// pace is the pause between two touches: quick hands, and hands so slow that the
// quiet time passes after each.
var paces = []time.Duration{50 * ms, 120 * ms, 340 * ms}

// fillings is how many squares are tried for the letters of an order.
const fillings = 2

// thin reports whether a sample has to do: for all tests but those named TestLong.
func thin(t *testing.T) bool { return !strings.HasPrefix(t.Name(), "TestLong") }

// Rows: every order of decision 0380 for every kind of action. What was meant is
// taken in the end, nothing else is sealed or thrown on the way, and the next
// seat's action seals it. While what is in the air may tell otherwise the board
// waits; then what follows tells.
func TestEveryOrderOfHandsSaysWhatIsMeant(t *testing.T) {
	rows, runs, asked, late := 0, 0, 0, 0
	for _, a := range actions {
		t.Run(a.name, func(t *testing.T) {
			for i, o := range a.ready(t).deed.ordersOf() {
				if o.name == a.but || thin(t) && a.ready(t).deed.heavy() && i%6 != 0 {
					continue
				}
				exists := false
				for k := range fillings * len(paces) {
					if k != i%len(paces) && (thin(t) || a.ready(t).deed.heavy()) {
						continue
					}
					rnd := rand.New(rand.NewPCG(uint64(k), 1))
					s := a.sit(t, paces[k%len(paces)])
					words, ok := s.fill(o, rnd)
					if !ok {
						continue
					}
					exists = true
					runs++
					if why := s.does(words); why != "" {
						t.Errorf("%s: %s\n%s", o.name, why, s.told())
						break
					}
					if s.asked {
						asked++
					}
					if s.late {
						late++
						if i == 0 || a.arm != "" && a.ready(t).deed.victims.IsEmpty() {
							t.Errorf("%s: understood only by what followed\n%s", o.name, s.told())
							break
						}
					}
				}
				if exists {
					rows++
				}
			}
		})
	}
	t.Logf("%d rows, %d histories, %d of them asked about, %d understood by what followed", rows, runs, asked, late)
}

func TestLongEveryOrderOfHandsSaysWhatIsMeant(t *testing.T) { TestEveryOrderOfHandsSaysWhatIsMeant(t) }

// follow does a script.
func (s *sitting) follow(words []string) {
	now := meant(words)
	s.mean(s.d.implied)
	for i := range words {
		if i == now {
			s.mean(s.d.steps)
		}
		s.word(words, i)
	}
}

// meant is the word before which a script's action is meant.
func meant(words []string) int {
	for _, mark := range []string{"!", "+t"} {
		if i := slices.Index(words, mark); i >= 0 {
			return i
		}
	}
	last := len(words) - 1
	for len(words[last]) != 2 {
		last--
	}
	return last
}

// does a script and what follows; it returns what is wrong. A reader that panics
// is wrong, too.
func (s *sitting) does(words []string) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("panic: %v", p)
		}
	}()
	s.follow(words)
	return s.settle()
}

// answer answers a question with what is meant; false if that is no choice, or one
// that does not explain the wood is.
func (s *sitting) answer() bool {
	var right []rules.Step
	for _, steps := range s.reading.Ask {
		at := s.r.Base()
		for _, step := range steps {
			at, _, _ = at.Apply(step, nil)
		}
		if at.Occupied(rules.Full) != s.wood {
			return false
		}
		if at == s.truth[len(s.truth)-1] {
			right = steps
		}
	}
	s.asked = true
	s.r.Choose(right, len(right))
	s.pass(quiet + 50*ms)
	return right != nil && s.wrong == ""
}

// settle waits for a quiet time, looks at what is taken, lets the next seat act
// and looks at what is sealed. It returns what is wrong.
func (s *sitting) settle() string {
	s.pass(quiet + 50*ms)
	switch {
	case s.wrong != "":
		return s.wrong
	case s.reading.Thrown:
		return ""
	case s.d.hands.Manner == rules.Knocked:
		return "nothing is thrown"
	case len(s.reading.Ask) > 0 && !s.answer():
		return fmt.Sprintf("asks %q", s.choices())
	}
	s.late = s.end() != s.truth[len(s.truth)-1]
	was := s.taken()
	why := s.seal()
	if s.late && (why != "" || len(s.truth)-1 == s.meant) {
		why = fmt.Sprintf("taken %q; %s", was, why)
	}
	return why
}

// seal lets the seats go on plainly until what was meant is sealed.
func (s *sitting) seal() string {
	want := len(s.truth) - 1
	s.meant = want
	for _, steps := range s.goOn() {
		s.plainly(steps)
	}
	s.pass(7 * quiet) // what is less than sure is looked at for longer
	switch {
	case s.wrong != "":
		return "then: " + s.wrong
	case len(s.reading.Ask) > 0 && (s.asked || !s.answer()): // never more than one question for an action
		return fmt.Sprintf("then asks %q", s.choices())
	case len(s.truth)-1 == want: // over, or a throw follows
		return ""
	case s.end() != s.truth[len(s.truth)-1]:
		return fmt.Sprintf("then taken %q, want %q", s.taken(), s.meantText())
	case s.sealed < want:
		return fmt.Sprintf("not sealed by the next seat: %q", s.taken())
	}
	return ""
}
