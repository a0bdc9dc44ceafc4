package rulestest

import (
	"fmt"
	"math"
	"slices"

	"reeve/rules"
)

// checkScratch asks that a position to think on says what the position says: who
// acts, what is legal, how it ended; and that Do leads where Apply does, but for an
// end by what is remembered (repetition), which a Scratch does not see.
func checkScratch(n *node) error {
	x, ok := rules.NewScratch(n.s)
	if !ok {
		return nil
	}
	if err := agrees(n.s, x); err != nil {
		return err
	}
	if err := checkLoud(n.s, x); err != nil {
		return err
	}
	if err := checkPick(n, x); err != nil {
		return err
	}
	y, _ := rules.NewScratch(n.s)
	for _, step := range n.some(12) {
		next, _, err := n.s.Apply(step, nil)
		if err != nil {
			return err
		}
		y.Copy(x)
		if x.Gain(step) < 0 {
			return fmt.Errorf("%s gains %d", n.s.Text(step), x.Gain(step))
		}
		y.Do(step)
		if r, over := next.Result(); over && r.Why == "repetition" {
			continue
		}
		if err := agrees(next, y); err != nil {
			return fmt.Errorf("after %s: %w", n.s.Text(step), err)
		}
	}
	if err := agrees(n.s, x); err != nil {
		return fmt.Errorf("after steps on a copy: %w", err)
	}
	if err := checkPruner(n, x); err != nil {
		return err
	}
	return checkLuck(n, x)
}

// checkPick asks that picking a step by its place finds the one that is listed there.
func checkPick(n *node, x rules.Scratch) error {
	picker, legal := rules.PickerOf(x), n.legal
	for i := range min(8, len(legal)) {
		place, among := (i*7919+n.ply)%len(legal), 0
		step, ok := picker.Pick(func(n int) int { among = n; return place })
		if !ok || among != len(legal) || step != legal[place] {
			return fmt.Errorf("picked is %s (%t) of %d steps, listed at %d of %d is %s", n.s.Text(step), ok, among, place, len(legal), n.s.Text(legal[place]))
		}
	}
	if _, ok := picker.Pick(func(int) int { return 0 }); ok != (len(legal) > 0) {
		return fmt.Errorf("of %d steps one is picked: %t", len(legal), ok)
	}
	return nil
}

// checkLoud asks that what gains is found without the rest.
func checkLoud(s rules.State, x rules.Scratch) error {
	loud, legal := x.Loud(nil), x.Legal(nil)
	if s.ToAct().Has(rules.Chance) {
		return nil
	}
	want := rules.Gaining(x, nil)
	switch {
	case !slices.Equal(loud, want):
		return fmt.Errorf("what gains is %v, and found are %v", texts(s, want), texts(s, loud))
	case x.Forced() && len(want) < len(legal):
		return fmt.Errorf("only %d of %d steps gain, but it is forced", len(want), len(legal))
	}
	return nil
}

func agrees(s rules.State, x rules.Scratch) error {
	r, over := s.Result()
	winners, ended := x.Winners()
	y, _ := rules.NewScratch(s)
	switch legal := s.Legal(nil); {
	case over != ended || over && winners != r.Winners:
		return fmt.Errorf("won by %v, %t; thinking: %v, %t", r.Winners, over, winners, ended)
	case x.Actors() != s.ToAct():
		return fmt.Errorf("%v act; thinking: %v", s.ToAct(), x.Actors())
	case !slices.Equal(x.Legal(nil), legal):
		return fmt.Errorf("legal are %v; thinking: %v", texts(s, legal), texts(s, x.Legal(nil)))
	case x.Hash() != y.Hash():
		return fmt.Errorf("its hash is another than that of the same position read anew")
	}
	if over {
		return nil
	}
	return checkFeatures(s, x)
}

