package camelot

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// square is a file and a rank, both counted from 1.
type square [2]int

func (q square) String() string { return fmt.Sprintf("%c%d", 'A'-1+q[0], q[1]) }

// slowBoard is a second reading of the rules, made from the text form alone:
// all ways are written down first, then each rule strikes some out.
type slowBoard struct {
	on    map[square]rules.Piece
	me    string
	moved int // castle moves
}

func newSlowBoard(v rules.View) slowBoard {
	b := slowBoard{on: map[square]rules.Piece{}, me: v.ToAct[0]}
	for _, p := range v.Pieces {
		if p.At != nil {
			var rank int
			fmt.Sscanf((*p.At)[1:], "%d", &rank)
			b.on[square{int((*p.At)[0]-'A') + 1, rank}] = p
		}
	}
	d := v.State.(stateDoc).CastleMoves
	b.moved = map[string]int{"white": d.White, "black": d.Black}[b.me]
	return b
}

func (q square) onBoard() bool {
	f, r := q[0], min(q[1], 17-q[1])
	switch r {
	case 1:
		return f == 6 || f == 7
	case 2:
		return f >= 3 && f <= 10
	case 3:
		return f >= 2 && f <= 11
	}
	return r >= 4 && f >= 1 && f <= 12
}

func (b slowBoard) free(q square) bool { _, there := b.on[q]; return q.onBoard() && !there }

// castle reports whether q is in the castle of white or black.
func (q square) castle(of string) bool {
	return (q[0] == 6 || q[0] == 7) && q[1] == map[string]int{"white": 1, "black": 16}[of]
}

func (b slowBoard) foe() string { return map[string]string{"white": "black", "black": "white"}[b.me] }

// leaps returns the squares over and beyond that q's neighbours of that owner offer.
func (b slowBoard) leaps(q square, owner string) (out [][2]square) {
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			over, to := square{q[0] + df, q[1] + dr}, square{q[0] + 2*df, q[1] + 2*dr}
			if p, there := b.on[over]; over != q && there && p.Owner == owner && b.free(to) {
				out = append(out, [2]square{over, to})
			}
		}
	}
	return out
}

func (b slowBoard) without(q square) slowBoard {
	b.on = maps.Clone(b.on)
	delete(b.on, q)
	return b
}

// turn is a way with what the rules ask of it.
type turn struct {
	kind   string // plain, castle, canter, jump, charge
	from   square
	text   string
	knight bool
	passed bool // a canter's landing, where it does not stop by rule 13, stood next to an exposed enemy
}

// ways writes down all ways of the piece on q that rules 3 to 7, 10 and 13 know.
func (b slowBoard) ways(q square) (out []turn) {
	made := func(kind, text string, passed bool) {
		out = append(out, turn{kind, q, text, b.on[q].Kind == "knight", passed})
	}
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			to := square{q[0] + df, q[1] + dr}
			switch {
			case !b.free(to) || to.castle(b.me):
			case !q.castle(b.foe()):
				made("plain", fmt.Sprintf("%v-%v", q, to), false)
			case to.castle(b.foe()):
				made("castle", fmt.Sprintf("%v-%v", q, to), false)
			}
		}
	}
	if q.castle(b.foe()) {
		return out
	}
	lifted := b.without(q)
	for _, text := range lifted.jumps(q, q.String()) {
		made("jump", text, false)
	}
	var canters func(at square, text string, been []square, passed bool)
	canters = func(at square, text string, been []square, passed bool) {
		for _, l := range lifted.leaps(at, b.me) {
			to := l[1]
			if slices.Contains(been, to) || to.castle(b.me) {
				continue
			}
			text := fmt.Sprintf("%s-%v", text, to)
			near := passed || !to.castle(b.foe()) && len(lifted.leaps(to, b.foe())) > 0
			made("canter", text, near)
			if to.castle(b.foe()) {
				continue
			}
			for _, charge := range lifted.jumps(to, text) {
				made("charge", charge, near)
			}
			canters(to, text, append(slices.Clone(been), to), near)
		}
	}
	canters(q, q.String(), []square{q}, false)
	return out
}

