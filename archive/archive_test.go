package archive_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/dice"
	"reeve/rules"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func open(t testing.TB, dir string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

func begin(t testing.TB, a *archive.Archive, h archive.Header) int64 {
	t.Helper()
	id, err := a.Begin(h)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func load(t testing.TB, a *archive.Archive, id int64) (archive.Header, []archive.Event) {
	t.Helper()
	h, events, err := a.Load(id)
	must(t, err)
	return h, events
}

// steps returns n annotations that follow event last.
func steps(last, n int) []archive.Event {
	var events []archive.Event
	for i := range n {
		events = append(events, archive.Event{N: last + 1 + i, Kind: archive.Answer, By: "white", Action: fmt.Sprintf("choice %d", last+1+i), At: start})
	}
	return events
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir)
	rapid.Check(t, func(t *rapid.T) {
		h, events := drawGame(t)
		id, err := a.Begin(h)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(events); {
			more := rapid.IntRange(1, len(events)-n).Draw(t, "together")
			if err := a.Append(id, events[n:n+more], nil); err != nil {
				t.Fatal(err)
			}
			n += more
		}
		gotH, got, err := a.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(h, gotH) + cmp.Diff(events, got); diff != "" {
			t.Fatal(diff)
		}
	})
	list, err := a.List()
	must(t, err)
	must(t, a.Close())
	again, err := open(t, dir).List()
	if diff := cmp.Diff(list, again); diff != "" || err != nil || len(list) == 0 {
		t.Error("after closing and opening:", err, diff)
	}
}

func TestTouches(t *testing.T) {
	a := open(t, t.TempDir())
	id := begin(t, a, archive.Header{Game: "race"})
	first := []board.Touch{{Square: 3, At: 5 * time.Second}, {Square: 254, Placed: true, At: 5*time.Second + 1}, {Square: 0, At: time.Second}}
	later := []board.Touch{{Square: 9, Placed: true, At: time.Millisecond}}
	must(t, a.Append(id, nil, first))
	must(t, a.Append(id, steps(0, 2), later))
	must(t, a.Append(id, steps(2, 1), nil))
	must(t, a.Finish(id, rules.Outcome{Why: "agreed"}, start))
	must(t, a.Append(id, nil, later)) // hands move after the end, too
	got, err := a.Touches(id)
	want := []archive.Touched{{After: 0, Touches: first}, {After: 2, Touches: later}, {After: 4, Touches: later}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for _, damaged := range []string{"x'03'", "x'0301'", "x'030200'", "x'0301ff'"} {
		must(t, a.Exec("UPDATE touch SET data = "+damaged))
		if _, err := a.Touches(id); !errors.Is(err, archive.ErrDamaged) {
			t.Errorf("touches %s: %v, want ErrDamaged", damaged, err)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	a := open(t, t.TempDir())
	id := begin(t, a, archive.Header{Game: "race"})
	must(t, a.Append(id, steps(0, 3), nil))
	over := begin(t, a, archive.Header{Game: "race"})
	must(t, a.Finish(over, rules.Outcome{Why: "agreed"}, start))
	with := func(change func(e []archive.Event)) []archive.Event {
		e := steps(3, 2)
		change(e)
		return e
	}
	tests := map[string]struct {
		id     int64
		events []archive.Event
		want   error
	}{
		"an event again":    {id, steps(2, 2), archive.ErrRecord},
		"a gap":             {id, steps(4, 1), archive.ErrRecord},
		"a gap inside":      {id, with(func(e []archive.Event) { e[1].N++ }), archive.ErrRecord},
		"an unknown kind":   {id, with(func(e []archive.Event) { e[1].Kind = "moved" }), archive.ErrRecord},
		"about the future":  {id, with(func(e []archive.Event) { e[1].Ref = 5 }), archive.ErrRecord},
		"behind the end":    {id, with(func(e []archive.Event) { e[0].Kind = archive.End }), archive.ErrRecord},
		"a note of no JSON": {id, with(func(e []archive.Event) { e[1].Note = []byte("{") }), archive.ErrRecord},
		"no such game":      {99, steps(0, 1), archive.ErrNoGame},
		"a finished game":   {over, steps(1, 1), archive.ErrEnded},
	}
	for name, tt := range tests {
		if err := a.Append(tt.id, tt.events, []board.Touch{{Square: 1}}); !errors.Is(err, tt.want) || errors.Is(err, archive.ErrDisk) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	_, events := load(t, a, id)
	touches, err := a.Touches(id)
	if diff := cmp.Diff(steps(0, 3), events); diff != "" || len(touches) != 0 || err != nil {
		t.Errorf("a refused append left something: %v %v %s", touches, err, diff)
	}
	if err := a.Finish(over, rules.Outcome{}, start); !errors.Is(err, archive.ErrEnded) {
		t.Errorf("finished twice: %v", err)
	}
}

func TestTheRecordOnlyGrows(t *testing.T) {
	a := open(t, t.TempDir())
	must(t, a.Append(begin(t, a, archive.Header{Game: "race"}), steps(0, 1), nil))
	for _, statement := range []string{"UPDATE event SET action = 'x'", "DELETE FROM event", "DELETE FROM game"} {
		if err := a.Exec(statement); err == nil {
			t.Errorf("%s was done", statement)
		}
	}
}

func TestCurrentAndList(t *testing.T) {
	a := open(t, t.TempDir())
	if _, ok, err := a.Current(); ok || err != nil {
		t.Errorf("an empty archive has a current game (%v)", err)
	}
	first := begin(t, a, archive.Header{Game: "race", Players: map[string]string{"white": "Ann"}, Started: start})
	second := begin(t, a, archive.Header{Game: "race", Started: start})
	must(t, a.Append(first, steps(0, 2), nil))
	imported := importText(t, a, `{"reeve":1,"game":"race","options":{},"players":{},"commitment":""}`)
	current := func() int64 {
		id, _, err := a.Current()
		must(t, err)
		return id
	}
	if got := current(); got != second {
		t.Errorf("current is %d, want %d", got, second)
	}
	outcome := rules.Outcome{Winners: []string{"white"}, Why: "goal", Scores: map[string]int{"white": 3}}
	must(t, a.Finish(second, outcome, start.Add(time.Hour)))
	if got := current(); got != first {
		t.Errorf("after the second is over, current is %d, want %d", got, first)
	}
	want := []archive.Summary{
		{ID: imported, Game: "race", Players: map[string]string{}, Started: time.UnixMilli(time.Time{}.UnixMilli()).UTC(), Imported: true},
		{ID: second, Game: "race", Started: start, Ended: start.Add(time.Hour), Outcome: &outcome, Events: 1},
		{ID: first, Game: "race", Players: map[string]string{"white": "Ann"}, Started: start, Events: 2},
	}
	got, err := a.List()
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	one, err := a.Summary(second)
	if diff := cmp.Diff(want[1], one); diff != "" || err != nil {
		t.Error(err, diff)
	}
	_, _, err = a.Load(99)
	if _, err2 := a.Summary(99); !errors.Is(err, archive.ErrNoGame) || !errors.Is(err2, archive.ErrNoGame) {
		t.Errorf("game 99: %v, %v", err, err2)
	}
}

func TestKeep(t *testing.T) {
	a := open(t, t.TempDir())
	if _, ok, err := a.Kept("wood"); ok || err != nil {
		t.Errorf("something was kept: %v", err)
	}
	for _, value := range [][]byte{{1, 0, 2}, {3}, {}, nil} {
		must(t, a.Keep("wood", value))
		if got, ok, err := a.Kept("wood"); !ok || err != nil || !bytes.Equal(got, value) {
			t.Errorf("kept %v, got %v %t %v", value, got, ok, err)
		}
	}
}

func TestOnlyOneWriterAFolder(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir)
	_, err := archive.Open(dir)
	if !errors.Is(err, archive.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("opened twice: %v", err)
	}
	must(t, a.Close())
	open(t, dir)
}

func TestReadersWhileOneWrites(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b?c#d%20", "deeper")
	if _, err := archive.OpenReadOnly(dir); !errors.Is(err, archive.ErrNone) {
		t.Errorf("no folder: %v, want ErrNone", err)
	}
	a := open(t, dir)
	id := begin(t, a, archive.Header{Game: "race"})
	r, err := archive.OpenReadOnly(dir)
	must(t, err)
	defer r.Close()
	must(t, a.Append(id, steps(0, 2), nil))
	if _, events := load(t, r, id); len(events) != 2 {
		t.Errorf("the reader sees %d events, want 2", len(events))
	}
	for name, err := range map[string]error{"Append": r.Append(id, steps(2, 1), nil), "Keep": r.Keep("k", nil), "Finish": r.Finish(id, rules.Outcome{}, start)} {
		if !errors.Is(err, archive.ErrReadOnly) {
			t.Errorf("%s: %v, want ErrReadOnly", name, err)
		}
	}
	must(t, r.Close())
	must(t, a.Append(id, steps(2, 1), nil))
	must(t, a.Close())
	r, err = archive.OpenReadOnly(dir)
	must(t, err)
	defer r.Close()
	if _, events := load(t, r, id); len(events) != 3 {
		t.Errorf("without a writer there are %d events, want 3", len(events))
	}
}

func TestOnlyTheOwnerReads(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	a := open(t, dir)
	begin(t, a, archive.Header{Game: "race"})
	for name, want := range map[string]os.FileMode{".": 0o700, "reeve.db": 0o600, "reeve.db-wal": 0o600, "reeve.lock": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", name, info.Mode().Perm(), err, want)
		}
	}
}

func TestMigration(t *testing.T) {
	for version := 1; version <= 2; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) { migrateFrom(t, version) })
	}
}

