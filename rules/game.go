package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Game is a game as data: its names and the two ways to a position.
type Game struct {
	Name    string   // in the interchange: "rolechess"
	Title   string   // as its makers write it
	Seats   []string // names of all seats there can be, in the order of play
	Options []Option
	Verbs   []Verb   // that actions begin with which are no way from square to square
	Opening []string // phases before the pieces beside the board have stood on it; the first is where it begins
	Chance  bool     // dice or cards fall, whatever the options
	Hidden  bool     // some position hides something from somebody
	Rebuilt string   // which parts are rebuilt, for players; "" for none
	Credit  string   // author and publisher

	// Figures returns the rules' own numbers that pages show before a choice, to
	// be marshalled as JSON; nil if there are none.
	Figures func() any
	Law     string // the numbered rules, in English, as Markdown
	// Pieces is how many pieces its set has where they are more than any start shows;
	// 0: as many as the start with the most has.
	Pieces int
	// Card returns what players look up of the game.
	Card func() Card

	// New returns the starting position. Options are complete and checked.
	New func(Options) (State, error)
	// Read returns the position of a document whose common part is checked. It
	// wraps ErrPosition for what is no position of this game.
	Read func(Document, Options) (State, error)
	// Sample returns a position that the viewer of a document cannot tell from the
	// true one, drawn by pick (a number below n) from all that fit its view and the
	// actions that it knows of, in order. It wraps ErrPosition. It is nil in a game
	// that hides nothing: there the view is the position.
	Sample func(d Document, o Options, history []string, pick func(n int) int) (State, error)
	// Weights is the evaluation of positions, for search.
	Weights Weights
}

// SeatName returns the text name of a seat of the game, or chance or referee.
func (g *Game) SeatName(s Seat) string {
	switch {
	case int(s) < len(g.Seats):
		return g.Seats[s]
	case s == Chance:
		return "chance"
	case s == Referee:
		return "referee"
	case s == Table:
		return "table"
	}
	return ""
}

// SeatKey is the argument of a message that names seat s.
func (g *Game) SeatKey(s Seat) string { return "@seat." + g.SeatName(s) }

// SeatOf returns the player's seat of that name.
func (g *Game) SeatOf(name string) (Seat, bool) {
	i := slices.Index(g.Seats, name)
	return Seat(max(i, 0)), i >= 0
}

// Option is one rule option of a game.
type Option struct {
	Name    string `json:"name"`
	Seat    string `json:"seat,omitempty"`    // whose it is, which its name ends in: it means nothing where that seat does not play
	Type    string `json:"type"`              // "bool", "int" or "choice"
	Values  []any  `json:"values,omitempty"`  // of a choice, texts or whole numbers; of an int, its least and greatest
	Default any    `json:"default"`           // bool, int or string
	Clocked []any  `json:"clocked,omitempty"` // values with which a clock ends the game, so that it needs one
	Chance  []any  `json:"chance,omitempty"`  // values with which dice or cards fall
	Means   string `json:"means"`             // a sentence for players
}

// Options holds a value for each option of a game: bool, int or string.
type Options map[string]any

// Bool returns the value of a bool option.
func (o Options) Bool(name string) bool { v, _ := o[name].(bool); return v }

// Int returns the value of an int option.
func (o Options) Int(name string) int { v, _ := o[name].(int); return v }

// Text returns the value of a choice.
func (o Options) Text(name string) string { v, _ := o[name].(string); return v }

// Moved returns the given options after players have changed seats: an option of a seat goes with its player.
func (g *Game) Moved(given map[string]any, to map[string]string) map[string]any {
	out := map[string]any{}
	for name, v := range given {
		for _, o := range g.Options {
			if moved, own := to[o.Seat]; own && o.Name == name {
				name = strings.TrimSuffix(name, o.Seat) + moved
				break
			}
		}
		out[name] = v
	}
	return out
}

// Complete checks the given options and fills in the defaults of the others. It
// accepts numbers as JSON decodes them. It wraps ErrOption for an unknown
// option or value, naming both and what can be.
func (g *Game) Complete(given map[string]any) (Options, error) {
	out := Options{}
	for _, opt := range g.Options {
		out[opt.Name] = opt.Default
	}
	for _, name := range slices.Sorted(maps.Keys(given)) { // of several faults always the same is told
		v := given[name]
		i := slices.IndexFunc(g.Options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return nil, g.noOption(name)
		}
		value, ok := g.Options[i].accept(v)
		if !ok {
			return nil, g.noValue(g.Options[i], v)
		}
		out[name] = value
	}
	return out, nil
}