// jumps returns all jump chains from q to their ends, q standing for a piece in the air.
func (b slowBoard) jumps(q square, text string) (out []string) {
	for _, l := range b.leaps(q, b.foe()) {
		next, text := b.without(l[0]), fmt.Sprintf("%sx%v", text, l[1])
		more := next.jumps(l[1], text)
		if l[1].castle(b.foe()) || len(more) == 0 {
			more = []string{text}
		}
		out = append(out, more...)
	}
	return out
}

// slowLegal lists the legal actions, sorted.
func slowLegal(v rules.View) []string {
	b := newSlowBoard(v)
	var all []turn
	home := false
	for q, p := range b.on {
		if p.Owner == b.me {
			all = append(all, b.ways(q)...)
			home = home || q.castle(b.me)
		}
	}
	strike := func(gone func(turn) bool) { all = slices.DeleteFunc(all, gone) }
	strike(func(w turn) bool { return home && !w.from.castle(b.me) })                 // rule 12
	strike(func(w turn) bool { return w.kind == "charge" && !w.knight })              // rule 6
	strike(func(w turn) bool { return w.kind == "canter" && w.knight && w.passed })   // rule 9
	strike(func(w turn) bool { return w.kind == "castle" && (home || b.moved >= 2) }) // rule 14
	if slices.ContainsFunc(all, func(w turn) bool { return w.kind == "jump" }) {      // rules 8 and 12
		strike(func(w turn) bool { return w.kind != "jump" && w.kind != "charge" })
	}
	texts := []string{}
	for _, w := range all {
		texts = append(texts, w.text)
	}
	slices.Sort(texts)
	return texts
}

// slowEnd returns how the game ought to have ended after a turn of mover, by
// what the rules say of the pieces; "" if not.
func slowEnd(v rules.View, mover string) (why string, draw bool) {
	left, inside := map[string]int{}, 0
	other := map[string]string{"white": "black", "black": "white"}[mover]
	b := slowBoard{on: map[square]rules.Piece{}, me: mover}
	for q, p := range newSlowBoard(rules.View{Pieces: v.Pieces, ToAct: rules.ActorNames{other}, State: v.State}).on {
		left[p.Owner]++
		if p.Owner == mover && q.castle(other) {
			inside++
		}
		b.on[q] = p
	}
	v.ToAct = rules.ActorNames{other}
	switch {
	case inside == 2:
		return "castle", false
	case left[other] == 0 && left[mover] >= 2:
		return "captured", false
	case left[other] <= 1 && left[mover] <= 1:
		return "bare", true
	case len(slowLegal(v)) == 0:
		return "stalemate", left[mover] < 2
	}
	return "", false
}

// scattered places a few pieces of each side at random, most of them near the castles.
func scattered(t *testing.T, r *rand.Rand) (rules.State, bool) {
	t.Helper()
	var left []string
	var doc stateDoc
	taken := map[string]bool{}
	toAct := seatNames[r.IntN(2)]
	density := 1 + r.IntN(8)
	for p, id := range ids {
		if r.IntN(10) >= density {
			continue
		}
		sq := r.IntN(squares)
		if r.IntN(3) > 0 {
			sq = r.IntN(40)
			if r.IntN(2) == 0 {
				sq = squares - 1 - sq
			}
		}
		at := topology.Name(squareOf[cellOf[sq]])
		if taken[at] {
			continue
		}
		taken[at] = true
		left = append(left, id+" "+at)
		owner := piece(p).owner()
		if seatNames[owner] == toAct && cellOf[sq].in(owner) {
			doc.MustLeave = &at
		}
	}
	if len(left) == 0 {
		return nil, false
	}
	text := document(t, toAct, strings.Join(left, ","), func(d *stateDoc) { *d = doc })
	s, err := rules.ReadPosition(games, text)
	return s, err == nil
}

