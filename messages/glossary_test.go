package messages_test

import (
	"go/ast"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
)

// term is what one language calls one thing. A form ends in "*" where any
// ending may follow.
type term struct {
	Thing, Term string
	Forms       []string          // of the term, as sentences have them
	Never       []string          // words that must not stand for the thing
	Except      map[string]string // keys, whole or to a "*": why the sentence does without
}

// glossary is what a language calls things.
func glossary(t *testing.T, lang string) []term {
	t.Helper()
	return readJSON[[]term](t, "glossary."+lang+".json")
}

// anyOf matches any of these words, whole.
func anyOf(forms []string) *regexp.Regexp {
	if len(forms) == 0 {
		return regexp.MustCompile(`\b\B`) // nothing
	}
	var all []string
	for _, form := range forms {
		all = append(all, strings.ReplaceAll(regexp.QuoteMeta(form), `\*`, `\pL*`))
	}
	return regexp.MustCompile(`(?i)(^|[^\pL])(` + strings.Join(all, "|") + `)($|[^\pL])`)
}

// excepts returns the exception of a term that names key, "" if none does.
func (w term) excepts(key string) string {
	for except := range w.Except {
		if begin, open := strings.CutSuffix(except, "*"); key == except || open && strings.HasPrefix(key, begin) {
			return except
		}
	}
	return ""
}

// says reports whether any form of a sentence has a word that matches.
func says(e messages.Entry, words *regexp.Regexp) bool {
	for _, text := range e.Forms {
		if words.MatchString(text) {
			return true
		}
	}
	return false
}

// sentences are all that people read in a language, their gaps left out: the catalogue, and what the pages of a hall say.
func sentences(t *testing.T, lang string) map[string]messages.Entry {
	t.Helper()
	all := catalogue(t, lang)
	maps.Copy(all, readJSON[map[string]messages.Entry](t, "../hall/words/"+lang+".json"))
	for _, e := range all {
		for form, text := range e.Forms {
			e.Forms[form] = gap.ReplaceAllString(text, "{}")
		}
	}
	return all
}

// Every language has a term for the same things, each once.
func TestEveryLanguageHasATermForTheSameThings(t *testing.T) {
	english := glossary(t, "en")
	for _, lang := range messages.Languages() {
		own := glossary(t, lang)
		for i := range own {
			if i >= len(english) || own[i].Thing != english[i].Thing {
				t.Errorf("%s: %q is not at the place that English gives it", lang, own[i].Thing)
			}
			if own[i].Term == "" || len(own[i].Forms) == 0 {
				t.Errorf("%s: no term for %q", lang, own[i].Thing)
			}
		}
		if len(own) != len(english) {
			t.Errorf("%s: %d terms, English has %d", lang, len(own), len(english))
		}
	}
}

// One term a thing: a sentence whose English names a thing calls it by the
// language's own term, and no sentence has a word that must not stand for it. Who
// is an exception would fail without being one.
func TestOneTermAThing(t *testing.T) {
	english, all := glossary(t, "en"), sentences(t, "en")
	saying := map[string]map[string]bool{} // which sentences name a thing
	for _, thing := range english {
		named := anyOf(thing.Forms)
		saying[thing.Thing] = map[string]bool{}
		for key, e := range all {
			saying[thing.Thing][key] = says(e, named)
		}
	}
	for _, lang := range messages.Languages() {
		own, words := glossary(t, lang), sentences(t, lang)
		for i, thing := range english {
			term, never := anyOf(own[i].Forms), anyOf(own[i].Never)
			needed := map[string]bool{}
			for key, named := range saying[thing.Thing] {
				lacks, wrong := named && !says(words[key], term), says(words[key], never)
				if except := own[i].excepts(key); except != "" {
					needed[except] = needed[except] || lacks || wrong || lang == messages.English && named
					continue
				}
				if lacks && thing.excepts(key) == "" {
					t.Errorf("%s: %s does not say %q for %q: %q", lang, key, own[i].Term, thing.Thing, words[key].Forms)
				}
				if wrong {
					t.Errorf("%s: %s says another word than %q for %q: %q", lang, key, own[i].Term, thing.Thing, words[key].Forms)
				}
			}
			for except, why := range own[i].Except {
				if !needed[except] || why == "" {
					t.Errorf("%s: %q needs no exception %s, or one with a reason", lang, thing.Thing, except)
				}
			}
		}
	}
}

// RoleChess is played on circles: none of its own sentences calls one a square.
func TestRoleChessIsPlayedOnCircles(t *testing.T) {
	for _, lang := range messages.Languages() {
		own := glossary(t, lang)
		square := anyOf(own[slices.IndexFunc(own, func(w term) bool { return w.Thing == "square" })].Forms)
		for key, e := range sentences(t, lang) {
			if strings.Contains("."+key, ".rolechess.") && says(e, square) {
				t.Errorf("%s: %s calls a circle a square: %q", lang, key, e.Forms)
			}
		}
	}
}

