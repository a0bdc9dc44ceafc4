package rulestest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules"
)

// checkLegal asks for a fixed order, each step once, everyone's own, and at
// least one step of all who are to act.
func checkLegal(n *node) error {
	if again := n.s.Legal(nil); !slices.Equal(again, n.legal) {
		return fmt.Errorf("asked twice: %s, then %s", texts(n.s, n.legal), texts(n.s, again))
	}
	mark := rules.Step{By: rules.Referee, Kind: 0xEE}
	if more := n.s.Legal([]rules.Step{mark}); more[0] != mark || !slices.Equal(more[1:], n.legal) {
		return fmt.Errorf("it does not append to the caller's slice")
	}
	if len(n.set) != len(n.legal) {
		return fmt.Errorf("a step stands twice in %s", texts(n.s, n.legal))
	}
	var by rules.Seats
	for _, step := range n.legal {
		if !n.s.ToAct().Has(step.By) {
			return fmt.Errorf("%s is by %d, who is not to act", n.s.Text(step), step.By)
		}
		if step.Kind >= rules.KindReferee {
			return fmt.Errorf("%s has a kind of the referee's", n.s.Text(step))
		}
		by |= rules.SeatsOf(step.By)
	}
	if by != n.s.ToAct() {
		return fmt.Errorf("to act are %v, legal steps have %v", n.s.ToAct().All(), by.All())
	}
	return nil
}

func texts(s rules.State, steps []rules.Step) []string {
	var out []string
	for _, step := range steps {
		out = append(out, s.Text(step))
	}
	return out
}

// checkText asks that text forms are one line, differ, and read back; that
// garbage is refused; and that there is something to tell of every step.
func checkText(n *node) error {
	seen := map[string]bool{}
	for _, step := range n.legal {
		text := n.s.Text(step)
		if seen[text] || text == "" || strings.ContainsAny(text, "\r\n") || strings.TrimSpace(text) != text {
			return fmt.Errorf("text %q is empty, no plain line, or stands for two steps", text)
		}
		seen[text] = true
		back, err := n.s.Parse(text)
		if err != nil || back != step {
			return fmt.Errorf("%q: %+v reads back as %+v, %v", text, step, back, err)
		}
		if n.s.Tell(step).Key == "" {
			return fmt.Errorf("%q: nothing to tell", text)
		}
	}
	for _, text := range n.garbage() {
		switch step, err := n.s.Parse(text); {
		case err == nil && n.s.Text(step) != text:
			return fmt.Errorf("%q is read as %q: an action has one spelling", text, n.s.Text(step))
		case err != nil:
			if _, err := refusal(err, rules.ErrAction); err != nil {
				return fmt.Errorf("%q: %w", text, err)
			}
		}
	}
	for _, text := range n.blanks() {
		_, err := n.s.Parse(text)
		if r, err := refusal(err, rules.ErrAction); err != nil || r.Why.Key != "no.action.blanks" {
			return fmt.Errorf("%q: %v, %w", text, r, err)
		}
	}
	for _, text := range []string{"", " ", "\x00", "no such action!"} {
		_, err := n.s.Parse(text)
		if _, err := refusal(err, rules.ErrAction); err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
	}
	return nil
}

// garbage returns texts of legal steps with a byte changed, cut or doubled.
func (n *node) garbage() []string {
	var out []string
	for _, step := range n.some(8) {
		b := []byte(n.s.Text(step))
		i := n.rand.IntN(len(b))
		changed := slices.Clone(b)
		changed[i] = byte(n.rand.IntN(256))
		out = append(out, string(changed), string(b[:i]), string(b[i:]), string(b)+string(b), string(b)+" ")
	}
	return out
}

// blanks are texts of a legal step with blanks where none belong.
func (n *node) blanks() (out []string) {
	for _, step := range n.legal[:min(2, len(n.legal))] {
		text := n.s.Text(step)
		out = append(out, " "+text, text+" ", text+"\t")
		if before, after, spaced := strings.Cut(text, " "); spaced {
			out = append(out, before+"  "+after)
		}
	}
	return out
}

