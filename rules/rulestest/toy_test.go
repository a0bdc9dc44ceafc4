package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// The toy is a game of nine squares that has what few games have together:
// cards dealt in secret without replacement, two seats that choose at once, a
// step along a path, a piece that comes back, marks. Its faults are what the
// suite must find.
type toy struct {
	game    *rules.Game
	fault   fault
	long    bool // option: a piece goes up to three squares, not two
	phase   uint8
	turn    rules.Seat
	hands   [2][2]uint8
	kept    [2]uint8
	at      [2]board.Square
	marks   [9]bool
	turns   uint8
	winners rules.Seats
	why     string
}

// The phases and kinds of steps of the toy.
const (
	toyDeal uint8 = iota
	toyKeep
	toyTurn
	toyOver
)

const (
	toyDealt uint8 = iota + 1
	toyKeeps
	toyGoes // Arg: N squares, from the first to the last
	toyMarks
	toyBack
)

var (
	toyPhases  = []string{"deal", "keep", "turn", "over"}
	toySeats   = []string{"left", "right"}
	toySurface = board.MustNew("toy", board.Grid(3, 3, 40, 'a'))
)

func toyGame(f fault) *rules.Game {
	g := &rules.Game{
		Name: "toy", Title: "Toy", Seats: toySeats, Chance: true, Hidden: true, Law: "1.", Card: func() rules.Card { return rules.Card{} },
		Verbs: []rules.Verb{
			{Name: "keep", Parts: []string{"seat", "card"}}, {Name: "go", Parts: []string{"goods"}},
			{Name: "mark", Parts: []string{"square"}}, {Name: "back", Parts: []string{"square"}},
		},
		Options: []rules.Option{{Name: "long", Type: "bool", Default: false, Means: "Pieces go three squares."}},
	}
	g.New = func(o rules.Options) (rules.State, error) {
		return toy{game: g, fault: f, long: o.Bool("long"), at: [2]board.Square{0, 8}}, nil
	}
	g.Read = func(d rules.Document, o rules.Options) (rules.State, error) { return readToy(g, f, d, o) }
	return g
}

func (s toy) Game() *rules.Game         { return s.game }
func (s toy) Topology() *board.Topology { return toySurface }
func (s toy) Seated() rules.Seats       { return rules.SeatsOf(0, 1) }
func (s toy) Phase() string             { return toyPhases[s.phase] }

func (s toy) ToAct() rules.Seats {
	switch s.phase {
	case toyDeal:
		return rules.SeatsOf(rules.Chance)
	case toyKeep:
		var waiting rules.Seats
		for seat := range rules.Seat(2) {
			if s.kept[seat] == 0 {
				waiting |= rules.SeatsOf(seat)
			}
		}
		return waiting
	case toyTurn:
		return rules.SeatsOf(s.turn)
	}
	if s.fault == actsAfterTheEnd {
		return rules.SeatsOf(s.turn)
	}
	return 0
}

func (s toy) deck() []uint8 {
	deck := []uint8{1, 2, 3, 4, 5}
	return slices.DeleteFunc(deck, func(c uint8) bool { return slices.Contains(s.hands[0][:], c) })
}

func (s toy) Ask() rules.Ask {
	ask := rules.Ask{For: s.turn, Deck: s.deck(), Cards: 2, Secret: true}
	if s.fault == asksForTooMany {
		ask.Cards = 6
	}
	return ask
}

func (s toy) Drawn(got []uint8) rules.Step {
	deck := s.deck()
	cards := []uint8{deck[got[0]], deck[got[1]]}
	if s.fault != drawsUnsorted {
		slices.Sort(cards)
	}
	return toyStep(rules.Chance, toyDealt, cards...)
}

// toyStep makes a step; a path has its length in N.
func toyStep(by rules.Seat, kind uint8, args ...uint8) rules.Step {
	step := rules.Step{By: by, Kind: kind}
	copy(step.Arg[:], args)
	if kind == toyGoes {
		step.N = uint8(len(args))
	}
	return step
}

