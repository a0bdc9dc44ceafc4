package messages_test

import (
	"cmp"
	"go/ast"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/lessons"
	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
)

var gap = regexp.MustCompile(`\{[^{}]*\}`)

// gapsOf are the gaps of a form, each once, sorted.
func gapsOf(text string) []string {
	found := gap.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// gapsIn are the gaps of all forms of a sentence.
func gapsIn(e messages.Entry) (all []string) {
	for _, text := range e.Forms {
		all = append(all, gapsOf(text)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Every language says everything that English says, with the same gaps in every
// form, and with all the forms that its plurals need.
func TestEveryLanguageSaysEverything(t *testing.T) {
	english := catalogue(t, "en")
	for _, lang := range messages.Languages() {
		words := catalogue(t, lang)
		for key, e := range english {
			own, ok := words[key]
			if !ok {
				t.Errorf("%s: nothing for %s", lang, key)
				continue
			}
			for form, text := range own.Forms {
				if got := gapsOf(text); !slices.Equal(got, gapsIn(e)) {
					t.Errorf("%s: %s %s: gaps %v, want %v", lang, key, form, got, gapsIn(e))
				}
				if text != strings.TrimSpace(text) || text == "" {
					t.Errorf("%s: %s %s: %q is empty or has blanks around", lang, key, form, text)
				}
			}
			complete(t, lang, key, e, own)
		}
		for key := range words {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %s is no key", lang, key)
			}
		}
	}
}

// counted is a gap with what is counted behind it, and perhaps a word between.
var counted = regexp.MustCompile(`\{(\w+)\}(?: (?:[a-z]+ )?([a-z]+s))?\b`)

// severals are what English counts: words that follow a number in the form of several, and not in that of one.
func severals(english map[string]messages.Entry) map[string]bool {
	all := map[string]bool{}
	for _, e := range english {
		one := " " + e.Forms["one"] + " "
		for _, m := range counted.FindAllStringSubmatch(e.Forms["other"], -1) {
			if m[1] == cmp.Or(e.By, "n") && m[2] != "" && !strings.Contains(one, m[2]) {
				all[m[2]] = true
			}
		}
	}
	return all
}

// A sentence that counts points, pieces or the like in one place has a form of one: "1 command points" is no English.
func TestWhatIsCountedHasAFormOfOne(t *testing.T) {
	english := catalogue(t, "en")
	several, numbers := severals(english), []string{"n", "m", "score", "most", "place", "lift", "left"}
	if len(several) < 8 || !several["points"] || !several["pieces"] {
		t.Fatalf("English counts only %v", several)
	}
	for key, e := range english {
		for form, text := range e.Forms {
			for _, m := range counted.FindAllStringSubmatch(text, -1) {
				if slices.Contains(numbers, m[1]) && several[m[2]] && (form == "" || m[1] != cmp.Or(e.By, "n")) {
					t.Errorf("%s: %q has one form for one and for several", key, text)
				}
			}
		}
	}
}

// complete fails if forms are missing. A sentence that follows a name has those
// of one and of several, or one form in a language whose verbs have no number.
func complete(t *testing.T, lang, key string, e, own messages.Entry) {
	t.Helper()
	if _, counts := e.Forms["one"]; !counts {
		return
	}
	want := messages.Categories(lang)
	slices.Sort(want)
	got := slices.Sorted(maps.Keys(own.Forms))
	if _, plain := own.Forms[""]; plain && e.By != "" || own.By == e.By && e.By != "" && slices.Equal(got, []string{"one", "other"}) {
		return
	}
	if !slices.Equal(got, want) || own.By != e.By {
		t.Errorf("%s: %s has the forms %v by %q, want %v by %q", lang, key, got, own.By, want, e.By)
	}
}

// scripts are the pages' own files.
func scripts(t *testing.T) (all string) {
	t.Helper()
	files, err := filepath.Glob("../web/assets/*.[jh]*")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d pages: %v", len(files), err)
	}
	for _, file := range files {
		all += readFile(t, file)
	}
	return all
}

// literals are the texts of the program's own Go files.
func literals(t *testing.T) (all []string) {
	t.Helper()
	for _, file := range sources(t, "rules", "docs", "guide", "lessons", "opponent", "referee", "archive", "sensors", "story", "web", "cmd/reeve") {
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok {
				if text, ok := literal(lit); ok {
					all = append(all, text)
				}
			}
			return true
		})
	}
	return all
}