// checkApply asks that legal steps are taken, with equal outcome each time,
// that effects are appended, and that the last of them says when it is over.
func checkApply(n *node) error {
	caller := []rules.Effect{{Kind: rules.EffectLoss, N: 77}}
	for _, step := range n.some(24) {
		text := n.s.Text(step)
		a, fx, err := n.s.Apply(step, slices.Clone(caller))
		if err != nil {
			return fmt.Errorf("the legal step %s was refused: %w", text, err)
		}
		b, again, err := n.s.Apply(step, slices.Clone(caller))
		if err != nil || a != b || !slices.Equal(fx, again) {
			return fmt.Errorf("%s, applied twice, makes different positions or effects", text)
		}
		if a == n.s {
			return fmt.Errorf("%s changes nothing", text)
		}
		if len(fx) == 0 || fx[0] != caller[0] {
			return fmt.Errorf("%s: the effects are not appended to the caller's", text)
		}
		if err := checkEffects(a, fx[1:]); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

func checkEffects(next rules.State, fx []rules.Effect) error {
	_, over := next.Result()
	told := 0
	top := next.Topology()
	on := func(sq board.Square) bool { return int(sq) < top.Len() }
	for _, e := range fx {
		ok := true
		switch e.Kind {
		case rules.EffectMoved:
			ok = on(e.From) && on(e.To)
		case rules.EffectRemoved, rules.EffectLoss:
			ok = on(e.From)
		case rules.EffectEntered:
			ok = on(e.To)
		case rules.EffectThrown:
			ok = on(e.From) || e.From == board.None
		case rules.EffectOver:
			told++
		default:
			ok = false
		}
		if !ok {
			return fmt.Errorf("effect %+v has an unknown kind or square", e)
		}
	}
	if over != (told == 1) || told > 1 {
		return fmt.Errorf("over is %t, told %d times", over, told)
	}
	return nil
}

// checkStrangers asks that whatever is not legal is refused and changes nothing.
func checkStrangers(n *node) error {
	caller := []rules.Effect{{Kind: rules.EffectLoss, N: 77}}
	for _, step := range n.strangers() {
		if n.set[step] {
			continue
		}
		next, fx, err := n.s.Apply(step, slices.Clone(caller))
		r, err := refusal(err, rules.ErrIllegal)
		if err != nil || next != nil {
			return fmt.Errorf("%+v (%s): refused with %v, and the position %v", step, n.s.Text(step), err, next)
		}
		if err := n.spoken(r.Why, "Why"); err != nil {
			return err
		}
		if !slices.Equal(fx, caller) {
			return fmt.Errorf("%+v: refused, but effects %v", step, fx)
		}
	}
	return nil
}

// strangers returns steps that are probably not legal: legal ones by somebody
// else or with one argument changed, earlier ones, and garbage. The referee's
// own are left to checkReferee: a game may have more of them.
func (n *node) strangers() []rules.Step {
	out := []rules.Step{{}, {By: rules.Chance}, {By: rules.Table, Kind: 1}, {By: rules.Full, Kind: 1}}
	for _, step := range n.some(8) {
		for by := range rules.Chance + 1 {
			step.By = by
			out = append(out, step)
		}
	}
	near := append(slices.Clone(n.some(12)), n.pool[max(0, len(n.pool)-12):]...)
	for _, step := range near {
		out = append(out, step)
		last, kind, count, arg := step, step, step, step
		last.Arg[rules.StepArgs-1]++
		kind.Kind = uint8(n.rand.IntN(int(rules.KindReferee)))
		count.N += uint8(1 + n.rand.IntN(255))
		arg.Arg[n.rand.IntN(4)] = uint8(n.rand.IntN(256))
		out = append(out, last, kind, count, arg)
	}
	for range 16 {
		step := rules.Step{By: rules.Seat(n.rand.IntN(8)), Kind: uint8(n.rand.IntN(24)), N: uint8(n.rand.IntN(256))}
		for i := range step.Arg {
			step.Arg[i] = uint8(n.rand.IntN(256))
		}
		out = append(out, step)
	}
	return slices.DeleteFunc(out, func(s rules.Step) bool { return s.By == rules.Referee })
}

// checkReferee asks for resignation, agreement and abandonment in every
// position, and for their refusal when the game is over.
func checkReferee(n *node) error {
	_, over := n.s.Result()
	steps := map[string]rules.Step{"agreed": rules.Draw(), "abandoned": rules.Abandon()}
	for _, why := range slices.Sorted(maps.Keys(steps)) {
		if err := n.refereeStep(steps[why], over, why); err != nil {
			return err
		}
	}
	seated := n.s.Seated()
	for seat := range rules.Seat(rules.MaxSeats + 2) {
		step := rules.Resign(seat)
		switch {
		case !seated.Has(seat):
			if _, _, err := n.s.Apply(step, nil); !errors.Is(err, rules.ErrIllegal) {
				return fmt.Errorf("resign %d, who is not seated: got %v, want ErrIllegal", seat, err)
			}
		case seated.Len() == 2 || over:
			if err := n.refereeStep(step, over, "resigned"); err != nil {
				return err
			}
		default: // one of several: once only
			if _, _, err := n.s.Apply(step, nil); err != nil && !errors.Is(err, rules.ErrIllegal) {
				return err
			}
		}
	}
	return nil
}

func (n *node) refereeStep(step rules.Step, over bool, why string) error {
	text := n.s.Text(step)
	if err := n.spoken(n.s.Tell(step), "Tell"); err != nil {
		return err
	}
	if back, err := n.s.Parse(text); err != nil || back != step {
		return fmt.Errorf("%q reads back as %+v, %v", text, back, err)
	}
	if n.s.Tell(step).Key == "" {
		return fmt.Errorf("%q: nothing to tell", text)
	}
	next, fx, err := n.s.Apply(step, nil)
	if over {
		if !errors.Is(err, rules.ErrIllegal) {
			return fmt.Errorf("%s after the end: got %v, want ErrIllegal", text, err)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	result, ended := next.Result()
	if !ended || result.Why != why {
		return fmt.Errorf("%s: the result is %+v, over %t", text, result, ended)
	}
	if why == "resigned" && (result.Winners.Has(rules.Seat(step.Arg[0])) || result.Winners == 0) {
		return fmt.Errorf("%s: winners are %v", text, result.Winners.All())
	}
	if err := checkEffects(next, fx); err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	if n.ply%8 != 0 { // the rest is long, and much the same everywhere
		return nil
	}
	end := newNode(n.g, next, n.rand, n.ply, n.legal)
	end.lacks, end.heard = n.lacks, n.heard
	for _, ask := range []func(*node) error{checkActing, checkLegal, checkRead, checkStrangers} {
		if err := ask(end); err != nil {
			return fmt.Errorf("after %s: %w\nat %s", text, err, end.full)
		}
	}
	return nil
}

// checkAllocations asks, now and then, that Legal allocates nothing, nor Hands of a step of any kind, and Apply at most
// the new position.
func checkAllocations(n *node) error {
	if n.ply%16 != 0 || len(n.legal) == 0 {
		return nil
	}
	buffer := slices.Clone(n.legal)
	if a := testing.AllocsPerRun(5, func() { buffer = n.s.Legal(buffer[:0]) }); a != 0 {
		return fmt.Errorf("legal steps: it allocates %v times", a)
	}
	var seen [256]bool // by kind
	for _, i := range n.rand.Perm(len(n.legal)) {
		if step := n.legal[i]; !seen[step.Kind] {
			seen[step.Kind] = true
			if err := n.stepAllocates(step); err != nil {
				return err
			}
		}
	}
	return nil
}

func (n *node) stepAllocates(step rules.Step) error {
	fx := make([]rules.Effect, 0, 64)
	if a := testing.AllocsPerRun(5, func() { n.s.Hands(step) }); a != 0 {
		return fmt.Errorf("hands of %s: it allocates %v times", n.s.Text(step), a)
	}
	if a := testing.AllocsPerRun(5, func() { _, fx, _ = n.s.Apply(step, fx[:0]) }); a > 1 {
		return fmt.Errorf("applying %s allocates %v times", n.s.Text(step), a)
	}
	return nil
}

// checkPure asks that all the other checks have left the position as it was.
func checkPure(n *node) error {
	text, err := viewText(n.s, rules.Full)
	if err != nil || !bytes.Equal(text, n.full) {
		return fmt.Errorf("the position has changed, to %s (%v)", text, err)
	}
	return nil
}

// checkReplay asks that the same steps, and their texts, lead to equal positions.
func checkReplay(g *rules.Game, given map[string]any, path []rules.Step, states []rules.State) error {
	s, err := g.Start(given)
	if err != nil || s != states[0] {
		return fmt.Errorf("replay: two starting positions differ (%v)", err)
	}
	for i, step := range path {
		read, err := s.Parse(s.Text(step))
		if err != nil || read != step {
			return fmt.Errorf("replay: step %d: %w", i, err)
		}
		if s.ToAct().Has(rules.Chance) && !g.Rolls(given) {
			return fmt.Errorf("replay: step %d is chance's, and with the options %v the game has none (Chance)", i, given)
		}
		if s, _, err = s.Apply(read, nil); err != nil || s != states[i+1] {
			return fmt.Errorf("replay: step %d: the position differs (%v)", i, err)
		}
	}
	return nil
}