var toyCalls int // of Legal: what the faulty order depends on

func (s toy) Legal(dst []rules.Step) []rules.Step {
	before := len(dst)
	dst = s.legal(dst)
	switch mine := dst[before:]; {
	case len(mine) == 0:
		if s.fault == legalAfterTheEnd {
			dst = append(dst, toyStep(0, toyMarks, 4))
		}
	case s.fault == doubles:
		dst = append(dst, mine[0])
	case s.fault == shuffles:
		if toyCalls++; toyCalls%2 == 0 {
			slices.Reverse(mine)
		}
	case s.fault == forgetsASeat && s.phase == toyKeep:
		return mine[:1]
	case s.fault == overwrites && before > 0:
		dst[0] = mine[0]
	case s.fault == allocates:
		return append(slices.Clone(dst), make([]rules.Step, 0, 1)...)
	}
	return dst
}

func (s toy) legal(dst []rules.Step) []rules.Step {
	switch s.phase {
	case toyDeal:
		left := s.hands[0]
		for a := uint8(1); a <= 5; a++ {
			for b := a + 1; b <= 5; b++ {
				if a != left[0] && a != left[1] && b != left[0] && b != left[1] {
					dst = append(dst, toyStep(rules.Chance, toyDealt, a, b))
				}
			}
		}
	case toyKeep:
		for seat := range rules.Seat(2) {
			if s.kept[seat] == 0 {
				dst = append(dst, toyStep(seat, toyKeeps, s.hands[seat][0]), toyStep(seat, toyKeeps, s.hands[seat][1]))
			}
		}
	case toyTurn:
		dst = s.turnSteps(dst)
	}
	return dst
}

func (s toy) turnSteps(dst []rules.Step) []rules.Step {
	own := s.at[s.turn]
	for sq := range board.Square(9) {
		free := sq != s.at[0] && sq != s.at[1]
		if free && !s.marks[sq] {
			dst = append(dst, toyStep(s.turn, toyMarks, uint8(sq)))
		}
		if free && own == board.None {
			dst = append(dst, toyStep(s.turn, toyBack, uint8(sq)))
		}
	}
	if own != board.None {
		dst = s.paths(dst, toyStep(s.turn, toyGoes, uint8(own)))
	}
	return dst
}

// paths appends the ways on from step: over empty squares, up to the enemy.
func (s toy) paths(dst []rules.Step, step rules.Step) []rules.Step {
	reach := uint8(2)
	if s.long {
		reach = 3
	}
	last := board.Square(step.Arg[step.N-1])
	for to := range board.Square(9) {
		straight := to == last+3 || last == to+3 || to == last+1 && to%3 != 0 || last == to+1 && last%3 != 0
		if !straight || slices.Contains(step.Arg[:step.N], uint8(to)) {
			continue
		}
		on := step
		on.Arg[on.N] = uint8(to)
		on.N++
		dst = append(dst, on)
		if on.N <= reach && to != s.at[1-s.turn] {
			dst = s.paths(dst, on)
		}
	}
	return dst
}

// isLegal looks only at what it knows of a step's arguments when it is faulty.
func (s toy) isLegal(step rules.Step) bool {
	if s.fault == takesAnyBy && s.phase == toyTurn && step.By <= 1 {
		step.By = s.turn
	}
	if s.fault == takesUnusedArgs {
		step.Arg[rules.StepArgs-1] = 0
	}
	if s.fault == refusesLast {
		legal := s.legal(nil)
		return slices.Contains(legal[:len(legal)-1], step)
	}
	return slices.Contains(s.legal(make([]rules.Step, 0, 64)), step)
}

