package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"reeve/rules"
)

// Dice is the dice service of one game, as verifying and going on need it.
type Dice interface {
	// SetWords adds the words of a seat, before the first draw.
	SetWords(seat rules.Seat, words string) error
	// Draw answers an ask of chance with what State.Drawn takes.
	Draw(ask rules.Ask) ([]uint8, error)
}

// Causes why a record is not verified.
var (
	ErrDiffers = errors.New("archive: the record differs from its dice")
	ErrNoSeed  = errors.New("archive: the record has no seed or script to verify with")
)

// Replay returns the position after events: that of the steps that stand. It
// wraps ErrRecord, or the rules' cause for a step that is not legal.
func Replay(games []*rules.Game, h Header, events []Event) (rules.State, error) {
	w, err := newWalk(games, h)
	if err != nil {
		return nil, err
	}
	return w.run(events)
}

// Resume is Replay that also draws from dice every throw of the record in order, so that dice go on
// where they were; withdrawn and undone throws were drawn, too. Throws entered by hand (dice "manual")
// are skipped. It wraps what Replay wraps, and ErrDiffers with the first event whose throw differs.
func Resume(games []*rules.Game, h Header, events []Event, dice Dice) (rules.State, error) {
	w, err := newWalk(games, h)
	if err != nil {
		return nil, err
	}
	w.dice = dice
	return w.run(events)
}

// Report is what Verify found in a record without a fault.
type Report struct {
	Computed int // throws and draws computed from the seed or script, and equal
	Entered  int // throws entered by hand, which nothing can verify
}

// Verify computes every throw of a record again from its seed or script, the
// words and the asks, and checks the commitment. newDice makes the dice of the
// header's choice. It wraps ErrNoSeed, ErrDiffers naming the first difference,
// the error of newDice, or what Replay wraps.
func Verify(games []*rules.Game, h Header, events []Event, newDice func(Header) (Dice, error)) (Report, error) {
	if err := checkCommitment(h); err != nil {
		return Report{}, err
	}
	w, err := newWalk(games, h)
	if err != nil {
		return Report{}, err
	}
	if w.dice, err = newDice(h); err != nil {
		return Report{}, err
	}
	_, err = w.run(events)
	return w.report, err
}

func checkCommitment(h Header) error {
	scripted := h.Dice == "scripted"
	switch {
	case scripted && len(h.Script) == 0, !scripted && len(h.Seed) == 0:
		return ErrNoSeed
	case h.Dice != "fair" && h.Dice != "manual":
		return nil
	}
	if sum := sha256.Sum256(h.Seed); hex.EncodeToString(sum[:]) != h.Commitment {
		return fmt.Errorf("%w: the seed's SHA-256 is %x, the commitment was %q", ErrDiffers, sum, h.Commitment)
	}
	return nil
}

// replayer goes through a record event by event.
type replayer struct {
	game   *rules.Game
	entry  bool // throws are entered by hand
	start  rules.State
	fold   fold
	states []rules.State // after each standing step; those at the end may be missing
	dice   Dice          // nil: recorded throws are not checked
	report Report
}

func newWalk(games []*rules.Game, h Header) (*replayer, error) {
	g, err := rules.Find(games, h.Game)
	if err != nil {
		return nil, err
	}
	start, err := g.Start(h.Options)
	if err != nil {
		return nil, err
	}
	return &replayer{game: g, entry: h.Dice == "manual", start: start}, nil
}

func (w *replayer) run(events []Event) (rules.State, error) {
	for _, e := range events {
		if err := w.add(e); err != nil {
			return nil, err
		}
	}
	return w.position()
}

func (w *replayer) add(e Event) error {
	before := w.start
	if e.Kind == Taken || e.Kind == Stepped {
		var err error
		if before, err = w.position(); err != nil {
			return err
		}
	}
	kept, err := w.fold.add(e)
	if err != nil {
		return err
	}
	w.states = w.states[:min(kept, len(w.states))]
	switch e.Kind {
	case Taken, Stepped:
		return w.step(before, e)
	case WordsSaid:
		return w.words(e)
	case Player:
		_, err := w.seat(e)
		return err
	}
	return nil
}

// position returns the position now. Steps behind one that was withdrawn are
// applied again.
func (w *replayer) position() (rules.State, error) {
	for i := len(w.states); i < len(w.fold.standing); i++ {
		next, _, err := w.apply(w.latest(), w.fold.standing[i].Event)
		if err != nil {
			return nil, err
		}
		w.states = append(w.states, next)
	}
	return w.latest(), nil
}

func (w *replayer) latest() rules.State {
	if len(w.states) == 0 {
		return w.start
	}
	return w.states[len(w.states)-1]
}

func (w *replayer) step(before rules.State, e Event) error {
	after, step, err := w.apply(before, e)
	if err != nil {
		return err
	}
	w.states = append(w.states, after)
	if step.By != rules.Chance || w.dice == nil {
		return nil
	}
	ask := before.Ask()
	if w.entry && !ask.Secret {
		w.report.Entered++
		return nil
	}
	got, err := w.dice.Draw(ask)
	if err != nil {
		return fmt.Errorf("%w: event %d, %s: %w", ErrDiffers, e.N, e.Action, err)
	}
	if drawn := before.Drawn(got); drawn != step {
		return fmt.Errorf("%w: event %d is %s, the dice give %s", ErrDiffers, e.N, e.Action, before.Text(drawn))
	}
	w.report.Computed++
	return nil
}

// apply takes the step of e in position s.
func (w *replayer) apply(s rules.State, e Event) (rules.State, rules.Step, error) {
	step, err := w.parse(s, e)
	if err != nil {
		return nil, rules.Step{}, fmt.Errorf("archive: event %d: %w", e.N, err)
	}
	next, _, err := s.Apply(step, nil)
	if err != nil {
		return nil, rules.Step{}, fmt.Errorf("archive: event %d: %w", e.N, err)
	}
	return next, step, nil
}

// parse reads the step of e. Text that is not the step's own form, or a step of
// somebody else's, is refused.
func (w *replayer) parse(s rules.State, e Event) (rules.Step, error) {
	if e.By == w.game.SeatName(rules.Referee) {
		if step, ok := rules.ParseReferee(w.game, e.Action); ok {
			return step, nil
		}
	}
	step, err := s.Parse(e.Action)
	if err != nil {
		return rules.Step{}, err
	}
	if text, by := s.Text(step), w.game.SeatName(step.By); text != e.Action || by != e.By {
		return rules.Step{}, fmt.Errorf("%w: %q by %q is %q by %q", ErrRecord, e.Action, e.By, text, by)
	}
	return step, nil
}

// seat returns the seat that e is about.
func (w *replayer) seat(e Event) (rules.Seat, error) {
	seat, ok := w.game.SeatOf(e.By)
	if !ok || !w.start.Seated().Has(seat) {
		return 0, fmt.Errorf("%w: event %d: %s of %q, who has no seat", ErrRecord, e.N, e.Kind, e.By)
	}
	return seat, nil
}

func (w *replayer) words(e Event) error {
	seat, err := w.seat(e)
	if err != nil || w.dice == nil {
		return err
	}
	if err := w.dice.SetWords(seat, e.Action); err != nil {
		return fmt.Errorf("%w: event %d: %w", ErrDiffers, e.N, err)
	}
	return nil
}

// ended reports whether the game of these events is over.
func ended(events []Event) bool {
	return slices.ContainsFunc(events, func(e Event) bool { return e.Kind == End })
}
