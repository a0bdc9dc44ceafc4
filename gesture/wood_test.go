package gesture_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// detours is how many histories with detours are tried from every table.
var detours = flag.Int("detours", 12, "detours from every table before the wood lies as one legal step has it")

// million is how many detours a night's sample has.
var million = flag.Int("million", 1_000_000, "detours in all before the wood lies as one legal step has it, for a night")

// maxPlayed stands for more turns than any detour: some have become final.
const maxPlayed = 1 << 10

// decided is how long the wood may lie as one legal step has it until that is taken.
const decided = 1500 * ms

// pushed is how much longer it takes where a piece may be pushed, and be felt where it comes from, too (rule 2).
const pushed = 600 * ms

// The wood decides: whatever hands did before, once they are still and the wood lies as exactly one legal step has it, that is taken; where the
// wood may as well be what is taken and a piece that is pushed (TestWhatIsTakenStandsWhileAPieceIsPushed), once no push lasts so long.
func TestTheWoodDecidesWhateverCameBefore(t *testing.T) { woodDecides(t, *detours) }

func TestLongTheWoodDecidesWhateverCameBefore(t *testing.T) { woodDecides(t, 30**detours) }

// TestHoursTheWoodDecidesAfterAMillionDetours plays until hands have made a million detours, the same share from every table: with
// -fresh N others than last night. It takes half an hour of one processor.
func TestHoursTheWoodDecidesAfterAMillionDetours(t *testing.T) {
	share := (*million + len(tables) - 1) / len(tables)
	for _, a := range tables {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			all := strayed{}
			for seed := uint64(0); all.detours < share; seed++ {
				all.add(t, &a, seed)
			}
			t.Logf("%d detours before %d steps, %d of them asked about, %d failed", all.detours, all.tried, all.asked, all.failed)
		})
	}
}

// Of a million detours two went wrong: a push was waited for that another step explained, and of four ways to the wood three needed four steps more
// than hands had done, so that nothing was read for good. Of another, a piece was held for two seconds, and what had it dead was sealed, though that
// was less likely. After others the wood may be a push, and another step. After the last two pieces were home on one another's squares, two things
// done led to the wood, and nothing was read for good; nor where they led there in the place of what was taken last.
func TestDetoursThatOnceWentWrong(t *testing.T) {
	for name, seeds := range map[string][]uint64{"kaleidochess/close": {12990, 30650, 1632, 9872, 40410, 49000607, 58039883}, "dungeonchess/close": {20589, 58061200}, "chessbattle/dry": {16023307, 48047944}, "chessbattle/sure": {48047944}} {
		a, all := tables[slices.IndexFunc(tables, func(a action) bool { return a.name == name })], strayed{}
		for _, seed := range seeds {
			all.add(t, &a, seed-*fresh)
		}
		if all.tried != len(seeds) {
			t.Errorf("%s: %d of %d were tried", name, all.tried, len(seeds))
		}
	}
}

func woodDecides(t *testing.T, most int) {
	all := strayed{}
	for _, a := range tables {
		t.Run(a.name, func(t *testing.T) {
			for seed := range uint64(most) {
				all.add(t, &a, seed)
			}
		})
	}
	if all.tried < most*len(tables)/4 || all.asked > 1+all.tried/200 {
		t.Errorf("only %d histories were tried, and %d of them asked about", all.tried, all.asked)
	}
}

// strayed counts histories with detours.
type strayed struct{ tried, detours, asked, failed int }

// add tries the history of one seed. Of those that fail the first five are told.
func (all *strayed) add(t *testing.T, a *action, seed uint64) {
	s := a.stray(t, rand.New(rand.NewPCG(seed+*fresh, 9)))
	if s == nil {
		return
	}
	all.tried++
	all.detours += s.detours
	want := s.truth[len(s.truth)-1]
	if s.wrong == "" && len(s.reading.Ask) > 0 && (slices.Equal(s.reading.Ask[0], s.reading.Steps) || s.answer()) { // the detours were steps, too
		all.asked++
	}
	if got := s.end(); s.wrong != "" || got.Occupied(rules.Full) != want.Occupied(rules.Full) {
		if all.failed++; all.failed <= 5 {
			t.Errorf("seed %d: taken %q, asked %q %s\n%s", seed+*fresh, s.taken(), s.choices(), s.wrong, s.told())
		}
	}
}

