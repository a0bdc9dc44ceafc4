package gesture_test

import (
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/rules"
)

// marked is a table whose driver tells pieces apart.
type marked struct {
	*table
	mark map[string]uint8 // of each piece, by where it stood
}

// byKind and each are what drivers can tell: the kind and owner of a piece, or every
// single one.
func byKind(m rules.Man, _ int) uint8 { return uint8(m.Owner)*16 + m.Kind + 1 }
func each(_ rules.Man, n int) uint8   { return uint8(n + 1) }

// marks gives the pieces that stand on the table marks.
func (g *table) marks(as func(rules.Man, int) uint8) *marked {
	m := &marked{g, map[string]uint8{}}
	s := g.After()
	for sq := range s.Occupied(rules.Full).All() {
		man, _ := s.At(sq)
		m.mark[s.Topology().Name(sq)] = as(man, len(m.mark))
	}
	return m
}

// told has the driver say them, as after a connection.
func (m *marked) told() *marked {
	for name, mark := range m.mark {
		if sq := sq(m.T, m.table, name); m.Wood().Has(sq) {
			m.Touch(board.Touch{Square: sq, Placed: true, Piece: mark, At: m.now})
		}
	}
	m.read()
	return m
}

// hands does touches as table.hands does; "+c3=b1" puts down the piece that stood on b1.
func (m *marked) hands(script string) *marked {
	m.Helper()
	for _, word := range strings.Fields(script) {
		where, who, _ := strings.Cut(word, "=")
		if who == "" {
			m.table.hands(word)
			continue
		}
		m.takeOff(true)
		m.now += 70 * ms
		m.Touch(board.Touch{Square: sq(m.T, m.table, where[1:]), Placed: true, Piece: m.mark[who], At: m.now})
		m.read()
		m.pass(2 * ms)
	}
	return m
}

func (m *marked) want(taken string) *marked {
	m.Helper()
	m.table.want(taken)
	return m
}

// wrong wants these squares at fault, and lit to be lifted.
func (m *marked) wrong(want string) *marked {
	m.Helper()
	if got, lit := m.names(m.reading.Wrong), m.names(m.Guide(m.now).Lift); got != want || lit != want {
		m.Fatalf("at fault %q, to be lifted %q, want %q; taken %q", got, lit, want, m.taken())
	}
	return m
}

// asked wants the question of rule 13, or none.
func (m *marked) asked(want bool) *marked {
	m.Helper()
	if got := m.reading.Mixed != nil; got != want {
		m.Fatalf("asked who is who: %t, want %t; taken %q", got, want, m.taken())
	}
	return m
}

func TestMarks_OfTwoPiecesInTheAirTheOnePutDownIsKnownAtOnce(t *testing.T) {
	start(t).marks(byKind).told().hands("-b1 -a2 +a3=a2").want("a2-a3").hands("+b1=b1").want("a2-a3")
	start(t).marks(byKind).told().hands("-b1 -a2 +a3=b1").want("b1-a3").hands("+a2=a2").want("b1-a3")
	start(t).marks(byKind).told().hands("-b1 -a2 +a3=b1 ~").want("b1-a3")
	start(t).marks(byKind).hands("-b1 -a2 +a3=a2").want("").hands("+b1=b1").want("a2-a3") // nobody said whose they are
	start(t).marks(func(rules.Man, int) uint8 { return 1 }).told().hands("-b1 -a2 +a3=a2").want("").hands("+b1=b1").want("a2-a3")
}

func TestMarks_APieceThatSlidesInIsKnown(t *testing.T) {
	start(t).marks(byKind).told().hands("+a3=a2 . -a2 ~ ~").want("a2-a3")
	start(t).marks(byKind).told().hands("+c3=b1 . -b1 ~ ~").want("b1-c3")
}

