package rulestest

import (
	"bytes"
	"encoding/json"
	"fmt"

	"reeve/rules"
)

// samplesEach is how many positions are drawn for a view.
const samplesEach = 3

// checkSample asks that what a seat knows, when it has to decide, is enough for
// positions that it cannot tell from the true one: with the same view, byte for
// byte, and the same steps to choose from.
func checkSample(n *node) error {
	if _, ok := rules.NewScratch(n.s); !ok {
		return nil
	}
	if n.g.Hidden != (n.g.Sample != nil) {
		return fmt.Errorf("it hides something: %t, but there is a Sample: %t", n.g.Hidden, n.g.Sample != nil)
	}
	for _, seat := range n.s.Seated().All() {
		if !n.s.ToAct().Has(seat) {
			continue
		}
		view, err := json.Marshal(n.s.View(seat))
		if err != nil {
			return err
		}
		for range samplesEach {
			s, who, err := rules.ReadView([]*rules.Game{n.g}, view, n.known[seat], n.rand.IntN)
			if err != nil {
				return fmt.Errorf("seat %d: a sample of %s: %w", seat, view, err)
			}
			again, _ := json.Marshal(s.View(seat))
			if who != seat || !bytes.Equal(view, again) {
				return fmt.Errorf("seat %d sees\n%s\nand in a sample\n%s", seat, view, again)
			}
			if err := Indistinct(seat, n.s, s); err != nil {
				return err
			}
			if !n.g.Hidden && s != n.s {
				return fmt.Errorf("nothing is hidden, but a sample is another position")
			}
		}
	}
	return nil
}
