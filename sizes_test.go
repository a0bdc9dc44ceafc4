package reeve_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A type with more methods or fields follows more than one idea.
const (
	mostMethods = 25
	mostFields  = 15
)

// size is how many methods and fields a type declares itself; what it embeds is one field.
type size struct{ methods, fields int }

func (s size) String() string { return fmt.Sprintf("%d methods and %d fields", s.methods, s.fields) }

// large are the types that are larger, with their figures, which nothing may exceed. A record is a table: what is set or
// told, one line each.
var large = map[string]struct {
	size
	why string
}{
	"archive.row":                {size{12, 20}, "record: the columns of a game in the database"},
	"config.Driver":              {size{8, 19}, "record: the keys of every kind of driver"},
	"config.Settings":            {size{1, 29}, "record: all settings"},
	"config.driverFile":          {size{0, 19}, "record: a driver in a board file"},
	"config.gridFile":            {size{0, 17}, "record: a grid in a board file"},
	"engine.Score":               {size{2, 24}, "record: how a match stands, as JSON"},
	"hall.Card":                  {size{1, 24}, "record: a board on the hall's pages, as JSON"},
	"hall/wire.Table":            {size{1, 21}, "record: a table on the bus, as JSON"},
	"hw/serial.Counters":         {size{0, 17}, "record: what is counted on a line"},
	"hw/sim.profile":             {size{1, 19}, "record: the figures of a noise"},
	"referee.Table":              {size{0, 37}, "record: the public table, as JSON"},
	"robot.Options":              {size{0, 18}, "record: the options of a run"},
	"robot.Report":               {size{3, 16}, "record: what is counted in a run"},
	"rules.Game":                 {size{18, 18}, "record: a game as data"},
	"rules/chessbattle.stateDoc": {size{0, 17}, "record: a position as JSON"},
	"rules/kaleidochess.ground":  {size{25, 24}, "tables for look-up, made once"},
	"web.Config":                 {size{0, 24}, "record: what the handler is made of"},
}

// parsed is a Go file of a room, tests left out.
type parsed struct {
	path string
	file *ast.File
}

var fileSet = token.NewFileSet()

// sources are the Go files of all rooms; they are read once.
var sources = sync.OnceValues(func() (all []parsed, err error) {
	err = filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(fileSet, path, nil, parser.SkipObjectResolution)
		all = append(all, parsed{filepath.ToSlash(path), file})
		return err
	})
	return all, err
})

// receiver is the type whose method d is, "" if it is none.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	switch of := typ.(type) {
	case *ast.IndexExpr:
		typ = of.X
	case *ast.IndexListExpr:
		typ = of.X
	}
	return typ.(*ast.Ident).Name
}

// fieldsOf counts what a declaration says of structs, by type.
func fieldsOf(d *ast.GenDecl, count func(name string, fields int)) {
	for _, spec := range d.Specs {
		typ, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		of, ok := typ.Type.(*ast.StructType)
		if !ok {
			continue
		}
		n := 0
		for _, field := range of.Fields.List {
			n += max(len(field.Names), 1)
		}
		count(typ.Name.Name, n)
	}
}

// sizes are the sizes of the types of some files, by room and name.
func sizes(files []parsed) map[string]size {
	out := map[string]size{}
	for _, f := range files {
		room := strings.TrimSuffix(f.path[:strings.LastIndexByte(f.path, '/')+1], "/")
		for _, d := range f.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if name := receiver(d); name != "" {
					s := out[room+"."+name]
					s.methods++
					out[room+"."+name] = s
				}
			case *ast.GenDecl:
				fieldsOf(d, func(name string, fields int) {
					s := out[room+"."+name]
					s.fields = fields
					out[room+"."+name] = s
				})
			}
		}
	}
	return out
}

// tooLarge says which types are not as large as they may be, or as the table says.
func tooLarge(of map[string]size) (faults []string) {
	for name, s := range of {
		over, known := s.methods > mostMethods || s.fields > mostFields, large[name]
		switch {
		case over && known.why == "":
			faults = append(faults, fmt.Sprintf("%s has %s, and %d and %d are enough for one idea: find the ideas in it (decision 0547)", name, s, mostMethods, mostFields))
		case over && s != known.size:
			faults = append(faults, fmt.Sprintf("%s has %s, not %s: no large type grows, and one that has become smaller stays so", name, s, known.size))
		}
	}
	for name := range large {
		if s := of[name]; s.methods <= mostMethods && s.fields <= mostFields {
			faults = append(faults, fmt.Sprintf("%s has %s: it need not be in the table", name, s))
		}
	}
	return faults
}

func TestATypeHasOneIdea(t *testing.T) {
	files, err := sources()
	if err != nil || len(files) < 300 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, fault := range tooLarge(sizes(files)) {
		t.Error(fault)
	}
}

// The reader of hands fits into one head: it was 4 100 lines when it was begun anew (0547), and every idea since has had to pay for itself.
func TestTheReaderOfHandsDoesNotGrow(t *testing.T) {
	files, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, f := range files {
		if strings.HasPrefix(f.path, "gesture/") {
			lines += fileSet.File(f.file.Pos()).LineCount()
		}
	}
	if lines < 1000 || lines >= 4100 {
		t.Errorf("gesture has %d lines; fewer than 4100 are enough", lines)
	}
}

// TestSizesAreCounted counts types of all forms.
func TestSizesAreCounted(t *testing.T) {
	const text = `package p
type (
	a struct { x, y int; b; z *c }
	b int
)
type c[K, V any] struct{ d[K] }
type d[K any] struct{}
func (a) m() {}
func (x *a) n() {}
func (b) m() {}
func (x *c[K, V]) m() {}
func (d[K]) m() {}
func f() {}`
	file, err := parser.ParseFile(token.NewFileSet(), "room/a.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := sizes([]parsed{{"room/a.go", file}})
	want := map[string]size{"room.a": {2, 4}, "room.b": {1, 0}, "room.c": {1, 1}, "room.d": {1, 0}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("counted %v, not %v", got, want)
	}
}
