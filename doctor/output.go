package doctor

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"reeve/config"
)

// Output says where the wiring that a walk finds is written: to Path, in place of
// the board file unless Denied says why that cannot be.
type Output struct {
	Board  string // the board file
	Path   string
	Denied error
}

// Choose tries, before anybody walks, where a board file can be written: at wanted,
// or in place of the file without one, else in one of the folders beside, under a
// name of its own. It fails if it can be written nowhere.
func Choose(board, wanted string, beside ...string) (Output, error) {
	if wanted == "" {
		wanted = board
	}
	denied := writable(filepath.Dir(wanted))
	if denied == nil {
		return Output{Board: board, Path: wanted}, nil
	}
	name := strings.TrimSuffix(filepath.Base(wanted), ".yaml") + ".found.yaml"
	for _, folder := range beside {
		if writable(folder) == nil {
			return Output{Board: board, Path: filepath.Join(folder, name), Denied: denied}, nil
		}
	}
	return Output{}, fmt.Errorf("doctor: %s cannot be written, nor a file in %s; name one that can, with -o: %w", wanted, strings.Join(beside, " or "), denied)
}

// writable tries to make a file in a folder: rights alone do not tell, a disk may
// be full or mounted for reading only.
func writable(folder string) error {
	f, err := os.CreateTemp(folder, ".reeve-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Write writes the board file with its wiring as it was found, whole or not at all.
// A file that it replaces is kept as FILE.old.
func (o Output) Write(found config.Found) error {
	old, err := config.ReadFile(o.Board)
	if err != nil {
		return err
	}
	text, err := config.Rewire(o.Board, old, found)
	if err != nil {
		return fmt.Errorf("doctor: what was found makes no sound board file; nothing is written: %w", err)
	}
	if o.Path == o.Board {
		if err := os.WriteFile(o.Path+".old", old, 0o644); err != nil {
			return err
		}
	}
	next, err := os.CreateTemp(filepath.Dir(o.Path), filepath.Base(o.Path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(next.Name())
	_, err = next.Write(text)
	if err = errors.Join(err, next.Chmod(0o644), next.Sync(), next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), o.Path)
}

// ListFound prints what a walk found, a line each, so that nobody has to walk again.
func ListFound(out io.Writer, b *config.Board, found config.Found) {
	for _, name := range slices.Sorted(maps.Keys(found.Channels)) {
		e := found.Channels[name]
		fmt.Fprintf(out, "%s: driver %s, channel %d\n", name, b.Drivers[e.Driver].Name, e.Number)
	}
	for _, i := range slices.Sorted(maps.Keys(found.Buttons)) {
		e := found.Buttons[i]
		fmt.Fprintf(out, "button %d, %s: driver %s, channel %d\n", i+1, b.Buttons[i].Name, b.Drivers[e.Driver].Name, e.Number)
	}
	for _, name := range slices.Sorted(maps.Keys(found.LEDs)) {
		for _, e := range found.LEDs[name] {
			fmt.Fprintf(out, "%s: driver %s, LED %d\n", name, b.Drivers[e.Driver].Name, e.Number)
		}
	}
}
