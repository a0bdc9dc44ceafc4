package chessbattle

import (
	"encoding/json"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"reeve/rules"
)

// anyOptions draws a set of options.
func anyOptions(t *rapid.T) options {
	return options{
		"river": rapid.Bool().Draw(t, "river"), "combat": rapid.SampledFrom([]string{"cards", "sure"}).Draw(t, "combat"),
		"time": rapid.SampledFrom(scenarioNames[:]).Draw(t, "time"), "removal_limit": rapid.SampledFrom([]int{1, 2, 100}).Draw(t, "limit"),
		"cards_white": rapid.IntRange(leastCards, cardCount).Draw(t, "cards"),
	}
}

// TestLaws plays random games and asks at every position what always holds.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, err := Game.Start(anyOptions(t))
		if err != nil {
			t.Fatal(err)
		}
		s := start.(State)
		var legal []rules.Step
		for range rapid.IntRange(0, 300).Draw(t, "plies") {
			s.everyCardIsInOnePlace(t)
			s.everyPieceIsInOnePlace(t)
			s.pointsAreInBounds(t)
			legal = s.Legal(legal[:0])
			if len(legal) == 0 {
				return
			}
			step := legal[rapid.IntRange(0, len(legal)-1).Draw(t, "step")]
			next, _, err := s.Apply(step, nil)
			if err != nil {
				t.Fatal(err)
			}
			after := next.(State)
			s.nothingComesBack(t, &after)
			s = after
		}
	})
}

// everyCardIsInOnePlace asks that no card is lost or doubled: in the hand, spent,
// laid and not yet revealed, being paid, or committed in a fight.
func (s *State) everyCardIsInOnePlace(t *rapid.T) {
	for seat := range Black + 1 {
		places := []pile{s.cards[seat].hand, s.cards[seat].spent}
		if !s.revealed {
			places = append(places, s.cards[seat].laid)
		}
		if s.phase == pay && s.turn == seat {
			places = append(places, s.paying(seat))
		}
		if s.fight.attacker != nobody {
			i := 0
			if seat != s.turn {
				i = 1
			}
			if c := s.fight.special[i]; c > 0 {
				places = append(places, card(c-1).pile())
			}
		}
		var all pile
		n := 0
		for _, p := range places {
			all |= p
			n += p.count()
		}
		if whole := s.owns(seat); all != whole || n != whole.count() {
			t.Fatalf("phase %s: the cards of %s are in %v", s.Phase(), seatNames[seat], places)
		}
	}
}

func (s *State) everyPieceIsInOnePlace(t *rapid.T) {
	count := 0
	for sq, p := range s.field.on {
		if p != nobody {
			count++
			if int(s.field.at[p]) != sq {
				t.Fatalf("%s stands on %d and %d", ids[p], sq, s.field.at[p])
			}
		}
	}
	for p := range piece(pieces) {
		if s.field.stands(p) {
			count--
		}
		if kindOf[p] >= units && s.field.at[p] == unbought {
			t.Fatalf("%s does not exist", ids[p])
		}
	}
	if count != 0 {
		t.Fatalf("%d more squares are taken than pieces stand", count)
	}
}

func (s *State) pointsAreInBounds(t *rapid.T) {
	if s.phase != battle && s.phase != special && s.phase != draw {
		return
	}
	if int(s.orders.command) > int(s.points[s.turn]) || s.orders.active != nobody && (s.orders.moves > paces[kindOf[s.orders.active]] || s.orders.hits > blows[kindOf[s.orders.active]]) {
		t.Fatalf("command %d, %d points and %d of fighting", s.orders.command, s.orders.moves, s.orders.hits)
	}
	// A King who falls in his own turn takes his extra points along, after units were used by them (rule 29).
	if bits.OnesCount64(s.orders.used)+int(s.orders.command) > int(s.points[s.turn]) && s.field.stands(kingOf(s.turn)) {
		t.Fatalf("%d units used and %d command left of %d", bits.OnesCount64(s.orders.used), s.orders.command, s.points[s.turn])
	}
}

// nothingComesBack asks that in battle pieces fall but never rise, and camps never move.
func (s *State) nothingComesBack(t *rapid.T, after *State) {
	if !s.joined {
		return
	}
	for p := range piece(pieces) {
		if !s.field.stands(p) && after.field.stands(p) {
			t.Fatalf("%s is back", ids[p])
		}
		if kindOf[p] == camp && after.field.stands(p) && after.field.at[p] != s.field.at[p] {
			t.Fatalf("%s has moved", ids[p])
		}
	}
}