func TestMarks_TwoCapturersOfOneVictim(t *testing.T) {
	from := kaleidoOf("wP1 c3, wT1 c5, wT2 d4, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")
	for _, c := range []struct{ hands, at, more, then string }{
		{"-c4 -c5 -d4 +c4=c5", "c5xc4", "+d4=d4", "c5xc4"},
		{"-c4 -c5 -d4 +c4=d4", "d4xc4", "+c5=c5", "d4xc4"},
		{"-c5 -d4 -c4 +c4=c4", "", "+c5=c5 +d4=d4", ""},
	} {
		at(t, from, "").marks(each).told().hands(c.hands).want(c.at).hands(c.more + " ~").want(c.then)
	}
}

const mixing = "-b6 -c6 ~ +b6=b6 +c6=c6 ~ -g6 +g5=g6 ~ -d5 -b6 +b6=b6 ~ *"

func TestMarks_WhatTheyTellApartIsNotAsked(t *testing.T) {
	hurt(t).marks(each).told().hands(mixing).asked(false).want("g6-g5 d5*b6 !")
	hurt(t).marks(byKind).told().hands(mixing).asked(true).want("g6-g5")
	hurt(t).marks(each).hands(mixing).asked(true).want("g6-g5")
}

func TestMarks_WhatHasChangedPlacesIsWrongUntilItIsPutRight(t *testing.T) {
	m := hurt(t).marks(each).told().hands("-b6 -c6 ~ +b6=c6 +c6=b6 ~").wrong("b6 c6")
	m.hands("-b6").hands("-c6 +b6=b6").want("").hands("+c6=c6 ~").wrong("")
	m.hands("-g6 +g5=g6 ~ -d5 -b6 +b6=b6 ~ *").asked(false).want("g6-g5 d5*b6 !")
	hurt(t).marks(byKind).told().hands("-b6 -c6 ~ +b6=c6 +c6=b6 ~").wrong("")
	hurt(t).marks(each).hands("-b6 -c6 ~ +b6=c6 +c6=b6 ~").wrong("")
}

// The question that was asked before marks were known is still to be answered, and what
// is put right then is right.
func TestMarks_WhatWasMixedUpBeforeTheyWereKnownIsPutRight(t *testing.T) {
	m := hurt(t).marks(each).hands("-b6 -c6 ~ +b6=c6 +c6=b6 ~ -g6 +g5=g6 ~ -d5 -b6 +b6=c6 ~ *").asked(true)
	m.Sort(true)
	m.read()
	m.hands("-b6 -c6 +c6=c6 +b6=b6 ~ -b6 +b6=b6").want("g6-g5").hands("~ *").want("g6-g5 d5*b6 !")
}

func TestMarks_TheyGoWithThePiecesWhenTheBaseMovesOn(t *testing.T) {
	// Black's Knight is lifted before White's stands, and so is in the air when that is final.
	m := start(t).marks(byKind).told().hands("-b1 -b7 +c3=b1 +c5=b7 ~ ~ ~ ~ ~ -a2 +a3=a2 ~ ~ ~ ~ ~").want("b7-c5 | a2-a3")
	if m.final != 1 {
		t.Fatalf("%d steps became final", m.final)
	}
	m.hands("-c5 -d6 +c5=d6 ~").wrong("c5").hands("-c5 +c5=b7 +d6=d6 ~").wrong("").want("b7-c5 | a2-a3")
	m.hands("-d6 +d5=d6 ~ -c3 -b2 +c3=b2 ~").wrong("c3") // and White's has gone with it
	m.hands("-c3 +c3=b1 +b2=b2 ~").wrong("").want("a2-a3 | d6-d5")
}

// A piece keeps its mark though a square that feels presence only was where it went.
func TestMarks_AreThePiecesOwnNotTheSquares(t *testing.T) {
	m := start(t).marks(byKind).told().hands("-b1 +c3 ~ -b7 +c5=b7 ~ -a2 +a3=a2 ~").want("b7-c5 | a2-a3")
	m.hands("-c3 -b2 +c3=b2 ~").wrong("c3")
}

