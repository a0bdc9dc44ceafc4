package kaleidochess

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules"
)

// slow is a second generator of legal actions, in words: it reads a position's
// text form and follows the numbered rules with maps of names, without haste.
type slow struct {
	board map[string]fieldDoc
	on    map[string]string // field → piece
	at    map[string]string // piece → field
	lost  []string          // pieces off the board
	given map[string]any
	turn  string
	doc   stateDoc
}

func slowly(t testing.TB, s rules.State) *slow {
	t.Helper()
	text, err := json.Marshal(s.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Options map[string]any
		ToAct   any `json:"to_act"`
		Pieces  []rules.Piece
		State   stateDoc
	}
	var b boardDoc
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(boardFile, &b); err != nil {
		t.Fatal(err)
	}
	w := &slow{board: map[string]fieldDoc{}, on: map[string]string{}, at: map[string]string{}, given: d.Options, doc: d.State}
	w.turn, _ = d.ToAct.(string)
	for _, f := range b.Fields {
		w.board[f.ID] = f
	}
	for _, p := range d.Pieces {
		if p.At == nil {
			w.lost = append(w.lost, p.ID)
			continue
		}
		w.on[*p.At], w.at[p.ID] = p.ID, *p.At
	}
	return w
}

func (w *slow) option(name string) bool { return w.given[name] == true }

func (w *slow) own(id string) bool { return id != "" && id[0] == w.turn[0] }

func (w *slow) bears(formula, on string) bool {
	for _, a := range w.doc.Active {
		if a.Formula == formula && a.On == on {
			return true
		}
	}
	return false
}

// acts reports whether a formula that id bears acts on it where it stands (rule 10).
func (w *slow) acts(formula, id string) bool {
	kind := w.kind(w.at[id])
	rests := kind == "castle" || kind == "town" && formula == "weaken"
	return w.bears(formula, id) && !rests
}

// line is the number of the rounded line between two fields, 0 for none.
func (w *slow) line(a, b string) int {
	x, y := w.board[a].Ring, w.board[b].Ring
	if x == y {
		return 0
	}
	return max(x, y)
}

// barredLine reports whether a barrier lies on line l.
func (w *slow) barredLine(l int) bool {
	for _, a := range w.doc.Active {
		if x, y, pair := strings.Cut(a.On, "|"); pair && w.line(x, y) == l {
			return true
		}
	}
	return false
}

var slowKinds = map[byte]struct {
	flies bool
	reach int
}{
	'W': {true, 3}, 'D': {true, 4}, 'R': {true, 3}, 'E': {true, 2}, 'V': {true, 1},
	'L': {false, 4}, 'T': {false, 3}, 'H': {false, 2}, 'P': {false, 1},
}

// chain tries every chain of steps from here on (rule 3).
func (w *slow) chain(id, here string, first bool, steps, lines int, found map[string]bool) {
	flies := slowKinds[id[1]].flies
	next := w.board[here].Walk
	if flies {
		next = w.board[here].Fly
	}
	for _, to := range next {
		l := w.line(here, to)
		left := lines
		if l > 0 {
			left--
			if w.barredLine(l) && !(flies && first) {
				continue
			}
		}
		if left < 0 || w.bears("block", to) {
			continue
		}
		if other := w.on[to]; to != w.at[id] && !w.own(other) {
			found[to] = true
		}
		passes := w.on[to] == "" || to == w.at[id] || flies && w.option("fly_over_pieces")
		if steps > 1 && passes {
			w.chain(id, to, false, steps-1, left, found)
		}
	}
}

func (w *slow) moves() (out []string) {
	for id, from := range w.at {
		k := slowKinds[id[1]]
		if !w.own(id) || w.acts("imprison", id) || !w.dieMoves(id[1]) {
			continue
		}
		steps, lines := k.reach, 1
		if id[1] == 'W' {
			lines = 3
		}
		if w.acts("strengthen", id) {
			lines = 2
			if id[1] == 'W' {
				steps, lines = 4, 4
			}
		}
		if w.acts("weaken", id) {
			lines = 0
		}
		found := map[string]bool{}
		w.chain(id, from, true, steps, lines, found)
		for to := range found {
			sign := "-"
			if w.on[to] != "" {
				sign = "x"
			}
			out = append(out, from+sign+to)
		}
	}
	return out
}

// dieMoves is rule 6.
func (w *slow) dieMoves(letter byte) bool {
	switch n := w.thrown(); n {
	case 0, 6:
		return true
	case 5:
		return letter == 'W'
	default:
		return letter != 'W' && slowKinds[letter].reach == n
	}
}

func (w *slow) thrown() int {
	if w.doc.Thrown == nil {
		return 0
	}
	return *w.doc.Thrown
}

