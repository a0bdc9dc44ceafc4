//go:build linux

package archive_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/dice"
	"reeve/rules"

	"github.com/google/go-cmp/cmp"
)

// contents is all that an archive gives back.
type contents struct {
	list  []archive.Summary
	games map[int64]kept
	wood  []byte
}

// contentsOf reads all there is, and joins every complaint.
func contentsOf(a *archive.Archive) (c contents, err error) {
	c.games = map[int64]kept{}
	var errs []error
	c.list, err = a.List()
	errs = append(errs, err)
	for _, s := range c.list {
		one, err := a.Summary(s.ID)
		if err == nil && !reflect.DeepEqual(one, s) {
			err = fmt.Errorf("game %d is %+v and %+v", s.ID, one, s)
		}
		h, events, err2 := a.Load(s.ID)
		touches, err3 := a.Touches(s.ID)
		c.games[s.ID] = kept{h, events, touches}
		errs = append(errs, err, err2, err3)
	}
	c.wood, _, err = a.Kept("wood")
	return c, errors.Join(append(errs, err)...)
}

// shelf is an archive as its files were at some moments, the last one last, and what it has then.
type shelf struct {
	name string
	was  []map[string][]byte
	has  contents
}

// now are the files at the last moment.
func (s shelf) now() map[string][]byte { return maps.Clone(s.was[len(s.was)-1]) }

func filesOf(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range []string{"reeve.db", "reeve.db-wal", "reeve.db-shm", "reeve.head"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			files[name] = data
		}
	}
	return files
}

// shelves are archives that a daemon left: one stopped, one killed, one killed
// in its first evening.
func shelves(t testing.TB) []shelf {
	t.Helper()
	dir := inMemory(t)
	a := open(t, dir)
	must(t, a.Exec("PRAGMA wal_autocheckpoint = 60"))
	was := []map[string][]byte{filesOf(t, dir)}
	look := func() {
		was = append(was, filesOf(t, dir))
	}
	look()
	var all []shelf
	put := func(name string) {
		look()
		has, err := contentsOf(a)
		must(t, err)
		all = append(all, shelf{name, slices.Clone(was), has})
	}
	write(t, a, 0, look)
	put("killed in its first evening")
	for i := 1; i < lastGame; i++ {
		write(t, a, i, look)
	}
	must(t, a.Close())
	a = open(t, dir)
	look()
	write(t, a, lastGame, look)
	put("killed")
	has, err := contentsOf(a)
	must(t, err)
	must(t, a.Close())
	look()
	return append(all, shelf{"stopped", was, has})
}

// lastGame is the number of the last game on a shelf, from 0.
const lastGame = 4

// write writes the record of a game; the last is not over.
func write(t testing.TB, a *archive.Archive, i int, look func()) {
	t.Helper()
	h, events := play(&fixed{seed: uint32(i)}, []dice.Choice{{Kind: dice.Fair}, {Kind: dice.Manual}, {Kind: dice.Seeded, Seed: []byte{1, 2}}}[i%3], 300)
	if i == lastGame {
		events = events[:len(events)-2]
	}
	id := begin(t, a, h)
	for n := 0; n < len(events); n += 3 {
		now := events[n:min(n+3, len(events))]
		must(t, a.Append(id, now, []board.Touch{{Square: board.Square(n), At: time.Duration(n) * time.Second}, {Square: 7, Placed: true, At: time.Hour}}))
		must(t, a.Keep("wood", bytes.Repeat([]byte{byte(n), byte(i)}, 20)))
		if n%30 == 0 {
			look()
		}
	}
}