func (s toy) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	if s.fault == panics && step.Kind > 20 {
		panic("a kind that nobody thought of")
	}
	r, byReferee := rules.RefereeResult(s.Seated(), step)
	if s.phase == toyOver && s.fault != takesAfterTheEnd || !byReferee && !s.isLegal(step) || byReferee && s.fault == refusesDraw && step == rules.Draw() {
		return s.refused(step, fx)
	}
	switch {
	case byReferee:
		return s.end(r, fx)
	case step.Kind == toyDealt:
		s.deal(step)
		if s.fault == showsTheDeal {
			fx = append(fx, rules.Effect{Kind: rules.EffectThrown, From: board.None, To: board.None, N: int16(step.Arg[0])})
		}
		return s, fx, nil
	case step.Kind == toyKeeps:
		s.kept[step.By] = step.Arg[0]
		if s.kept[0] != 0 && s.kept[1] != 0 {
			s.phase = toyTurn
		}
		return s.out(), fx, nil
	}
	fx = s.act(step, fx)
	s.turn = 1 - s.turn
	if s.turns++; s.turns < 12 {
		return s.out(), fx, nil
	}
	winner := rules.Seat(0)
	if s.kept[1] > s.kept[0] {
		winner = 1
	}
	return s.end(rules.Result{Winners: rules.SeatsOf(winner), Why: "turns"}, fx)
}

// out is the new position; a faulty one does not compare.
func (s toy) out() rules.State {
	if s.fault == pointers {
		return &s
	}
	return s
}

func (s toy) refused(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	switch s.fault {
	case refusesInSilence:
		return nil, fx, &rules.Refusal{Cause: rules.ErrIllegal}
	case otherError:
		return nil, fx, fmt.Errorf("%w: no", rules.ErrAction)
	case effectsOfRefusal:
		fx = append(fx, rules.Effect{Kind: rules.EffectOver})
	case positionOfRefusal:
		return s, fx, rules.Illegal(s.Text(step), rules.Say("no.now"))
	}
	return nil, fx, rules.Illegal(s.Text(step), rules.Say("no.now"))
}

func (s toy) end(r rules.Result, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	s.phase, s.turn, s.winners, s.why = toyOver, 0, r.Winners, r.Why
	if s.fault != endsInSilence {
		fx = append(fx, rules.Effect{Kind: rules.EffectOver})
	}
	return s, fx, nil
}

func (s *toy) deal(step rules.Step) {
	s.hands[s.turn] = [2]uint8{step.Arg[0], step.Arg[1]}
	if s.turn == 1 {
		s.phase = toyKeep
	}
	s.turn = 1 - s.turn
}

func (s *toy) act(step rules.Step, fx []rules.Effect) []rules.Effect {
	to := board.Square(step.Arg[0])
	switch step.Kind {
	case toyMarks:
		s.marks[to] = true
	case toyBack:
		s.at[s.turn] = to
		fx = append(fx, rules.Effect{Kind: rules.EffectEntered, From: board.None, To: to})
	case toyGoes:
		from := to
		to = board.Square(step.Arg[step.N-1])
		if s.at[1-s.turn] == to {
			s.at[1-s.turn] = board.None
			if s.fault != removesInSilence {
				fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: to, To: board.None})
			}
		}
		s.at[s.turn] = to
		if s.fault == keepsTheWay && step.N > 2 {
			s.marks[step.Arg[1]] = true
		}
		e := rules.Effect{Kind: rules.EffectMoved, From: from, To: to}
		if s.fault == effectOffTheBoard {
			e.To = 99
		}
		fx = append(fx, e)
	}
	return fx
}

type toyDoc struct {
	Hands [2][]int `json:"hands"` // a hidden hand is left out
	Kept  [2]int   `json:"kept"`
	Marks []string `json:"marks"`
	Turn  int      `json:"turn"`
	Turns int      `json:"turns"`
}