func migrateFrom(t *testing.T, version int) {
	dir := t.TempDir()
	touched := []board.Touch{{Square: 4, At: 1}}
	must(t, archive.OldDatabase(filepath.Join(dir, "reeve.db"), version,
		`INSERT INTO game (game, options, players, dice, commitment, seed, script, clock, started, ended, outcome)
			VALUES ('race', '{"goal":12}', '{"white":"Ann"}', 'seeded', '', x'0102', 'null', '', 1795255200000, NULL, NULL),
				('race', 'null', 'null', 'fair', 'c0', x'03', '[4,3]', '30+5', 1795255200001, 1795255200002, '{"winners":["white"],"why":"goal"}')`,
		`INSERT INTO event VALUES (1, 1, 'answer', 0, 'white', 'choice 1', 1795255200000, 0, NULL),
			(1, 2, 'answer', 0, 'white', 'choice 2', 1795255200000, 1, '{"a":1}'),
			(2, 1, 'end', 0, 'referee', '', 1795255200002, 0, '{"winners":["white"],"why":"goal"}')`,
		`INSERT INTO touch VALUES (1, 2, x'040002')`,
		`INSERT INTO kept VALUES ('wood', x'01')`))
	if _, err := archive.OpenReadOnly(dir); !errors.Is(err, archive.ErrOlder) {
		t.Errorf("an old archive for reading: %v, want ErrOlder", err)
	}
	a := open(t, dir)
	h, events := load(t, a, 1)
	want := archive.Header{Game: "race", Options: map[string]any{"goal": 12.0}, Players: map[string]string{"white": "Ann"}, Dice: "seeded", Seed: []byte{1, 2}, Started: time.UnixMilli(1795255200000).UTC()}
	wantEvents := steps(0, 2)
	wantEvents[1].Hidden, wantEvents[1].Note = true, json.RawMessage(`{"a":1}`)
	for i := range wantEvents {
		wantEvents[i].At = want.Started
	}
	if diff := cmp.Diff(want, h) + cmp.Diff(wantEvents, events); diff != "" {
		t.Error(diff)
	}
	if id, ok, err := a.Current(); id != 1 || !ok || err != nil {
		t.Errorf("current is %d %t %v", id, ok, err)
	}
	if touches, err := a.Touches(1); err != nil || cmp.Diff([]archive.Touched{{After: 2, Touches: touched}}, touches) != "" {
		t.Errorf("touches %v, %v", touches, err)
	}
	if wood, ok, err := a.Kept("wood"); !ok || err != nil || string(wood) != "\x01" {
		t.Errorf("kept %v %t %v", wood, ok, err)
	}
	must(t, a.Append(1, steps(2, 1), nil))
	if faults, err := a.Check(t.Context()); len(faults)+len(a.Damage().Faults) != 0 || err != nil {
		t.Errorf("a migrated archive is damaged: %v %v %v", faults, a.Damage(), err)
	}
	if err := a.Exec("UPDATE event SET action = ''"); err == nil {
		t.Error("a migrated record can be changed")
	}
	must(t, a.Exec("PRAGMA user_version = 99"))
	must(t, a.Close())
	_, err := archive.Open(dir)
	_, err2 := archive.OpenReadOnly(dir)
	if !errors.Is(err, archive.ErrNewer) || !errors.Is(err2, archive.ErrNewer) {
		t.Errorf("a newer archive: %v, for reading %v, want ErrNewer", err, err2)
	}
}

