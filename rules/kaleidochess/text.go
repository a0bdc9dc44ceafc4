package kaleidochess

import (
	"fmt"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// whatNames are the words behind the stroke of lightning and heal.
var whatNames = [...]string{atPiece: "", atImprison: "imprison", atStrengthen: "strengthen", atBarrier: "barrier", atWeaken: "weaken", atBlock: "block"}

// verbs are the spells and what else is no way from field to field.
var verbs = []rules.Verb{
	{Name: "pass", AtOnce: true, Ends: true},
	{Name: "cancel", Parts: []string{"formula"}, Shown: "point"},
	{Name: "fire", Parts: []string{"square"}, Shown: "off"},
	{Name: "teleport", Parts: []string{"square", "square"}, Shown: "carry"},
	{Name: "swap", Parts: []string{"square", "square"}, Shown: "carry", AnyOrder: true},
	{Name: "revive", Parts: []string{"piece", "square"}, Shown: "carry"},
	{Name: "ghost", Parts: []string{"square"}, Shown: "off"},
	{Name: "lightning", Parts: []string{"square", "effect"}, Shown: "off"},
	{Name: "heal", Parts: []string{"square", "effect"}, Shown: "point"},
	{Name: "imprison", Parts: []string{"square"}, Shown: "point"},
	{Name: "block", Parts: []string{"square"}, Shown: "point"},
	{Name: "barrier", Parts: []string{"square", "square"}, Shown: "line", AnyOrder: true},
	{Name: "weaken", Parts: []string{"square"}, Shown: "point"},
	{Name: "strengthen", Parts: []string{"square"}, Shown: "point"},
	{Name: "selfdestruct", Shown: "off"},
}

// Text returns the step's text form (docs/interchange.md).
func (s State) Text(st rules.Step) string { return s.ground().text(st) }

func (g *ground) text(st rules.Step) string {
	if st.By == rules.Referee {
		return rules.RefereeText(g.game, st)
	}
	a, b := g.names(st)
	switch st.Kind {
	case kindMove:
		return a + "-" + b
	case kindCapture:
		return a + "x" + b
	case kindCancel:
		if f := formula(st.Arg[0]); f < formulaCount {
			return "cancel " + formulaNames[f]
		}
		return "cancel nothing"
	case kindFire:
		return "fire " + a
	case kindPass:
		return "pass"
	case kindDie:
		return "die " + strconv.Itoa(int(st.Arg[0]))
	}
	if f, ok := formulaOf(st.Kind); ok {
		return formulaNames[f] + g.castText(f, st, a, b)
	}
	return fmt.Sprintf("kind %d", st.Kind)
}

func (g *ground) names(st rules.Step) (a, b string) {
	x, y := fieldsOf(st)
	return g.top.Name(x), g.top.Name(y)
}

// castText is what stands behind the formula's word.
func (g *ground) castText(f formula, st rules.Step, a, b string) string {
	switch f {
	case teleport:
		return " " + a + ">" + b
	case swap:
		return " " + a + "," + b
	case barrier:
		return " " + a + "|" + b
	case selfdestruct:
		return ""
	case revive:
		if st.Arg[0] < pieces {
			return " " + g.id[st.Arg[0]] + "@" + a
		}
		return " nobody@" + a
	case lightning, heal:
		what := st.Arg[1]
		if what == atPiece || int(what) >= len(whatNames) {
			return " " + a
		}
		if what == atBarrier {
			return fmt.Sprintf(" %s/barrier:L%d", a, st.Arg[2])
		}
		return " " + a + "/" + whatNames[what]
	}
	return " " + a
}

// Parse reads a text form; a player's action is read as that of the seat whose
// turn it is. It wraps rules.ErrAction.
func (s State) Parse(text string) (rules.Step, error) {
	if st, ok := rules.ParseReferee(s.ground().game, text); ok {
		return st, nil
	}
	st, why := s.ground().parse(text, s.turn)
	if !why.IsZero() {
		return rules.Step{}, rules.Malformed(text, why)
	}
	return st, nil
}

// parse reads a player's action or a throw, or returns why it is none.
func (g *ground) parse(text string, by rules.Seat) (rules.Step, rules.Message) {
	word, rest, more := strings.Cut(text, " ")
	f, cast := formulaNamed(word)
	switch {
	case text == "pass":
		return step(by, kindPass), rules.Message{}
	case word == "die" && more:
		if len(rest) != 1 || rest[0] < '1' || rest[0] > '6' {
			return rules.Step{}, rules.Say("no.face")
		}
		return step(rules.Chance, kindDie, rest[0]-'0'), rules.Message{}
	case word == "fire" && more:
		return g.parseFields(step(by, kindFire), rest, "")
	case word == "cancel" && more:
		if f, ok := formulaNamed(rest); ok && f.lasts() {
			return step(by, kindCancel, uint8(f)), rules.Message{}
		}
		return rules.Step{}, rules.Say("no.formula.lasts", "spell", rules.Quote(rest))
	case cast && more != (f == selfdestruct):
		return g.parseCast(f, step(by, kindCast+uint8(f)), rest)
	case strings.Contains(text, "-"):
		return g.parseFields(step(by, kindMove), text, "-")
	case strings.Contains(text, "x"):
		return g.parseFields(step(by, kindCapture), text, "x")
	}
	return rules.Step{}, rules.NoAction(text)
}

// parseFields reads one field, or two with the sign between them, into st.
func (g *ground) parseFields(st rules.Step, text, sign string) (rules.Step, rules.Message) {
	names := []string{text}
	if sign != "" {
		names = strings.Split(text, sign)
		if len(names) != 2 {
			return rules.Step{}, rules.Say("no.fields", "sign", sign)
		}
	}
	for i, name := range names {
		f, ok := g.top.Square(name)
		if !ok {
			return rules.Step{}, rules.Say("no.square.named", "name", rules.Quote(name))
		}
		st.Arg[i] = uint8(f)
	}
	return st, rules.Message{}
}

func (g *ground) parseCast(f formula, st rules.Step, rest string) (rules.Step, rules.Message) {
	switch f {
	case selfdestruct:
		return st, rules.Message{}
	case teleport:
		return g.parseFields(st, rest, ">")
	case swap, barrier:
		sign := map[formula]string{swap: ",", barrier: "|"}[f]
		st, why := g.parseFields(st, rest, sign)
		if why.IsZero() && g.order[st.Arg[0]] >= g.order[st.Arg[1]] {
			return rules.Step{}, rules.Say("no.sorted")
		}
		return st, why
	case revive:
		id, name, _ := strings.Cut(rest, "@")
		p, known := g.byID[id]
		at, ok := g.top.Square(name)
		if !known || !ok {
			return rules.Step{}, rules.Say("no.revive")
		}
		st.Arg[0], st.Arg[1] = uint8(p), uint8(at)
		return st, rules.Message{}
	case lightning, heal:
		return g.parseWhat(f, st, rest)
	}
	return g.parseFields(st, rest, "")
}

// parseWhat reads the field and the choice behind the stroke.
func (g *ground) parseWhat(f formula, st rules.Step, rest string) (rules.Step, rules.Message) {
	name, choice, chosen := strings.Cut(rest, "/")
	st, why := g.parseFields(st, name, "")
	line, isLine := strings.CutPrefix(choice, "barrier:L")
	switch {
	case !why.IsZero():
		return st, why
	case f == lightning && !chosen:
		return st, rules.Message{}
	case choice == "imprison":
		st.Arg[1] = atImprison
	case f == lightning && choice == "strengthen":
		st.Arg[1] = atStrengthen
	case f == heal && choice == "weaken":
		st.Arg[1] = atWeaken
	case f == heal && choice == "block":
		st.Arg[1] = atBlock
	case f == lightning && isLine && len(line) == 1 && line[0] >= '1' && line[0] <= '0'+maxRings:
		st.Arg[1], st.Arg[2] = atBarrier, line[0]-'0'
	default:
		return rules.Step{}, rules.Say("no.cast", "spell", "@kaleidochess."+formulaNames[f])
	}
	return st, rules.Message{}
}

// fieldName returns the field's name, nil off the board.
func (g *ground) fieldName(f board.Square) *string {
	return rules.SquareName(g.top, f)
}