func (s toy) View(viewer rules.Seat) rules.View {
	options := map[string]any{}
	if s.long {
		options["long"] = true
	}
	v := rules.NewView(s, options, viewer)
	for seat, name := range toySeats {
		p := rules.Piece{ID: name[:1], Kind: "pawn", Owner: name}
		if at := s.at[seat]; at != board.None {
			square := toySurface.Name(at)
			p.At = &square
		}
		v.Pieces = append(v.Pieces, p)
	}
	doc := toyDoc{Marks: []string{}, Turn: int(s.turn), Turns: int(s.turns)}
	for sq, marked := range s.marks {
		if marked {
			doc.Marks = append(doc.Marks, toySurface.Name(board.Square(sq)))
		}
	}
	for seat := range 2 {
		if viewer == rules.Full || viewer == rules.Seat(seat) || s.phase == toyOver || s.fault == hidesNothing {
			doc.Hands[seat] = []int{int(s.hands[seat][0]), int(s.hands[seat][1])}
			doc.Kept[seat] = int(s.kept[seat])
		}
	}
	v.State = doc
	s.spoilView(&v, viewer)
	return v
}

func (s toy) spoilView(v *rules.View, viewer rules.Seat) {
	switch {
	case s.fault == unsorted:
		slices.Reverse(v.Pieces)
	case s.fault == namesNoViewer:
		v.Viewer = ""
	case s.fault == cannotBeWritten:
		v.State = func() {}
	case s.fault == viewMisplaces && viewer == rules.Table && s.phase == toyDeal:
		v.Pieces[0].At = nil
	}
}

func readToy(g *rules.Game, f fault, d rules.Document, o rules.Options) (rules.State, error) {
	var doc toyDoc
	if err := d.ReadState(&doc); err != nil {
		return nil, err
	}
	if doc.Turns >= 12 && d.Phase != "over" && f != readsTheEndAsATurn {
		return nil, d.NoPosition("12 turns are over")
	}
	s := toy{
		game: g, fault: f, long: o.Bool("long"), turn: rules.Seat(doc.Turn), turns: uint8(doc.Turns),
		phase: uint8(slices.Index(toyPhases, d.Phase)), at: [2]board.Square{board.None, board.None},
	}
	for seat := range 2 {
		if p := d.Pieces[seat]; p.At != nil {
			s.at[seat], _ = toySurface.Square(*p.At)
		}
		for i, card := range doc.Hands[seat] {
			s.hands[seat][i] = uint8(card)
		}
		s.kept[seat] = uint8(doc.Kept[seat])
	}
	for _, name := range doc.Marks {
		sq, _ := toySurface.Square(name)
		s.marks[sq] = f != forgetsMarks
	}
	if d.Outcome != nil {
		s.why = d.Outcome.Why
		for _, name := range d.Outcome.Winners {
			s.winners |= rules.SeatsOf(rules.Seat(slices.Index(toySeats, name)))
		}
	}
	return s, nil
}

func (s toy) Occupied(rules.Seat) board.Set { return board.SetOf(s.at[:]...) }

func (s toy) At(sq board.Square) (rules.Man, bool) {
	for seat, at := range s.at {
		if at == sq && (sq != board.None || s.fault == standsNowhere) {
			owner := rules.Seat(seat)
			if s.fault == mistakesOwners {
				owner = 1 - owner
			}
			return rules.Man{Owner: owner}, true
		}
	}
	return rules.Man{}, false
}

func (s toy) Hands(step rules.Step) rules.Hands {
	from, to := board.Square(step.Arg[0]), board.Square(step.Arg[max(step.N, 1)-1])
	switch step.Kind {
	case toyBack:
		return rules.CarryHands(board.None, from)
	case toyGoes:
		h := rules.CarryHands(from, to)
		if s.at[1-s.turn] == to && s.fault != forgetsTakes {
			h.Takes = board.SetOf(to)
		}
		if s.fault == movesOnThePage {
			return rules.NoHands(rules.OnPage)
		}
		for _, sq := range step.Arg[1 : step.N-1] {
			h.Via.Add(board.Square(sq))
		}
		switch s.fault {
		case carriesAir:
			h.Carries[0].From = s.at[1-s.turn] ^ 1
		case carriesElsewhere:
			h.Carries[0].To = (to + 1) % 9
		case takesAir:
			h.Takes = board.SetOf((from + 4) % 9)
		}
		return h
	}
	if s.fault == chanceHasHands && step.By == rules.Chance {
		return rules.NoHands(rules.Passed)
	}
	return rules.NoHands(rules.OnPage)
}

