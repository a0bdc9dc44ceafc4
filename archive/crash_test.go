package archive_test

import (
	"os"
	"path/filepath"
	"testing"

	"reeve/archive"
	"reeve/board"
)

// writeTransactions begins a game and appends count times three events with a
// touch, each in a transaction of its own.
func writeTransactions(t *testing.T, a *archive.Archive, count int) int64 {
	id := begin(t, a, archive.Header{Game: "race"})
	for i := range count {
		must(t, a.Append(id, steps(3*i, 3), []board.Touch{{Square: board.Square(i)}}))
	}
	return id
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	return data
}

// survivors opens what a power cut left behind and returns how many appends are
// there; each must be whole, with its touch, and none before them missing.
func survivors(t *testing.T, database, wal []byte) int {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "reeve.db"), database, 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "reeve.db-wal"), wal, 0o600))
	a, err := archive.Open(dir)
	must(t, err)
	defer a.Close()
	id, ok, err := a.Current()
	must(t, err)
	if !ok {
		return -1
	}
	_, events := load(t, a, id)
	touches, err := a.Touches(id)
	must(t, err)
	if len(events) != 3*len(touches) {
		t.Fatalf("%d events with %d touches: something is half there", len(events), len(touches))
	}
	for i, e := range events {
		if e.N != i+1 {
			t.Fatalf("event %d stands where %d should", e.N, i+1)
		}
	}
	must(t, a.Append(id, steps(len(events), 3), nil))
	return len(touches)
}

// A power cut at any byte of the log leaves the transactions before it, whole.
func TestLogCutAnywhere(t *testing.T) {
	const count = 12
	dir := t.TempDir()
	a := open(t, dir)
	writeTransactions(t, a, count)
	database, wal := readFile(t, filepath.Join(dir, "reeve.db")), readFile(t, filepath.Join(dir, "reeve.db-wal"))

	const frame = 24 + 4096
	last := -1
	var seen [count + 1]bool
	cut := func(at int, garbage bool) {
		left := append([]byte(nil), wal[:at]...)
		if garbage { // the file was made longer before its contents reached the disk
			left = append(left, make([]byte, len(wal)-at)...)
		}
		n := survivors(t, database, left)
		if n < last {
			t.Fatalf("cut at byte %d: %d appends are there, at an earlier byte there were %d", at, n, last)
		}
		last = n
		if n >= 0 {
			seen[n] = true
		}
	}
	for at := 32; at <= len(wal); at += frame {
		for _, near := range []int{-frame / 2, -1, 0} {
			if at+near >= 0 {
				cut(at+near, (at/frame+near)%2 == 0)
			}
		}
	}
	if last != count {
		t.Errorf("the whole log has %d appends, %d were written", last, count)
	}
	for n, ok := range seen {
		if !ok {
			t.Errorf("no cut left exactly %d appends", n)
		}
	}
}

// A power cut while the log is being copied into the database loses nothing,
// whichever pages have been copied.
func TestCheckpointCutAnywhere(t *testing.T) {
	const count, page = 12, 4096
	dir := t.TempDir()
	a := open(t, dir)
	writeTransactions(t, a, count)
	before, wal := readFile(t, filepath.Join(dir, "reeve.db")), readFile(t, filepath.Join(dir, "reeve.db-wal"))
	must(t, a.Checkpoint())
	after := readFile(t, filepath.Join(dir, "reeve.db"))
	before = append(before, make([]byte, max(0, len(after)-len(before)))...)
	for copied := 0; copied <= len(after); copied += page / 2 {
		torn := append(append([]byte(nil), after[:copied]...), before[copied:]...)
		if n := survivors(t, torn, wal); n != count {
			t.Errorf("%d bytes copied: %d appends are there, want %d", copied, n, count)
		}
	}
}
