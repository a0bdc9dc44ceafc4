package rules

import (
	"fmt"
	"math"
	"slices"
)

// Weights is a game's evaluation: what it counts, by name, and what each of that
// is worth. The sum of Scratch.Features times Values, put through the logistic
// function, is the result that is expected: 0 a loss, 1 a win.
type Weights struct {
	Names      []string
	Values     []float32
	Steps      bool         // a turn has so many steps that search looks ahead by steps, not by turns
	Errs       float32      // how far lower levels misjudge its positions, as a part of what they do in other games; measured
	Captures   int          // turns of captures that search looks at behind its horizon; measured
	Curve      [][2]float32 // what a game comes to, by what the weights expect: points of a line from 0 to 1; none: the same
	Curves     []OptionCurve
	Further    []string // what only Foresight counts, behind Names
	*Foresight          // of the options, if there is one
	Ladder     []Rung   // the computer's levels in this game, the lowest first; none: those that suit most games
	Levels     []int    // of the computer that are worth a choice, by the matches of the game's ladder.json; none: nobody has measured
}

// Rung is how well the computer plays at a level: how much it looks at, and how far it errs.
type Rung struct {
	Positions int     `json:"positions"`       // at most
	Turns     int     `json:"turns,omitempty"` // ahead; none: as many as come out
	Error     float32 `json:"error,omitempty"` // of a judgement, as a part of how far the best step stands out at first sight
}

// OptionCurve is the curve of a game that is played with these options; none: that of the game.
type OptionCurve struct {
	Options Options      `json:"options"`
	Curve   [][2]float32 `json:"curve,omitempty"`
	*Foresight
}

// Foresight are weights by which people are told what to expect of a game whose throws decide more than the weights know
// that it is played with. They judge positions in which somebody decides, or, of a game in which that answers a throw, those
// before throws.
type Foresight struct {
	Foretells map[string]float32 `json:"foretells"` // one for each of Names and Further
	Came      [][2]float32       `json:"came"`      // their curve
	Taken     float64            `json:"taken"`     // how much of what a throw changes comes true, on average; 0: nothing answers throws
}

// BeforeThrows reports whether there is foresight, and it judges positions before throws.
func (f *Foresight) BeforeThrows() bool { return f != nil && f.Taken > 0 }

// For returns the weights with the curve of a game that is played with those options: the one whose options are all
// among them, and of such the one with most.
func (w *Weights) For(given Options) Weights {
	out, most := *w, 0
	for _, c := range w.Curves {
		if n := len(c.Options); n > most && c.Options.among(given) {
			out.Foresight, most = c.Foresight, n
			if out.Curve = c.Curve; len(c.Curve) == 0 {
				out.Curve = w.Curve
			}
		}
	}
	return out
}

// Foreseeing returns the weights of Foresight, or w if it has none.
func (w *Weights) Foreseeing() Weights {
	out := *w
	if f := w.Foresight; f != nil {
		out.Names = w.Known()
		out.Values, out.Curve = make([]float32, len(out.Names)), f.Came
		for i, name := range out.Names {
			out.Values[i] = f.Foretells[name]
		}
	}
	return out
}

// Known are the names of all that is counted.
func (w *Weights) Known() []string { return slices.Concat(w.Names, w.Further) }

// among reports whether given has all of o; numbers may be as JSON decodes them.
func (o Options) among(given Options) bool {
	for name, v := range o {
		if fmt.Sprint(given[name]) != fmt.Sprint(v) {
			return false
		}
	}
	return true
}

// Result returns what a game comes to of which the weights expect so much. It is for who
// tells people: search needs only what is better.
func (w *Weights) Result(expected float32) float32 {
	for i := 1; i < len(w.Curve); i++ {
		if a, b := w.Curve[i-1], w.Curve[i]; expected <= b[0] {
			return a[1] + (b[1]-a[1])*(expected-a[0])/max(b[0]-a[0], 1e-6)
		}
	}
	return expected
}

// weightsDoc is a game's weights.json.
type weightsDoc struct {
	Features map[string]float32 `json:"features"`
	Steps    bool               `json:"steps"`
	Captures int                `json:"captures"`
	Errs     *float32           `json:"errs,omitempty"` // none: 1
	Curve    [][2]float32       `json:"curve,omitempty"`
	Curves   []OptionCurve      `json:"curves,omitempty"`
	Ladder   []Rung             `json:"ladder,omitempty"`
	Levels   []int              `json:"levels,omitempty"`
	Record   string             `json:"record"` // where the weights come from, and by which match
}

// ReadWeights returns the weights of text, JSON with a member for each of names, and of further
// ones where it foretells. An error names what is missing or too much.
func ReadWeights(names []string, text []byte, further ...string) (Weights, error) {
	var doc weightsDoc
	if err := ReadJSON(text, &doc); err != nil {
		return Weights{}, fmt.Errorf("weights: %w", err)
	}
	w := Weights{Names: names, Values: make([]float32, len(names)), Steps: doc.Steps, Errs: 1, Captures: doc.Captures, Curve: doc.Curve, Curves: doc.Curves, Further: further, Ladder: doc.Ladder, Levels: doc.Levels}
	if doc.Errs != nil {
		w.Errs = *doc.Errs
	}
	if err := all(names, doc.Features); err != nil {
		return Weights{}, err
	}
	for i, name := range names {
		w.Values[i] = doc.Features[name]
	}
	for _, c := range w.Curves {
		if c.Foresight == nil {
			continue
		}
		if err := all(w.Known(), c.Foretells); err != nil {
			return Weights{}, err
		}
	}
	return w, nil
}

// all returns an error unless features has a member for each of names, and no other.
func all(names []string, features map[string]float32) error {
	for _, name := range names {
		if _, ok := features[name]; !ok {
			return fmt.Errorf("weights: feature %s is missing", name)
		}
	}
	if len(features) != len(names) {
		return fmt.Errorf("weights: %d features, known are %v", len(features), names)
	}
	return nil
}

// MustWeights is ReadWeights of a game's own file, which a test reads first.
func MustWeights(names []string, text []byte, further ...string) Weights {
	w, err := ReadWeights(names, text, further...)
	if err != nil {
		panic(err)
	}
	return w
}

// Expect returns the result expected for seat, 0 to 1. room is for as many
// numbers as there are names.
func (w *Weights) Expect(s Scratch, seat Seat, room []float32) float32 {
	s.Features(seat, room)
	sum := float32(0)
	for i, v := range w.Values {
		sum += v * room[i]
	}
	return Logistic(sum)
}

// The logistic function as a table: between two places it is taken for straight, which
// errs by less than a hundred-thousandth.
const (
	logisticMost  = 12 // beyond it differs from 0 and 1 by as little
	logisticSteps = 48 // places a unit
)

var logistic = logisticTable()

func logisticTable() (t [2*logisticMost*logisticSteps + 2]float32) {
	for i := range t {
		t[i] = float32(1 / (1 + math.Exp(logisticMost-float64(i)/logisticSteps)))
	}
	return t
}

// Logistic is 1/(1+exp(-x)).
func Logistic(x float32) float32 {
	x = min(max(x, -logisticMost), logisticMost)
	at := (x + logisticMost) * logisticSteps
	i := int(at)
	return logistic[i] + (at-float32(i))*(logistic[i+1]-logistic[i])
}