func (s toy) Text(step rules.Step) string {
	var names []string
	for _, sq := range step.Arg[:min(int(max(step.N, 1)), rules.StepArgs)] {
		names = append(names, toySurface.Name(board.Square(sq)))
	}
	path := strings.Join(names, ">")
	switch {
	case step.By == rules.Referee:
		return rules.RefereeText(s.game, step)
	case step.Kind == toyDealt:
		return fmt.Sprintf("deal %d %d", step.Arg[0], step.Arg[1])
	case step.Kind == toyKeeps:
		return fmt.Sprintf("keep %d %d", step.By, step.Arg[0])
	case step.Kind == toyGoes && s.fault == shortText:
		return "go " + names[0] + ">" + names[len(names)-1]
	case step.Kind == toyGoes:
		return "go " + path
	case step.Kind == toyMarks:
		return "mark " + path
	}
	return "back " + path
}

func (s toy) Parse(text string) (rules.Step, error) {
	if step, ok := rules.ParseReferee(s.game, text); ok {
		return step, nil
	}
	words := strings.Split(text, " ")
	var a, b uint8
	if n, _ := fmt.Sscanf(text, "deal %d %d", &a, &b); n == 2 && text == fmt.Sprintf("deal %d %d", a, b) {
		return toyStep(rules.Chance, toyDealt, a, b), nil
	}
	if n, _ := fmt.Sscanf(text, "keep %d %d", &a, &b); n == 2 && text == fmt.Sprintf("keep %d %d", a, b) {
		return toyStep(rules.Seat(a), toyKeeps, b), nil
	}
	kind, known := map[string]uint8{"go": toyGoes, "mark": toyMarks, "back": toyBack}[words[0]]
	if !known || len(words) != 2 {
		return s.unreadable(text)
	}
	var path []uint8
	for _, name := range strings.Split(words[1], ">") {
		sq, ok := toySurface.Square(name)
		if !ok || len(path) == rules.StepArgs {
			return s.unreadable(text)
		}
		path = append(path, uint8(sq))
	}
	return toyStep(s.turn, kind, path...), nil
}

func (s toy) unreadable(text string) (rules.Step, error) {
	if s.fault == readsGarbage {
		return rules.Step{}, nil
	}
	return rules.Step{}, rules.Malformed(text, rules.NoAction(text))
}

// Why says that the toy's pieces go nowhere, whatever they do: a reason more is no fault.
func (s toy) Why(from, to board.Square) rules.Message {
	if s.fault == givesNoReason {
		return rules.Message{}
	}
	return rules.Say("no.reach", "from", toySurface.Name(from), "to", toySurface.Name(to))
}

func (s toy) Now(viewer rules.Seat) rules.Message {
	switch {
	case s.phase == toyOver:
		return rules.Message{}
	case s.fault == asksNothing && s.phase == toyTurn:
		return rules.Message{}
	case s.fault == asksTheSecret && s.hands[0][0] > 0:
		return rules.Say("now.toy.keep", "n", fmt.Sprint(s.hands[0][0]))
	}
	return rules.Say("now.toy." + s.Phase())
}

func (s toy) Tell(step rules.Step) rules.Message {
	if step.Kind == toyKeeps && s.fault == tellsTheSecret {
		return rules.Say("toy.keep", "card", fmt.Sprint(step.Arg[0]))
	}
	if s.fault == tellsNothing {
		return rules.Message{}
	}
	return rules.Say("toy.step")
}

func (s toy) Result() (rules.Result, bool) {
	return rules.Result{Winners: s.winners, Why: s.why}, s.phase == toyOver
}
