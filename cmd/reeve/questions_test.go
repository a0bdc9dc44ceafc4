package main

import (
	"encoding/json"
	"fmt"
	"image/gif"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/rules"
)

// question is what a newcomer asks: the section of the game's document that answers
// it, and words that must stand there.
type question struct {
	asks, section string
	words         []string
}

// questions are asked of every game's document, which answers them alone.
var questions = map[string][]question{
	"rolechess": {
		{"How do I win?", "how-it-ends", []string{"Emperor's energy is at nothing"}},
		{"Who begins?", "how-to-begin", []string{"higher roll begins"}},
		{"Where do the pieces stand?", "how-to-begin", []string{"Guard 1, Knight 1,", "seven Lackeys", "rolechess-start.svg"}},
		{"How does a Knight move?", "the-pieces", []string{"two straight and one aside", "rolechess-knight.svg"}},
		{"What can I do in a turn?", "a-turn", []string{"move one piece", "attack with one piece, or with two"}},
		{"How do I attack on the board?", "a-turn", []string{"knock on the target", "white light"}},
		{"How is a fight decided?", "a-fight", []string{"multiplies it by its attack", "loses the difference", "rolechess-fight.svg"}},
		{"May I pass?", "a-turn", []string{"pass only when you can neither move nor attack"}},
		{"When is it a draw?", "how-it-ends", []string{"both agree", "nobody can move"}},
		{"How do I give up?", "how-it-ends", []string{"press *Resign* twice"}},
		{"What happens when my time is up?", "how-it-ends", []string{"no\n  time left loses"}},
	},
	"camelot": {
		{"How do I win?", "how-it-ends", []string{"two pieces in the enemy castle"}},
		{"Who begins?", "how-to-begin", []string{"White begins"}},
		{"Where do the pieces stand?", "how-to-begin", []string{"C6 D7 I7 J6", "camelot-start.svg"}},
		{"How does a piece move?", "a-turn", []string{"Plain move", "Canter", "Jump", "Knight's charge"}},
		{"What is the difference between a man and a knight?", "the-pieces", []string{"Only knights can charge"}},
		{"Must I capture?", "when-you-must-capture", []string{"you must capture"}},
		{"How does a capture go?", "a-fight", []string{"jumps over F9", "camelot-fight.svg"}},
		{"May I enter my own castle?", "the-castles", []string{"by a jump only"}},
		{"When is it a draw?", "how-it-ends", []string{"both have one piece", "three times", "50 turns"}},
		{"How do I give up?", "how-it-ends", []string{"press *Resign* twice"}},
		{"What happens when my time is up?", "how-it-ends", []string{"no\n  time left loses"}},
	},
	"kaleidochess": {
		{"How do I win?", "how-it-ends", []string{"three of the five castles", "no piece left"}},
		{"Who begins?", "how-to-begin", []string{"White begins"}},
		{"Where do the pieces stand?", "how-to-begin", []string{"kaleidochess-start.svg", "`e1` is White's\nhome"}},
		{"What is the difference between walking and flying?", "the-pieces", []string{"steps over a side of its field", "a side or a corner"}},
		{"How far does an Eagle move?", "the-pieces", []string{"| Horse | 2 | | Eagle | 2 |", "kaleidochess-eagle.svg"}},
		{"How do I capture?", "a-turn", []string{"take the enemy off and put your piece on its field"}},
		{"What does the die do?", "with-the-die", []string{"| 3 | Tigers and Rocs |", "| 6 | anybody |"}},
		{"How do I cast a spell?", "magic", []string{"Instead of moving you may cast a spell", "once in a game"}},
		{"What if my Wizard falls?", "how-it-ends", []string{"Losing the Wizard does not lose the game"}},
		{"When is it a draw?", "how-it-ends", []string{"third time", "100 turns each"}},
		{"How do I give up?", "how-it-ends", []string{"press *Resign* twice"}},
		{"What happens when my time is up?", "how-it-ends", []string{"no\n  time left loses"}},
	},
	"dungeonchess": {
		{"How do I win?", "how-it-ends", []string{"Most points win"}},
		{"Who begins?", "how-to-begin", []string{"South begins"}},
		{"How many can play?", "how-to-begin", []string{"Two players sit opposite", "third sits in the west"}},
		{"Where do the pieces stand?", "how-to-begin", []string{"Knight, Fighter, Fighter, Knight", "dungeonchess-start.svg"}},
		{"What is each piece worth?", "the-pieces", []string{"| Wizard (Maga) | 1 | 5 |"}},
		{"How do I get a piece back?", "a-turn", []string{"Ransom", "The chest goes to who"}},
		{"How do teleports work?", "a-turn", []string{"one of your teleport squares to your other one"}},
		{"Who sees my secret target?", "the-secret-target", []string{"own page only"}},
		{"When does it end?", "how-it-ends", []string{"a single piece on the board", "forty rounds"}},
		{"Is there a draw?", "how-it-ends", []string{"equal points share the win"}},
		{"How do I give up?", "how-it-ends", []string{"press *Resign* twice"}},
		{"What happens when my time is up?", "how-it-ends", []string{"no\n  time left has resigned"}},
	},
	"chessbattle": {
		{"How do I win?", "how-it-ends", []string{"no unit left", "lost both camps"}},
		{"What comes before the battle?", "how-to-begin", []string{"Camps and bridges", "Espionage", "Armies", "Training", "Deployment"}},
		{"Who sees what I buy?", "how-to-begin", []string{"nothing of what you lay, buy, train or place is shown"}},
		{"What do the units cost?", "the-pieces", []string{"| Knights | knight | 4 | 12 |"}},
		{"Who begins the battle?", "a-turn", []string{"King with more points begins"}},
		{"How many units may I use in a turn?", "a-turn", []string{"Your King's points are your command points"}},
		{"How do I cross the river?", "a-turn", []string{"Bridge", "River without a bridge"}},
		{"How is a fight decided?", "a-fight", []string{"The higher sum wins", "chessbattle-fight.svg"}},
		{"What if my King falls?", "", []string{"losing the King only costs you command"}},
		{"When is it a draw?", "how-it-ends", []string{"both agree", "100 turns by each side"}},
		{"How do I give up?", "how-it-ends", []string{"press *Resign* twice"}},
		{"What happens when my time is up?", "how-it-ends", []string{"whoever has no time left loses", "what is left decides"}},
	},
}