// TestPursesAgreeWithPayments asks that what a purse says is payable can be paid
// card by card to the end, and nothing else, and that it is worth the price.
func TestPursesAgreeWithPayments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := empty(rules.Options{"river": true, "combat": "cards", "time": "none", "removal_limit": 100, "cards_white": cardCount, "cards_black": cardCount})
		s.phase, s.turn, s.revealed = army, White, true
		s.cards[White].hand = pile(rapid.Uint32Range(0, uint32(fullPile)).Draw(t, "hand"))
		s.cards[White].spent = fullPile &^ s.cards[White].hand
		s.cards[White].laid = s.cards[White].spent
		before := s.cards[White].spent.total()
		a := [units]uint8{}
		for k := range a {
			a[k] = rapid.Uint8Range(0, most[k]).Draw(t, kindNames[k])
		}
		if !s.refuse(armyStep(White, a)).IsZero() {
			s.phase, s.due = pay, uint8(min(costOf(a), 255))
			if hand := s.cards[White].hand; hand != 0 && costOf(a) <= 108 && s.paying(White) == 0 {
				for rest := hand; rest != 0; rest &= rest - 1 {
					if s.payment().refuseNext(rest.first()).IsZero() {
						t.Fatalf("%v cannot be bought with %v, but a payment may begin with %s", a, hand.names(White), rest.first().name(White))
					}
				}
			}
			return
		}
		s.apply(armyStep(White, a), nil)
		for s.phase == pay {
			steps := s.legal(nil)
			if len(steps) == 0 {
				t.Fatalf("stuck with %v, %d due", s.cards[White].hand.names(White), s.due)
			}
			s.apply(steps[rapid.IntRange(0, len(steps)-1).Draw(t, "card")], nil)
		}
		if got := s.cards[White].spent.total() - before; got != costOf(a) {
			t.Fatalf("%v cost %d, not %d", a, got, costOf(a))
		}
	})
}

// FuzzParse asks that what is read has that very text, and that nothing panics.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"camp b2", "bridge d", "spy 7h", "done white", "army levy=8 knights=2 pikemen=1 crossbowmen=1", "army", "train 2", "pay 10h",
		"deploy levy a3", "a3-a4", "a4*b5", "a4*b4/b5", "a4!c4", "end", "special 7h", "special none", "draw 1,1,4", "desert d5",
		"time", "time white 3", "time black 70000", "resign white", "draw", "abandon", "army knights=1 levy=1", "army levy=0", "army ", "draw ",
		"draw 4,1", "draw 1,1,1", "a4*b4/", "a4!b4/b5", "spy 1h", "spy 07h", "a1-i9", "end ", " end", "deploy camp a1", "train 06", "time white 03", "time x 1",
	} {
		f.Add(text)
	}
	s := battleOf(f, options{"time": "clocks"}, "black", "wL1 d5, bL1 d6", nil)
	f.Fuzz(func(t *testing.T, text string) {
		step, err := s.Parse(text)
		if err != nil {
			return
		}
		if got := s.Text(step); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
		if next, _, err := s.Apply(step, nil); err == nil && s.Tell(step).Key == "" {
			t.Errorf("%q leads to %v, untold", text, next.Phase())
		}
	})
}

// FuzzRead asks that what is taken for a position can be played on and printed
// and is then the same.
func FuzzRead(f *testing.F) {
	for _, s := range samples(f) {
		text, _ := json.Marshal(s.View(rules.Full))
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) { soundIfRead(t, text) })
}