// accept returns v as the option holds it.
func (o Option) accept(v any) (any, bool) {
	switch o.Type {
	case "bool":
		b, ok := v.(bool)
		return b, ok
	case "int":
		n, ok := wholeNumber(v)
		return n, ok && n >= o.Values[0].(int) && n <= o.Values[1].(int)
	}
	n, isNumber := wholeNumber(v)
	text, isText := v.(string) // a listed number, too: from a list on a page, from a command line
	for _, value := range o.Values {
		if isNumber && value == any(n) || isText && text == fmt.Sprint(value) {
			return value, true
		}
	}
	return nil, false
}

// can says what the option can be.
func (o Option) can() Message {
	switch o.Type {
	case "bool":
		return Say("do.bool")
	case "int":
		return Say("do.whole", "n", fmt.Sprint(o.Values[0]), "m", fmt.Sprint(o.Values[1]))
	}
	var values []string
	for _, v := range o.Values {
		values = append(values, fmt.Sprint(v))
	}
	return Say("do.there", "names", strings.Join(values, ", "))
}

func (g *Game) noOption(name string) error {
	return unknown(ErrOption, Say("no.option.unknown", "game", g.Title, "name", Quote(name)), name, g.optionNames())
}

func (g *Game) noValue(o Option, v any) error {
	text, _ := json.Marshal(v) // as it was given: "50" is none where 50 is one
	why := Say("no.option.value", "game", g.Title, "name", o.Name, "value", Quote(string(text)))
	return &Refusal{Cause: ErrOption, Why: why, Hint: o.can()}
}

func wholeNumber(v any) (int, bool) {
	switch n := v.(type) {
	case int:
		return n, true
	case float64:
		return int(n), n == float64(int(n))
	case json.Number:
		i, err := n.Int64()
		return int(i), err == nil
	}
	return 0, false
}

// ParseOption reads a value given as text on a command line, by the option's type.
func (g *Game) ParseOption(name, text string) (any, error) {
	for _, o := range g.Options {
		if o.Name != name {
			continue
		}
		var v any
		if o.Type == "choice" {
			v = text
		} else if json.Unmarshal([]byte(strings.ToLower(text)), &v) != nil { // True and FALSE, too
			return nil, g.noValue(o, text)
		}
		return v, nil
	}
	return nil, g.noOption(name)
}

func (g *Game) optionNames() (names []string) {
	for _, o := range g.Options {
		names = append(names, o.Name)
	}
	return names
}

// NeedsClock returns the first of the complete options whose value lets a clock end
// the game; "" if none does.
func (g *Game) NeedsClock(o Options) (option string) {
	for _, opt := range g.Options {
		if slices.Contains(opt.Clocked, o[opt.Name]) {
			return opt.Name
		}
	}
	return ""
}

// Variants returns the fewest sets of options that cover every value of each option (of a whole number its least
// and greatest), the defaults first. Tests of all games play them.
func (g *Game) Variants() []map[string]any {
	out := []map[string]any{nil}
	for _, o := range g.Options {
		values := o.Values
		if o.Type == "bool" {
			values = []any{false, true}
		}
		n := 0
		for _, v := range values {
			if v == o.Default {
				continue
			}
			if n++; n == len(out) {
				out = append(out, map[string]any{})
			}
			out[n][o.Name] = v
		}
	}
	return out
}

// SetOf returns the number of pieces in the game's set, of all players.
func (g *Game) SetOf() (n int) {
	if g.Pieces > 0 {
		return g.Pieces
	}
	for _, given := range g.Variants() {
		if s, err := g.Start(given); err == nil {
			n = max(n, len(s.View(Full).Pieces))
		}
	}
	return n
}

// Changed returns the options that differ from their defaults, as the
// interchange writes them.
func (g *Game) Changed(o Options) map[string]any {
	out := map[string]any{}
	for _, opt := range g.Options {
		if v, ok := o[opt.Name]; ok && v != opt.Default {
			out[opt.Name] = v
		}
	}
	return out
}

// Rolls reports whether a game with these options has dice or cards; missing options have their defaults.
func (g *Game) Rolls(given map[string]any) bool {
	return g.Chance || slices.ContainsFunc(g.Options, func(o Option) bool {
		v, ok := given[o.Name]
		if !ok {
			v = o.Default
		}
		return slices.Contains(o.Chance, v)
	})
}

// Start returns the starting position with the given options. It wraps ErrOption.
func (g *Game) Start(given map[string]any) (State, error) {
	o, err := g.Complete(given)
	if err != nil {
		return nil, err
	}
	return g.New(o)
}