var (
	asked   = regexp.MustCompile(`(?:\bt\(|\bor\(|\bhas\(|\bkey: |data-t="|data-t-label=")"?([a-z]+[a-z._]*[a-z])"`)
	quoted  = regexp.MustCompile("[\"`]([a-z][\\w.$|{}]*)[\"`]")
	notWord = regexp.MustCompile(`[^a-z]+`)
)

// Every sentence that the program or a page asks for is there.
func TestNoSentenceIsMissing(t *testing.T) {
	n := 0
	has := func(key, where string) {
		n++
		if !messages.Has(key) {
			t.Errorf("%s asks for %q", where, key)
		}
	}
	for _, m := range asked.FindAllStringSubmatch(scripts(t), -1) {
		has(m[1], "a page")
	}
	for _, file := range sources(t, "rules", "referee") {
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok && name(call.Fun) == "Say" && len(call.Args) > 0 {
				if lit, ok := call.Args[0].(*ast.BasicLit); ok {
					key, _ := literal(lit)
					has(key, file.Name.Name)
				}
			}
			return true
		})
	}
	for _, g := range catalog.Games() {
		for _, key := range append(gameKeys(t, g), lessonKeys(t, g)...) {
			has(key, g.Name)
		}
	}
	if n < 350 {
		t.Errorf("only %d sentences are asked for", n)
	}
}

// gameKeys are the keys that a game's own data ask for.
func gameKeys(t *testing.T, g *rules.Game) (keys []string) {
	t.Helper()
	for _, seat := range g.Seats {
		keys = append(keys, "seat."+seat)
	}
	for _, o := range g.Options {
		keys = append(keys, "option."+g.Name+"."+o.Name, "means."+g.Name+"."+o.Name)
		for _, v := range o.Values {
			if word, ok := v.(string); ok {
				keys = append(keys, "value."+word)
			}
		}
	}
	state, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range state.View(rules.Full).Pieces {
		keys = append(keys, g.Name+"."+p.Kind)
	}
	keys = append(keys, "game."+g.Name)
	if g.Rebuilt != "" {
		keys = append(keys, "rebuilt."+g.Name)
	}
	return keys
}

