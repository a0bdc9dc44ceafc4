package rulestest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/messages"
	"reeve/rules"
	"reeve/symbols"
)

// missingFile says what a language cannot say of a message: messages.Lacks, or for a toy
// nothing.
type missingFile func(lang string, m rules.Message) []string

// enough is how often a sentence is asked for in one game: what is put into its gaps varies.
const enough = 24

// spoken asks that every language can say m, which a method or a member of the game says.
func (n *node) spoken(m rules.Message, by string) error {
	if n.heard[m.Key]++; n.heard[m.Key] > enough {
		return nil
	}
	file := "en.json"
	if part, _, _ := strings.Cut(m.Key, "."); slices.Contains([]string{"card", "option", "means", "value", "figure"}, part) {
		file = "book.en.json" // looked up, not said in play
	}
	for _, lang := range messages.Languages() {
		what := n.lacks(lang, m)
		if len(what) == 0 {
			continue
		}
		words := fmt.Sprintf("%s/words/%s", folderOf(n.g), strings.Replace(file, "en", lang, 1))
		if strings.HasPrefix(what[0], "{") {
			return blamedFile{fmt.Errorf("%s: nothing fills its gap %s", m, what[0]), fmt.Sprintf("%s (%s) or %s", fileOf(n.s, by), by, words)}
		}
		return blamedFile{fmt.Errorf("%s: no words for %q in the language %s", m, what[0], lang), fmt.Sprintf("%s or, if the key is wrong, %s (%s)", words, fileOf(n.s, by), by)}
	}
	return nil
}

// checkWords asks that all languages can say what the position says: its steps, what is
// to be done, its pieces, and how it ended.
func checkWords(n *node) error {
	for _, step := range n.some(8) {
		if err := errors.Join(n.spoken(n.s.Tell(step), "Tell"), n.toldWhole(step)); err != nil {
			return err
		}
	}
	for _, viewer := range append(n.s.Seated().All(), rules.Table) {
		if now := n.s.Now(viewer); !now.IsZero() {
			if err := n.spoken(now, "Now"); err != nil {
				return err
			}
		}
	}
	for _, p := range n.s.View(rules.Full).Pieces {
		if err := n.spoken(rules.Say(n.g.Name+"."+p.Kind), "View"); err != nil {
			return err
		}
		if symbols.Paths()[p.Kind] == "" {
			return blamedFile{fmt.Errorf("nothing is drawn on a %s", p.Kind), "symbols/symbols.json"}
		}
	}
	if why := rules.Ending(n.s); !why.IsZero() {
		return errors.Join(n.spoken(why, "Result"), checkCounted(n))
	}
	return nil
}

// byCount are the reasons of ends that a count decided.
var byCount = []string{"score", "calm", "value", "time"}

// checkCounted asks that a game which a count decided says what each seat's came to.
func checkCounted(n *node) error {
	counted := rules.Counted(n.s)
	r, _ := n.s.Result()
	if must := slices.Contains(byCount, r.Why) || n.s.View(rules.Table).Outcome.Scores != nil; len(counted) > 0 != must || must && len(counted) != n.s.Seated().Len() {
		return blamedFile{fmt.Errorf("the end (%s) is decided by a count: %t, and says %v", r.Why, must, counted), fileOf(n.s, "Counted")}
	}
	for _, m := range counted {
		if err := n.spoken(m, "Counted"); err != nil {
			return err
		}
	}
	return nil
}

// amounts are the numbers of an action in its text form: faces, cards, points, pieces bought; not those of squares.
var amounts = regexp.MustCompile(`(?:^|[ =,])(\d+)`)

// toldWhole asks that the sentence of a step says what the step did: in every language every number of the action and
// all energy lost, and by name or as a number the pieces that fall.
func (n *node) toldWhole(step rules.Step) error {
	m, text := n.s.Tell(step), n.s.Text(step)
	if !messages.Has(m.Key) {
		return nil // a toy, which has no words
	}
	var want []string
	for _, found := range amounts.FindAllStringSubmatch(text, -1) {
		if found[1] != "0" { // which is none
			want = append(want, found[1])
		}
	}
	_, effects, err := n.s.Apply(step, nil)
	if err != nil {
		return err
	}
	fallen := 0
	for _, e := range effects {
		if e.Kind == rules.EffectLoss && e.N > 0 {
			want = append(want, strconv.Itoa(n.lost(e)))
		}
		if e.Kind == rules.EffectRemoved {
			fallen++
		}
	}
	for _, e := range effects {
		if e.Kind == rules.EffectRemoved && !n.names(m, e.From, fallen) {
			return blamedFile{fmt.Errorf("%q: %s does not say what falls on %s", text, m, n.s.Topology().Name(e.From)), fileOf(n.s, "Tell")}
		}
	}
	for _, lang := range messages.Languages() {
		said := messages.In(lang, m)
		numbers := strings.FieldsFunc(said, func(r rune) bool { return r < '0' || r > '9' })
		for _, number := range want {
			if !slices.Contains(numbers, number) {
				return blamedFile{fmt.Errorf("%q is told as %q in the language %s, without its number %s", text, said, lang, number), fileOf(n.s, "Tell")}
			}
		}
	}
	return nil
}

