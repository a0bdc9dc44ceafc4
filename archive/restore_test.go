package archive_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"reeve/archive"
)

// A restored backup is no damage, whatever the archive was that it takes the
// place of; and what was there is kept.
func TestRestore(t *testing.T) {
	for name, ruin := range map[string]func(t *testing.T, dir string){
		"a later archive":   func(*testing.T, string) {},
		"a damaged archive": func(t *testing.T, dir string) { must(t, os.Truncate(filepath.Join(dir, "reeve.db"), 5000)) },
		"an empty archive":  func(t *testing.T, dir string) { must(t, os.Truncate(filepath.Join(dir, "reeve.db"), 0)) },
		"no archive":        func(t *testing.T, dir string) { must(t, os.RemoveAll(dir)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, backup := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
			a := open(t, dir)
			id := begin(t, a, archive.Header{Game: "race"})
			must(t, a.Append(id, steps(0, 3), nil))
			must(t, a.Backup(backup))
			must(t, a.Append(id, steps(3, 3), nil))
			if _, err := archive.Restore(dir, backup); !errors.Is(err, archive.ErrLocked) {
				t.Errorf("while the daemon runs: %v, want ErrLocked", err)
			}
			must(t, a.Close())
			ruin(t, dir)
			aside, err := archive.Restore(dir, backup)
			must(t, err)
			if (aside == "") != (name == "no archive") {
				t.Errorf("set aside: %q", aside)
			}
			a = open(t, dir)
			if _, events := load(t, a, id); len(events) != 3 || len(a.Damage().Faults) != 0 {
				t.Errorf("%d events, %v", len(events), a.Damage())
			}
			must(t, a.Append(id, steps(3, 1), nil))
		})
	}
}

func TestRestoreRefuses(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir)
	id := begin(t, a, archive.Header{Game: "race"})
	must(t, a.Append(id, steps(0, 40), nil))
	good := filepath.Join(t.TempDir(), "good.db")
	must(t, a.Backup(good))
	must(t, a.Close())
	data := readFile(t, good)
	before := filesOf(t, dir)
	for name, bad := range map[string][]byte{"empty": {}, "cut": data[:len(data)/2], "something else": []byte("no database, surely"), "another byte": altered(data, "choice 7")} {
		path := filepath.Join(t.TempDir(), "bad.db")
		must(t, os.WriteFile(path, bad, 0o600))
		if _, err := archive.Restore(dir, path); !errors.Is(err, archive.ErrDamaged) {
			t.Errorf("%s: %v, want ErrDamaged", name, err)
		}
	}
	if _, err := archive.Restore(dir, filepath.Join(dir, "none")); !errors.Is(err, archive.ErrDisk) {
		t.Errorf("no backup: %v, want ErrDisk", err)
	}
	for name, data := range filesOf(t, dir) {
		if !slices.Equal(before[name], data) {
			t.Errorf("%s was changed", name)
		}
	}
	open(t, dir)
}