// kinds are the kinds of pieces of a game.
func kinds(t *testing.T, g *rules.Game) (kinds []string) {
	t.Helper()
	state, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range state.View(rules.Full).Pieces {
		if !slices.Contains(kinds, p.Kind) {
			kinds = append(kinds, p.Kind)
		}
	}
	return kinds
}

// stem is the beginning of a name that all its forms have.
func stem(name string) string {
	if irregular := map[string]string{"Mago": "Mago", "Maga": "Maga", "Orzeł": "Or", "Koń": "Ko", "Obóz": "Ob"}[name]; irregular != "" {
		return irregular
	}
	begin := []rune(name)
	return string(begin[:min(3, len(begin))])
}

// A sentence of a game calls a piece as that game does: the beginning of its name
// is there, whatever the case. The Italian Wizard is a man (Mago) in KaleidoChess
// and a woman (Maga) in DungeonChess, as its source has her.
func TestPiecesAreCalledByTheirNames(t *testing.T) {
	english := sentences(t, "en")
	for _, lang := range messages.Languages() {
		words, found := sentences(t, lang), 0
		for _, g := range catalog.Games() {
			for _, kind := range kinds(t, g) {
				name := g.Name + "." + kind
				named := anyOf([]string{messages.Text(rules.Say(name)), messages.Text(rules.Say(name)) + "s"})
				own := anyOf([]string{stem(messages.In(lang, rules.Say(name))) + "*"})
				for key, e := range english {
					if strings.Contains("."+key, "."+g.Name+".") && says(e, named) {
						if found++; !says(words[key], own) {
							t.Errorf("%s: %s does not name %s: %q", lang, key, own, words[key].Forms)
						}
					}
				}
			}
		}
		if found < 60 {
			t.Errorf("%s: only %d sentences name a piece", lang, found)
		}
	}
}

// What a player is to do now is short enough for a headline on the smallest phone
// (320 px), with the longest names: TestLongPage_TheBoardsEdgeStaysWhateverIsSaid has
// room for as much.
func TestHeadlinesAreShort(t *testing.T) {
	const room = 112
	for _, lang := range messages.Languages() {
		for key := range catalogue(t, lang) {
			if !strings.HasPrefix(key, "now.") {
				continue
			}
			said := messages.In(lang, rules.Say("turn", "seat", "@seat.white", "what", "@"+key, "piece", "@chessbattle.crossbowmen", "at", "d10", "n", "12"))
			if n := len([]rune(said)); n > room {
				t.Errorf("%s: %s has %d characters: %q", lang, key, n, said)
			}
		}
	}
}

// Words at which a native reader stumbles, for they mean something else, too.
func TestNoNativeReaderStumbles(t *testing.T) {
	for lang, words := range map[string][]string{
		"fi": {"ei tunneta", "toimi", "toimet", "luvattu arvona"},                              // not known; a post
		"sv": {"ställ ut", "är i tur", "turen", "handlar", "uppgivet"},                         // exhibit; luck; shops
		"pl": {"odstaw*", "nazwa gracza", "o co chodziło", "przechodzi dalej", "przyrzeczon*"}, // set aside; what was the matter?
		"it": {"fallo", "tirano su", "tira su", "al tatto", "passa oltre", "promesso"},         // a foul; pull up; touch
	} {
		bad := anyOf(words)
		for key, e := range sentences(t, lang) {
			if says(e, bad) {
				t.Errorf("%s: %s says %q", lang, key, e.Forms)
			}
		}
	}
}

// RoleChess is played on circles: no sentence that its rules may say, nor how the page calls a piece, a move and an attack in any game, has
// Finnish squares in it.
func TestRoleChessHasNoSquaresInFinnish(t *testing.T) {
	keys := []string{"piece.at", "piece.onto", "say.move", "say.attack", "say.attack.pair", "declared", "declared.page", "settle.lift.piece", "settle.move.any"}
	for _, file := range sources(t, "rules/rolechess") {
		ast.Inspect(file, func(n ast.Node) bool {
			if e, ok := n.(*ast.BasicLit); ok {
				if text, ok := literal(e); ok && messages.Has(text) {
					keys = append(keys, text)
				}
			}
			return true
		})
	}
	if len(keys) < 30 {
		t.Fatalf("the rules say only %q", keys)
	}
	square := regexp.MustCompile(`(?i)\bruu[dt]u`)
	for _, key := range keys {
		if said := messages.In("fi", rules.Message{Key: key}); square.MatchString(said) {
			t.Errorf("%s: %s", key, said)
		}
	}
}
