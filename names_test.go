package reeve_test

import (
	"go/ast"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// plain says which word of a name tells a reader nothing, and what to say instead.
var plain = map[string]string{
	"hear": "read, receive, or sink", "hears": "reads", "heard": "read, received, or last message", "mend": "repair, clear, or reconcile", "mended": "repaired",
	"feel": "scan, or scanner", "wanted": "expected, or needed", "felt": "sensed, contacts, or agreement", "see": "view, or viewer", "sight": "perspective",
	"patience": "timeout, backoff, or what is tolerated", "whose": "owner", "strewn": "stray", "wary": "cautious", "sayings": "naming, or sentences",
	"surplus": "extra", "brushed": "neighbour", "sleeve": "neighbour", "swear": "report, or confirm", "sworn": "reported", "util": "what it is for",
	"helper": "what it is for", "misc": "what it is for",
}

// states are words for what happened to a thing, or how it is: a type so called does not say what the thing is.
var states = regexp.MustCompile(`^([a-z]+ed|held|told|kept|shown|seen|sent|drawn|written|dealt|taught|lit|decoded|raw|bare|dark|deaf|small|slow|idle|still|later|live|calling|bursting|lacking|asked|wish)$`)

// nouns end like the others.
var nouns = map[string]bool{"reed": true, "seed": true, "deed": true, "led": true}

// verbs may stand as methods, whose receiver says more: a contact feels, a viewer sees.
var verbs = map[string]bool{"feel": true, "see": true}

var camel = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// dull is the first word of name that is not plain.
func dull(name string) string {
	for _, word := range camel.FindAllString(name, -1) {
		if word = strings.ToLower(word); plain[word] != "" {
			return word
		}
	}
	return ""
}

// stateTypes are the types of a file that are called by a state alone.
func stateTypes(file *ast.File) (types []*ast.Ident) {
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range d.Specs {
			if typ, ok := spec.(*ast.TypeSpec); ok && states.MatchString(typ.Name.Name) && !nouns[typ.Name.Name] {
				types = append(types, typ.Name)
			}
		}
	}
	return types
}

// declared are the names that a file declares for its whole room.
func declared(file *ast.File) (names []*ast.Ident) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil || !verbs[d.Name.Name] && !verbs[strings.ToLower(d.Name.Name)] {
				names = append(names, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name)
				case *ast.ValueSpec:
					names = append(names, spec.Names...)
				}
			}
		}
	}
	return names
}

// Files, types, functions, constants and variables of rooms are called what they are, so that nobody has to know a story first.
func TestNamesArePlain(t *testing.T) {
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, typ := range stateTypes(f.file) {
			t.Errorf("%s: type %s says a state; say what is so: a noun behind it", fileSet.Position(typ.Pos()), typ.Name)
		}
		for _, name := range declared(f.file) {
			if word := dull(name.Name); word != "" {
				t.Errorf("%s: %s: %q says nothing; call it %s", fileSet.Position(name.Pos()), name.Name, word, plain[word])
			}
		}
	}
	looked := 0
	err = filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		name, kind := strings.CutSuffix(entry.Name(), ".go")
		if !kind {
			name, kind = strings.CutSuffix(entry.Name(), ".js")
		}
		switch {
		case err != nil || entry.IsDir() && entry.Name() == "node_modules":
			return fs.SkipDir
		case entry.IsDir() || !kind || strings.HasSuffix(name, "_test"):
			return nil
		}
		looked++
		for word := range strings.SplitSeq(name, "_") {
			if word = dull(word); word != "" {
				t.Errorf("%s: %q says nothing; call it %s", path, word, plain[word])
			}
		}
		return nil
	})
	if err != nil || looked < 300 {
		t.Fatalf("%d files: %v", looked, err)
	}
}
