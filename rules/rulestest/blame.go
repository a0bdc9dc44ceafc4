package rulestest

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"reeve/rules"
)

// blamedFile is an error that says which file of the game has to change.
type blamedFile struct {
	error
	change string
}

func (b blamedFile) Error() string { return b.error.Error() + "\nchange " + b.change }
func (b blamedFile) Unwrap() error { return b.error }

// blame adds the files of the methods of s that an error comes from, the likeliest
// first; an error that names some already stays as it is.
func blame(s rules.State, err error, methods ...string) error {
	if err == nil || named(err) {
		return err
	}
	var where []string
	for _, m := range methods {
		where = append(where, fmt.Sprintf("%s (%s)", fileOf(s, m), m))
	}
	return blamedFile{err, strings.Join(where, " or ")}
}

// named reports whether err says already which file has to change.
func named(err error) bool {
	var b blamedFile
	return errors.As(err, &b)
}

// fileOf returns the file with a method of a position, or with what its game has of
// that name: "rules/rolechess/hands.go".
func fileOf(s rules.State, method string) string {
	t := reflect.TypeOf(s)
	if t.Kind() == reflect.Pointer { // its methods are made by the compiler
		t = t.Elem()
	}
	if m, ok := t.MethodByName(method); ok && method != "Game" { // that is the data, not who returns them
		if file := fileAt(m.Func.Pointer()); file != "" {
			return file
		}
	}
	return gameFile(s.Game(), method)
}

// gameFile returns the file of a function of the game; "Game" is where its data are.
func gameFile(g *rules.Game, name string) string {
	f := reflect.ValueOf(*g).FieldByName(name)
	if f.IsValid() && f.Kind() == reflect.Func && !f.IsNil() {
		return fileAt(f.Pointer())
	}
	return filepath.ToSlash(filepath.Join(folderOf(g), "game.go"))
}

// folderOf is the game's folder: that of its New.
func folderOf(g *rules.Game) string {
	return filepath.ToSlash(filepath.Dir(fileAt(reflect.ValueOf(g.New).Pointer())))
}

// fileAt is the file of a function from the house's door on; "" for one that the
// compiler made.
func fileAt(pc uintptr) string {
	file, _ := runtime.FuncForPC(pc).FileLine(pc)
	file = filepath.ToSlash(file)
	if i := strings.LastIndex(file, "/rules/"); i >= 0 {
		return file[i+1:]
	}
	return ""
}

// panicked is the game's own file that the program was in last, told by who recovers.
func panicked(g *rules.Game) string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.Contains(filepath.ToSlash(f.File), folderOf(g)+"/") {
			return fmt.Sprintf("%s:%d (%s)", fileAt(f.Entry), f.Line, f.Func.Name())
		}
		if !more {
			return folderOf(g)
		}
	}
}