// lessonKeys are what a game's lessons say.
func lessonKeys(t *testing.T, g *rules.Game) (keys []string) {
	t.Helper()
	c, err := lessons.For(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range c.Lessons {
		if l.Battle {
			keys = append(keys, "lesson."+g.Name+"."+l.Name)
		}
		for _, s := range l.Steps {
			keys = append(keys, "lesson."+g.Name+"."+s.Say)
		}
	}
	return keys
}

// What games say of themselves in the interface is what the catalogue says.
func TestGamesAndCatalogueAgree(t *testing.T) {
	for _, g := range catalog.Games() {
		same := func(key, said string) {
			if said != "" && messages.Has(key) && messages.Text(rules.Say(key)) != said {
				t.Errorf("%s is %q, the game says %q", key, messages.Text(rules.Say(key)), said)
			}
		}
		same("rebuilt."+g.Name, g.Rebuilt)
		same("credit."+g.Name, g.Credit)
		for _, o := range g.Options {
			same("means."+g.Name+"."+o.Name, o.Means)
		}
	}
}

// Every sentence is asked for: by its key, or by a key that is put together of
// a beginning and of words that the program uses. (Refusals: see
// TestEveryRefusalHasItsWords.)
func TestNoSentenceIsUnused(t *testing.T) {
	pages, texts := scripts(t), literals(t)
	whole, begins, words := map[string]bool{}, map[string]bool{}, map[string]bool{}
	note := func(text string) {
		whole[strings.TrimPrefix(text, "@")] = true
		if at := strings.LastIndexByte(text, '.'); at > 0 && at == len(text)-1 {
			begins[text] = true
		}
		for _, word := range notWord.Split(strings.ToLower(text), -1) {
			words[word] = true
		}
	}
	for _, text := range texts {
		note(text)
	}
	for _, m := range quoted.FindAllStringSubmatch(pages, -1) {
		before, _, filled := strings.Cut(strings.ReplaceAll(m[1], "${", "{"), "{")
		if filled {
			begins[before] = true
		}
		note(m[1])
	}
	for _, word := range notWord.Split(pages, -1) {
		words[word] = true
	}
	for _, g := range catalog.Games() {
		begins[g.Name+"."] = true
		for _, key := range lessonKeys(t, g) {
			whole[key] = true
		}
	}
	for key := range catalogue(t, "en") {
		if strings.HasPrefix(key, "no.") || strings.HasPrefix(key, "do.") || whole[key] || putTogether(key, begins, words) {
			continue
		}
		t.Errorf("nothing asks for %q", key)
	}
}

// putTogether reports whether a key is one of the beginnings and known words.
func putTogether(key string, begins, words map[string]bool) bool {
	for at := range key {
		if key[at] != '.' || !begins[key[:at+1]] {
			continue
		}
		rest := notWord.Split(key[at+1:], -1)
		if !slices.ContainsFunc(rest, func(w string) bool { return len(w) > 1 && !words[w] }) {
			return true
		}
	}
	return false
}

func TestPluralCategories(t *testing.T) {
	for _, c := range []struct {
		lang string
		n    int
		want string
	}{
		{"en", 0, "other"}, {"en", 1, "one"}, {"en", 2, "other"}, {"fi", 1, "one"}, {"fi", 11, "other"}, {"sv", 1, "one"}, {"sv", 21, "other"},
		{"it", 1, "one"}, {"it", 2, "other"}, {"it", 1_000_000, "many"}, {"it", 0, "other"},
		{"pl", 0, "many"}, {"pl", 1, "one"}, {"pl", 2, "few"}, {"pl", 4, "few"}, {"pl", 5, "many"}, {"pl", 12, "many"}, {"pl", 14, "many"},
		{"pl", 21, "many"}, {"pl", 22, "few"}, {"pl", 25, "many"}, {"pl", 112, "many"}, {"pl", 124, "few"}, {"pl", -3, "few"},
	} {
		if got := messages.Category(c.lang, c.n); got != c.want {
			t.Errorf("%s %d: %s, want %s", c.lang, c.n, got, c.want)
		}
	}
}

func TestIn(t *testing.T) {
	desert := func(n string) rules.Message {
		return rules.Say("chessbattle.time.clock", "player", "@seat.white", "n", n)
	}
	strike := func(piece string) rules.Message {
		return rules.Say("chessbattle.strike", "piece", "@chessbattle."+piece, "from", "d8", "target", "@chessbattle.levy", "to", "d9")
	}
	for _, c := range []struct {
		lang string
		say  rules.Message
		want string
	}{
		{"en", strike("knights"), "Knights on d8 attack Levy on d9"},
		{"en", strike("king"), "King on d8 attacks Levy on d9"},
		{"fi", strike("knights"), "Ritarit ruudusta d8 hyökkäävät, kohteena Nostoväki ruudussa d9"},
		{"pl", strike("knights"), "Rycerze z d8 atakują d9: Pospolite ruszenie"},
		{"pl", strike("levy"), "Pospolite ruszenie z d8 atakuje d9: Pospolite ruszenie"},
		{"it", strike("crossbowmen"), "Balestrieri da d8 attaccano Leva in d9"},
		{"sv", strike("king"), "Kung på d8 attackerar Uppbåd på d9"},
		{"pl", desert("1"), "Biały: czas minął. Przeciwnik może zdjąć 1 bierkę"},
		{"pl", desert("3"), "Biały: czas minął. Przeciwnik może zdjąć 3 bierki"},
		{"pl", desert("5"), "Biały: czas minął. Przeciwnik może zdjąć 5 bierek"},
		{"en", desert("1"), "White's time is up: the other player may remove 1 piece"},
		{"fi", rules.Say("turn", "seat", "@seat.white", "what", "@now.move"), "Vuorossa Valkoinen: siirrä nappula"},
		{"en", rules.Say("turn", "seat", "@seat.white", "what", "@now.rolechess.battle", "piece", "@rolechess.knight", "at", "b1"), "White's turn: roll for Knight on b1"},
		{"sv", rules.Say("chessbattle.special", "player", "@seat.black", "card", "10h"), "Svart lägger till Specialkortet hjärter 10"},
		{"it", rules.Say("chessbattle.draw", "player", "@seat.black", "cards", "1,4", "attack", "5"), "Nero pesca asso (1), re (4): attacco 5"},
		{"xx", rules.Say("rules.draw"), "A draw is agreed"},
		{"en", rules.Say("chessbattle.army", "player", "@seat.black", "army", "@chessbattle.levy 4,@chessbattle.knights 1", "n", "20"), "Black buys an army for 20: Levy 4 and Knights 1"},
		{"en", rules.Say("rolechess.move", "piece", "@rolechess.emperor", "number", "", "to", "d4"), "Emperor to d4"},
		{"en", rules.Say("chessbattle.special", "player", "@seat.black", "card", ""), "Black adds the"},
	} {
		if got := messages.In(c.lang, c.say); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.lang, c.say, got, c.want)
		}
	}
}

