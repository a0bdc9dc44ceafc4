package rules

import "strings"

// Verb is a word that actions of a game begin with where they are no way from square to square: "deploy levy a3".
// Pages build their choices of it; what is legal they are told.
type Verb struct {
	Name  string   `json:"name"`
	Parts []string `json:"parts,omitempty"` // what follows, in order, each one of Slots
	Shown string   `json:"shown,omitempty"` // how hands show it once it is chosen on a page, one of Showings; "": they cannot

	AnyOrder bool `json:"any_order,omitempty"` // its squares may be chosen in either order
	AtOnce   bool `json:"at_once,omitempty"`   // a tap does it: nobody is asked again
	Ends     bool `json:"ends,omitempty"`      // nothing more can be done in the turn or phase
	Repeats  bool `json:"repeats,omitempty"`   // said several times running: its first part stays chosen
	Paid     bool `json:"paid,omitempty"`      // what it costs is paid next
	Within   bool `json:"within,omitempty"`    // it comes between an attack and what falls
}

// Slots are what may follow a verb: each but goods is one word, or what stands between two signs (docs/interchange.md).
// Goods are all the rest, "levy=8 knights=2".
func Slots() []string {
	return []string{"square", "file", "piece", "kind", "card", "seat", "effect", "formula", "target", "points", "goods"}
}

// Showings are how hands show what was chosen on a page: pieces are carried or swapped, tapped where they stand or taken
// off, or two ends of a line are tapped.
func Showings() []string { return []string{"carry", "point", "off", "line"} }

// Verb returns the verb that an action's text form begins with, and false for a way from square to square.
func (g *Game) Verb(text string) (v Verb, ok bool) {
	word, _, _ := strings.Cut(text, " ")
	for _, v := range g.Verbs {
		if v.Name == word {
			return v, true
		}
	}
	return Verb{}, false
}
