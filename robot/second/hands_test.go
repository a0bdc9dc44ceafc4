package second_test

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// contact is what a sensor feels, as POST /api/sim/contacts takes it.
type contact struct {
	Square string `json:"square"`
	Closed bool   `json:"closed"`
	After  int    `json:"after_ms"`
}

// hands know where wood stands, for they put it there, and collect what the sensors will feel.
type hands struct {
	*rand.Rand
	habits
	wood map[string]string   // piece by square
	near map[string][]string // neighbours by square
	felt []contact           // of the movement under way
}

// habits are how often, in a hundred, a player does so.
type habits struct {
	slides, hesitates, looks int // slides instead of lifting; puts back and lifts again; holds a piece and looks
	touches, wobbles         int // touches down on the way; knocks twice
	hurries                  int // goes on before it is taken
	victimsFirst             int
	putsIn                   int // puts pieces in by hand before the battle, instead of on the page
}

// habitsOf are one player's.
func habitsOf(r *rand.Rand) habits {
	return habits{slides: r.IntN(80), hesitates: r.IntN(20), looks: r.IntN(20), touches: r.IntN(100), wobbles: r.IntN(30),
		hurries: max(0, r.IntN(80)-40), victimsFirst: r.IntN(100), putsIn: r.IntN(100)}
}

// within is a human time, in ms.
func (h *hands) within(least, most int) int { return least + h.IntN(most-least) }

// often says yes so many times in a hundred.
func (h *hands) often(percent int) bool { return h.IntN(100) < percent }

func (h *hands) feel(square string, closed bool, after int) {
	h.felt = append(h.felt, contact{square, closed, after})
}

// lift takes a piece off its square and holds it.
func (h *hands) lift(square string) string {
	id := h.wood[square]
	delete(h.wood, square)
	h.feel(square, false, h.within(120, 450))
	return id
}

// place puts a piece that is held onto a square.
func (h *hands) place(square, id string) {
	h.wood[square] = id
	h.feel(square, true, h.within(150, 500))
}

// tap lifts a piece and puts it back.
func (h *hands) tap(square string) { h.place(square, h.lift(square)) }

// knock taps the target; a hand that wobbles does so twice.
func (h *hands) knock(target string) {
	h.tap(target)
	if h.often(h.wobbles) {
		h.tap(target)
	}
}

// point shows a square: the piece there is tapped, an empty square pressed with a piece from the box.
func (h *hands) point(square string) {
	if h.wood[square] != "" {
		h.tap(square)
		return
	}
	h.place(square, "from the box")
	h.lift(square)
}

// pause does nothing for a moment.
func (h *hands) pause(ms int) {
	for s := range h.wood {
		h.feel(s, true, ms) // what is closed stays so: nothing is felt
		return
	}
}

// carried is a piece that goes somewhere else; from is "" out of the box.
type carried struct{ id, from, to string }

// differs says what has to be done so that the wood lies as wanted: which squares are cleared, which pieces carried.
func (h *hands) differs(wanted map[string]string) (off []string, carry []carried) {
	to := map[string]string{}
	for square, id := range wanted {
		to[id] = square
	}
	for _, from := range slices.Sorted(maps.Keys(h.wood)) {
		switch square := to[h.wood[from]]; square {
		case "":
			off = append(off, from)
		case from:
		default:
			carry = append(carry, carried{h.wood[from], from, square})
		}
		delete(to, h.wood[from])
	}
	for _, id := range slices.Sorted(maps.Keys(to)) {
		carry = append(carry, carried{id, "", to[id]})
	}
	h.Shuffle(len(off), func(i, j int) { off[i], off[j] = off[j], off[i] })
	h.Shuffle(len(carry), func(i, j int) { carry[i], carry[j] = carry[j], carry[i] })
	return off, carry
}

// bring makes the wood lie as wanted. Who strikes from where it stays is held meanwhile; a piece that goes far
// may touch down on the way.
func (h *hands) bring(wanted map[string]string, striker string, way []string) {
	off, carry := h.differs(wanted)
	switch {
	case len(carry) == 1 && carry[0].from != "":
		h.carry(carry[0], off, way)
	case len(carry) == 0 && striker != "" && !slices.Contains(off, striker):
		id := h.lift(striker)
		h.clear(off)
		h.place(striker, id)
	default:
		h.clear(off)
		for _, c := range carry {
			if c.from != "" {
				h.lift(c.from)
			}
		}
		for _, c := range carry {
			h.place(c.to, c.id)
		}
	}
}

func (h *hands) clear(squares []string) {
	for _, s := range squares {
		h.lift(s)
	}
}

// carry brings one piece to its square; victims go before, while it is held, or behind it.
func (h *hands) carry(c carried, off, way []string) {
	var before, meanwhile, behind []string
	for _, s := range off {
		switch {
		case h.often(h.victimsFirst):
			before = append(before, s)
		case s == c.to || h.often(50):
			meanwhile = append(meanwhile, s)
		default:
			behind = append(behind, s)
		}
	}
	h.clear(before)
	if h.often(h.hesitates) {
		h.tap(c.from)
	}
	if slices.Contains(h.near[c.from], c.to) && h.often(h.slides) {
		h.clear(meanwhile)
		h.slide(c)
	} else {
		h.lift(c.from)
		if h.often(h.looks) {
			h.pause(h.within(500, 1500))
		}
		for _, s := range way {
			if h.wood[s] == "" {
				h.place(s, c.id)
				h.lift(s)
			}
		}
		h.clear(meanwhile)
		h.place(c.to, c.id)
	}
	h.clear(behind)
}

// slide moves a piece without lifting it: its square opens a little after the next one has closed.
func (h *hands) slide(c carried) {
	h.place(c.to, c.id)
	delete(h.wood, c.from)
	h.feel(c.from, false, h.within(15, 90))
}