// stray does a legal step after detours, and keeps still; nil if the wood could lie so by other steps, too.
func (a *action) stray(t *testing.T, rnd *rand.Rand) *sitting {
	start := a.start(t)
	s := &sitting{TB: t, a: a, r: gesture.NewReader(quiet), now: time.Second, truth: []rules.State{start}, wood: start.Occupied(rules.Full)}
	s.begin()
	before := 0
	if rnd.IntN(2) == 0 { // a step of the other player's is open
		step, ok := oneWay(start, rnd)
		if !ok {
			return nil
		}
		text := start.Text(step)
		s.d = deedOf(s, start, []string{text}, s.wood)
		words, ok := s.letter(s.d.ordersOf()[0], nil)
		if !ok {
			return nil
		}
		s.follow(words)
		s.pass(quiet + 50*ms)
		s.endTurn()
		if start = s.truth[len(s.truth)-1]; len(s.reading.Steps) == 0 || len(start.Legal(nil)) > 150 {
			return nil
		}
		before = len(s.reading.Steps)
	}
	step, ok := oneWay(start, rnd)
	if !ok || before > 0 && s.twoWays(step) {
		return nil
	}
	s.mean([]rules.Step{step})
	h := start.Hands(step)
	for range rnd.IntN(4) {
		s.detour(start, h, rnd)
	}
	if s.home(start.Occupied(rules.Full), rnd); len(s.reading.Steps) > before || s.played > before+1 {
		return nil // hands have played turns, and what comes may be one more
	}
	s.carry(h, rnd)
	if s.pass(decided); s.mayBePushed() {
		s.pass(pushed)
	}
	if s.leadsElsewhere() {
		return nil
	}
	return s
}

// leadsElsewhere reports whether it is asked about ways to the wood that lead to other positions: then it is no wood of one way. They are as legal as what
// is meant, in one step more than twoWays looks for.
func (s *sitting) leadsElsewhere() bool {
	return len(s.reading.Ask) > 0 && !slices.ContainsFunc(s.reading.Ask, func(steps []rules.Step) bool {
		at := s.r.Base()
		for _, step := range steps {
			at = leads(at, step)
		}
		return at == s.truth[len(s.truth)-1] || at.Occupied(rules.Full) != s.wood
	})
}

// mayBePushed reports whether the wood is what is taken and a piece that comes to a square beside its own, and is felt on both; or that and
// one step more, before it or after.
func (s *sitting) mayBePushed() bool {
	at := s.end()
	return at.Occupied(rules.Full) != s.wood && (pushes(at, s.wood, true) || slices.ContainsFunc(at.Legal(nil), func(step rules.Step) bool {
		return pushes(leads(at, step), s.wood, false)
	}))
}

func pushes(at rules.State, wood board.Set, more bool) bool {
	return slices.ContainsFunc(at.Legal(nil), func(step rules.Step) bool {
		h, next := at.Hands(step), leads(at, step)
		c := h.Carries[0]
		if h.Manner != rules.Carried || c.From == board.None || !at.Topology().Beside(c.To).Has(c.From) {
			return false
		}
		return next.Occupied(rules.Full).Union(board.SetOf(c.From)) == wood || more && slices.ContainsFunc(next.Legal(nil), func(step rules.Step) bool {
			return leads(next, step).Occupied(rules.Full).Union(board.SetOf(c.From)) == wood
		})
	})
}

// endTurn makes the end of the turn part of what is meant, where it may go on.
func (s *sitting) endTurn() {
	at := s.truth[len(s.truth)-1]
	for _, step := range at.Legal(nil) {
		if step.By == s.steps[len(s.steps)-1].By && at.Hands(step).Manner == rules.Implied {
			s.mean([]rules.Step{step})
			return
		}
	}
}

// twoWays reports whether the wood that step leads to may come about otherwise, too: by another step in the place of the open one, and
// one after it, or by that alone.
func (s *sitting) twoWays(step rules.Step) bool {
	wood, ways := leads(s.truth[len(s.truth)-1], step).Occupied(rules.Full), 0
	for _, first := range s.truth[0].Legal(nil) {
		at := leads(s.truth[0], first)
		if at.Occupied(rules.Full) == wood {
			ways++
		}
		for _, second := range at.Legal(nil) {
			next := leads(at, second)
			if at.Hands(second).Manner == rules.Implied {
				for _, third := range next.Legal(nil) {
					if leads(next, third).Occupied(rules.Full) == wood {
						ways++
					}
				}
			}
			if next.Occupied(rules.Full) == wood {
				ways++
			}
		}
	}
	return ways != 1
}

func leads(at rules.State, step rules.Step) rules.State {
	next, _, _ := at.Apply(step, nil)
	return next
}

// oneWay draws a step that carries pieces, and by which alone the wood comes to lie as it then does.
func oneWay(at rules.State, rnd *rand.Rand) (rules.Step, bool) {
	lies := map[board.Set]int{}
	var can []rules.Step
	for _, step := range at.Legal(nil) {
		h := at.Hands(step)
		if h.Armed || h.Manner != rules.Carried {
			continue
		}
		next, _, _ := at.Apply(step, nil)
		lies[next.Occupied(rules.Full)]++
		if c := h.Carries[0]; c.From != board.None && c.To != board.None && c.From != c.To {
			can = append(can, step)
		}
	}
	if len(can) == 0 {
		return rules.Step{}, false
	}
	step := can[rnd.IntN(len(can))]
	next, _, _ := at.Apply(step, nil)
	return step, lies[next.Occupied(rules.Full)] == 1
}