// Nobody said which piece is which, but those that were moved have shown it.
func TestMarks_AreLearntFromWhatIsPutDown(t *testing.T) {
	m := start(t).marks(byKind).hands("-b1 +c3=b1 ~ -b7 +c5=b7 ~ -a2 +a3=a2 ~").want("b7-c5 | a2-a3")
	m.hands("-c3 -b2 +c3=b2 ~").wrong("c3")
	start(t).marks(byKind).hands("-b1 -b2 +b1=b2 +b2=b1 ~").wrong("")
}

func TestMarks_AreLearntWhileThePiecesAreSetUp(t *testing.T) {
	m := start(t).marks(byKind)
	base := m.Base()
	m.Set(base, board.Set{}, false)
	var up []string
	for name := range m.mark {
		up = append(up, "+"+name+"="+name)
	}
	m.hands(strings.Join(up, " ") + " ~")
	if m.Settling() {
		t.Fatal("all is set up")
	}
	m.hands("-b1 -a2 +a3=a2").want("a2-a3")
}

// After an outage, or an undo, nothing is held to a mark that nobody told anew.
func TestMarks_AreForgottenWithTheWood(t *testing.T) {
	m := hurt(t).marks(each).told()
	s := m.Base()
	m.Set(s, s.Occupied(rules.Full), false)
	m.hands("-b6 -c6 ~ +b6=c6 +c6=b6 ~").wrong("")
	m.Set(s, s.Occupied(rules.Full), false)
	m.told().hands("-b6 -c6 ~ +b6=c6 +c6=b6 ~").wrong("b6 c6")
	up := board.SetOf(sq(t, m.table, "c6"))
	m.Set(s, s.Occupied(rules.Full).Minus(up), false) // one is in the hand: who the others are nobody knows
	m.told().hands("+c6=c6 ~ -b6 -c6 ~ +b6=c6 +c6=b6 ~").wrong("c6").hands("-b6 -c6 ~ +b6=b6 +c6=c6 ~").wrong("")
}

// A throw moves the base on though the attacker is in the hand.
func TestMarks_OutlastAThrow(t *testing.T) {
	m := near(t).marks(byKind).told().hands("-d5 -b6 +b6=b6 ~ *").want("d5*b6 !")
	s := m.Base()
	for _, text := range []string{"d5*b6", "die 1", "die 1"} {
		s = play(t, s, text)
	}
	wood := m.Wood()
	m.Onward()
	m.Set(s, wood, true)
	m.hands("-b6 +d5=b6 ~").wrong("d5").hands("-d5 +d5=d5 +b6=b6 ~").wrong("")
	m.Set(s, s.Occupied(rules.Full), true) // that may be an undo
	m.hands("-b6 -d5 +d5=b6 +b6=d5 ~").wrong("")
}

// A square that is not to be trusted may feel anything.
func TestMarks_OfSquaresAtFaultSayNothing(t *testing.T) {
	m := start(t).marks(byKind).told()
	m.Distrust(squares(t, m.Base(), "c3"))
	m.hands("-b1 +c3=a2 ~ ~").pass(2 * time.Second)
	if m.asks("b1-c3"); !m.reading.Wrong.IsEmpty() {
		t.Fatalf("at fault %q", m.names(m.reading.Wrong))
	}
}

func TestMarks_CostNoMemory(t *testing.T) {
	m := start(t).marks(byKind)
	plain := touchAllocs(m.table, 0)
	if with := touchAllocs(m.told().table, m.mark["b1"]); with > plain {
		t.Fatalf("a touch with a mark allocates %v times, one without %v", with, plain)
	}
}