// damages are what may happen to files. Each says what it did; "" if nothing.
var damages = map[string]func(rnd *rand.Rand, s shelf, files map[string][]byte) string{
	"a flipped bit": func(rnd *rand.Rand, _ shelf, files map[string][]byte) string {
		name, data := anyFile(rnd, files)
		at, bit := rnd.IntN(len(data)), rnd.IntN(8)
		data[at] ^= 1 << bit
		return fmt.Sprintf("%s: bit %d of byte %d", name, bit, at)
	},
	"a zeroed block": func(rnd *rand.Rand, _ shelf, files map[string][]byte) string {
		name, data := anyFile(rnd, files)
		from, to := anyBlock(rnd, data)
		clear(data[from:to])
		return fmt.Sprintf("%s: bytes %d to %d are zero", name, from, to)
	},
	"swapped blocks": func(rnd *rand.Rand, _ shelf, files map[string][]byte) string {
		name, data := anyFile(rnd, files)
		size := []int{512, 4096}[rnd.IntN(2)]
		if len(data) < 2*size {
			return ""
		}
		i, k := rnd.IntN(len(data)/size)*size, rnd.IntN(len(data)/size)*size
		block := slices.Clone(data[i : i+size])
		copy(data[i:], data[k:k+size])
		copy(data[k:], block)
		return fmt.Sprintf("%s: the %d bytes at %d and %d", name, size, i, k)
	},
	"a truncation": func(rnd *rand.Rand, _ shelf, files map[string][]byte) string {
		name, data := anyFile(rnd, files)
		at := []int{0, rnd.IntN(len(data)), rnd.IntN(len(data)/512+1) * 512, len(data) - rnd.IntN(min(len(data), 9000))}[rnd.IntN(4)]
		files[name] = data[:min(at, len(data))]
		return fmt.Sprintf("%s: %d bytes are left of %d", name, len(files[name]), len(data))
	},
	"a lost file": func(rnd *rand.Rand, _ shelf, files map[string][]byte) string {
		name, _ := anyFile(rnd, files)
		delete(files, name)
		return name
	},
	"an older copy": func(rnd *rand.Rand, s shelf, files map[string][]byte) string {
		at := rnd.IntN(len(s.was) - 1)
		old := s.was[at]
		name := slices.Sorted(maps.Keys(old))[rnd.IntN(len(old))]
		files[name] = slices.Clone(old[name])
		return fmt.Sprintf("%s, of moment %d of %d", name, at, len(s.was))
	},
}

// anyFile is a file that has something in it.
func anyFile(rnd *rand.Rand, files map[string][]byte) (string, []byte) {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if len(files[name]) > 0 {
			names = append(names, name)
		}
	}
	name := names[rnd.IntN(len(names))]
	return name, files[name]
}

func anyBlock(rnd *rand.Rand, data []byte) (from, to int) {
	size := []int{512, 4096}[rnd.IntN(2)]
	from = rnd.IntN((len(data)+size-1)/size) * size
	return from, min(from+size, len(data))
}

// How many damages there are, unless REEVE_DAMAGES says otherwise.
const allDamages, manyDamages, fewDamages = 10_000, 1_000, 80

func TestLongNoDamageIsSilent(t *testing.T)  { TestNoDamageIsSilent(t) }
func TestHoursNoDamageIsSilent(t *testing.T) { TestNoDamageIsSilent(t) }

// No damage to an archive is silent: either all of the record is there as it was
// written, or it is said that it is not, and what is there then is what was
// written, up to some event of each game. REEVE_DAMAGES may have a second number,
// which chooses others.
func TestNoDamageIsSilent(t *testing.T) {
	wanted, seed := fewDamages, uint64(14)
	switch name := t.Name(); {
	case strings.HasPrefix(name, "TestLong"):
		wanted = manyDamages
	case strings.HasPrefix(name, "TestHours"):
		wanted = allDamages
	}
	if text := os.Getenv("REEVE_DAMAGES"); text != "" {
		if n, err := fmt.Sscan(text, &wanted, &seed); n == 0 {
			t.Fatal(err)
		}
	}
	all, kinds := shelves(t), slices.Sorted(maps.Keys(damages))
	rnd, dir := rand.New(rand.NewPCG(seed, 14)), inMemory(t)
	tally := map[string]int{}
	for i := 0; i < wanted; {
		s, kind := all[rnd.IntN(len(all))], kinds[i%len(kinds)]
		files := s.now()
		for name := range files {
			files[name] = slices.Clone(files[name])
		}
		did := damages[kind](rnd, s, files)
		if did == "" {
			continue
		}
		i++
		same := reflect.DeepEqual(files, s.now())
		back := archive.LookAtOnce(int64(rnd.IntN(2)) << 30)
		for _, how := range []string{"by a reader", "by the daemon"} { // a reader changes nothing
			if how == "by a reader" {
				must(t, lay(dir, files))
			}
			said, err := s.opened(dir, how == "by the daemon")
			if err != nil {
				t.Errorf("an archive %s, %s (%s), opened %s: %v", s.name, kind, did, how, err)
			}
			if said && same {
				t.Errorf("an archive %s, nothing done (%s), opened %s: damage is told", s.name, did, how)
			}
			tally[fmt.Sprintf("%s, %s: %s", kind, how, map[bool]string{true: "told", false: "identical"}[said])]++
		}
		back()
		must(t, os.RemoveAll(dir))
		must(t, os.Mkdir(dir, 0o700))
	}
	for _, key := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%5d %s", tally[key], key)
	}
}