// besieged places a knight with a friend between it and Black's castle, and
// some of both sides round about.
func besieged(t *testing.T, r *rand.Rand) (rules.State, bool) {
	t.Helper()
	file := r.IntN(2)
	taken := map[string]bool{"F14": file == 0, "F15": file == 0, "G14": file == 1, "G15": file == 1}
	left := []string{"wK1 F14, wM1 F15", "wK1 G14, wM1 G15"}[file:][:1]
	for _, id := range []string{"bM1", "bM2", "bK1", "bK2", "bM3", "wM2", "wK2"} {
		at := topology.Name(squareOf[cellOf[squares-1-r.IntN(10)]]) // ranks 15 and 16
		if !taken[at] {
			taken[at] = true
			left = append(left, id+" "+at)
		}
	}
	s, err := rules.ReadPosition(games, document(t, "white", strings.Join(left, ",")+idle))
	return s, err == nil
}

// entriesBeside counts the canters of a besieging knight that end next to an
// enemy which stands exposed to that castle square.
func entriesBeside(s rules.State) (n int) {
	b, legal := newSlowBoard(s.View(rules.Full)), legalTexts(s)
	for _, file := range []int{6, 7} {
		from, to := square{file, 14}, square{file, 16}
		if slices.Contains(legal, fmt.Sprintf("%v-%v", from, to)) && len(b.without(from).leaps(to, "black")) > 0 {
			n++
		}
	}
	return n
}

func compareLegal(t *testing.T, s rules.State, met map[string]int) {
	t.Helper()
	want, got := slowLegal(s.View(rules.Full)), legalTexts(s)
	if !slices.Equal(got, want) {
		t.Fatalf("legal are\n%q, want\n%q\nin %s", got, want, fullText(t, s))
	}
	for _, text := range got {
		key := s.Tell(must(s.Parse(text))).Key
		met[key]++
	}
	if d := stateOf(s); d.MustLeave != nil {
		met["must leave"]++
	}
	compareRefusals(t, s, got)
}

// compareRefusals asks that what is a part of a legal turn, or one leg more, is
// taken just when it is listed.
func compareRefusals(t *testing.T, s rules.State, legal []string) {
	t.Helper()
	for i, text := range legal {
		if i%5 != 0 {
			continue
		}
		tries := []string{text[:max(strings.LastIndexAny(text, "-x"), 0)], text[strings.IndexAny(text, "-x")+1:]}
		last := text[strings.LastIndexAny(text, "-x")+1:]
		for _, way := range ways {
			sq, _ := topology.Square(last)
			if to := cellOf[sq] + 2*way; squareOf[to] < squares {
				tries = append(tries, text+"-"+to.name(), text+"x"+to.name())
			}
		}
		for _, try := range tries {
			step, err := s.Parse(try)
			if err != nil {
				continue
			}
			_, _, err = s.Apply(step, nil)
			if listed := slices.Contains(legal, try); listed != (err == nil) || err != nil && !errors.Is(err, rules.ErrIllegal) {
				t.Fatalf("%s: listed %t, applied with %v\nin %s", try, listed, err, fullText(t, s))
			}
		}
	}
}

func must(step rules.Step, err error) rules.Step {
	if err != nil {
		panic(err)
	}
	return step
}

// long reports whether a test takes all there is, and not a sample: those named TestLong do.
func long(t testing.TB) bool { return strings.HasPrefix(t.Name(), "TestLong") }

func TestLongAgreesWithASecondReading(t *testing.T) { TestAgreesWithASecondReading(t) }

