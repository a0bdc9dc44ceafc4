package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"reeve/messages"
	"reeve/rules"
	"reeve/symbols"
)

// lacking says what a language cannot say of a message: messages.Lacks, or for a toy
// nothing.
type lacking func(lang string, m rules.Message) []string

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
			return blamed{fmt.Errorf("%s: nothing fills its gap %s", m, what[0]), fmt.Sprintf("%s (%s) or %s", fileOf(n.s, by), by, words)}
		}
		return blamed{fmt.Errorf("%s: no words for %q in the language %s", m, what[0], lang), fmt.Sprintf("%s or, if the key is wrong, %s (%s)", words, fileOf(n.s, by), by)}
	}
	return nil
}

// checkWords asks that all languages can say what the position says: its steps, what is
// to be done, its pieces, and how it ended.
func checkWords(n *node) error {
	for _, step := range n.some(8) {
		if err := n.spoken(n.s.Tell(step), "Tell"); err != nil {
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
			return blamed{fmt.Errorf("nothing is drawn on a %s", p.Kind), "symbols/symbols.json"}
		}
	}
	if why := rules.Ending(n.s); !why.IsZero() {
		return n.spoken(why, "Result")
	}
	return nil
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