func touchAllocs(g *table, mark uint8) float64 {
	b1 := sq(g.T, g, "b1")
	return testing.AllocsPerRun(50, func() {
		for _, placed := range []bool{false, true} {
			g.now += 70 * ms
			touch := board.Touch{Square: b1, Placed: placed, At: g.now}
			if placed {
				touch.Piece = mark
			}
			g.Touch(touch)
		}
	})
}

// byPole is what a linear Hall sensor tells: whose a piece is, if all of a side have the same pole down.
func byPole(m rules.Man, _ int) uint8 { return board.Positive + uint8(m.Owner) }

// Where a side's magnets look the other way than the other's, a black piece on a white square is no set-up: it is lit to
// be lifted until the right one stands there. Which pole is whose nobody says.
func TestMarks_APieceOfTheOtherSideIsNoSetUp(t *testing.T) {
	for _, turn := range []uint8{0, 1} {
		g := start(t)
		m := g.marks(func(m rules.Man, n int) uint8 { return board.Positive + (uint8(m.Owner)+turn)%2 })
		m.Begins(true)
		base, wood := m.Base(), m.Wood()
		m.Set(base, wood, false)
		m.mark["b1"], m.mark["b7"] = m.mark["b7"], m.mark["b1"] // they have changed places
		m.told()
		if got := m.names(m.Guide(m.now).Lift); !m.Settling() || got != "b1 b7" {
			t.Fatalf("settling %t, to be lifted %q", m.Settling(), got)
		}
		m.hands("-b1 -b7 +b1=b7")
		if got := m.names(m.Guide(m.now).Place); !m.Settling() || got != "b7" {
			t.Fatalf("settling %t, to be placed %q", m.Settling(), got)
		}
		m.hands("+b7=b1")
		if m.Settling() {
			t.Fatal("what was put right is not taken")
		}
		m.mark["b1"], m.mark["b7"] = m.mark["b7"], m.mark["b1"]
		m.hands("-b1 -a2 +a3=a2").want("") // of one side, so the pole does not tell them apart
		m.hands("+b1=b1").want("a2-a3")
	}
}

// Who puts a piece down again where it was lit to be lifted means it: its magnet looks the wrong way, and play begins.
func TestMarks_AMagnetTheWrongWayRoundHoldsNothingUpForLong(t *testing.T) {
	m := start(t).marks(byPole)
	m.mark["b1"] = byPole(rules.Man{Owner: 1}, 0)
	m.Begins(true)
	m.Set(m.Base(), m.Wood(), false)
	if m.told(); !m.Settling() {
		t.Fatal("it is not told")
	}
	if m.hands("-b1"); !m.Settling() {
		t.Fatal("play begins without it")
	}
	if m.hands("+b1=b1"); m.Settling() {
		t.Fatal("it is still held up")
	}
	m.hands("-b1 +c3=b1 ~").want("b1-c3")
}

// On a connection in the middle of a game, and where all magnets look the same way, poles say nothing of a set-up.
func TestMarks_PolesThatTellNothingHoldNothingUp(t *testing.T) {
	m := start(t).marks(func(rules.Man, int) uint8 { return board.Positive })
	m.Begins(true)
	m.Set(m.Base(), m.Wood(), false)
	if m.told(); m.Settling() {
		t.Error("a set with all magnets the same way round cannot be set up")
	}
	m = start(t).marks(byPole)
	m.mark["b1"], m.mark["b7"] = m.mark["b7"], m.mark["b1"] // a piece may have been taken over
	if m.told(); m.Settling() {
		t.Error("a piece of the other side's pole stops a game")
	}
}

// A capture by hands that take both pieces at once is certain by their poles.
func TestMarks_APoleTellsWhoStandsAfterACapture(t *testing.T) {
	from := kaleidoOf("wP1 c3, wT1 c5, wT2 d4, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")
	m := at(t, from, "").marks(byPole).told()
	m.hands("-c4 -d4 +c4=d4").want("d4xc4")
	m = at(t, from, "").marks(byPole).told()
	m.hands("-c4 -d4 +c4=c4").want("")
}
