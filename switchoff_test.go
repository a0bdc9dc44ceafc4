package reeve_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// switched is a row of scripts/switch-off.tsv: a condition of the reader of hands, what stands there when it is off, and the test that
// misses it.
type switched struct{ name, file, old, off, misses string }

func switchedOff(t *testing.T) (rows []switched) {
	t.Helper()
	text, err := os.ReadFile("scripts/switch-off.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 {
			t.Fatalf("%d columns, not 5: %s", len(f), line)
		}
		rows = append(rows, switched{f[0], filepath.Join("gesture", f[1]), f[2], f[3], f[4]})
	}
	return rows
}

// Every row says what stands in the code, and names a test that there is.
func TestWhatIsSwitchedOffIsThere(t *testing.T) {
	tests := ""
	files, _ := filepath.Glob("gesture/*_test.go")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tests += string(text)
	}
	for _, row := range switchedOff(t) {
		text, err := os.ReadFile(row.file)
		if err != nil || !strings.Contains(string(text), row.old) || row.old == row.off {
			t.Errorf("%s: %s has no %q: %v", row.name, row.file, row.old, err)
		}
		if !strings.Contains(tests, "func "+row.misses+"(") {
			t.Errorf("%s: there is no test %q", row.name, row.misses)
		}
	}
}

// A condition that is switched off breaks the test that is named for it. One program has them all, so that it is built once.
func TestLongARuleThatIsSwitchedOffIsMissed(t *testing.T) {
	rows, tests := switchedOff(t), []string{}
	for _, row := range rows {
		tests = append(tests, row.misses)
	}
	program := withSwitches(t, rows)
	all := exec.Command(program, "-test.run", "^("+strings.Join(tests, "|")+")$")
	all.Dir = "gesture"
	if out, err := all.CombinedOutput(); err != nil {
		t.Fatalf("with nothing switched off: %v\n%s", err, out)
	}
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			test := exec.Command(program, "-test.run", "^"+row.misses+"$")
			test.Dir, test.Env = "gesture", append(os.Environ(), fmt.Sprint("SWITCHED_OFF=", i+1))
			out, err := test.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: "+row.misses) {
				t.Errorf("%s does not miss it: %v\n%s", row.misses, err, out)
			}
		})
	}
}

// withSwitches builds the tests of gesture without touching the tree. Each function in which something can be switched off has a copy for each row
// in which it is, and calls that where SWITCHED_OFF is the number of the row, from 1.
func withSwitches(t *testing.T, rows []switched) (program string) {
	t.Helper()
	dir, replace := t.TempDir(), map[string]string{}
	write := func(file, text string) {
		real, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		replace[real] = filepath.Join(dir, filepath.Base(file))
		if err := os.WriteFile(replace[real], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("gesture/switched_off.go", `package gesture

import (
	"os"
	"strconv"
)

var switchedOff, _ = strconv.Atoi(os.Getenv("SWITCHED_OFF"))
`)
	files := map[string]map[int]switched{}
	for i, row := range rows {
		if files[row.file] == nil {
			files[row.file] = map[int]switched{}
		}
		files[row.file][i+1] = row
	}
	for file, here := range files {
		write(file, copied(t, file, here))
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "gesture.test")
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "test", "-c", "-vet=off", "-gcflags=reeve/gesture=-N -l", "-overlay", overlay, "-o", program, "./gesture")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// copied returns the text of a file with a copy of a function for each row, and at the start of the function the call of it.
func copied(t *testing.T, file string, rows map[int]switched) string {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(source)
	parsed, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	calls, copies := map[*ast.FuncDecl]string{}, ""
	for number, row := range rows {
		at := strings.Index(text, row.old)
		k := slices.IndexFunc(parsed.Decls, func(d ast.Decl) bool { return int(d.Pos())-1 <= at && at < int(d.End())-1 })
		f, ok := parsed.Decls[max(k, 0)].(*ast.FuncDecl)
		if !ok {
			t.Fatalf("%s: %q is in no function", row.name, row.old)
		}
		name := fmt.Sprint(f.Name.Name, "_", number)
		calls[f] += fmt.Sprintf("if switchedOff == %d { %s }; ", number, callOf(f, name))
		head, body := text[f.Pos()-1:f.Name.Pos()-1], text[f.Name.End()-1:f.End()-1]
		copies += "\n" + head + name + strings.Replace(body, row.old, row.off, 1) + "\n"
	}
	var out strings.Builder
	from := 0
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && calls[f] != "" {
			out.WriteString(text[from:f.Body.Lbrace] + calls[f])
			from = int(f.Body.Lbrace)
		}
	}
	return out.String() + text[from:] + copies
}

// callOf is the statement by which a function does what another of the same kind does.
func callOf(f *ast.FuncDecl, name string) string {
	var given []string
	for _, p := range f.Type.Params.List {
		for _, n := range p.Names {
			given = append(given, n.Name)
		}
		if _, many := p.Type.(*ast.Ellipsis); many {
			given[len(given)-1] += "..."
		}
	}
	call := fmt.Sprintf("%s(%s)", name, strings.Join(given, ", "))
	if f.Recv != nil {
		call = f.Recv.List[0].Names[0].Name + "." + call
	}
	if f.Type.Results == nil {
		return call + "; return"
	}
	return "return " + call
}
