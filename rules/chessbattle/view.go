package chessbattle

import (
	"encoding/json"

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
	if len(text) > 0 && text[0] == '{' && rules.ReadJSON(text, &public) == nil {
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

// doc is the position as text.
func (k known) doc() stateDoc {
	d := stateDoc{
		Cards: map[string]cardsDoc{}, Spent: map[string]cardsDoc{}, Espionage: map[string]cardsDoc{},
		KingPoints: map[string]int{}, EspionageDone: k.ended.names(k.revealed), Bridges: k.field.bridgeNames(),
		CommandLeft: int(k.orders.command), Used: []string{}, PointsLeft: int(k.orders.moves), FightLeft: int(k.orders.hits),
		Fight: k.fight.doc(k.phase), Quiet: int(k.quiet), Desert: int(k.deserts),
	}
	for seat := range Black + 1 {
		k.seatDoc(&d, seat)
	}
	if k.viewer == rules.Full || !k.secret() || k.phase == deployment || k.phase != over && k.viewer == k.turn {
		due := int(k.due)
		d.Due, d.Payment = &due, k.payment().proposed(k.turn)
	}
	for _, p := range sorted {
		if k.orders.acted(p) {
			d.Used = append(d.Used, ids[p])
		}
	}
	if k.orders.active != nobody {
		d.Active = &ids[k.orders.active]
	}
	if k.phase == over && !k.joined {
		d.Joined = new(bool)
	}
	return d
}

// seatDoc adds what is seat's to d.
func (k known) seatDoc(d *stateDoc, seat rules.Seat) {
	name, mine, l := seatNames[seat], k.private(seat), &k.cards[seat]
	list := func(p pile) cardsDoc { return cardsDoc{list: p.names(seat)} }
	count := func(p pile) cardsDoc { return cardsDoc{hidden: true, count: p.count()} }
	d.Espionage[name] = list(l.laid)
	if !mine && !k.revealed {
		d.Espionage[name] = count(l.laid)
	}
	if mine || !k.secret() || !k.revealed {
		d.KingPoints[name] = int(k.points[seat])
	}
	switch {
	case mine || k.phase < espionage:
		d.Cards[name], d.Spent[name] = list(l.hand), list(l.spent)
	case k.joined:
		total := l.hand.total()
		d.Cards[name] = cardsDoc{hidden: true, count: l.hand.count(), total: &total}
	case !k.revealed:
		d.Cards[name], d.Spent[name] = count(l.hand), list(l.spent)
	}
}

// names lists who has declared the end of espionage, the first one first: both once
// the cards are revealed.
func (m seatMark) names(revealed bool) []string {
	list := []string{}
	if m == 0 {
		return list
	}
	first := rules.Seat(m - 1)
	list = append(list, seatNames[first])
	if revealed {
		list = append(list, seatNames[1-first])
	}
	return list
}

// doc is the fight as text; nil if there is none.
func (f *fight) doc(now phase) *fightDoc {
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
	if now == draw && f.defending {
		var list []int
		for _, v := range f.drawn[:f.draws[0]] {
			list = append(list, int(v))
		}
		d.Draws = append(d.Draws, list)
	}
	return d
}
