package messages_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"reeve/messages"
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

// refusing are the functions that refuse, with the places of what they say.
var refusing = map[string][]int{"refuse": {1, 2}, "Illegal": {1}, "Malformed": {1}, "writeError": {2, 3}, "writeNotice": {3},
	"illegal": {1}, "malformed": {1}}

// Whatever the program refuses, and every remedy, can be said in every language,
// and no sentence is kept that nothing says.
func TestEveryRefusalIsHeard(t *testing.T) {
	heard := map[string]bool{}
	hear := func(text string) bool {
		m, ok := messages.Heard(text)
		heard[m.Key] = true
		heard[strings.TrimPrefix(m.Args["why"], "@")] = true
		return ok
	}
	for _, file := range sources(t, "rules", "dice", "referee", "web", "cmd/reeve") {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, ok := literal(n); ok && strings.Contains(text, " ") {
					hear(strings.TrimPrefix(text, "2: "))
				}
			case *ast.BinaryExpr:
				if text, ok := literal(n); ok {
					hear(text)
				}
			case *ast.CallExpr:
				for _, i := range refusing[name(n.Fun)] {
					if i >= len(n.Args) {
						continue
					}
					text, ok := literal(n.Args[i])
					if ok && strings.Contains(text, " ") && !hear(text) && !strings.Contains(text, "{") && !strings.Contains(text, `"`) {
						t.Errorf("%s: nothing says %q in other languages", file.Name, text)
					}
				}
			}
			return true
		})
	}
	for _, text := range []string{"rules: illegal action: b1-b9: no such action", `rules: malformed action: "b1": no such action`, "rules: bad option: x has no option \"y\"",
		"rules: bad option: rolechess: option pass cannot be 4", `rules: unknown game: "x"`, "rules: not for this viewer", "words refused: 7 characters, at most 3",
		"dice: bad choice of dice: \"x\": \"y\" is no number", "dice: words are taken until the first throw: \"x\""} {
		if !hear(text) {
			t.Errorf("nothing says %q in other languages", text)
		}
	}
	for key := range catalogue(t, "en") {
		if (strings.HasPrefix(key, "no.") || strings.HasPrefix(key, "do.")) && !heard[key] {
			t.Errorf("nothing refuses with %s", key)
		}
	}
}

// catalogue reads a language's file.
func catalogue(t *testing.T, lang string) map[string]messages.Entry {
	t.Helper()
	return readJSON[map[string]messages.Entry](t, lang+".json")
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
