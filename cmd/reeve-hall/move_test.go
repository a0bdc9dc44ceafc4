package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"reeve/cli/clitest"
	"reeve/hall"
)

// A backup that is made while boards play is the hall: restored elsewhere it has the same key,
// boards, arbiters and games, each game a part of what the first one has by then.
func TestABackupIsTheHall(t *testing.T) {
	d := opened(t, nil)
	if _, err := d.store.Appoint("Ann"); err != nil {
		t.Fatal(err)
	}
	boards := d.crowd(t, 2, 5*time.Millisecond)
	soon(t, "a game has ended", func() bool { all, _ := d.store.Games(""); return len(all) > 2 })
	file, elsewhere := filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "hall")
	beside, err := hall.Beside(d.state)
	if err != nil {
		t.Fatal(err)
	}
	if err := beside.Backup(file); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup: %v, %v", info.Mode(), err)
	}
	if err := beside.Backup(file); err == nil {
		t.Error("a backup is written over another one")
	}
	beside.Close()
	if _, err := hall.Restore(d.state, file); err == nil {
		t.Error("a backup is put under a hall that runs")
	}
	d.whole(t, boards, 1)
	for n, want := range []bool{false, true} { // in a folder where nothing was, and once more
		aside, err := hall.Restore(elsewhere, file)
		if left, _ := filepath.Glob(filepath.Join(elsewhere, "before-*", "*")); err != nil || (aside != "") != want || len(left) != n {
			t.Fatalf("set aside in %q: %q, %v", aside, left, err)
		}
	}
	moved, err := hall.Beside(elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	defer moved.Close()
	same := func(what string, of func(*hall.Store) (any, error)) {
		t.Helper()
		a, err := of(d.store)
		b, bad := of(moved)
		if err != nil || bad != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %v, %v: %v; %v", what, a, b, err, bad)
		}
	}
	same("key", func(s *hall.Store) (any, error) { return s.Key() })
	same("arbiters", func(s *hall.Store) (any, error) { return s.Arbiters() })
	same("boards", func(s *hall.Store) (any, error) {
		var names []string
		list, err := s.Boards()
		for _, b := range list {
			names = append(names, b.Name+string(b.ID))
		}
		return names, err
	})
	games, err := moved.Games("")
	if err != nil || len(games) < 3 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	for _, g := range games {
		was, err := d.store.Lines(g.Board, g.Number)
		is, bad := moved.Lines(g.Board, g.Number)
		if err != nil || bad != nil || len(is) > len(was) || !reflect.DeepEqual(is, was[:len(is)]) {
			t.Errorf("game %d of %s: %d lines of %d: %v; %v", g.Number, g.Name, len(is), len(was), err, bad)
		}
	}
}

// A hall moves as docs/hall.md says: its backup is restored on another machine (here: in another folder) that has its address.
// Boards come back by themselves, and tell what was played after the backup, and while there was no hall.
func TestLongAHallMoves(t *testing.T) {
	pages, line := "127.0.0.1:"+clitest.FreePort(t), "127.0.0.1:"+clitest.FreePort(t)
	at := func(s *settings) { s.listen, s.busListen = pages, line }
	d, stop := running(t, at)
	boards := d.crowd(t, 2, 20*time.Millisecond)
	soon(t, "games have ended", func() bool { return d.lines(t) > 100 })
	file, elsewhere := filepath.Join(t.TempDir(), "hall-backup.db"), filepath.Join(t.TempDir(), "hall")
	said := func(args ...string) {
		t.Helper()
		cmd := rootCommand()
		cmd.SetArgs(args)
		if err := cmd.Execute(); err != nil {
			t.Fatal(err)
		}
	}
	said("backup", file, "--state", d.state)
	backed := d.lines(t)
	soon(t, "more is played", func() bool { return d.lines(t) > backed+100 })
	stop()
	acted := acts(boards)
	soon(t, "something is played without a hall", func() bool { return acts(boards) > acted+20 })
	said("restore", file, "--state", elsewhere)
	moved := opened(t, func(s *settings) { at(s); s.state = elsewhere })
	if n := moved.lines(t); n < 100 {
		t.Errorf("the backup has only %d lines", n)
	}
	moved.whole(t, boards, 1)
	if n := moved.lines(t); n < backed+100 {
		t.Errorf("the hall has %d lines, of which %d were in the backup", n, backed)
	}
}