// near returns the fields at most n steps from f on the empty board, f too.
func (w *slow) near(f string, n int, fly bool) map[string]bool {
	found := map[string]bool{f: true}
	for range n {
		found = w.grow(found, fly)
	}
	return found
}

func (w *slow) grow(set map[string]bool, fly bool) map[string]bool {
	out := map[string]bool{}
	for f := range set {
		out[f] = true
		next := w.board[f].Walk
		if fly {
			next = w.board[f].Fly
		}
		for _, g := range next {
			out[g] = true
		}
	}
	return out
}

func (w *slow) kind(f string) string { return w.board[f].Kind }

// spell returns the casts of one formula (rules 9 to 11).
func (w *slow) spell(formula string) (out []string) {
	wizard := w.at[w.turn[:1]+"W"]
	say := func(format string, args ...any) { out = append(out, formula+fmt.Sprintf(format, args...)) }
	switch formula {
	case "selfdestruct":
		say("")
	case "teleport":
		for from, id := range w.on {
			for to := range w.board {
				if w.mayLeave(from, id) && from != to && w.kind(to) != "castle" && !w.bears("block", to) &&
					(w.on[to] == "" || w.kind(to) == "plain") {
					say(" %s>%s", from, to)
				}
			}
		}
	case "swap":
		for a, x := range w.on {
			for b, y := range w.on {
				if a < b && w.mayLeave(a, x) && w.mayLeave(b, y) {
					say(" %s,%s", a, b)
				}
			}
		}
	case "revive":
		for _, id := range w.lost {
			for _, to := range w.board[wizard].Fly {
				if w.own(id) && w.on[to] == "" && w.kind(to) != "castle" && !w.bears("block", to) {
					say(" %s@%s", id, to)
				}
			}
		}
	case "barrier":
		for a, f := range w.board {
			for _, b := range f.Walk {
				bothTowns := f.Kind == "town" && w.kind(b) == "town"
				castle := f.Kind == "castle" || w.kind(b) == "castle"
				if l := w.line(a, b); a < b && l > 0 && !bothTowns && !castle && !w.barredLine(l) {
					say(" %s|%s", a, b)
				}
			}
		}
	default:
		for f := range w.board {
			out = append(out, w.spellAt(formula, f, wizard)...)
		}
	}
	return out
}

// mayLeave reports whether Teleport and Swap may move the piece id on f.
func (w *slow) mayLeave(f, id string) bool {
	return w.kind(f) != "castle" && (w.own(id) || w.kind(f) != "town") && !w.bears("imprison", id)
}

// spellAt returns the casts of a formula at one field.
func (w *slow) spellAt(formula, f, wizard string) (out []string) {
	id := w.on[f]
	plain, castle := w.kind(f) == "plain", w.kind(f) == "castle"
	safe := castle || w.kind(f) == "town" && !w.own(id) // an enemy piece in a town
	add := func(ok bool, tail string) {
		if ok {
			out = append(out, formula+" "+f+tail)
		}
	}
	switch formula {
	case "ghost":
		add(id != "" && f != wizard && plain && w.near(wizard, 2, false)[f], "")
	case "lightning":
		if !plain || !w.near(wizard, 3, true)[f] {
			return nil
		}
		add(id != "" && !w.bears("imprison", id) && !w.bears("strengthen", id), "")
		add(id != "" && w.bears("imprison", id), "/imprison")
		add(id != "" && w.bears("strengthen", id), "/strengthen")
		for _, a := range w.doc.Active {
			if x, y, pair := strings.Cut(a.On, "|"); pair && (x == f || y == f) {
				add(true, fmt.Sprintf("/barrier:L%d", w.line(x, y)))
			}
		}
	case "heal":
		add(id != "" && !safe && w.bears("imprison", id), "/imprison")
		add(id != "" && !safe && w.bears("weaken", id), "/weaken")
		add(w.bears("block", f), "/block")
	case "imprison", "weaken":
		add(id != "" && plain && !w.bears(formula, id), "")
	case "strengthen":
		add(id != "" && !safe && !w.bears(formula, id), "")
	case "block":
		add(id == "" && plain && !w.bears("block", f), "")
	}
	return out
}

func (w *slow) magics() (out []string) {
	n := w.thrown()
	if n == 0 || n >= 5 {
		tiles := w.doc.Tiles.White
		if w.turn == "black" {
			tiles = w.doc.Tiles.Black
		}
		for _, formula := range tiles {
			if w.at[w.turn[:1]+"W"] != "" {
				out = append(out, w.spell(formula)...)
			}
		}
		for _, a := range w.doc.Active {
			if a.Owner == w.turn {
				out = append(out, "cancel "+a.Formula)
			}
		}
	}
	dragon := w.at[w.turn[:1]+"D"]
	if dragon == "" || n != 0 && n != 4 && n != 6 {
		return out
	}
	for _, f := range w.board[dragon].Fly { // rule 12
		id := w.on[f]
		barrier := false
		for _, a := range w.doc.Active {
			x, y, pair := strings.Cut(a.On, "|")
			barrier = barrier || pair && (x == f || y == f)
		}
		if (id != "" || barrier) && !strings.HasSuffix(id, "D") {
			out = append(out, "fire "+f)
		}
	}
	return out
}

