package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// dotted is a name of the code with what it belongs to: sensors.Loop.Run.
var dotted = regexp.MustCompile(`^([a-z0-9/]+\.)?[A-Z]\w*(\.\w+)?$`)

// sources are the declarations of the program: functions by package and receiver
// ("gesture.Reader.search"), types with their fields, constants and variables.
type sources map[string]*ast.FuncDecl

func parseAll(t *testing.T) sources {
	t.Helper()
	out := sources{}
	for _, path := range filesOf(t) {
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(top, path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out.add(filepath.Dir(path), file)
	}
	return out
}

func (s sources) add(pkg string, file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := pkg + "."
			if d.Recv != nil {
				typ := d.Recv.List[0].Type
				if star, ok := typ.(*ast.StarExpr); ok {
					typ = star.X
				}
				if id, ok := typ.(*ast.Ident); ok {
					name += id.Name + "."
				}
			}
			s[name+d.Name.Name] = d
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					s.addType(pkg+"."+spec.Name.Name, spec.Type)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						s[pkg+"."+id.Name] = nil
					}
				}
			}
		}
	}
}

// addType adds a type with its fields, or the methods of an interface.
func (s sources) addType(name string, typ ast.Expr) {
	s[name] = nil
	var fields *ast.FieldList
	switch typ := typ.(type) {
	case *ast.StructType:
		fields = typ.Fields
	case *ast.InterfaceType:
		fields = typ.Methods
	default:
		return
	}
	for _, f := range fields.List {
		for _, id := range f.Names {
			s[name+"."+id.Name] = nil
		}
	}
}

// find returns the declarations that a name of a document means: with its package
// or without, with its type or without.
func (s sources) find(name string) (found []string) {
	for full := range s {
		if full == name || strings.HasSuffix(full, "."+name) || strings.HasSuffix(full, "/"+name) {
			found = append(found, full)
		}
	}
	return found
}

// uses reports whether the body of a function names something.
func uses(f *ast.FuncDecl, name string) (used bool) {
	if f == nil {
		return false
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			used = true
		}
		return !used
	})
	return used
}

// Names of the code with what they belong to, rules.State for instance, are names
// of it in the documents for programmers, too.
func TestDocumentsNameCodeThereIs(t *testing.T) {
	s, n := parseAll(t), 0
	for _, path := range []string{"docs/add-a-game.md", "docs/add-a-board.md"} {
		for _, m := range coded.FindAllStringSubmatch(prose(read(t, path)), -1) {
			name, _, _ := strings.Cut(m[1], "(")
			if !dotted.MatchString(name) || !strings.Contains(name, ".") || filepath.Ext(name) == ".md" {
				continue
			}
			n++
			if len(s.find(name)) == 0 {
				t.Errorf("%s: the code has no %s", path, name)
			}
		}
	}
	if n < 12 {
		t.Errorf("only %d names", n)
	}
}

// TestTheWalkThroughFollowsTheCode holds that every name of the code in the
// document is one, and that each function which the document says calls another
// does.
func TestTheWalkThroughFollowsTheCode(t *testing.T) {
	text, s := strings.Join(strings.Fields(read(t, "docs/walk-through.md")), " "), parseAll(t)
	names, calls := 0, 0
	word := regexp.MustCompile(`^[\w/]+(\.\w+)*$`)
	square := regexp.MustCompile(`^[a-p][0-9]+$`)
	for _, m := range coded.FindAllStringSubmatch(text, -1) {
		if !word.MatchString(m[1]) || square.MatchString(m[1]) {
			continue
		}
		names++
		if len(s.find(m[1])) == 0 && !exists(m[1]) {
			t.Errorf("the code has no %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile("`([^`]+)` calls ((?:`[^`]+`(?:, | and )?)+)").FindAllStringSubmatch(text, -1) {
		for _, called := range coded.FindAllStringSubmatch(m[2], -1) {
			calls++
			last := called[1][strings.LastIndex(called[1], ".")+1:]
			does := false
			for _, caller := range s.find(m[1]) {
				does = does || uses(s[caller], last)
			}
			if !does {
				t.Errorf("%s does not call %s", m[1], called[1])
			}
		}
	}
	if names < 40 || calls < 20 {
		t.Errorf("only %d names and %d calls", names, calls)
	}
}
