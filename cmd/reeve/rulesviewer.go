package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"reeve/rules"

	"github.com/spf13/cobra"
)

// viewFlags says who looks: all is shown and accepted, or what one viewer may know.
type viewFlags struct {
	seat   string
	public bool
}

func (f *viewFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.seat, "seat", "", "show and accept only what this seat may know")
	cmd.Flags().BoolVar(&f.public, "public", false, "show and accept only what everybody may know")
}

// viewer returns who looks at s.
func (f viewFlags) viewer(s rules.State) (rules.Seat, error) {
	switch {
	case f.public && f.seat != "":
		return 0, errors.New("rules: a seat's view or the public one, not both")
	case f.public:
		return rules.Table, nil
	case f.seat == "":
		return rules.Full, nil
	}
	seat, ok := s.Game().SeatOf(f.seat)
	if !ok || !s.Seated().Has(seat) {
		return 0, fmt.Errorf("rules: no seat %q at this table of %s", f.seat, s.Game().Name)
	}
	return seat, nil
}

// mayAct reports whether viewer is told what comes of step. It does not ask
// whether step is legal, so that a refusal tells nothing.
func mayAct(s rules.State, viewer rules.Seat, step rules.Step) bool {
	switch {
	case viewer == rules.Full, step.By == viewer:
		return true
	case step.By == rules.Referee:
		return step.Kind != rules.KindResign || viewer == rules.Table || step == rules.Resign(viewer)
	case step.By == rules.Chance:
		return !s.ToAct().Has(rules.Chance) || !s.Ask().Secret
	}
	return viewer == rules.Table && isOpen(s, viewer)
}

// isOpen reports whether viewer sees all of s and nobody chooses in secret.
func isOpen(s rules.State, viewer rules.Seat) bool {
	if !s.Game().Hidden || viewer == rules.Full {
		return true
	}
	seen, full := s.View(viewer), s.View(rules.Full)
	seen.Viewer = ""
	a, errA := jsonLine(seen)
	b, errB := jsonLine(full)
	return s.ToAct().Len() <= 1 && errA == nil && errB == nil && bytes.Equal(a, b)
}

// mayCount refuses to count what hangs on something hidden from viewer.
func mayCount(s rules.State, viewer rules.Seat) error {
	if !isOpen(s, viewer) {
		return fmt.Errorf("%w: perft: the count would tell what is hidden", rules.ErrSecret)
	}
	return nil
}

// legalTexts returns the legal actions that viewer is shown, sorted: all; a
// seat's own; or, for the table, those of a position that it sees all of.
func legalTexts(s rules.State, viewer rules.Seat) []string {
	texts := []string{}
	all := viewer == rules.Full || viewer == rules.Table && isOpen(s, viewer)
	for _, step := range s.Legal(nil) {
		if all || step.By == viewer {
			texts = append(texts, s.Text(step))
		}
	}
	slices.Sort(texts)
	return texts
}