func (w *slow) legal() []string {
	out := w.moves()
	if w.option("magic") {
		out = append(out, w.magics()...)
	}
	if len(out) == 0 {
		out = []string{"pass"}
	}
	sort.Strings(out)
	return out
}

// TestLegalAgreesWithTheSlowGenerator compares the two in random games and in
// random heaps of pieces and formulas.
func TestLegalAgreesWithTheSlowGenerator(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 7))
		given := optionSets[int(seed)%len(optionSets)]
		s := begin(t, given)
		for ply := 0; ply < 120; ply++ {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			if s.Phase() == "turn" {
				compareSlow(t, s)
			}
			s = do(t, s, s.Text(legal[r.IntN(len(legal))]))
		}
	}
	for seed := range uint64(150) {
		compareSlow(t, heap(t, rand.New(rand.NewPCG(seed, 8))))
	}
}

func compareSlow(t *testing.T, s rules.State) {
	t.Helper()
	got, want := legalTexts(s, ""), slowly(t, s).legal()
	if slices.Equal(got, want) {
		return
	}
	for _, text := range got {
		if !slices.Contains(want, text) {
			t.Errorf("%s is listed, the slow generator has it not", text)
		}
	}
	for _, text := range want {
		if !slices.Contains(got, text) {
			t.Errorf("%s is not listed", text)
		}
	}
	text, _ := json.Marshal(s.View(rules.Full))
	t.Fatalf("at %s", text)
}

// scattered puts both monarchs and some of the other pieces on random squares.
func scattered(r *rand.Rand) string {
	g := grounds[0]
	places := r.Perm(g.top.Len())
	var list []string
	for p := range pieces {
		if p%perSide < 2 || r.IntN(3) > 0 {
			list = append(list, fmt.Sprintf("%s %s", g.id[p], g.top.Name(board.Square(places[p]))))
		}
	}
	return strings.Join(list, ", ")
}

// heap returns a random position dense in formulas, near the rules' edges.
func heap(t *testing.T, r *rand.Rand) rules.State {
	given := map[string]any{"magic": true, "fly_over_pieces": r.IntN(2) == 0}
	u := setup{given: given, turn: seatNames[r.IntN(2)]}
	if r.IntN(2) == 0 {
		given["die"], u.thrown = true, 1+r.IntN(6)
	}
	read, tries := rules.State(nil), 0
	for err := error(nil); read == nil; tries++ { // those in which the game has ended are no turn
		u.men = scattered(r)
		if read, err = rules.ReadPosition([]*rules.Game{Game}, u.text()); tries == 50 {
			t.Fatal(err)
		}
	}
	s := read.(State)
	for seat := range s.active {
		s.tiles[seat] = uint16(r.IntN(int(allTiles) + 1))
		s.turn = rules.Seat(seat)
		for f := firstLasting; f < formulaCount; f++ {
			s.tiles[seat] |= 1 << f
			if legal := s.castsOf(f); len(legal) > 0 && r.IntN(4) > 0 {
				s.cast(f, legal[r.IntN(len(legal))], nil)
				s.tiles[seat] &^= 1 << f
			}
		}
	}
	s.bringHome(r)
	s.turn = rules.Seat(slices.Index(seatNames, u.turn))
	s.seen.forget()
	s.seen.note(s.fingerprint(s.turn))
	return s
}

// bringHome moves some of the pieces that bear formulas into castles and towns.
func (s *State) bringHome(r *rand.Rand) {
	safe := s.ground().castles.or(s.ground().towns)
	for seat := range s.active {
		for _, f := range []formula{imprison, weaken, strengthen} {
			on := s.active[seat][f-firstLasting]
			if free := safe.minus(s.stands[White]).minus(s.stands[Black]); on != uint8(off) && !free.empty() && r.IntN(2) == 0 {
				to := free.pop()
				for n := r.IntN(free.len() + 1); n > 0; n-- {
					to = free.pop()
				}
				s.put(piece(on), to)
			}
		}
	}
}

// castsOf lists the casts of one formula whatever the throw.
func (s *State) castsOf(f formula) (casts []rules.Step) {
	free := *s
	free.thrown = 0
	for _, step := range free.legal(nil) {
		if step.Kind == kindCast+uint8(f) {
			casts = append(casts, step)
		}
	}
	return casts
}