// checkFeatures asks for a finite number a name, and in a game of two that what is
// good for one is as bad for the other.
func checkFeatures(s rules.State, x rules.Scratch) error {
	w := s.Game().Weights
	if len(w.Names) == 0 || len(w.Names) != len(w.Values) {
		return fmt.Errorf("the game has %d features and %d weights", len(w.Names), len(w.Values))
	}
	seats := s.Seated().All()
	sum := make([]float32, len(w.Names))
	room := make([]float32, len(w.Names))
	for _, seat := range seats {
		x.Features(seat, room)
		for i, v := range room {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return fmt.Errorf("feature %s is %v", w.Names[i], v)
			}
			sum[i] += v
		}
	}
	for i, v := range sum {
		if len(seats) == 2 && (v > 1e-4 || v < -1e-4) {
			return fmt.Errorf("feature %s of both seats sums to %v", w.Names[i], v)
		}
	}
	return nil
}

// checkLuck asks that the outcomes of chance are reached by legal steps, that their
// weights sum to one, and that they are what the throws of dice and cards lead to,
// each with its frequency.
func checkLuck(n *node, x rules.Scratch) error {
	if !n.s.ToAct().Has(rules.Chance) {
		return nil
	}
	sum := 0.
	weights := map[uint64]float64{} // by where the outcome leads
	for _, l := range x.Luck(nil) {
		end, err := follow(n.s, l)
		if err != nil {
			return err
		}
		sum += float64(l.Weight)
		weights[end] += float64(l.Weight)
	}
	if math.Abs(sum-1) > 1e-4 {
		return fmt.Errorf("the weights of chance sum to %v", sum)
	}
	if n.ply > 4 && n.rand.IntN(8) > 0 {
		return nil // dice are thrown at some positions
	}
	return n.throwAll(weights)
}

// follow carries out the steps of an outcome by the rules in full, and asks that drawing it
// leads there.
func follow(s rules.State, l rules.Luck) (uint64, error) {
	if l.N < 1 || l.Weight <= 0 {
		return 0, fmt.Errorf("an outcome of %d steps has weight %v", l.N, l.Weight)
	}
	x, _ := rules.NewScratch(s)
	for _, step := range l.Steps[:l.N] {
		next, _, err := s.Apply(step, nil)
		if err != nil {
			return 0, fmt.Errorf("an outcome: %w", err)
		}
		s = next
	}
	if d, ok := x.(rules.Drawer); ok {
		if d.Draw(&l); x.Hash() != place(s) {
			return 0, fmt.Errorf("drawing %v leads elsewhere than its steps", l.Steps[:l.N])
		}
	}
	return place(s), nil
}

// place is what is alike in positions that one outcome stands for: the same hash.
func place(s rules.State) uint64 {
	x, _ := rules.NewScratch(s)
	return x.Hash()
}

// throwAll throws as dice do, until chance has nothing more to say or an outcome's
// place is reached, and compares how often each is.
func (n *node) throwAll(weights map[uint64]float64) error {
	const throws = 400
	count := map[uint64]float64{}
	for range throws {
		at, err := n.throwOn(weights)
		if err != nil {
			return err
		}
		count[at]++
	}
	for end, w := range weights {
		// Five standard deviations of a binomial distribution, and one throw.
		if off := math.Abs(count[end] - w*throws); off > 5*math.Sqrt(throws*w*(1-w))+1 {
			return fmt.Errorf("an outcome of weight %v came in %v of %d throws", w, count[end], throws)
		}
	}
	return nil
}

// throwOn throws once, as far as an outcome that weights has.
func (n *node) throwOn(weights map[uint64]float64) (uint64, error) {
	s := n.s
	for range 100 {
		ask := s.Ask()
		var got []uint8
		if ask.Deck == nil {
			got = []uint8{uint8(n.rand.IntN(int(ask.Faces))) + 1}
		} else {
			for _, i := range n.rand.Perm(len(ask.Deck))[:ask.Cards] {
				got = append(got, uint8(i))
			}
		}
		next, _, err := s.Apply(s.Drawn(got), nil)
		if err != nil {
			return 0, err
		}
		s = next
		if _, ok := weights[place(s)]; ok {
			return place(s), nil
		}
		if !s.ToAct().Has(rules.Chance) {
			return 0, fmt.Errorf("throws lead to %s, which no outcome does", mustView(s))
		}
	}
	return 0, fmt.Errorf("throws upon throws lead to no outcome")
}

func mustView(s rules.State) string {
	text, _ := viewText(s, rules.Full)
	return string(text)
}
