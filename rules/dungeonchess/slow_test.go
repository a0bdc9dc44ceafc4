package dungeonchess

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// slowBoard is a second reading of the rules, made from the text form alone, by
// names and coordinates: what the tables are compared with.
type slowBoard struct {
	players int
	me      string
	on      map[string]rules.Piece // by square
	doc     stateDoc
}

func newSlowBoard(v rules.View) slowBoard {
	b := slowBoard{players: 2, me: v.ToAct[0], on: map[string]rules.Piece{}, doc: v.State.(stateDoc)}
	if n, said := v.Options["players"]; said {
		b.players = n.(int)
	}
	for _, p := range v.Pieces {
		if p.At != nil {
			b.on[*p.At] = p
		}
	}
	return b
}

// Rules 1 and 8, in words.
var (
	slowEntries   = map[string]string{"south": "d0 e0", "west": "z5 z4", "north": "e9 d9", "east": "i4 i5"}
	slowTeleports = map[string]string{"south": "b1 g1", "east": "h2 h7", "north": "g8 b8", "west": "a7 a2"}
)

func slowAt(name string) (c, r int) {
	return strings.IndexByte("zabcdefghi", name[0]), int(name[1] - '0')
}

func slowHall(c, r int) bool { return c >= 1 && c <= 8 && r >= 1 && r <= 8 }

func slowIsEntry(name string) bool { return !slowHall(slowAt(name)) }

// standing counts the characters of an owner.
func (b slowBoard) standing(owner string) (n int) {
	for _, p := range b.on {
		if p.Owner == owner {
			n++
		}
	}
	return n
}

// worn is rule 6.
func (b slowBoard) worn(id, from, to string) bool {
	last, ok := b.doc.Repeats[b.me]
	return ok && last.ID == id && last.N >= 3 && slices.Contains(last.Between, from) && slices.Contains(last.Between, to)
}

// connects is rules 3 and 5: a straight way of the kind, with nobody on it.
func (b slowBoard) connects(kind, from, to string) bool {
	fc, fr := slowAt(from)
	tc, tr := slowAt(to)
	dc, dr := tc-fc, tr-fr
	far := max(dc, -dc, dr, -dr)
	diagonal, straight := dc == dr || dc == -dr, dc == 0 || dr == 0
	switch kind {
	case "fighter":
		if !straight || far > 1 {
			return false
		}
	case "knight":
		diagonal = straight
	case "wizard":
		diagonal = diagonal || straight
	}
	if far == 0 || far > 3 || kind != "fighter" && !diagonal {
		return false
	}
	for n := 1; n < far; n++ {
		c, r := fc+dc*n/far, fr+dr*n/far
		if _, taken := b.on[string("zabcdefghi"[c])+string(rune('0'+r))]; taken || !slowHall(c, r) {
			return false
		}
	}
	return true
}

// moves are the moves, captures and teleports.
func (b slowBoard) moves() (texts []string) {
	for from, p := range b.on {
		if p.Owner != b.me {
			continue
		}
		for i := range 64 {
			to := string("abcdefgh"[i%8]) + string(rune('1'+i/8))
			if b.worn(p.ID, from, to) {
				continue
			}
			other, taken := b.on[to]
			tele := strings.Fields(slowTeleports[b.me])
			if !taken && from != to && slices.Contains(tele, from) && slices.Contains(tele, to) {
				texts = append(texts, from+"~"+to)
			}
			if !b.connects(p.Kind, from, to) {
				continue
			}
			switch {
			case !taken:
				texts = append(texts, from+"-"+to)
			case other.Owner == b.me, slowIsEntry(from), b.players > 2 && b.standing(other.Owner) == 1:
			default:
				texts = append(texts, from+"x"+to)
			}
		}
	}
	return texts
}

// slowLegal lists the actions of the phase turn, sorted.
func slowLegal(v rules.View) []string {
	b := newSlowBoard(v)
	texts := b.moves()
	if len(texts) == 0 {
		texts = append(texts, "pass")
	}
	if !b.doc.Ransomed && b.doc.Chests[b.me] > 0 {
		for _, p := range v.Pieces {
			for _, entry := range strings.Fields(slowEntries[b.me]) {
				if _, taken := b.on[entry]; !taken && p.At == nil && p.Owner == b.me {
					texts = append(texts, "ransom "+p.ID+"@"+entry)
				}
			}
		}
	}
	slices.Sort(texts)
	return texts
}

// slowOver is rule 11: the singles, or that nobody has a move.
func slowOver(v rules.View) bool {
	b := newSlowBoard(v)
	single, movers := 0, 0
	for _, name := range playing[b.players] {
		if b.standing(name) == 1 {
			single++
		}
		b.me = name
		if len(b.moves()) > 0 && !slices.Contains(b.doc.Resigned, name) {
			movers++
		}
	}
	return single >= b.players-1 || movers == 0
}

