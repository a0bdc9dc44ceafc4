package messages_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reeve/board"
	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
)

// sources parses the program's own files of these folders, tests left out.
func sources(t *testing.T, dirs ...string) (out []*ast.File) {
	t.Helper()
	for _, dir := range dirs {
		err := filepath.WalkDir("../"+dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "rulestest") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			out = append(out, file)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

var verbs = regexp.MustCompile(`%[a-zA-Z]`)

// literal is the text of an expression of strings, with something else for what
// is known only as the program runs; false if there is no text in it.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return verbs.ReplaceAllString(text, "2"), err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, one := literal(e.X)
		right, other := literal(e.Y)
		if !one {
			left = "2"
		}
		if !other {
			right = "2"
		}
		return left + right, (one || other) && e.Op == token.ADD
	case *ast.CallExpr:
		if name(e.Fun) == "Sprintf" {
			return literal(e.Args[0])
		}
	}
	return "", false
}

func name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// refusals are the keys of what is refused and of what would help.
func refusal(key string) bool {
	return len(key) > 3 && (strings.HasPrefix(key, "no.") || strings.HasPrefix(key, "do."))
}

// Whatever the program refuses, and every remedy, has its words in every language
// and gives them the arguments that they have gaps for; and no words are kept that
// nothing says. (That all languages have the same gaps: TestEveryLanguageSaysEverything.)
func TestEveryRefusalHasItsWords(t *testing.T) {
	english, said := catalogue(t, "en"), map[string]bool{}
	for _, file := range sources(t, "rules", "lessons", "dice", "opponent", "referee", "web", "hall/link", "cmd/reeve") {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if key, ok := literal(n); ok && refusal(key) {
					said[key] = true
				}
			case *ast.CallExpr:
				if key, args, ok := say(n); ok && refusal(key) {
					said[key] = true
					if want := gapNames(english[key]); !slices.Equal(args, want) {
						t.Errorf("%s says %s with %v, its words want %v", file.Name, key, args, want)
					}
				}
			}
			return true
		})
	}
	for key := range said {
		if _, ok := english[key]; !ok {
			t.Errorf("nothing says %s in words", key)
		}
	}
	for key := range english {
		if refusal(key) && !said[key] {
			t.Errorf("nothing refuses with %s", key)
		}
	}
	if len(said) < 200 {
		t.Errorf("only %d refusals are found", len(said))
	}
}

// say returns the key of a call of rules.Say and the names of its arguments, sorted.
func say(call *ast.CallExpr) (key string, args []string, ok bool) {
	if name(call.Fun) != "Say" || len(call.Args) == 0 {
		return "", nil, false
	}
	key, ok = literal(call.Args[0])
	for i := 1; i < len(call.Args); i += 2 {
		arg, _ := literal(call.Args[i])
		args = append(args, arg)
	}
	slices.Sort(args)
	return key, args, ok
}

// gapNames are the names of the gaps of a sentence, sorted.
func gapNames(e messages.Entry) (names []string) {
	for _, gap := range gapsIn(e) {
		name, _, _ := strings.Cut(strings.Trim(gap, "{}"), ":")
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// What people meet in the games is refused in words, in every language: wherever a
// piece may not go.
func TestReasonsAreSaidInWords(t *testing.T) {
	for _, g := range catalog.Games() {
		random := rand.New(rand.NewPCG(1, 1))
		heard := map[string]bool{}
		for range 12 {
			state, err := g.Start(nil)
			if err != nil {
				t.Fatal(err)
			}
			for range 120 {
				reasonsInWords(t, state, random, heard)
				legal := state.Legal(nil)
				if len(legal) == 0 {
					break
				}
				if state, _, err = state.Apply(legal[random.IntN(len(legal))], nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(heard) < 3 {
			t.Errorf("%s: only %v", g.Name, heard)
		}
	}
}

func reasonsInWords(t *testing.T, state rules.State, random *rand.Rand, heard map[string]bool) {
	size := state.Topology().Len()
	for range 6 {
		why := state.Why(board.Square(random.IntN(size)), board.Square(random.IntN(size)))
		if why.IsZero() {
			continue
		}
		heard[why.Key] = true
		inWords(t, why)
		for _, lang := range messages.Languages() {
			if text := messages.In(lang, why); strings.ContainsAny(text, "{}@") {
				t.Errorf("%s: %v is said as %q", lang, why, text)
			}
		}
	}
}

func TestTold(t *testing.T) {
	refused := rules.Illegal("b1-b9", rules.Say("no.over"))
	for _, c := range []struct {
		err  error
		want string
	}{
		{refused, "rules: illegal action: b1-b9: The game is over"},
		{fmt.Errorf("game 7: %w", refused), "game 7: rules: illegal action: b1-b9: The game is over"},
		{&rules.Refusal{Why: rules.Say("no.own", "at", "b4"), Hint: rules.Say("do.new")}, "b4 holds your own piece. Start a new game"},
		{io.EOF, "EOF"},
	} {
		if got := messages.Told(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// catalogue reads a language's file.
func catalogue(t *testing.T, lang string) map[string]messages.Entry {
	t.Helper()
	all := readJSON[map[string]messages.Entry](t, lang+".json")
	for key, e := range readJSON[map[string]messages.Entry](t, "book."+lang+".json") {
		if _, twice := all[key]; twice {
			t.Errorf("%s: %s stands in the catalogue and in the book", lang, key)
		}
		all[key] = e
	}
	for _, part := range []string{"", "book."} {
		for folder, text := range rules.Words(part + lang + ".json") {
			var own map[string]messages.Entry
			if err := json.Unmarshal(text, &own); err != nil {
				t.Fatalf("rules/%s/words/%s%s.json: %v", folder, part, lang, err)
			}
			for key, e := range own {
				if other, twice := all[key]; twice && !reflect.DeepEqual(other, e) {
					t.Errorf("rules/%s/words/%s%s.json: %s says something else elsewhere", folder, part, lang, key)
				}
				all[key] = e
			}
		}
	}
	return all
}

// readFile reads a file of the program.
func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