// idleFor is a pause between two touches: quick, or so long that something is read.
func (s *sitting) idleFor(rnd *rand.Rand) {
	s.pass([]time.Duration{12, 30, 60, 250, 700, 2000}[rnd.IntN(6)] * ms)
	if s.end().Occupied(rules.Full) == s.wood {
		s.played = max(s.played, len(s.reading.Steps))
	}
	if s.r.Base() != s.truth[0] || s.wrong != "" && s.laidElse() {
		s.played = maxPlayed
	}
}

// laidElse reports whether the wood lies as what is taken has it, and what is sealed of that lies as none of the steps that are meant: hands have laid
// another step and the next seat's for a quiet time, and it is final (rule 4).
func (s *sitting) laidElse() bool {
	sealed := s.after(s.reading.Sealed).Occupied(rules.Full)
	return s.end().Occupied(rules.Full) == s.wood && !slices.ContainsFunc(s.truth, func(at rules.State) bool { return at.Occupied(rules.Full) == sealed })
}

// detour touches pieces that mean nothing, or puts the piece down elsewhere.
func (s *sitting) detour(at rules.State, h rules.Hands, rnd *rand.Rand) {
	s.detours++
	from := one(s.wood, rnd)
	if rnd.IntN(2) == 0 && s.wood.Has(h.Carries[0].From) {
		from = h.Carries[0].From
	}
	s.touch(from, false)
	s.idleFor(rnd)
	if rnd.IntN(3) == 0 { // it stays in the hand for a while
		return
	}
	to := from
	if rnd.IntN(2) == 0 {
		to = one(at.Topology().All().Minus(s.wood).Minus(board.SetOf(from)), rnd)
	}
	s.touch(to, true)
	s.idleFor(rnd)
}

// home brings every piece back to where it stood.
func (s *sitting) home(want board.Set, rnd *rand.Rand) {
	for sq := range s.wood.Minus(want).All() {
		s.touch(sq, false)
		s.idleFor(rnd)
	}
	for sq := range want.Minus(s.wood).All() {
		s.touch(sq, true)
		s.idleFor(rnd)
	}
}

// carry does a step: its victims before, between or after, pieces lifted, or pushed to a square beside, so that both are felt for a while.
func (s *sitting) carry(h rules.Hands, rnd *rand.Rand) {
	c := h.Carries[0]
	when, came := rnd.IntN(3), false
	victims := func(now bool) {
		for sq := range h.Takes.Intersect(s.wood).All() {
			if sq != c.From && now && (sq != c.To || !came) {
				s.touch(sq, false)
				s.idleFor(rnd)
			}
		}
	}
	victims(when == 0 || h.Takes.Has(c.To))
	came = true
	switch pushed := h.Carries[1] == rules.NoCarry && rnd.IntN(3) == 0 && slices.Contains(s.truth[0].Topology().Place(c.From).Near, c.To); {
	case pushed:
		s.touch(c.To, true)
		s.idleFor(rnd)
		s.touch(c.From, false)
	case h.Carries[1] != rules.NoCarry:
		s.touch(c.From, false)
		s.touch(c.To, false)
		s.idleFor(rnd)
		s.touch(c.To, true)
		s.touch(c.From, true)
	default:
		s.touch(c.From, false)
		victims(when == 1)
		s.idleFor(rnd)
		s.touch(c.To, true)
	}
	s.idleFor(rnd)
	victims(true)
}

// Slow pushes: the piece is felt where it comes to for long before it is let go where it stood.
func TestAPieceThatIsPushedSlowlyHasMoved(t *testing.T) {
	for _, overlap := range []time.Duration{0, 60, 120, 250, 300, 600, 1000, 2000} {
		g := start(t)
		g.hands("+c3")
		g.pass(overlap * ms)
		g.hands("-b1")
		for g.now += 0; g.reading.Wake != 0 && g.reading.Wake < g.now+decided; {
			g.pass(max(g.reading.Wake-g.now, ms))
		}
		if !strings.HasPrefix(g.taken(), "b1-c3") {
			t.Errorf("felt on both squares for %v: taken %q", overlap*ms, g.taken())
		}
	}
}

