package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// View is all that a viewer may know of a position, in the interchange's form
// (docs/interchange.md). Marshalled, it is the position's text form.
type View struct {
	Game    string         `json:"game"`
	Options map[string]any `json:"options"`
	Phase   string         `json:"phase"`
	ToAct   ActorNames     `json:"to_act"`
	Pieces  []Piece        `json:"pieces"` // sorted by id
	State   any            `json:"state"`  // the game's own
	Outcome *Outcome       `json:"outcome,omitempty"`
	Viewer  string         `json:"view,omitempty"` // a seat or "table"; absent in a full position
}

// Piece is one piece in the interchange.
type Piece struct {
	ID     string  `json:"id"`
	Kind   string  `json:"kind"`
	Owner  string  `json:"owner"`
	At     *string `json:"at"` // nil off the board
	Energy *int    `json:"energy,omitempty"`
}

// Outcome is a result in the interchange.
type Outcome struct {
	Winners []string       `json:"winners"` // none: a draw
	Why     string         `json:"why"`
	Scores  map[string]int `json:"scores,omitempty"`
}

// ActorNames is who is to act: null for nobody, a name for one, a list for several.
type ActorNames []string

// MarshalJSON writes null, a string or a list.
func (a ActorNames) MarshalJSON() ([]byte, error) {
	switch len(a) {
	case 0:
		return []byte("null"), nil
	case 1:
		return json.Marshal(a[0])
	}
	return json.Marshal([]string(a))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (a *ActorNames) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*a = ActorNames{one}
		if bytes.Equal(bytes.TrimSpace(b), []byte("null")) {
			*a = nil
		}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(a))
}

// NewView returns the part of a view that is the same in all games; the game
// adds pieces, state and scores.
func NewView(s State, o map[string]any, viewer Seat) View {
	g := s.Game()
	v := View{Game: g.Name, Options: o, Phase: s.Phase(), Pieces: []Piece{}}
	for _, seat := range s.ToAct().All() {
		v.ToAct = append(v.ToAct, g.SeatName(seat))
	}
	if r, over := s.Result(); over {
		v.Outcome = &Outcome{Winners: []string{}, Why: r.Why}
		for _, seat := range r.Winners.All() {
			v.Outcome.Winners = append(v.Outcome.Winners, g.SeatName(seat))
		}
	}
	if viewer != Full {
		v.Viewer = g.SeatName(viewer)
	}
	return v
}

// Document is a position as read from text, before the game has looked at it.
type Document struct {
	Game    string          `json:"game"`
	Options map[string]any  `json:"options"`
	Phase   string          `json:"phase"`
	ToAct   ActorNames      `json:"to_act"`
	Pieces  []Piece         `json:"pieces"`
	State   json.RawMessage `json:"state"`
	Outcome *Outcome        `json:"outcome"`
	Viewer  string          `json:"view"`
}

// ReadState decodes the game's own part of a document strictly into dst.
func (d Document) ReadState(dst any) error {
	if len(d.State) == 0 {
		return fmt.Errorf("%w: state is missing", ErrPosition)
	}
	if err := ReadJSON(d.State, dst); err != nil {
		return fmt.Errorf("%w: state: %v", ErrPosition, err)
	}
	return nil
}

// ReadPosition reads a full position of one of games. It wraps ErrPosition,
// ErrGame or ErrOption; a view, which is not a full position, is refused. A
// position whose phase, actors or outcome disagree with the rest is refused too.
func ReadPosition(games []*Game, text []byte) (State, error) {
	var d Document
	if err := ReadJSON(text, &d); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrPosition, err)
	}
	if d.Viewer != "" {
		return nil, fmt.Errorf("%w: it is the view of %q, not the full position", ErrPosition, d.Viewer)
	}
	g, err := Find(games, d.Game)
	if err != nil {
		return nil, err
	}
	o, err := g.Complete(d.Options)
	if err != nil {
		return nil, err
	}
	s, err := g.Read(d, o)
	if err != nil {
		return nil, err
	}
	return s, agree(d, s)
}

// ReadView reads the view of a seat and returns a position that the seat cannot
// tell from the true one, and the seat. In a game that hides nothing it is the true
// one; else Game.Sample draws it. history are the actions that the seat knows of,
// oldest first. Errors are those of ReadPosition.
func ReadView(games []*Game, text []byte, history []string, pick func(n int) int) (State, Seat, error) {
	var d Document
	if err := ReadJSON(text, &d); err != nil {
		return nil, 0, fmt.Errorf("%w: %v", ErrPosition, err)
	}
	g, err := Find(games, d.Game)
	if err != nil {
		return nil, 0, err
	}
	seat, ok := g.SeatOf(d.Viewer)
	if !ok {
		return nil, 0, fmt.Errorf("%w: %q is no seat of %s, so it is no view", ErrPosition, d.Viewer, g.Name)
	}
	o, err := g.Complete(d.Options)
	if err != nil {
		return nil, 0, err
	}
	var s State
	if g.Sample != nil {
		s, err = g.Sample(d, o, history, pick)
	} else if s, err = g.Read(d, o); err == nil {
		err = agree(d, s)
	}
	if err == nil && !s.Seated().Has(seat) {
		err = fmt.Errorf("%w: %s does not take part", ErrPosition, d.Viewer)
	}
	return s, seat, err
}

// agree checks what a document says twice: who is to act and the outcome.
func agree(d Document, s State) error {
	v := NewView(s, nil, Full)
	want, _ := json.Marshal(v.ToAct)
	got, _ := json.Marshal(d.ToAct)
	if !bytes.Equal(want, got) || v.Phase != d.Phase {
		return fmt.Errorf("%w: phase %q with to_act %s: here it is phase %q with to_act %s", ErrPosition, d.Phase, got, v.Phase, want)
	}
	if (d.Outcome == nil) != (v.Outcome == nil) {
		return fmt.Errorf("%w: the outcome stands in a finished position and only there", ErrPosition)
	}
	return nil
}

// Find returns the game of that name. It wraps ErrGame.
func Find(games []*Game, name string) (*Game, error) {
	for _, g := range games {
		if g.Name == name {
			return g, nil
		}
	}
	var names []string
	for _, g := range games {
		names = append(names, g.Name)
	}
	return nil, unknown(ErrGame, Say("no.game", "name", Quote(name)), name, names)
}
