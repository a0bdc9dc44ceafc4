package archive_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"reeve/archive"
)

// A head that cannot be written holds up the next transaction, before anything
// of it is done; when it can be again, all goes on.
func TestAHeadThatCannotBeWritten(t *testing.T) {
	for name, errs := range map[string][2]error{"written": {errors.New("no space"), nil}, "synced": {nil, errors.New("no disk")}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			a := open(t, dir)
			id := begin(t, a, archive.Header{Game: "race"})
			must(t, a.Close())
			a = open(t, dir) // what was written before is on the disk
			repair := archive.BreakHead(errs[0], errs[1])
			must(t, a.Append(id, steps(0, 2), nil)) // it is on the disk
			a.HeadSettles()
			if err := a.Append(id, steps(2, 2), nil); !errors.Is(err, archive.ErrDisk) {
				t.Errorf("with a head that fails: %v, want ErrDisk", err)
			}
			a.HeadSettles()
			repair()
			must(t, a.Append(id, steps(2, 2), nil))
			must(t, a.Close())
			a = open(t, dir)
			if _, events := load(t, a, id); len(events) != 4 || len(a.Damage().Faults) != 0 {
				t.Errorf("%d events, %v", len(events), a.Damage())
			}
		})
	}
}

// Whatever becomes of one of the two places of the head, the other one is as good.
func TestEitherPlaceOfTheHead(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir)
	id := begin(t, a, archive.Header{Game: "race"})
	for n := range 4 {
		must(t, a.Append(id, steps(n, 1), nil))
		a.HeadSettles()
	}
	must(t, a.Close())
	path := filepath.Join(dir, "reeve.head")
	whole := readFile(t, path)
	for _, at := range []int{0, 4096} {
		torn := append([]byte(nil), whole...)
		clear(torn[at+20 : at+400])
		must(t, os.WriteFile(path, torn, 0o600))
		a := open(t, dir)
		if d := a.Damage(); len(d.Faults) != 0 {
			t.Errorf("with the place at %d torn: %v", at, d)
		}
		must(t, a.Close())
	}
}