// Each language calls things as the game's own source does: RoleChess is Finnish
// and Swedish, Camelot's summary Finnish, KaleidoChess Swedish, Chess Battle
// Polish and DungeonChess Italian.
func TestTermsAreThoseOfTheSources(t *testing.T) {
	for lang, terms := range map[string]map[string]string{
		"fi": {
			"rolechess.emperor": "Keisari", "rolechess.adjutant": "Adjutantti", "rolechess.knight": "Ritari", "rolechess.guard": "Vartija", "rolechess.lackey": "Lakeija",
			"camelot.knight": "Ratsu", "camelot.man": "Sotilas", "mark.castle": "Linna",
		},
		"sv": {
			"rolechess.emperor": "Kejsare", "rolechess.adjutant": "Adjutant", "rolechess.knight": "Riddare", "rolechess.guard": "Väktare", "rolechess.lackey": "Lakej",
			"kaleidochess.wizard": "Trollkarl", "kaleidochess.dragon": "Drake", "kaleidochess.teleport": "Teleportera", "kaleidochess.swap": "Skifta positioner",
			"kaleidochess.revive": "Återuppliva", "kaleidochess.ghost": "Spöke", "kaleidochess.lightning": "Blixt", "kaleidochess.selfdestruct": "Självsprängning",
			"kaleidochess.heal": "Hela", "kaleidochess.imprison": "Fängsla", "kaleidochess.block": "Spärr", "kaleidochess.barrier": "Barriär",
			"kaleidochess.weaken": "Försvaga", "kaleidochess.strengthen": "Förstärk", "mark.castle": "Borg", "mark.town": "Stad",
		},
		"pl": {
			"chessbattle.levy": "Pospolite ruszenie", "chessbattle.knights": "Rycerze", "chessbattle.pikemen": "Pikinierzy", "chessbattle.crossbowmen": "Kusznicy",
			"chessbattle.king": "Król", "chessbattle.camp": "Obóz",
		},
		"it": {"dungeonchess.fighter": "Lottatore", "dungeonchess.warrior": "Guerriero", "dungeonchess.wizard": "Maga"},
	} {
		for key, want := range terms {
			if got := messages.In(lang, rules.Say(key)); got != want {
				t.Errorf("%s %s: %q, want %q", lang, key, got, want)
			}
		}
	}
	if got := messages.In("it", rules.Say("beside.chests", "n", "2")); got != "2 forzieri" {
		t.Errorf("two chests are %q", got)
	}
}

// What is to be done now is read by those, too, who are only waiting: it speaks to nobody as "you", unless its key says that it does.
func TestWhatIsToBeDoneSpeaksOfNobody(t *testing.T) {
	second := map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`(?i)\byou(r|rs)?\b`), "sv": regexp.MustCompile(`(?i)\b(du|dig|din|ditt|dina)\b`),
		"fi": regexp.MustCompile(`(?i)\b(sinu\w*|voit|et|olet|\pL+(asi|esi|isi|osi|usi|äsi|llesi|stasi))(\s|:|;|,|$)`),
		"pl": regexp.MustCompile(`(?i)(^|\s)(tw[oó]j\pL*|ci[eę]|masz|możesz|musisz)(\s|:|;|,|$)`), "it": regexp.MustCompile(`(?i)\b(tu[oae]|tuoi|puoi|devi|hai|sei)\b`),
	}
	said := 0
	for lang, you := range second {
		for key, entry := range catalogue(t, lang) {
			if !strings.HasPrefix(key, "now.") || strings.HasSuffix(key, ".you") {
				continue
			}
			said++
			for _, text := range entry.Forms {
				if found := you.FindString(text); found != "" {
					t.Errorf("%s %s: %q speaks to you: %q", lang, key, text, found)
				}
			}
		}
	}
	if said < 150 {
		t.Errorf("only %d sentences", said)
	}
}

// On a phone this button stands alone: it says what there are so many of, in every language.
func TestTheListOfMovesIsNamed(t *testing.T) {
	for _, lang := range messages.Languages() {
		for _, n := range []string{"1", "2", "5", "23"} {
			said := messages.In(lang, rules.Say("choose.list", "n", n))
			if _, of, _ := strings.Cut(said, n); strings.TrimSpace(of) == "" {
				t.Errorf("%s: %q", lang, said)
			}
		}
	}
}