// soundIfRead asks that a document is refused, or can be printed and played on.
// It reports whether it was read.
func soundIfRead(t *testing.T, text []byte) bool {
	s, err := rules.ReadPosition([]*rules.Game{Game}, text)
	if err != nil {
		return false
	}
	printed, err := json.Marshal(s.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	back, err := rules.ReadPosition([]*rules.Game{Game}, printed)
	if err != nil || back != s {
		t.Fatalf("%s\nis printed as\n%s\n%v", text, printed, err)
	}
	legal := s.Legal(nil)
	if (len(legal) == 0) != (s.Phase() == "over") {
		t.Fatalf("phase %s has %d legal steps: %s", s.Phase(), len(legal), printed)
	}
	for i, step := range legal {
		next, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(next.View(rules.Full))
		if again, err := rules.ReadPosition([]*rules.Game{Game}, text); err != nil || again != next {
			t.Fatalf("%s\n%s leads to\n%s\n%v", printed, s.Text(step), text, err)
		}
		s.Hands(step)
		s.Tell(step)
		if i > 100 {
			break
		}
	}
	for _, viewer := range []rules.Seat{White, Black, rules.Table} {
		s.View(viewer)
	}
	return true
}

// TestReadSurvivesMutations puts values of printed positions in other places.
func TestReadSurvivesMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	var pool [][]byte
	for _, text := range []string{"null", "true", "0", "1", "2", "6", "-1", "255", "1e9", "0.5", `""`, `"a9"`, `"white"`, "[]", "{}"} {
		pool = append(pool, []byte(text))
	}
	var texts [][]byte
	for _, s := range samples(t) {
		text, _ := json.Marshal(s.View(rules.Full))
		texts = append(texts, text)
		var doc any
		_ = json.Unmarshal(text, &doc)
		eachValue(doc, func(v any, _ func(any)) {
			value, _ := json.Marshal(v)
			pool = append(pool, value)
		})
	}
	read := 0
	for range 5000 {
		var doc any
		_ = json.Unmarshal(texts[r.IntN(len(texts))], &doc)
		for range 1 + r.IntN(2) {
			var puts []func(any)
			eachValue(doc, func(_ any, put func(any)) { puts = append(puts, put) })
			var value any // a copy: what is put in may be changed next
			_ = json.Unmarshal(pool[r.IntN(len(pool))], &value)
			puts[r.IntN(len(puts))](value)
		}
		text, _ := json.Marshal(doc)
		if soundIfRead(t, text) {
			read++
		}
	}
	if read < 100 {
		t.Errorf("only %d mutations were read", read)
	}
}

// eachValue calls f with every value within v and with what puts another there.
func eachValue(v any, f func(v any, put func(any))) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			f(v[key], func(to any) { v[key] = to })
			eachValue(v[key], f)
		}
	case []any:
		for i := range v {
			f(v[i], func(to any) { v[i] = to })
			eachValue(v[i], f)
		}
	}
}

// samples are positions of all phases.
func samples(t testing.TB) []rules.State {
	cards := options{"cards": options{"white": []string{"7h"}, "black": []string{"9s"}}}
	fight := play(t, battleOf(t, nil, "white", "wN1 d5, bN1 d6", cards), "d5*d6")
	clock := play(t, battleOf(t, options{"time": "clocks"}, "white", "wL1 d5", nil), "d5-d6", "time white 2")
	bought := opening(t, nil, "spy 2h", "done white", "done black", "army levy=2")
	placing := opening(t, options{"river": false}, "done white", "done black", "army levy=1", "pay 2c", "army", "train 1", "pay 2d", "train 0", "deploy king e1")
	return []rules.State{
		begin(t, nil), begin(t, nil, "camp a1"), begin(t, nil, "camp a1", "camp a2", "camp a9"),
		begin(t, nil, "camp a1", "camp h1", "camp a16", "camp h16"), begin(t, nil, "camp a1", "camp h1", "camp a16", "camp h16", "bridge a"),
		opening(t, nil, "spy 7h", "spy 3c"), opening(t, nil, "spy 7h", "done black"), opening(t, nil, "done black", "done white"),
		bought, play(t, bought, "pay 2c"), play(t, bought, "pay 4s"), play(t, bought, "pay 4s", "army"), placing, play(t, placing, "done white"), play(t, placing, "resign white"),
		play(t, bought, "draw"), play(t, opening(t, nil, "spy 7h"), "abandon"), play(t, fight, "special 7h"), fight,
		play(t, fight, "special none", "special 9s"), play(t, fight, "special 7h", "special 9s", "draw 1,4"),
		play(t, fight, "special 7h", "special 9s", "draw 1,4", "draw 1,1"), clock, play(t, clock, "desert d6"), play(t, clock, "desert d6", "desert e1"),
		play(t, battleOf(t, sure, "black", "wL1 e5, wL2 e6, bN1 d5", nil), "d5*e5", "end"),
	}
}

func TestSamplesReadBack(t *testing.T) {
	phases := map[string]bool{}
	for _, s := range samples(t) {
		text, err := json.Marshal(s.View(rules.Full))
		if err != nil {
			t.Fatal(err)
		}
		phases[s.Phase()] = true
		if back, err := rules.ReadPosition([]*rules.Game{Game}, text); err != nil || back != s {
			t.Errorf("%s: %v", text, err)
		}
	}
	if len(phases) != len(phaseNames) {
		t.Errorf("only the phases %v", phases)
	}
}