func TestNoArchiveThere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, []byte("x"), 0o600))
	if _, err := archive.Open(file); !errors.Is(err, archive.ErrDisk) {
		t.Errorf("the folder is a file: %v, want ErrDisk", err)
	}
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "reeve.db"), bytes.Repeat([]byte("no database "), 1000), 0o600))
	_, err := archive.OpenReadOnly(dir)
	if !errors.Is(err, archive.ErrDisk) || !errors.Is(err, archive.ErrDamaged) {
		t.Errorf("the database is something else: %v for reading, want ErrDisk and ErrDamaged", err)
	}
}

func TestFullDisk(t *testing.T) {
	a := open(t, t.TempDir())
	id := begin(t, a, archive.Header{Game: "race"})
	must(t, a.FillDisk())
	n := 0
	var err error
	for ; n < 10_000 && err == nil; n += 50 {
		err = a.Append(id, steps(n, 50), []board.Touch{{Square: 1}})
	}
	n -= 50
	if !errors.Is(err, archive.ErrDisk) {
		t.Fatalf("a full disk: %v, want ErrDisk", err)
	}
	if err := a.Keep("big", make([]byte, 100_000)); !errors.Is(err, archive.ErrDisk) {
		t.Errorf("kept on a full disk: %v", err)
	}
	if _, events := load(t, a, id); len(events) != n {
		t.Errorf("%d events are there, %d were written", len(events), n)
	}
	must(t, a.FreeDisk())
	must(t, a.Append(id, steps(n, 50), nil))
	if _, events := load(t, a, id); len(events) != n+50 {
		t.Errorf("with space again: %d events, want %d", len(events), n+50)
	}
}

