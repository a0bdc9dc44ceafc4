package gesture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// The most methods and fields that a type has by itself: one with more has more than one idea.
const (
	mostMethods = 25
	mostFields  = 15
)

// A type of the reader has one idea: it is small, and says in a comment what the idea is. A layer knows what it embeds, which
// the compiler holds it to.
func TestATypeHasOneIdea(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	methods, fields, told := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					typ := d.Recv.List[0].Type
					if star, ok := typ.(*ast.StarExpr); ok {
						typ = star.X
					}
					methods[typ.(*ast.Ident).Name]++
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok {
						told[spec.Name.Name] = d.Doc != nil || spec.Doc != nil
						if s, ok := spec.Type.(*ast.StructType); ok {
							for _, f := range s.Fields.List {
								fields[spec.Name.Name] += max(1, len(f.Names))
							}
						}
					}
				}
			}
		}
	}
	for name, n := range methods {
		if n > mostMethods {
			t.Errorf("%s has %d methods, at most %d", name, n, mostMethods)
		}
	}
	for name, n := range fields {
		if n > mostFields {
			t.Errorf("%s has %d fields, at most %d", name, n, mostFields)
		}
		if !told[name] {
			t.Errorf("%s says nothing of its idea", name)
		}
	}
	if len(methods) < 15 {
		t.Errorf("only %d types with methods", len(methods))
	}
}
