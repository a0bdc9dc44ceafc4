package kaleidochess

import (
	_ "embed" // weights.json

	"math/bits"

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
	s.seen = memory{idle: true}
	return &scratch{s, make([]rules.Effect, 0, 2*pieces)}
}

func (s *scratch) Copy(from rules.Scratch) {
	f := &from.(*scratch).State
	s.stands, s.at, s.tiles, s.active, s.options, s.begins = f.stands, f.at, f.tiles, f.active, f.options, f.begins
	s.phase, s.turn, s.thrown, s.quiet, s.why, s.winners, s.board = f.phase, f.turn, f.thrown, f.quiet, f.why, f.winners, f.board
}

func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Actors() rules.Seats                 { return s.actors() }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.phase == over }

func (s *scratch) Forced() bool       { return false }
func (s *scratch) Do(step rules.Step) { s.room = s.apply(step, s.room[:0]) }

// Loud appends captures and moves into castles, and the magic that captures.
func (s *scratch) Loud(dst []rules.Step) []rules.Step {
	if s.phase != inTurn {
		return dst
	}
	v := s.survey()
	dst = v.listLoudMoves(dst)
	if !s.options.has(withMagic) {
		return dst
	}
	if v.mayCast(teleport) {
		landings := v.landings().and(v.enemy)
		for rest := v.movables(); !rest.empty(); {
			from := rest.pop()
			st := step(v.turn, kindCast+uint8(teleport), uint8(from))
			dst = fan(dst, st, 1, landings.minus(one(from)))
		}
	}
	if v.mayCast(ghost) {
		dst = v.list(dst, ghost, v.haunted().and(v.enemy), 0)
	}
	if v.mayCast(lightning) {
		for _, what := range [...]uint8{atPiece, atImprison, atStrengthen} {
			dst = v.list(dst, lightning, v.lightnings(what).and(v.enemy), what)
		}
		for rest := v.lightnings(atBarrier).and(v.enemy); !rest.empty(); {
			dst = v.listBarrierStrikes(dst, rest.pop())
		}
	}
	if v.mayBreathe() {
		dst = fan(dst, rules.Step{By: v.turn, Kind: kindFire}, 0, v.burnable().and(v.enemy))
	}
	return dst
}

// listLoudMoves is listMoves without the quiet ones.
func (v *survey) listLoudMoves(dst []rules.Step) []rules.Step {
	first := wizardOf(v.turn)
	free := v.ground.castles.minus(v.occupied)
	for p := first; p < first+perSide; p++ {
		from := v.at[p]
		if from == off {
			continue
		}
		want := v.enemy
		if !v.ground.castles.has(from) {
			want = want.or(free)
		}
		if !v.spurred(from) {
			if want = want.and(v.ground.span[v.ground.kind[p]][from]); want.empty() {
				continue
			}
		}
		if !v.freeToMove(p) {
			continue
		}
		to := v.reach(p).and(want)
		dst = fanFrom(dst, rules.Step{By: v.turn, Kind: kindMove}, uint8(from), to.minus(v.enemy))
		dst = fanFrom(dst, rules.Step{By: v.turn, Kind: kindCapture}, uint8(from), to.and(v.enemy))
	}
	return dst
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
	h := rules.MixBytes(uint64(s.turn)+1|uint64(s.begins[0])<<8|uint64(s.begins[1])<<16, s.at[:])
	h = rules.MixBytes(h, s.active[0][:])
	h = rules.MixBytes(h, s.active[1][:])
	return rules.Mix(h, uint64(s.tiles[0])|uint64(s.tiles[1])<<16|uint64(s.options)<<32|uint64(s.phase)<<40|uint64(s.thrown)<<44|uint64(s.winners)<<48|uint64(s.board)<<56)
}

// Gain is higher for captures of greater pieces, and for castles.
func (s *scratch) Gain(st rules.Step) int {
	g := s.ground()
	a, b := board.Square(st.Arg[0]), board.Square(st.Arg[1])
	switch st.Kind {
	case kindMove:
		if g.castles.has(b) && !g.castles.has(a) {
			return 12
		}
	case kindCapture:
		return 10 + worth[g.kind[s.pieceOn(b)]]
	case kindCast + uint8(teleport):
		return s.taking(b)
	case kindFire, kindCast + uint8(ghost), kindCast + uint8(lightning):
		return s.taking(a)
	}
	return 0
}

// taking is what magic gains at f.
func (s *scratch) taking(f board.Square) int {
	if !s.stands[1-s.turn].has(f) {
		return 0
	}
	return 5 + worth[s.ground().kind[s.pieceOn(f)]]
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
	var left uint64
	first := wizardOf(seat)
	for i, f := range s.at[first : first+perSide] {
		if f != off {
			left |= 1 << i
		}
	}
	for k := range kindCount {
		to[fKind+int(k)] += sign * float32(bits.OnesCount64(left&g.men[seat][k]))
	}
	n := float32(s.castlesOf(seat))
	to[fCastles] += sign * n
	to[fThree] += sign * n * n
	to[fTown] += sign * float32(s.stands[seat].and(g.towns).len())
	to[fNear] += sign * float32(s.stands[seat].and(g.near).len())
	if s.options.has(withMagic) && s.at[wizardOf(seat)] != off {
		to[fTiles] += sign * float32(bits.OnesCount16(s.tiles[seat]))
		for _, on := range s.active[seat] {
			if on != uint8(off) {
				to[fFormulas] += sign
			}
		}
	}
}