// opened opens the archive and reads all of it. It reports whether damage was
// told, and what is wrong all the same.
func (s shelf) opened(dir string, writing bool) (told bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	openIt := archive.OpenReadOnly
	if writing {
		openIt = archive.Open
	}
	a, err := openIt(dir)
	if err != nil {
		return true, nil
	}
	defer a.Close()
	has, complaint := contentsOf(a)
	found := a.Damage()
	if complaint == nil && len(found.Faults) == 0 {
		if diff := cmp.Diff(s.has.games, has.games, cmp.AllowUnexported(kept{})); diff != "" {
			return false, fmt.Errorf("silently another record: %s", diff)
		}
		if diff := cmp.Diff(s.has.list, has.list); diff != "" || !bytes.Equal(s.has.wood, has.wood) {
			return false, fmt.Errorf("silently another list or wood: %s", diff)
		}
		return false, nil
	}
	if writing && len(found.Faults) > 0 && complaint != nil {
		return true, fmt.Errorf("mended, and damaged still: %w", complaint)
	}
	return true, s.holds(has)
}

// holds says what is there that was never written.
func (s shelf) holds(has contents) error {
	for id, g := range has.games {
		was, ok := s.has.games[id]
		if g.header.Game == "" && len(g.events) == 0 {
			continue
		}
		if !ok || !reflect.DeepEqual(was.header, g.header) || len(g.events) > len(was.events) || len(g.touches) > len(was.touches) {
			return fmt.Errorf("game %d was never written so: %+v", id, g.header)
		}
		if len(g.events) > 0 && !reflect.DeepEqual(was.events[:len(g.events)], g.events) || len(g.touches) > 0 && !reflect.DeepEqual(was.touches[:len(g.touches)], g.touches) {
			return fmt.Errorf("game %d has events or touches that were never written", id)
		}
	}
	return nil
}

// altered is data with the first letter of some text in it changed.
func altered(data []byte, text string) []byte {
	other := []byte(text)
	other[0]++
	return bytes.ReplaceAll(data, []byte(text), other) // SQLite leaves old copies about
}

// The daemon goes on with what is sound, says what is not, and keeps the files
// as it found them.
func TestADamagedGameIsCut(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir)
	over := begin(t, a, archive.Header{Game: "race", Started: start})
	must(t, a.Append(over, steps(0, 9), nil))
	must(t, a.Finish(over, rules.Outcome{Why: "agreed"}, start))
	id := begin(t, a, archive.Header{Game: "race", Players: map[string]string{"white": "Ann"}, Started: start})
	must(t, a.Append(id, steps(0, 29), []board.Touch{{Square: 1}}))
	must(t, a.Close())
	path := filepath.Join(dir, "reeve.db")
	data := altered(readFile(t, path), "choice 9") // of both games
	must(t, os.WriteFile(path, data, 0o600))
	found := filesOf(t, dir)

	r, err := archive.OpenReadOnly(dir)
	must(t, err)
	_, events, err := r.Load(id)
	if !errors.Is(err, archive.ErrDamaged) || len(events) != 8 {
		t.Errorf("for reading: %d events and %v, want 8 and ErrDamaged", len(events), err)
	}
	must(t, r.Close())

	a = open(t, dir)
	damage := a.Damage()
	for _, want := range []archive.Fault{{Kind: archive.CutGame, Game: over}, {Kind: archive.CutGame, Game: id}} {
		if !slices.Contains(damage.Faults, want) {
			t.Errorf("not told: %v, but %v", want, damage.Faults)
		}
	}
	for name, data := range found {
		if kept := readFile(t, filepath.Join(dir, damage.Aside, name)); !bytes.Equal(kept, data) {
			t.Errorf("%s was not kept aside as it was found", name)
		}
	}
	if current, ok, err := a.Current(); current != id || !ok || err != nil {
		t.Errorf("game %d goes on (%t, %v), want %d", current, ok, err, id)
	}
	list, err := a.List()
	must(t, err)
	for _, s := range list {
		if !s.Damaged || (s.ID == over) != (s.Outcome != nil) || s.Events != 8 {
			t.Errorf("listed as %+v", s)
		}
	}
	must(t, a.Append(id, steps(8, 1), nil))
	must(t, a.Close())
	a = open(t, dir)
	if d := a.Damage(); len(d.Faults) != 0 {
		t.Errorf("told again: %v", d)
	}
	if next := begin(t, a, archive.Header{Game: "race"}); next != id+1 {
		t.Errorf("the next game is %d", next)
	}
}