// A disk whose file system says no: the kernel's own limit on file sizes.
func TestDiskRefusesWrites(t *testing.T) {
	if dir := os.Getenv("REEVE_TEST_LIMITED"); dir != "" {
		writeUntilRefused(t, dir)
		return
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Fatal("needs bash")
	}
	dir := t.TempDir()
	cmd := exec.Command("bash", "-c", `trap '' XFSZ; ulimit -f 256; exec "$0" -test.run='^TestDiskRefusesWrites$'`, os.Args[0])
	cmd.Env = append(os.Environ(), "REEVE_TEST_LIMITED="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	a := open(t, dir)
	_, events := load(t, a, 1)
	if len(events) == 0 || len(events)%50 != 0 {
		t.Errorf("%d events are there, no whole number of appends of 50", len(events))
	}
}

func writeUntilRefused(t *testing.T, dir string) {
	a := open(t, dir)
	id := begin(t, a, archive.Header{Game: "race"})
	for n := 0; n < 100_000; n += 50 {
		if err := a.Append(id, steps(n, 50), nil); err != nil {
			_, events := load(t, a, id)
			if !errors.Is(err, archive.ErrDisk) || len(events) != n {
				t.Fatalf("%v with %d events there, want ErrDisk with %d", err, len(events), n)
			}
			return
		}
	}
	t.Fatal("nothing was refused")
}

func TestBackup(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir)
	h, events := played(t)
	id := begin(t, a, h)
	must(t, a.Append(id, events, []board.Touch{{Square: 7}}))
	target := filepath.Join(t.TempDir(), "reeve.db")
	r, err := archive.OpenReadOnly(dir)
	must(t, err)
	defer r.Close()
	must(t, r.Backup(target))
	info, err := os.Stat(target)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup's mode: %v %v", info.Mode().Perm(), err)
	}
	copied := open(t, filepath.Dir(target))
	gotH, got := load(t, copied, id)
	touches, err := copied.Touches(id)
	if diff := cmp.Diff(h, gotH) + cmp.Diff(events, got); diff != "" || err != nil || len(touches) != 1 {
		t.Error(err, touches, diff)
	}
	if err := a.Backup(target); !errors.Is(err, archive.ErrExists) {
		t.Errorf("over a file: %v, want ErrExists", err)
	}
	missing := filepath.Join(t.TempDir(), "no", "folder")
	if err := a.Backup(missing); !errors.Is(err, archive.ErrDisk) {
		t.Errorf("into no folder: %v, want ErrDisk", err)
	}
}

func BenchmarkAppend(b *testing.B) {
	a := open(b, b.TempDir())
	h, _ := play(&fixed{}, dice.Choice{}, 0)
	id := begin(b, a, h)
	touches := []board.Touch{{Square: 1, At: time.Second}, {Square: 9, Placed: true, At: 2 * time.Second}}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if err := a.Append(id, steps(n, 2), touches); err != nil {
			b.Fatal(err)
		}
		n += 2
	}
}
