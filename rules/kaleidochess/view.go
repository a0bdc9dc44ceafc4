package kaleidochess

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// stateDoc is the game's own part of a position as text.
type stateDoc struct {
	Turn   *string     `json:"turn,omitempty"` // in phase die only
	Thrown *int        `json:"thrown"`
	Tiles  tilesDoc    `json:"tiles"`
	Active []activeDoc `json:"active"`
	Quiet  int         `json:"quiet"`
	Seen   seenDoc     `json:"seen"`
}

type tilesDoc struct {
	White []string `json:"white"`
	Black []string `json:"black"`
}

type activeDoc struct {
	Formula string `json:"formula"`
	Owner   string `json:"owner"`
	On      string `json:"on"` // a piece, a field, or a pair c3|d4
}

// printDigits is how long a fingerprint is in hexadecimal digits.
const printDigits = 12

// seenDoc is a JSON object from positions to counts whose order is kept.
type seenDoc []seenEntry

type seenEntry struct {
	key   string
	count int
}

// MarshalJSON writes an object in the order of the entries.
func (d seenDoc) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, e := range d {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(b, e.key) // keys are hexadecimal here
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(e.count), 10)
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads an object in the order of its text.
func (d *seenDoc) UnmarshalJSON(text []byte) error {
	*d = nil
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return errors.New("seen is no object")
	}
	for dec.More() {
		var e seenEntry
		key, err := dec.Token()
		if err != nil {
			return err
		}
		e.key, _ = key.(string)
		if err := dec.Decode(&e.count); err != nil {
			return fmt.Errorf("seen: %q: %w", e.key, err)
		}
		*d = append(*d, e)
	}
	return nil
}

// View returns the position; nothing is hidden from anybody.
func (s State) View(viewer rules.Seat) rules.View {
	v := rules.NewView(s, s.ground().game.Changed(s.given()), viewer)
	for _, p := range s.ground().sorted {
		v.Pieces = append(v.Pieces, rules.Piece{
			ID: s.ground().id[p], Kind: kinds[s.ground().kind[p]].name,
			Owner: seatNames[p.owner()], At: s.ground().fieldName(s.at[p]),
		})
	}
	v.State = s.doc()
	return v
}

func (s *State) doc() stateDoc {
	d := stateDoc{
		Tiles:  tilesDoc{White: tileNames(s.tiles[White]), Black: tileNames(s.tiles[Black])},
		Active: s.spells.docs(s.ground()), Quiet: int(s.quiet), Seen: s.seen.doc(),
	}
	if s.phase == inDie {
		d.Turn = &seatNames[s.turn]
	}
	if s.thrown != 0 {
		n := int(s.thrown)
		d.Thrown = &n
	}
	return d
}

func tileNames(tiles uint16) []string {
	names := []string{}
	for f := range formulaCount {
		if tiles>>f&1 != 0 {
			names = append(names, formulaNames[f])
		}
	}
	return names
}

func (m *spells) docs(g *ground) []activeDoc {
	docs := []activeDoc{}
	for seat := range m.active {
		for i, on := range m.active[seat] {
			if f := firstLasting + formula(i); on != uint8(off) {
				docs = append(docs, activeDoc{Formula: formulaNames[f], Owner: seatNames[seat], On: g.onText(f, on)})
			}
		}
	}
	return docs
}

// onText names what an active formula lies on.
func (g *ground) onText(f formula, on uint8) string {
	switch {
	case f.onPiece():
		return g.id[on]
	case f == barrier:
		return g.top.Name(g.spots[on].first) + "|" + g.top.Name(g.spots[on].second)
	}
	return g.top.Name(board.Square(on))
}

func (m *memory) doc() seenDoc {
	d := seenDoc{}
	for i := range int(m.n) {
		w := m.word(i)
		d = append(d, seenEntry{fmt.Sprintf("%0*x", printDigits, w&^countBits), int(w & countBits)})
	}
	return d
}