// An empty file is no new archive.
func TestAnEmptyFileIsNoNewArchive(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "reeve.db"), nil, 0o600))
	if _, err := archive.OpenReadOnly(dir); !errors.Is(err, archive.ErrDamaged) {
		t.Errorf("for reading: %v, want ErrDamaged", err)
	}
	if d := open(t, dir).Damage(); len(d.Faults) == 0 || d.Aside == "" {
		t.Errorf("opened as if nothing were: %+v", d)
	}
}

// A power cut while a new archive is made, or a damaged one is replaced, leaves
// one that is whole.
func TestCutWhileADatabaseIsPutInPlace(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir)
	id := begin(t, a, archive.Header{Game: "race"})
	must(t, a.Append(id, steps(0, 3), nil))
	sound := filepath.Join(t.TempDir(), "sound")
	must(t, a.Backup(sound))
	must(t, a.Append(id, steps(3, 3), nil))
	files := filesOf(t, dir)
	must(t, a.Close())
	for name, left := range map[string]map[string][]byte{
		"waiting":      {"reeve.db.sound": readFile(t, sound), "reeve.db": files["reeve.db"], "reeve.db-wal": files["reeve.db-wal"]},
		"one log gone": {"reeve.db.sound": readFile(t, sound), "reeve.db": files["reeve.db"], "reeve.db-shm": files["reeve.db-shm"]},
		"in place":     {"reeve.db": readFile(t, sound)},
		"half made":    {"reeve.db.new": {1, 2, 3}, "reeve.db": readFile(t, sound)},
	} {
		dir := t.TempDir()
		must(t, lay(dir, left))
		a := open(t, dir)
		if _, events := load(t, a, id); len(events) != 3 {
			t.Errorf("%s: %d events, want 3", name, len(events))
		}
		must(t, a.Append(id, steps(3, 1), nil))
	}
}

// What it costs to open an archive of about so many games, as large as they are.
func BenchmarkOpen(b *testing.B) {
	for _, games := range []int{1, 10, 100} {
		dir := inMemory(b)
		a := open(b, dir)
		for i := range games {
			id := begin(b, a, archive.Header{Game: "race", Options: map[string]any{"goal": 12}, Players: map[string]string{"white": "Ann", "black": "Björn"}, Seed: make([]byte, 32), Started: start})
			for n := 0; n < 300; n += 10 {
				must(b, a.Append(id, steps(n, 10), []board.Touch{{Square: 1}, {Square: 2}, {Square: 3}, {Square: 4}}))
			}
			if i < games-1 {
				must(b, a.Finish(id, rules.Outcome{Why: "agreed"}, start))
			}
		}
		must(b, a.Close())
		b.Run(fmt.Sprintf("%d-games", games), func(b *testing.B) {
			for b.Loop() {
				a, err := archive.Open(dir)
				must(b, err)
				must(b, a.Close())
			}
			info, err := os.Stat(filepath.Join(dir, "reeve.db"))
			must(b, err)
			b.ReportMetric(float64(info.Size())/1e6, "MB")
		})
	}
}
