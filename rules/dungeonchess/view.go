package dungeonchess

import (
	"encoding/json"
	"slices"

	"reeve/board"
	"reeve/rules"
)

// stateDoc is the game's own part of a position as text. What a viewer may not
// know is left out, or stands as a count.
type stateDoc struct {
	Chests   map[string]int      `json:"chests"`
	Held     map[string][]string `json:"held"`
	Cards    map[string]cardsDoc `json:"cards"`
	Kept     map[string]int      `json:"kept"`
	Repeats  map[string]runDoc   `json:"repeats"`
	Ransomed bool                `json:"ransomed"`
	Calm     int                 `json:"calm,omitempty"`
	Resigned []string            `json:"resigned,omitempty"`
}

type runDoc struct {
	ID      string   `json:"id"`
	Between []string `json:"between"`
	N       int      `json:"n"`
}

// cardsDoc is the cards that a seat may choose from, or only that there are any.
type cardsDoc struct {
	list   []int
	hidden bool
}

// MarshalJSON writes a list, or {"count":2} of a hidden one.
func (d cardsDoc) MarshalJSON() ([]byte, error) {
	if d.hidden {
		return json.Marshal(map[string]int{"count": 2})
	}
	return json.Marshal(d.list)
}

// UnmarshalJSON reads a list, or a hidden one, which only a view has.
func (d *cardsDoc) UnmarshalJSON(text []byte) error {
	if string(text) == `{"count":2}` {
		d.hidden = true
		return nil
	}
	return json.Unmarshal(text, &d.list)
}

// targetDoc is a card for pages: what it counts, of which kind ("" for any), how
// many it asks for and what it is worth.
type targetDoc struct {
	Counts string `json:"counts"`
	Kind   string `json:"kind"`
	Least  int    `json:"least"`
	Points int    `json:"points"`
}

// targetDocs is the cards for pages: "targets" by number.
func targetDocs() any {
	targets := map[int]targetDoc{}
	for i, c := range table.cards {
		doc := targetDoc{Counts: countNames[c.counts], Least: c.least, Points: c.points}
		if c.counts != ofChests && c.kind != anyKind {
			doc.Kind = kindNames[c.kind]
		}
		targets[i+1] = doc
	}
	return map[string]any{"targets": targets}
}

// View returns all that viewer may know (rule 14).
func (s State) View(viewer rules.Seat) rules.View {
	v := rules.NewView(s, Game.Changed(s.options()), viewer)
	for _, p := range table.sorted {
		if s.at[p] == away {
			continue
		}
		v.Pieces = append(v.Pieces, rules.Piece{
			ID: table.ids[p], Kind: kindNames[table.kindOf[p]], Owner: seatNames[p.owner()], At: nameOf(s.at[p]),
		})
	}
	v.State = s.doc(viewer)
	if v.Outcome != nil {
		v.Outcome.Scores = s.scores()
	}
	return v
}

func (c *course) doc(viewer rules.Seat) stateDoc {
	d := stateDoc{
		Chests: map[string]int{}, Held: map[string][]string{}, Cards: map[string]cardsDoc{},
		Kept: map[string]int{}, Repeats: map[string]runDoc{}, Ransomed: c.ransomed, Calm: int(c.calm),
	}
	for _, seat := range c.seated().All() {
		name := seatNames[seat]
		d.Chests[name], d.Held[name] = int(c.chests[seat]), c.heldIDs(seat)
		open := c.phase == over || viewer == rules.Full || viewer == seat
		if two := c.dealt[seat]; two[0] != 0 {
			d.Cards[name] = cardsDoc{list: []int{int(two[0]), int(two[1])}, hidden: !open}
		}
		if n := c.kept[seat]; n != 0 && open {
			d.Kept[name] = int(n)
		}
		if r := c.runs[seat]; r.n != 0 {
			between := table.topology.Names(board.SetOf(r.a, r.b))
			d.Repeats[name] = runDoc{ID: table.ids[r.man], Between: between, N: int(r.n)}
		}
		if c.resigned.Has(seat) {
			d.Resigned = append(d.Resigned, name)
		}
	}
	return d
}

// heldIDs are the captives of seat, sorted.
func (f *field) heldIDs(seat rules.Seat) []string {
	ids := []string{}
	for p, sq := range f.at {
		if sq == heldBy+board.Square(seat) {
			ids = append(ids, table.ids[p])
		}
	}
	slices.Sort(ids)
	return ids
}

// nameOf returns the square's name, nil off the board.
func nameOf(sq board.Square) *string {
	if sq >= maxSquares {
		sq = board.None // held by somebody
	}
	return rules.SquareName(table.topology, sq)
}
