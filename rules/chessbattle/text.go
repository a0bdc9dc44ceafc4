package chessbattle

import (
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// Text returns the step's text form (docs/interchange.md).
func (s State) Text(t rules.Step) string {
	from, to := squareName(board.Square(t.Arg[0])), squareName(board.Square(t.Arg[1]))
	switch t.Kind {
	case kindCamp:
		return "camp " + from
	case kindBridge:
		return "bridge " + fileName(t.Arg[0])
	case kindSpy:
		return "spy " + card(t.Arg[0]).name(t.By)
	case kindDone:
		return "done " + Game.SeatName(t.By)
	case kindArmy:
		return textArmy(t)
	case kindTrain:
		return "train " + numeral(t.Arg[0])
	case kindPay:
		return "pay " + card(t.Arg[0]).name(t.By)
	case kindDeploy:
		return "deploy " + kindNames[min(t.Arg[0], uint8(camp))] + " " + to
	case kindMove:
		return from + "-" + to
	case kindStrike:
		if t.N == 0 {
			return from + "*" + to
		}
		return from + "*" + to + "/" + squareName(board.Square(t.Arg[2]))
	case kindShot:
		return from + "!" + to
	case kindEnd:
		return "end"
	case kindSpecial:
		if t.Arg[0] == 0 {
			return "special none"
		}
		return "special " + card(t.Arg[0]-1).name(t.By)
	case kindDraw:
		return textDraw(t)
	case kindDesert:
		return "desert " + from
	case kindTime:
		return textTime(t)
	}
	if t.By == rules.Referee {
		return rules.RefereeText(Game, t)
	}
	return "kind " + numeral(t.Kind)
}

// verbs are what pages build choices of.
var verbs = []rules.Verb{
	{Name: "camp", Parts: []string{"square"}, AtOnce: true},
	{Name: "bridge", Parts: []string{"file"}},
	{Name: "spy", Parts: []string{"card"}},
	{Name: "done", Parts: []string{"seat"}, Ends: true},
	{Name: "army", Parts: []string{"goods"}, Paid: true},
	{Name: "train", Parts: []string{"points"}, Paid: true},
	{Name: "pay", Parts: []string{"card"}},
	{Name: "deploy", Parts: []string{"kind", "square"}, AtOnce: true, Repeats: true},
	{Name: "end", AtOnce: true, Ends: true},
	{Name: "special", Parts: []string{"card"}, Within: true},
	{Name: "desert", Parts: []string{"square"}},
}

func numeral(n uint8) string { return strconv.Itoa(int(n)) }

func textArmy(t rules.Step) string {
	text := "army"
	for k, n := range t.Arg[:units] {
		if n > 0 {
			text += " " + kindNames[k] + "=" + numeral(n)
		}
	}
	return text
}

func textDraw(t rules.Step) string {
	var list []string
	for _, v := range t.Arg[:min(t.N, mostDraws)] {
		list = append(list, numeral(v))
	}
	return "draw " + strings.Join(list, ",")
}

func textTime(t rules.Step) string {
	if t.Arg[0] == 0 {
		return "time"
	}
	n := int(t.Arg[1])<<8 | int(t.Arg[2])
	return "time " + Game.SeatName(rules.Seat(t.Arg[0]-1)) + " " + strconv.Itoa(n)
}

// Parse reads a text form. Whose action it is, its card, its square or its seat
// tells, or else it is read as that of who acts. It wraps rules.ErrAction for
// all that is not exactly the text form of a step.
func (s State) Parse(text string) (rules.Step, error) {
	if t, ok := rules.ParseReferee(Game, text); ok {
		return t, nil
	}
	word, rest, spaced := strings.Cut(text, " ")
	if strings.ContainsAny(word, "-*!") {
		return parsePath(s.turn, text)
	}
	for _, form := range forms {
		if form.word != word || form.bare && spaced || !spaced && !form.bare && !form.either {
			continue
		}
		by := s.turn
		if form.word == "special" {
			by = s.committing()
		}
		t, why := form.read(by, rest)
		if why.IsZero() && s.Text(t) != text {
			why = rules.NoAction(text)
		}
		if !why.IsZero() {
			return rules.Step{}, rules.Malformed(text, why)
		}
		return t, nil
	}
	return rules.Step{}, rules.Malformed(text, rules.NoAction(text))
}

// forms are the actions that begin with a word; bare ones have nothing behind
// it, either ones may have nothing.
var forms = []struct {
	word         string
	bare, either bool
	read         func(by rules.Seat, rest string) (t rules.Step, why rules.Message)
}{
	{word: "camp", read: func(by rules.Seat, rest string) (rules.Step, rules.Message) { return parseSquare(by, kindCamp, rest) }},
	{word: "bridge", read: parseBridge},
	{word: "spy", read: func(_ rules.Seat, rest string) (rules.Step, rules.Message) { return parseCard(kindSpy, rest) }},
	{word: "done", read: parseDone},
	{word: "army", either: true, read: parseArmy},
	{word: "train", read: parseTrain},
	{word: "pay", read: func(_ rules.Seat, rest string) (rules.Step, rules.Message) { return parseCard(kindPay, rest) }},
	{word: "deploy", read: parseDeploy},
	{word: "end", bare: true, read: func(by rules.Seat, _ string) (rules.Step, rules.Message) { return step(by, kindEnd), rules.Message{} }},
	{word: "special", read: parseSpecial},
	{word: "draw", read: parseDraw},
	{word: "desert", read: func(by rules.Seat, rest string) (rules.Step, rules.Message) { return parseSquare(by, kindDesert, rest) }},
	{word: "time", either: true, read: parseTime},
}

// parsePath reads a step or crossing, a melee or a shot.
func parsePath(by rules.Seat, text string) (rules.Step, error) {
	i := strings.IndexAny(text, "-*!")
	kind := map[byte]uint8{'-': kindMove, '*': kindStrike, '!': kindShot}[text[i]]
	target, extra, chosen := strings.Cut(text[i+1:], "/")
	from, ok := topologies[1].Square(text[:i])
	if !ok {
		return rules.Step{}, rules.Malformed(text, noSquareNamed(text[:i]))
	}
	to, ok := topologies[1].Square(target)
	if !ok {
		return rules.Step{}, rules.Malformed(text, noSquareNamed(target))
	}
	if !chosen {
		return pathStep(by, kind, from, to), nil
	}
	sq, ok := topologies[1].Square(extra)
	if !ok || kind != kindStrike {
		return rules.Step{}, rules.Malformed(text, rules.Say("no.besides", "at", rules.Quote(extra)))
	}
	return choiceStep(by, from, to, sq), nil
}

func noSquareNamed(name string) rules.Message {
	return rules.Say("no.square.named", "name", rules.Quote(name))
}

func parseSquare(by rules.Seat, kind uint8, rest string) (rules.Step, rules.Message) {
	sq, ok := topologies[1].Square(rest)
	if !ok {
		return rules.Step{}, noSquareNamed(rest)
	}
	return step(by, kind, uint8(sq)), rules.Message{}
}

func parseBridge(by rules.Seat, rest string) (rules.Step, rules.Message) {
	if len(rest) != 1 || rest[0] < 'a' || rest[0] > 'h' {
		return rules.Step{}, rules.Say("no.bridge")
	}
	return step(by, kindBridge, rest[0]-'a'), rules.Message{}
}

func parseCard(kind uint8, rest string) (rules.Step, rules.Message) {
	c, seat, ok := readCard(rest)
	if !ok {
		return rules.Step{}, rules.Say("no.card", "name", rules.Quote(rest))
	}
	return cardStep(seat, kind, c), rules.Message{}
}

func parseDone(_ rules.Seat, rest string) (rules.Step, rules.Message) {
	seat, ok := seatOf(rest)
	if !ok {
		return rules.Step{}, rules.Say("no.seat", "name", rules.Quote(rest))
	}
	return step(seat, kindDone), rules.Message{}
}

func parseArmy(by rules.Seat, rest string) (rules.Step, rules.Message) {
	var a [units]uint8
	for _, part := range strings.Fields(rest) {
		name, number, _ := strings.Cut(part, "=")
		n, err := strconv.ParseUint(number, 10, 8)
		if err != nil {
			return rules.Step{}, rules.Say("no.army.number")
		}
		for k := range units {
			if kindNames[k] == name {
				a[k] = uint8(n)
			}
		}
	}
	return armyStep(by, a), rules.Message{}
}

func parseTrain(by rules.Seat, rest string) (rules.Step, rules.Message) {
	if len(rest) != 1 || rest[0] < '0' || rest[0] > '5' {
		return rules.Step{}, rules.Say("no.train")
	}
	return step(by, kindTrain, rest[0]-'0'), rules.Message{}
}

func parseDeploy(_ rules.Seat, rest string) (rules.Step, rules.Message) {
	name, at, _ := strings.Cut(rest, " ")
	sq, ok := topologies[1].Square(at)
	if !ok {
		return rules.Step{}, noSquareNamed(at)
	}
	for k := range camp {
		if kindNames[k] == name {
			return deployStep(k, sq), rules.Message{}
		}
	}
	return rules.Step{}, rules.Say("no.place")
}

func parseSpecial(by rules.Seat, rest string) (rules.Step, rules.Message) {
	if rest == "none" {
		return specialStep(by, 0), rules.Message{}
	}
	c, seat, ok := readCard(rest)
	if !ok {
		return rules.Step{}, rules.Say("no.card", "name", rules.Quote(rest))
	}
	return specialStep(seat, uint8(c)+1), rules.Message{}
}

func parseDraw(_ rules.Seat, rest string) (rules.Step, rules.Message) {
	var count [5]uint8
	for i, part := range strings.Split(rest, ",") {
		if i == mostDraws || len(part) != 1 || part[0] < '1' || part[0] > '4' || count[part[0]-'0'] == 2 {
			return rules.Step{}, rules.Say("no.deck")
		}
		count[part[0]-'0']++
	}
	return drawStep(count), rules.Message{}
}

func parseTime(_ rules.Seat, rest string) (rules.Step, rules.Message) {
	if rest == "" {
		return timeStep(0, 0), rules.Message{}
	}
	name, number, _ := strings.Cut(rest, " ")
	seat, ok := seatOf(name)
	n, err := strconv.ParseUint(number, 10, 16)
	if !ok || err != nil {
		return rules.Step{}, rules.Say("no.time.whose")
	}
	return timeStep(seatMark(seat)+1, uint16(n)), rules.Message{}
}
