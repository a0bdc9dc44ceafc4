package chessbattle

import (
	"encoding/json"

	"reeve/board"
	"reeve/rules"
)

// stateDoc is the game's own part of a position as text. What a viewer may not
// know is left out, or stands as a count.
type stateDoc struct {
	Cards         map[string]cardsDoc `json:"cards"`
	Spent         map[string]cardsDoc `json:"spent"`
	Espionage     map[string]cardsDoc `json:"espionage"`
	EspionageDone []string            `json:"espionage_done"`
	Due           *int                `json:"due,omitempty"`
	Payment       []string            `json:"payment,omitempty"` // the best that pays what is due; told, never read
	Bridges       []string            `json:"bridges"`
	KingPoints    map[string]int      `json:"king_points"`
	CommandLeft   int                 `json:"command_left"`
	Used          []string            `json:"used"`
	Active        *string             `json:"active"`
	PointsLeft    int                 `json:"points_left"`
	FightLeft     int                 `json:"fight_points_left"`
	Fight         *fightDoc           `json:"fight"`
	Quiet         int                 `json:"quiet"`
	Desert        int                 `json:"desert,omitempty"`
	Joined        *bool               `json:"joined,omitempty"` // false only, in a game that ended before the joining
}

// fightDoc is a fight. Draws holds a list for each draw, Specials the cards
// committed.
type fightDoc struct {
	Attacker string   `json:"attacker"`
	Target   string   `json:"target"`
	Shot     bool     `json:"shot"`
	Cards    []int    `json:"cards"`
	Specials []string `json:"specials"`
	Draws    drawsDoc `json:"draws"`
}

// drawsDoc is a list for each draw; a single one may be read without its own
// brackets.
type drawsDoc [][]int

// UnmarshalJSON reads [[1,1,4]] and [1,1,4].
func (d *drawsDoc) UnmarshalJSON(text []byte) error {
	var flat []int
	if json.Unmarshal(text, &flat) == nil && len(flat) > 0 {
		*d = drawsDoc{flat}
		return nil
	}
	return json.Unmarshal(text, (*[][]int)(d))
}

// cardsDoc is a list of cards, or of a hidden one what is public.
type cardsDoc struct {
	list   []string
	hidden bool
	count  int
	total  *int
}

// MarshalJSON writes a list, or {"count":n} of a hidden one, with its total
// where that is public.
func (d cardsDoc) MarshalJSON() ([]byte, error) {
	if !d.hidden {
		return json.Marshal(d.list)
	}
	return json.Marshal(struct {
		Count int  `json:"count"`
		Total *int `json:"total,omitempty"`
	}{d.count, d.total})
}

// UnmarshalJSON reads a list, or what is public of a hidden one, which only a view has.
func (d *cardsDoc) UnmarshalJSON(text []byte) error {
	var public struct {
		Count int  `json:"count"`
		Total *int `json:"total"`
	}
	if len(text) > 0 && text[0] == '{' && json.Unmarshal(text, &public) == nil {
		*d = cardsDoc{hidden: true, count: public.Count, total: public.Total}
		return nil
	}
	return json.Unmarshal(text, &d.list)
}

// tariff is the prices that pages show: "units" of one of each kind, in the
// order of the table, "training" of the King by his points, and "armies" that
// are worth their price, for who would rather not choose.
func tariff() any {
	type unit struct {
		Kind  string `json:"kind"`
		Price int    `json:"price"`
	}
	var list []unit
	for k, name := range kindNames[:units] {
		list = append(list, unit{name, price[k]})
	}
	var armies []map[string]int
	for _, p := range plans {
		a := map[string]int{}
		for k, n := range p.army {
			a[kindNames[k]] = int(n)
		}
		armies = append(armies, a)
	}
	return map[string]any{"units": list, "training": trainingCost, "armies": armies}
}

// View returns all that viewer may know (rule 32).
func (s State) View(viewer rules.Seat) rules.View {
	v := rules.NewView(s, Game.Changed(s.options()), viewer)
	v.Phase = phaseNames[s.phaseFor(viewer)]
	v.ToAct = nil
	for _, seat := range s.actorsFor(viewer).All() {
		v.ToAct = append(v.ToAct, Game.SeatName(seat))
	}
	for _, p := range sorted {
		if s.at[p] == unbought || !s.knows(viewer, p) {
			continue
		}
		doc := rules.Piece{ID: ids[p], Kind: kindNames[kindOf[p]], Owner: seatNames[p.owner()]}
		if s.stands(p) && s.sees(viewer, p) {
			doc.At = nameOf(s.at[p])
		}
		v.Pieces = append(v.Pieces, doc)
	}
	v.State = s.doc(viewer)
	return v
}

// phaseFor is the phase as viewer may know it: that something is paid, and so
// what, is the payer's alone.
func (s *State) phaseFor(viewer rules.Seat) phase {
	if s.phase == pay && !s.private(viewer, s.turn) {
		return s.payFor()
	}
	return s.phase
}

// actorsFor is who acts as viewer may know it: who has finished deploying is
// hidden until both have.
func (s *State) actorsFor(viewer rules.Seat) rules.Seats {
	if s.phase == deployment && viewer != rules.Full && (viewer > Black || !s.finished(viewer)) {
		return s.Seated()
	}
	return s.actors()
}

// private reports whether viewer may know what is seat's alone.
func (s *State) private(viewer, seat rules.Seat) bool { return viewer == rules.Full || viewer == seat }