// lost is the energy that a piece loses: no more than it has.
func (n *node) lost(e rules.Effect) int {
	for _, p := range n.s.View(rules.Full).Pieces {
		if p.At != nil && *p.At == n.s.Topology().Name(e.From) && p.Energy != nil {
			return min(int(e.N), *p.Energy)
		}
	}
	return int(e.N)
}

// names reports whether m says the piece on sq by its kind, or how many fall.
func (n *node) names(m rules.Message, sq board.Square, fallen int) bool {
	kind, sided := "", "" // the piece, and the piece as its side's
	for _, p := range n.s.View(rules.Full).Pieces {
		if p.At != nil && *p.At == n.s.Topology().Name(sq) {
			kind = "@" + n.g.Name + "." + p.Kind
			sided = kind + "." + p.Owner
		}
	}
	for _, arg := range m.Args {
		if arg == strconv.Itoa(fallen) || kind != "" && slices.ContainsFunc(strings.FieldsFunc(arg, func(r rune) bool { return r == ',' || r == ' ' }), func(word string) bool { return word == kind || word == sided }) {
			return true
		}
	}
	return strings.HasSuffix(m.Key, ".wizard") || strings.HasSuffix(m.Key, ".fallen") // its own words name it
}

// checkGameWords asks that all languages can say what the game says of itself.
func checkGameWords(n *node) error {
	keys := []string{"game." + n.g.Name}
	for _, seat := range n.g.Seats {
		keys = append(keys, "seat."+seat)
	}
	if n.g.Rebuilt != "" {
		keys = append(keys, "rebuilt."+n.g.Name)
	}
	for _, o := range n.g.Options {
		keys = append(keys, "option."+n.g.Name+"."+o.Name, "means."+n.g.Name+"."+o.Name)
		for _, v := range o.Values {
			if word, ok := v.(string); ok {
				keys = append(keys, "value."+word)
			}
		}
	}
	for _, v := range n.g.Verbs {
		if err := checkVerb(v); err != nil {
			return blamedFile{err, fileOf(n.s, "Verbs")}
		}
		if !messages.Has(n.g.Name + "." + v.Name) { // as the name of a spell
			keys = append(keys, "act."+v.Name)
		}
	}
	for _, key := range keys {
		if err := n.spoken(rules.Say(key), "Game"); err != nil {
			return err
		}
	}
	return n.checkCard()
}

// checkCard asks that what players look up is said, and that its positions are the game's:
// in each the piece it shows can do something, and what is shown as a fight is legal.
func (n *node) checkCard() error {
	card, about := n.g.Card(), "card."+n.g.Name+"."
	for _, part := range []string{"aim", "order", "turn", "end"} {
		if err := n.spoken(rules.Say(about+part), "Card"); err != nil {
			return err
		}
	}
	for _, p := range card.Pieces {
		if err := n.spoken(rules.Say(n.g.Name+"."+p.Kind), "Card"); err != nil {
			return err
		}
		for _, f := range p.Figures {
			if err := n.spoken(rules.Say("figure."+f.Name), "Card"); err != nil {
				return err
			}
		}
		for _, k := range p.Shows {
			s, err := n.g.Compose(k)
			if err != nil {
				return blame(n.s, fmt.Errorf("a position that shows the %s: %w", p.Kind, err), "Card", "Read")
			}
			if d := rules.DiagramOf(s, p.From); len(d.Moves)+len(d.Attacks) == 0 {
				return fmt.Errorf("the %s that it shows on %s can do nothing", p.Kind, p.From)
			}
		}
	}
	if len(card.Fight.Actions) > 0 {
		if _, err := card.Fight.Panels(n.g); err != nil {
			return blame(n.s, fmt.Errorf("its fight: %w", err), "Card", "Parse", "Apply")
		}
	}
	return nil
}