// slowScore is rules 12 and 13, from the text form.
func slowScore(v rules.View, name string) (sum int) {
	points := map[string]int{"fighter": 2, "knight": 4, "warrior": 3, "wizard": 5}
	doc := v.State.(stateDoc)
	own, held := map[string]int{}, map[string]int{}
	for _, p := range v.Pieces {
		switch {
		case p.At != nil && p.Owner == name:
			own[p.Kind]++
		case slices.Contains(doc.Held[name], p.ID):
			held[p.Kind]++
		default:
			continue
		}
		sum += points[p.Kind]
	}
	chests, all := doc.Chests[name], 0
	for _, n := range own {
		all += n
	}
	met := map[int]bool{
		1: own["wizard"] > 0, 2: chests >= 2, 3: chests >= 3, 4: held["wizard"] > 0, 5: held["warrior"] > 0,
		6: held["fighter"] >= 2, 7: held["knight"] > 0, 8: len(doc.Held[name]) >= 4, 9: all >= 3, 10: chests >= 4,
	}
	if card := doc.Kept[name]; met[card] {
		sum += [...]int{0, 3, 3, 3, 4, 3, 3, 3, 4, 4, 5}[card]
	}
	return sum + 3*chests
}

// likely chooses captures and ransoms more often than chance would.
func likely(r *rand.Rand, s rules.State, legal []rules.Step) rules.Step {
	step := legal[r.IntN(len(legal))]
	for range 3 {
		if step.Kind == kindCapture {
			break
		}
		step = legal[r.IntN(len(legal))]
	}
	if r.IntN(4) == 0 { // go back where one came from: runs
		if last := s.(State).runs[s.(State).turn]; last.n > 0 && s.Phase() == "turn" {
			for _, back := range legal {
				if at := back.Arg; back.Kind <= kindTeleport && (at[0] == uint8(last.a) && at[1] == uint8(last.b) || at[0] == uint8(last.b) && at[1] == uint8(last.a)) {
					return back
				}
			}
		}
	}
	return step
}

func TestTablesAgreeWithASecondReading(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	compared, worn, ended, games := 0, 0, 0, 20
	if strings.HasPrefix(t.Name(), "TestLong") {
		games = 80
	}
	for game := range games {
		s := opening(t, 2+game%3)
		for range 400 {
			legal := s.Legal(nil)
			v := s.View(rules.Full)
			if len(legal) == 0 {
				ended++
				for name, n := range v.Outcome.Scores {
					if want := slowScore(v, name); n != want {
						t.Fatalf("the score of %s is %d, want %d, in %+v", name, n, want, v)
					}
				}
				break
			}
			if s.Phase() == "turn" {
				compared++
				want := slowLegal(v)
				if got := legalTexts(s); !slices.Equal(got, want) {
					t.Fatalf("legal are\n%q, want\n%q\nin %+v", got, want, v)
				}
				if slowOver(v) {
					t.Fatalf("the game should be over: %+v", v)
				}
				if doc := v.State.(stateDoc); doc.Repeats[v.ToAct[0]].N == 3 {
					worn++
				}
			}
			step := likely(r, s, legal)
			if s.Seated().Len() > 2 && r.IntN(300) == 0 {
				step = rules.Resign(s.Seated().All()[0])
			}
			if next, _, err := s.Apply(step, nil); err == nil {
				s = next
			}
		}
	}
	if compared < 50*games || worn < games/3 || ended < games/4 {
		t.Errorf("only %d positions, %d with a worn move, %d ends were compared", compared, worn, ended)
	}
	t.Logf("%d positions, %d with a worn move, %d ends", compared, worn, ended)
}

func TestLongTablesAgreeWithASecondReading(t *testing.T) { TestTablesAgreeWithASecondReading(t) }

// TestCountsAgreeWithASecondReading holds the counts of testdata/play.perft to
// the second reading, two plies deep.
func TestCountsAgreeWithASecondReading(t *testing.T) {
	text, err := os.ReadFile("testdata/play.perft")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		document, ok := strings.CutPrefix(line, "position ")
		if !ok {
			continue
		}
		s, err := rules.ReadPosition(games, []byte(document))
		if err != nil {
			t.Fatal(err)
		}
		compareListings(t, s, 2)
	}
}

func compareListings(t *testing.T, s rules.State, plies int) {
	if s.Phase() != "turn" {
		return
	}
	if got, want := legalTexts(s), slowLegal(s.View(rules.Full)); !slices.Equal(got, want) {
		t.Fatalf("legal are\n%q, want\n%q\nin %s", got, want, fullText(t, s))
	}
	if plies == 1 {
		return
	}
	for _, step := range s.Legal(nil) {
		next, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		compareListings(t, next, plies-1)
	}
}
