package gesture_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// tables are positions from which games are played on.
var tables = []action{
	{name: "rolechess/start", start: role("")},
	{name: "rolechess/close", start: role(nearPlayed)},
	{name: "camelot/start", start: game("camelot", nil, "")},
	{name: "camelot/close", start: camelotOf("wK1 C6, wM1 D6, wM2 E6, wM3 F7, wM4 G6, wM5 H7, wK2 I6, bK1 D10, bM1 E9, bM2 F10, bM3 G9, bM4 H10, bM5 I9, bK2 C10")},
	{name: "kaleidochess/start", start: kaleido(false, false)},
	{name: "kaleidochess/close", start: kaleidoOf("wW b3, wP1 c3, wT1 c5, wT2 d4, wD c1, wE1 b5, wL1 e4, bP1 c4, bT1 d13, bV1 c6, bW b9, bE1 b7, bL1 c8, bD d8")},
	{name: "kaleidochess/magic", start: kaleido(true, false)},
	{name: "dungeonchess/start", start: dungeon("")},
	{name: "dungeonchess/close", start: dungeonOf("sC1 c4, sM e4, sG b1, sL1 d3, sL2 h5, sC2 f2, nC1 c6, nC2 h3, nM e6, nG h7, nL1 a8, nL2 d7")},
	{name: "chessbattle/cards", start: battleIn(nil, crowd, object{"bridges": []string{"d"}})},
	{name: "chessbattle/sure", start: battleIn(sure, crowd, object{"bridges": []string{"d"}})},
	{name: "chessbattle/dry", start: battle(dry, crowd)},
}

const crowd = "wL1 c6, wL2 e6, wL3 d7, wL4 g7, wN1 d5, wN2 f6, wP1 b7, wX1 f5, bL1 c8, bL2 e8, bL3 f8, bL4 d10, bN1 g9, bN2 b9, bP1 e10, bX1 c11"

// games is how many are begun at every table.
var games = flag.Int("games", 12, "games begun at every table")

// turns is how many turns each lasts.
const turns = 9

// Turns of quick and of slow hands one after another, in any order of decision 0380,
// with at most two idle touches: nothing that is not meant is sealed or thrown.
func TestGamesOfQuickAndSlowHands(t *testing.T) {
	played, most := 0, uint64(*games)
	if thin(t) {
		most = min(most, 3)
	}
	for _, a := range tables {
		t.Run(a.name, func(t *testing.T) {
			for seed := range most {
				s := a.playOn(t, seed, false)
				played += len(s.steps)
				if s.wrong != "" {
					t.Errorf("game %d: %s\n%s", seed, s.wrong, s.told())
				}
			}
		})
	}
	if t.Logf("%d steps", played); played < int(most)*len(tables)*3 {
		t.Errorf("only %d steps were played", played)
	}
}

func TestLongGamesOfQuickAndSlowHands(t *testing.T) { TestGamesOfQuickAndSlowHands(t) }

// playOn plays a game until a throw is due, something is asked, or hands have to
// put something right.
func (a *action) playOn(t *testing.T, seed uint64, timed bool) (s *sitting) {
	rnd := rand.New(rand.NewPCG(seed, 4))
	start := a.start(t)
	s = &sitting{TB: t, a: a, r: gesture.NewReader(quiet), pace: paces[0], now: time.Second, truth: []rules.State{start}, wood: start.Occupied(rules.Full), timed: timed}
	s.begin()
	defer func() {
		if p := recover(); p != nil {
			s.wrong = fmt.Sprintf("panic: %v", p)
		}
	}()
	idles := 2
	for range turns {
		s.pace = paces[rnd.IntN(len(paces))]
		if !s.turn(rnd, &idles) || s.wrong != "" || s.reading.Thrown {
			return s
		}
		if rnd.IntN(2) == 0 {
			s.pass(quiet + 50*ms)
			if len(s.reading.Ask) > 0 || s.end() != s.truth[len(s.truth)-1] {
				break
			}
		}
	}
	s.pass(7 * quiet)
	return s
}

// turn does one action of the seat whose turn is next; false if there is none.
func (s *sitting) turn(rnd *rand.Rand, idles *int) bool {
	texts := s.next(rnd)
	if texts == nil {
		return false
	}
	s.d = deedOf(s, s.truth[len(s.truth)-1], texts, s.wood)
	s.d.reach = reach(s.d.state, s.d.f)
	orders := s.d.ordersOf()
	words, ok := s.letter(orders[0], rnd)
	if o := orders[rnd.IntN(len(orders))]; rnd.IntN(2) == 0 && !strings.HasPrefix(o.script, "wrong") && o.idle() <= *idles {
		if other, ok := s.letter(o, rnd); ok {
			words = other
			*idles -= o.idle()
		}
	}
	if !ok {
		return false
	}
	s.mean(s.d.implied)
	s.mean(s.d.steps)
	tap := rnd.IntN(3 * len(words))
	for i := range words {
		if i == tap && *idles > 0 && (i == 0 || !tied(words[i-1])) && !tied(words[i]) {
			if sq := one(s.idlers(words, i).Minus(s.d.given), rnd); sq != board.None {
				*idles--
				s.idleStep(sq, false)
				s.idleStep(sq, true)
			}
		}
		s.word(words, i)
	}
	return true
}

