package kaleidochess

import (
	_ "embed" // weights.json

	"reeve/board"
	"reeve/rules"
)

// scratch is a position to think on. Its memory is not copied, and begins anew
// with every step.
type scratch struct {
	State
	room []rules.Effect
}

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch {
	s.seen.forget()
	return &scratch{s, make([]rules.Effect, 0, 2*pieces)}
}

func (s *scratch) Copy(from rules.Scratch) {
	f := &from.(*scratch).State
	s.stands, s.at, s.tiles, s.active, s.options = f.stands, f.at, f.tiles, f.active, f.options
	s.phase, s.turn, s.thrown, s.quiet, s.why, s.winners, s.board = f.phase, f.turn, f.thrown, f.quiet, f.why, f.winners, f.board
	s.seen.n = 0
}

func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Actors() rules.Seats                 { return s.actors() }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.phase == over }

func (s *scratch) Do(step rules.Step) {
	s.seen.n = 0
	s.room = s.apply(step, s.room[:0])
}

// Luck is the faces of the die, those that allow the same together.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	g := s.ground()
	begin := len(dst)
	for face := uint8(1); face <= 6; face++ {
		at := begin
		for at < len(dst) && !g.alike(dst[at].Steps[0].Arg[0], face, s.options.has(withMagic)) {
			at++
		}
		if at == len(dst) {
			dst = append(dst, rules.One(step(rules.Chance, kindDie, face), 0))
		}
		dst[at].Weight += 1. / 6
	}
	return dst
}

// alike reports whether two throws allow the same.
func (g *ground) alike(a, b uint8, magic bool) bool {
	return g.moves[a] == g.moves[b] && (!magic || g.magic[a] == g.magic[b] && g.fire[a] == g.fire[b])
}

func (s *scratch) Hash() uint64 {
	h := rules.MixBytes(uint64(s.turn)+1, s.at[:])
	h = rules.MixBytes(h, s.active[0][:])
	h = rules.MixBytes(h, s.active[1][:])
	return rules.Mix(h, uint64(s.tiles[0])|uint64(s.tiles[1])<<16|uint64(s.options)<<32|uint64(s.phase)<<40|uint64(s.thrown)<<44|uint64(s.winners)<<48|uint64(s.board)<<56)
}

// Gain is higher for captures of greater pieces, and for castles.
func (s *scratch) Gain(st rules.Step) int {
	a, b := fieldsOf(st)
	g := s.ground()
	switch {
	case st.Kind == kindCapture:
		return 10 + worth[g.kind[s.pieceOn(b)]]
	case st.Kind == kindMove && g.castles.has(b) && !g.castles.has(a):
		return 12
	case st.Kind == kindFire, st.Kind == kindCast+uint8(ghost), st.Kind == kindCast+uint8(lightning), st.Kind == kindCast+uint8(teleport):
		at := a
		if st.Kind == kindCast+uint8(teleport) {
			at = b
		}
		if p := s.pieceOn(at); p != nobody && p.owner() != s.turn {
			return 5 + worth[g.kind[p]]
		}
	}
	return 0
}

// worth orders the kinds for captures.
var worth = [kindCount]int{wizard: 6, dragon: 8, roc: 6, eagle: 4, raven: 2, elephant: 6, tiger: 4, horse: 3, pawn: 1}

// What is counted, each as own minus enemy's.
const (
	fKind    = iota // one for each kind
	fCastles = int(kindCount) + iota - 1
	fThree   // castles held beyond the first, squared
	fNear    // own pieces within three steps of a castle
	fTiles
	fFormulas
	fTown
	fMove
)

var featureNames = []string{
	"wizard", "dragon", "roc", "eagle", "raven", "elephant", "tiger", "horse", "pawn",
	"castles", "castles_squared", "near_castles", "tiles", "formulas", "towns", "to_act",
}

//go:embed weights.json
var weightsJSON []byte

// Features counts pieces, castles and magic.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	s.count(seat, 1, to)
	s.count(1-seat, -1, to)
	to[fMove] = -1
	if s.turn == seat {
		to[fMove] = 1
	}
}

func (s *scratch) count(seat rules.Seat, sign float32, to []float32) {
	g := s.ground()
	for p := wizardOf(seat); p < wizardOf(seat)+perSide; p++ {
		if s.at[p] != off {
			to[fKind+int(g.kind[p])] += sign
		}
	}
	n := float32(s.castlesOf(seat))
	to[fCastles] += sign * n
	to[fThree] += sign * n * n
	to[fTown] += sign * float32(s.stands[seat].and(g.towns).len())
	to[fNear] += sign * float32(s.stands[seat].and(g.nearCastles()).len())
	if s.options.has(withMagic) && s.at[wizardOf(seat)] != off {
		for t := s.tiles[seat]; t != 0; t &= t - 1 {
			to[fTiles] += sign
		}
		for _, on := range s.active[seat] {
			if on != uint8(off) {
				to[fFormulas] += sign
			}
		}
	}
}

// nearCastles are the fields two flying steps from a castle.
func (g *ground) nearCastles() (near fields) {
	for rest := g.castles; !rest.empty(); {
		near = near.or(g.zone[flies][2][board.Square(rest.pop())])
	}
	return near
}
