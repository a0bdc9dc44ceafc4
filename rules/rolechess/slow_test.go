package rolechess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"reeve/rules"
)

// slowBoard is a second reading of the rules, made from the text form alone,
// square by square: what the tables are compared with.
type slowBoard struct {
	on    map[[2]int]rules.Piece
	me    string
	ahead int
}

func newSlowBoard(v rules.View, me string) slowBoard {
	b := slowBoard{on: map[[2]int]rules.Piece{}, me: me, ahead: 1}
	if me == "black" {
		b.ahead = -1
	}
	for _, p := range v.Pieces {
		if p.At != nil {
			b.on[square(*p.At)] = p
		}
	}
	return b
}

func square(name string) [2]int { return [2]int{int(name[0] - 'a'), int(name[1] - '1')} }
func name(sq [2]int) string     { return string([]byte{'a' + byte(sq[0]), '1' + byte(sq[1])}) }

// walk follows a direction for at most n circles, up to the first piece.
func (b slowBoard) walk(from [2]int, df, dr, n int) (to [][2]int) {
	for range n {
		from = [2]int{from[0] + df, from[1] + dr}
		if from[0] < 0 || from[0] > 6 || from[1] < 0 || from[1] > 6 {
			return to
		}
		to = append(to, from)
		if _, taken := b.on[from]; taken {
			return to
		}
	}
	return to
}

// reach is rules 2 to 4, spelled out.
func (b slowBoard) reach(from [2]int) (to [][2]int) {
	kind := b.on[from].Kind
	for df := -2; df <= 2; df++ {
		for dr := -2; dr <= 2; dr++ {
			far := max(df, -df) + max(dr, -dr)
			straight, diagonal := far == 1, far == 2 && df != 0 && dr != 0
			n := 0
			switch {
			case kind == "knight" && far == 3, kind == "emperor" && (straight || diagonal), kind == "adjutant" && straight:
				n = 1
			case kind == "lackey" && (straight || diagonal) && dr == b.ahead:
				n = 1
			case kind == "adjutant" && diagonal:
				n = 6
			case kind == "guard" && straight:
				n = 3
			}
			to = append(to, b.walk(from, df, dr, n)...)
		}
	}
	return to
}

// hits are the pairs of an own piece and an enemy within its reach.
func (b slowBoard) hits() (hits [][2][2]int) {
	for from, p := range b.on {
		for _, to := range b.reach(from) {
			if enemy, taken := b.on[to]; p.Owner == b.me && taken && enemy.Owner != b.me {
				hits = append(hits, [2][2]int{from, to})
			}
		}
	}
	return hits
}

// slowLegal lists the actions of the phases turn and attack, sorted.
func slowLegal(v rules.View) []string {
	b := newSlowBoard(v, v.ToAct[0])
	texts := []string{}
	hits := b.hits()
	if v.Phase == "turn" {
		texts = append(texts, b.moves()...)
	}
	moved, before := b.movedFrom(v)
	for _, first := range hits {
		if v.Phase == "attack" && name(first[0]) != moved {
			continue
		}
		texts = append(texts, name(first[0])+"*"+name(first[1]))
		for _, second := range hits {
			if second[1] != first[1] || second[0] == first[0] {
				continue
			}
			if v.Phase == "attack" && v.Options["pair_reach"] == "before-and-after" && !slices.Contains(before, second) {
				continue
			}
			texts = append(texts, name(first[0])+"+"+name(second[0])+"*"+name(first[1]))
		}
	}
	switch {
	case v.Phase == "attack":
		texts = append(texts, "end")
	case len(texts) == 0 || v.Options["pass"] == "always":
		texts = append(texts, "pass")
	}
	slices.Sort(texts)
	return texts
}

func (b slowBoard) moves() (texts []string) {
	for from, p := range b.on {
		for _, to := range b.reach(from) {
			if _, taken := b.on[to]; p.Owner == b.me && !taken {
				texts = append(texts, name(from)+"-"+name(to))
			}
		}
	}
	return texts
}

// movedFrom returns where the moved piece stands now, and what could be hit before it moved.
func (b slowBoard) movedFrom(v rules.View) (now string, before [][2][2]int) {
	doc := v.State.(stateDoc)
	if doc.Moved == nil {
		return "", nil
	}
	old := slowBoard{on: map[[2]int]rules.Piece{}, me: b.me, ahead: b.ahead}
	for sq, p := range b.on {
		if p.ID == *doc.Moved {
			now, sq = name(sq), square(*doc.From)
		}
		old.on[sq] = p
	}
	return now, old.hits()
}

func TestTablesAgreeWithASecondReading(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	attacks := 0
	for _, options := range []map[string]any{nil, {"pass": "always"}, {"pair_reach": "before-and-after"}} {
		for range 12 {
			s, _ := Game.Start(options)
			for range 300 {
				legal := s.Legal(nil)
				if len(legal) == 0 {
					break
				}
				if s.Phase() == "turn" || s.Phase() == "attack" {
					want := slowLegal(s.View(rules.Full))
					if got := legalTexts(s); !slices.Equal(got, want) {
						t.Fatalf("legal are\n%q, want\n%q\nin %+v", got, want, s)
					}
				}
				if s.Phase() == "attack" {
					attacks++
				}
				s, _, _ = s.Apply(legal[r.IntN(len(legal))], nil)
			}
		}
	}
	if attacks < 100 {
		t.Errorf("only %d positions of the phase attack were compared", attacks)
	}
}