// secret reports whether the phase keeps purchases, trainings, deployments and
// what is left of the cards from the others: from the first purchase to the joining.
func (s *State) secret() bool {
	return !s.joined && (s.phase >= army && s.phase <= deployment || s.phase == over)
}

// knows reports whether viewer may know that there is p.
func (s *State) knows(viewer rules.Seat, p piece) bool {
	if s.private(viewer, p.owner()) || s.joined || kindOf[p] >= units {
		return true
	}
	return viewer == 1-s.loser() && s.firstHasBought()
}

// firstHasBought reports whether the first buyer's army is bought and paid.
func (s *State) firstHasBought() bool {
	switch s.phase {
	case army:
		return s.turn != s.loser()
	case pay:
		return s.turn != s.loser() || s.payFor() == training
	}
	return s.phase == training || s.phase == deployment
}

// sees reports whether viewer may know where p stands.
func (s *State) sees(viewer rules.Seat, p piece) bool {
	return s.private(viewer, p.owner()) || s.joined || kindOf[p] == camp
}

// Sees reports whether viewer may know of step t, taken in this position: cards
// laid, purchases, payments, trainings and deployments are their seat's alone,
// and so is the end of a deployment unless it joins the boards (rule 32).
func (s State) Sees(t rules.Step, viewer rules.Seat) bool {
	switch t.Kind {
	case kindSpy, kindArmy, kindTrain, kindPay, kindDeploy:
		return s.private(viewer, t.By)
	case kindDone:
		return s.phase == espionage || s.done != 0 || s.private(viewer, t.By)
	}
	return true
}

// Sealed reports whether the game ended before the boards were joined: nothing
// reveals then what was bought, trained and deployed (rule 32).
func (s State) Sealed() bool { return s.phase == over && !s.joined }

func (s *State) doc(viewer rules.Seat) stateDoc {
	d := stateDoc{
		Cards: map[string]cardsDoc{}, Spent: map[string]cardsDoc{}, Espionage: map[string]cardsDoc{},
		KingPoints: map[string]int{}, EspionageDone: s.endedDoc(), Bridges: s.bridgesDoc(),
		CommandLeft: int(s.command), Used: []string{}, PointsLeft: int(s.moves), FightLeft: int(s.hits),
		Fight: s.fightDoc(), Quiet: int(s.quiet), Desert: int(s.deserts),
	}
	for seat := range Black + 1 {
		s.seatDoc(&d, viewer, seat)
	}
	if viewer == rules.Full || !s.secret() || s.phase == deployment || s.phase != over && viewer == s.turn {
		due := int(s.due)
		d.Due, d.Payment = &due, s.proposed()
	}
	for _, p := range sorted {
		if s.used&p.bit() != 0 {
			d.Used = append(d.Used, ids[p])
		}
	}
	if s.active != nobody {
		d.Active = &ids[s.active]
	}
	if s.phase == over && !s.joined {
		d.Joined = new(bool)
	}
	return d
}

// seatDoc adds what is seat's to d.
func (s *State) seatDoc(d *stateDoc, viewer, seat rules.Seat) {
	name, mine := seatNames[seat], s.private(viewer, seat)
	list := func(p pile) cardsDoc { return cardsDoc{list: p.names(seat)} }
	count := func(p pile) cardsDoc { return cardsDoc{hidden: true, count: p.count()} }
	d.Espionage[name] = list(s.laid[seat])
	if !mine && !s.revealed {
		d.Espionage[name] = count(s.laid[seat])
	}
	if mine || !s.secret() || !s.revealed {
		d.KingPoints[name] = int(s.points[seat])
	}
	switch {
	case mine || s.phase < espionage:
		d.Cards[name], d.Spent[name] = list(s.hand[seat]), list(s.spent[seat])
	case s.joined:
		total := s.hand[seat].total()
		d.Cards[name] = cardsDoc{hidden: true, count: s.hand[seat].count(), total: &total}
	case !s.revealed:
		d.Cards[name], d.Spent[name] = count(s.hand[seat]), list(s.spent[seat])
	}
}

func (s *State) endedDoc() []string {
	list := []string{}
	if s.ended == 0 {
		return list
	}
	first := rules.Seat(s.ended - 1)
	list = append(list, seatNames[first])
	if s.revealed {
		list = append(list, seatNames[1-first])
	}
	return list
}

func (s *State) bridgesDoc() []string {
	list := []string{}
	for f := range uint8(files) {
		if s.bridge&(1<<f) != 0 {
			list = append(list, fileName(f))
		}
	}
	return list
}

func (s *State) fightDoc() *fightDoc {
	f := &s.fight
	if f.attacker == nobody {
		return nil
	}
	d := &fightDoc{
		Attacker: ids[f.attacker], Target: ids[f.target], Shot: f.shot,
		Cards: []int{int(f.draws[0]), int(f.draws[1])}, Specials: []string{}, Draws: drawsDoc{},
	}
	for i, owner := range [2]rules.Seat{f.attacker.owner(), f.target.owner()} {
		if f.special[i] > 0 {
			d.Specials = append(d.Specials, card(f.special[i]-1).name(owner))
		}
	}
	if s.phase == draw && f.defending {
		var list []int
		for _, v := range f.drawn[:f.draws[0]] {
			list = append(list, int(v))
		}
		d.Draws = append(d.Draws, list)
	}
	return d
}

// nameOf returns the square's name for a document.
func nameOf(sq board.Square) *string {
	name := squareName(sq)
	return &name
}