func TestAgreesWithASecondReading(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	met := map[string]int{}
	games, placements := 3, 600
	if long(t) {
		games, placements = 12, 2000
	}
	for range games {
		s := begun()
		for len(s.Legal(nil)) > 0 {
			compareLegal(t, s, met)
			s = compareNext(t, s, r, met)
		}
	}
	for range placements {
		s, ok := scattered(t, r)
		for n := 0; ok && n < 3 && len(s.Legal(nil)) > 0; n++ {
			compareLegal(t, s, met)
			s = compareNext(t, s, r, met)
		}
	}
	for range placements {
		s, ok := besieged(t, r)
		if ok && len(s.Legal(nil)) > 0 {
			compareLegal(t, s, met)
			met["castle beside an enemy"] += entriesBeside(s)
			compareNext(t, s, r, met)
		}
	}
	for what, least := range map[string]int{
		"camelot.move": 100, "camelot.castle": 20, "camelot.canter": 100, "camelot.jump": 100, "camelot.charge": 100, "must leave": 50, "castle beside an enemy": 20,
		"castle": 5, "captured": 10, "bare": 5,
	} {
		if met[what] < least/map[bool]int{true: 1, false: 10}[long(t)] {
			t.Errorf("%s: met only %d times", what, met[what])
		}
	}
}

// compareNext takes a random step and compares how the game stands after it.
func compareNext(t *testing.T, s rules.State, r *rand.Rand, met map[string]int) rules.State {
	t.Helper()
	legal := s.Legal(nil)
	step := legal[r.IntN(len(legal))]
	next, _, err := s.Apply(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	why, draw := slowEnd(next.View(rules.Full), Game.SeatName(step.By))
	result, over := next.Result()
	met[result.Why]++
	want := rules.SeatsOf(step.By)
	if draw {
		want = 0
	}
	if over && (result.Why == "quiet" || result.Why == "repetition") {
		return next
	}
	if over != (why != "") || over && (result.Why != why || result.Winners != want) {
		t.Fatalf("after %s over %t with %+v, want %q, draw %t\nin %s", s.Text(step), over, result, why, draw, fullText(t, s))
	}
	return next
}

// TestRepetitionAgreesWithASecondReading counts positions of two lonely sides,
// which come back often, by their text with like pieces alike.
func TestRepetitionAgreesWithASecondReading(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	ended := 0
	for range 40 {
		s := placed(t, "white", "wM1 A6, wM2 A4, bM1 L13, bM2 L11")
		seen := map[string]int{}
		for quiet := 0; ; quiet++ {
			if _, over := s.Result(); over {
				break
			}
			here := likeText(s)
			seen[here]++
			if seen[here] >= 3 {
				t.Fatalf("%s for the third time", here)
			}
			legal := s.Legal(nil)
			legal = slices.DeleteFunc(legal, func(step rules.Step) bool { return !inCorner(s.Text(step)) })
			s, _, _ = s.Apply(legal[r.IntN(len(legal))], nil)
			result, over := s.Result()
			if over && result.Why == "repetition" {
				ended++
				if mover := s.View(rules.Full); seenWith(seen, mover) != 2 {
					t.Fatalf("ended with %s seen %d times before", squaresText(mover), seenWith(seen, mover))
				}
			}
		}
	}
	if ended < 20 {
		t.Errorf("only %d games ended by repetition", ended)
	}
}

// inCorner reports whether an action stays in White's or Black's corner.
func inCorner(text string) bool {
	for name := range strings.SplitSeq(text, "-") {
		if strings.Contains(name, "x") || !slices.Contains(strings.Fields("A4 A5 A6 B4 B5 L13 L12 L11 K13 K12"), name) {
			return false
		}
	}
	return true
}

// likeText is the position as text, with like pieces alike and without who is to act.
func likeText(s rules.State) string {
	return squaresText(s.View(rules.Full)) + " " + s.View(rules.Full).ToAct[0]
}

func squaresText(v rules.View) string {
	var at []string
	for _, p := range v.Pieces {
		if p.At != nil {
			at = append(at, p.ID[:2]+*p.At)
		}
	}
	slices.Sort(at)
	return strings.Join(at, " ")
}

// seenWith returns how often the squares of a finished game were seen, whoever was to act.
func seenWith(seen map[string]int, v rules.View) int {
	return max(seen[squaresText(v)+" white"], seen[squaresText(v)+" black"])
}