// next draws an action for the seat whose turn is next, with what it implies.
func (s *sitting) next(rnd *rand.Rand) []string {
	at := s.truth[len(s.truth)-1]
	var before []string
	if n := len(s.steps); n > 0 {
		for _, step := range at.Legal(nil) {
			if step.By == s.steps[n-1].By && at.Hands(step).Manner == rules.Implied {
				before = append(before, at.Text(step))
				at, _, _ = at.Apply(step, nil)
				break
			}
		}
	}
	var can, sharp []string
	for _, step := range at.Legal(nil) {
		h := at.Hands(step)
		switch {
		case h.Armed || h.Manner != rules.Carried && h.Manner != rules.Knocked || h.Carries[0].From == board.None && h.Carries[0].To != board.None:
		case h.Manner == rules.Knocked || !h.Takes.IsEmpty():
			sharp = append(sharp, at.Text(step))
		default:
			can = append(can, at.Text(step))
		}
	}
	if len(sharp) > 0 && (len(can) == 0 || rnd.IntN(3) == 0) {
		can = sharp
	}
	if len(can) == 0 {
		return nil
	}
	return append(before, can[rnd.IntN(len(can))])
}

// Two pieces pushed by one hand, however soon one after the other and however slowly, are two moves.
func TestRule15_OnePushAfterAnother(t *testing.T) {
	for _, first := range []time.Duration{100 * ms, 700 * ms, 1500 * ms} {
		for _, between := range []time.Duration{60 * ms, 190 * ms, 700 * ms} {
			for _, second := range []time.Duration{100 * ms, 700 * ms, 1900 * ms} {
				g := at(t, battleIn(sure, crowd, object{"bridges": []string{"d"}}), "")
				for _, touch := range []struct {
					word string
					then time.Duration
				}{{"+b8", first}, {"-b7", between}, {"+h8", second}, {"-g7", 700 * ms}} {
					g.Touch(touchOf(g, touch.word))
					g.read()
					g.pass(touch.then)
				}
				g.want("b7-b8 g7-h8")
			}
		}
	}
}

// What was once misread: nothing that is not meant is sealed, whatever is asked.
func TestHistoriesThatWereMisread(t *testing.T) {
	battle := action{start: battleIn(sure, crowd, object{"bridges": []string{"d"}})}
	swap, teleport := action{start: magicOf(magicMen), arm: "swap "}, action{start: magicOf(magicMen), arm: "teleport "}
	three := action{start: kaleidoOf("wP1 c3, wT1 c5, wT2 d4, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")}
	two := action{start: kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")}
	for _, c := range []struct {
		on                 action
		name, hands, means string
	}{
		{three, "two victims in the air, after a capture that was taken back", "-c4 +c4 -c5 -c4 +c4 ~ -c4 +c5 +c4 ~ -c4 -c5 -c6 +c6 +c4 ~ -b9 +o", "c5xc4, b9-o"},
		{two, "another own piece held, another victim tapped", "-c4 -c5 -c6 +c6 +c5 -c3 +c4 ~ -b9 +o", "c3xc4, b9-o"},
		{swap, "a swap with another piece tapped inside", "-c3 -b3 +b3 -c5 +c3 +c5 ~ -b11 +o", "swap c3,c5, b11-o"},
		{teleport, "a teleport with another piece held and one tapped", "-c3 ~ -d20 ~ +c8 ~ -b3 ~ +b3", "teleport c3>c8"},
		{battle, "a strike that may be a strike at the striker", "-f6 +e7 ~ -e8 -e7 +e8 ~ -e1 +d1 ~ -c11 +b12", "f6-e7, end, e8*e7, end, e1-d1, end, c11-b12"},
		{battle, "a piece in the hand's way that may have gone there", "-g7 +h8 ~ -f8 -f6 +g7 ~ +f6 ~ -b7 +b8", "g7-h8, end, f8-g7, end, b7-b8"},
		{battle, "a piece of an earlier turn held for a while", "-b7 +a8 -d10 +d9 -d7 +d6 -d9 ~ -c8 +c7 ~ +d9", "b7-a8, end, d10-d9, end, d7-d6, end, c8-c7"},
		{battle, "a piece that goes and comes back in two quick turns", "-b7 +a7 -g9 +f10 -c6 +c5 -f10 +g9 -d7 +d6 ~ -c11 +d11", "b7-a7, end, g9-f10, end, c6-c5, end, f10-g9, end, d7-d6, end, c11-d11"},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := c.on.start(t)
			s := &sitting{TB: t, a: &c.on, r: gesture.NewReader(quiet), pace: paces[0], now: time.Second, truth: []rules.State{start}, wood: start.Occupied(rules.Full)}
			s.begin()
			for _, text := range list(c.means) {
				step, _ := parse(t, s.truth[len(s.truth)-1], text)
				s.mean([]rules.Step{step})
			}
			for _, w := range strings.Fields(c.hands) {
				if w == "~" {
					s.pass(quiet + 20*ms)
					continue
				}
				s.touch(squares(t, start, w[1:]).First(), w[0] == '+')
				s.pass(s.pace)
			}
			if s.pass(7 * quiet); s.wrong != "" {
				t.Errorf("%s\n%s", s.wrong, s.told())
			}
		})
	}
}