// The orders of hands for a chain over a piece that was just moved, the piece put down wherever the leap goes on.
func TestAChainOverThePieceThatJustMovedIsReadInEveryOrder(t *testing.T) {
	for name, hands := range map[string]string{
		"victims first, touching down":                        "-D9 -C11 -E8 +C10 -C10 +C12",
		"victims first the other way, touching down":          "-C11 -D9 -E8 +C10 -C10 +C12",
		"own piece first, victims off, touching down":         "-E8 -D9 -C11 +C10 -C10 +C12",
		"victims first, straight":                             "-D9 -C11 -E8 +C12",
		"touching down, victims as they are leapt":            "-E8 +C10 -D9 -C10 +C12 -C11",
		"own piece first, victims off after, without landing": "-E8 +C12 -D9 -C11",
	} {
		g := at(t, camelotOf("wM1 E8, wM2 G6, wK1 H5, bM1 E10, bM2 C11, bM3 H11, bK1 I11"), "")
		g.hands("-G6 +G5 ~ -E10 +D9 ~ " + hands)
		for range 15 {
			g.pass(100 * ms)
		}
		if !strings.HasSuffix(g.taken(), "E10-D9 | E8xC10xC12") {
			t.Errorf("%s: taken %q", name, g.taken())
		}
	}
}

// Hands went astray over the first move, put it right and did the next at once: as far as the wood alone has decided that is three things,
// and by all that was felt two.
func TestRule15_WhatTheWoodAloneHasDecidedIsPutRight(t *testing.T) {
	g := start(t).hands("-d2 +c3 ~ -b1 +d2 ~ ~ ~ ~ ~ ~").want("b1-c3").hands("-d2 +b1 -g6 +f5")
	g.pass(decided)
	g.want("d2-c3 | g6-f5")
}

// What the wood alone placed is no evidence. A piece is put down where it may not go, the wood lies as another step has it, and is put right:
// it is who was felt to come there, and not who the wood says.
func TestRule15_WhoTheWoodAlonePlacedIsWhoWasFelt(t *testing.T) {
	lights := battle(dry, "wL1 d3, wL2 a3, bL1 c12, bL2 f12")
	g := at(t, lights, "").hands("-d3 +b3 ~ -a3 +d3 ~ ~ ~ ~ ~ ~").want("a3-b3").hands("-d3 +b2 ~ -c12 +c11 ~ ~ ~ ~ ~")
	g.want("d3-c3 c3-b3 a3-b2 end | c12-c11")
	g = at(t, lights, "").hands("-d3 +b3 ~ -a3 +d3 ~ ~ ~ ~ ~ ~").want("a3-b3").hands("-d3 +c4 ~") // who was felt cannot go there
	g.want("a3-b3 d3-c4").hands("-c4 +b2 ~").want("d3-c3 c3-b3 a3-b2")
}

// A piece is put down a square short, and the wood lies as two other moves have it, which nobody has felt.
func TestRule15_APieceASquareShortIsNotTwoOtherMoves(t *testing.T) {
	g := at(t, battle(dry, "wL1 c3, wL2 a3, bL1 c12, bL2 f12"), "").hands("-c3 +b2 -a3 +a4 ~ -a4 +c4 ~ ~ ~ ~ ~ ~").want("c3-b2 a3-a4")
	g.hands("-c4 +b4 ~ -c12 +c11 ~ ~ ~ ~ ~").want("c3-b2 a3-b4 end | c12-c11")
}

// Where the touches do not say it, confirm does: attacker and victim changed over in one hand, so that its square was never felt empty.
func TestTheWoodSaysACaptureThatWasNotFelt(t *testing.T) {
	g := at(t, camelotOf("wM1 E8, wM2 G6, wK1 H5, bM1 E10, bM2 C11, bM3 H11, bK1 I11"), "").hands("-E8")
	if steps, ok := g.Lies(g.now); ok {
		t.Errorf("a piece is in the hand, and %v is read", steps)
	}
	g = at(t, kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9"), "").hands("-c3 ~ ~ ~ ~ ~ ~").want("")
	steps, ok := g.Lies(g.now)
	if !ok || g.Base().Text(steps[0]) != "c3xc4" {
		t.Errorf("the wood lies as c3xc4 has it, and %v is read", steps)
	}
}

// The contact of a piece that stands may flicker as confirm is pressed: it has taken nobody (KaleidoChess with magic and die, worn, seed 4501545: the die rolled
// after a capture that nobody made).
func TestRule14_ConfirmBelievesNoFlicker(t *testing.T) {
	g := at(t, kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9"), "")
	g.Touch(board.Touch{Square: sq(t, g, "c3"), At: g.now})
	if steps, ok := g.Lies(g.now + gesture.Fleeting - ms); ok {
		t.Errorf("a contact opens, and confirm says %v", texts(g.Base(), steps))
	}
	if _, ok := g.Lies(g.now + gesture.Fleeting); !ok {
		t.Error("the contact stays open, and confirm says nothing")
	}
}
