package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Sketch is a position in short: the start of a game, but for what it says. A
// piece that it does not name is off the board. It is what diagrams and lessons
// are written in; Compose makes a position of it.
type Sketch struct {
	Options map[string]any    `json:"options,omitempty" yaml:"options"`
	Phase   string            `json:"phase" yaml:"phase"`
	ToAct   string            `json:"to_act" yaml:"to_act"`
	Pieces  map[string]string `json:"pieces" yaml:"pieces"` // by id: its square, its kind where the start does not know it, its energy where it is not fresh: "d4", "levy d4", "d4 7"
	State   map[string]any    `json:"state,omitempty" yaml:"state"`
}

// Compose returns the position that a sketch means. It wraps ErrPosition or
// ErrOption for what the game would not read as a position.
func (g *Game) Compose(k Sketch) (State, error) {
	start, err := g.Start(k.Options)
	if err != nil {
		return nil, err
	}
	v := start.View(Full)
	v.Phase, v.ToAct = k.Phase, ActorNames{k.ToAct}
	if v.Pieces, err = g.men(v.Pieces, k.Pieces); err != nil {
		return nil, err
	}
	if v.State, err = overlaid(v.State, k.State); err != nil {
		return nil, err
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrPosition, err)
	}
	return ReadPosition([]*Game{g}, text)
}

// men places the pieces of the start, and others that the sketch brings.
func (g *Game) men(list []Piece, sketched map[string]string) ([]Piece, error) {
	rest := maps.Clone(sketched)
	for i := range list {
		p := &list[i]
		said, stands := rest[p.ID]
		delete(rest, p.ID)
		if !stands {
			p.At = nil
			if p.Energy != nil {
				p.Energy = new(int)
			}
			continue
		}
		if err := p.set(strings.Fields(said)); err != nil {
			return nil, err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(rest)) {
		words := strings.Fields(rest[id])
		i := slices.IndexFunc(g.Seats, func(seat string) bool { return strings.HasPrefix(id, seat[:1]) })
		if len(words) != 2 || i < 0 {
			return nil, fmt.Errorf("%w: sketch: the start knows no piece %q: say its kind and its square", ErrPosition, id)
		}
		list = append(list, Piece{ID: id, Kind: words[0], Owner: g.Seats[i], At: &words[1]})
	}
	SortPieces(list)
	return list, nil
}

// set puts the piece where the words say: a square, and perhaps its energy.
func (p *Piece) set(words []string) error {
	if len(words) == 0 || len(words) > 2 {
		return fmt.Errorf("%w: sketch: piece %s stands on %q", ErrPosition, p.ID, words)
	}
	p.At = &words[0]
	if len(words) == 2 {
		n, err := strconv.Atoi(words[1])
		if err != nil || p.Energy == nil {
			return fmt.Errorf("%w: sketch: piece %s cannot have the energy %q", ErrPosition, p.ID, words[1])
		}
		p.Energy = &n
	}
	return nil
}

// overlaid puts the members that more has over those of the game's own part.
func overlaid(state any, more map[string]any) (any, error) {
	text, err := json.Marshal(state)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	maps.Copy(members, more)
	return members, nil
}