var section = regexp.MustCompile(`(?m)^## (.*)$`)

// sections are a document's by the anchors of their headings; what stands before the
// first is under "".
func sections(text string) map[string]string {
	out := map[string]string{}
	name := ""
	for {
		at := section.FindStringSubmatchIndex(text)
		if at == nil {
			out[name] = text
			return out
		}
		out[name] = text[:at[0]]
		name, text = slug(text[at[2]:at[3]]), text[at[1]:]
	}
}

// Ten questions and more that a newcomer asks are answered by the document of the game.
func TestNewcomersAreAnswered(t *testing.T) {
	for _, g := range games() {
		parts := sections(read(t, "docs/games/"+g.Name+".md"))
		if len(questions[g.Name]) < 10 {
			t.Errorf("%s: only %d questions", g.Name, len(questions[g.Name]))
		}
		for _, q := range questions[g.Name] {
			text, ok := parts[q.section]
			if !ok {
				t.Errorf("%s: %s there is no section %q", g.Name, q.asks, q.section)
			}
			for _, words := range q.words {
				if !strings.Contains(text, words) {
					t.Errorf("%s: %s %q does not say %q", g.Name, q.asks, q.section, words)
				}
			}
		}
	}
}

// The documents of the games show each piece, say what each option is by itself, and
// use the words of players; what they call by *a name* is called so on a page.
func TestDocumentsOfGamesAreTrue(t *testing.T) {
	shown := pageTexts(t)
	for _, g := range games() {
		name := "docs/games/" + g.Name + ".md"
		text := read(t, name)
		options := sections(text)["options"]
		for _, o := range g.Options {
			standard := fmt.Sprint(o.Default)
			switch o.Type {
			case "bool":
				standard = map[bool]string{true: "on", false: "off"}[o.Default.(bool)]
			case "choice":
				standard = "`" + standard + "`"
			}
			if line := fmt.Sprintf("- `%s` (default: %s): ", o.Name, standard); !strings.Contains(options, line) {
				t.Errorf("%s does not say %q", name, line)
			}
		}
		for _, p := range g.Card().Pieces {
			if len(p.Shows) > 0 && !strings.Contains(text, "("+g.Name+"-"+p.Kind+".svg)") {
				t.Errorf("%s does not show %s", name, p.Kind)
			}
		}
		for _, p := range g.Card().Pieces {
			called := messages.Text(rules.Say(g.Name + "." + p.Kind))
			for _, f := range p.Figures {
				row := regexp.MustCompile(fmt.Sprintf(`(?m)^\|.*\b%s\b.*\b%d\b`, called, f.Value))
				if f.Name != "crosses" && !row.MatchString(text) { // which a sentence says of all
					t.Errorf("%s: no table has the %s of %d of %s", name, f.Name, f.Value, called)
				}
			}
		}
		if found := regexp.MustCompile(`(?i)\b(throws?|throwing|thrown|formulas?|woods?)\b`).FindString(text); found != "" {
			t.Errorf("%s says %q; players say roll, spell, piece", name, found)
		}
		for _, m := range regexp.MustCompile(`[^*]\*([A-Z][^*]*)\*[^*]`).FindAllStringSubmatch(text, -1) {
			if m[1] != "Here" && !slices.Contains(shown, m[1]) { // where the original is silent
				t.Errorf("%s speaks of %q, which no page shows", name, m[1])
			}
		}
		if !slices.Contains(strings.Split(text, "\n"), "## How it ends") {
			t.Errorf("%s has no end", name)
		}
	}
}

// What operations.md says that you see in trouble, a page says so.
func TestTroubleIsToldAsAPageTellsIt(t *testing.T) {
	shown, n := pageTexts(t), 0
	for _, m := range regexp.MustCompile("(?m)^\\| `([A-Z][^`…]*)").FindAllStringSubmatch(sections(read(t, "docs/operations.md"))["trouble"], -1) {
		n++
		if !slices.ContainsFunc(shown, func(text string) bool { return strings.HasPrefix(text, strings.TrimSpace(m[1])) }) {
			t.Errorf("no page says %q", m[1])
		}
	}
	if n < 5 {
		t.Errorf("only %d sentences of a page", n)
	}
}

// pageTexts are all that a page says.
func pageTexts(t *testing.T) (all []string) {
	t.Helper()
	for _, file := range [][]byte{messages.File(messages.English), messages.Book(messages.English)} {
		var words map[string]messages.Entry
		if err := json.Unmarshal(file, &words); err != nil {
			t.Fatal(err)
		}
		for _, e := range words {
			all = slices.AppendSeq(all, maps.Values(e.Forms))
		}
	}
	return all
}

// Who opens the README sees the picture first, then the two commands, then what there is to be seen.
func TestTheReadmeBeginsWithWhatOneSees(t *testing.T) {
	text, at := read(t, "README.md"), 0
	for _, next := range []string{"](docs/reeve.gif)", "\n## Two commands\n", "\ngo run ./cmd/reeve ", "\nmake test ", "\n## What you see\n", "`open this to play: http://127.0.0.1:8080/start?key=…`", "\n## "} {
		i := strings.Index(text[at:], next)
		if i < 0 {
			t.Fatalf("the README lacks %q, or has it too early", next)
		}
		if before := text[at : at+i]; strings.HasPrefix(next, "\n## ") && strings.Contains(before, "\n## ") {
			t.Errorf("before %q the README has another part", next)
		}
		at += i + len(next)
	}
}

// The README's moving picture moves, begins anew, and is small.
func TestTheReadmesPictureMoves(t *testing.T) {
	const most = 400_000
	text := read(t, "docs/reeve.gif")
	film, err := gif.DecodeAll(strings.NewReader(text))
	if err != nil || len(text) > most || len(film.Image) < 10 || film.LoopCount != 0 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if !strings.Contains(read(t, "README.md"), "](docs/reeve.gif)") {
		t.Error("the README does not show it")
	}
}
