package main

import (
	"os"
	"path/filepath"
	"testing"

	"reeve/engine"
)

// Scores are kept in one list, each in place of that of the same match; a list that is none is left as it is.
func TestScoresOfMatchesAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ladder.json")
	match := func(args ...string) int {
		_, code := verb(t, matchCommand(), append(args, "--game", "camelot", "--games", "2", "--keep", path)...)
		return code
	}
	for _, args := range [][]string{{"greedy", "random"}, {"random", "random"}, {"greedy", "random", "--seed", "7"}} {
		if code := match(args...); code != 0 {
			t.Fatalf("%v: status %d", args, code)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := engine.ReadScores(text)
	if err != nil || len(kept) != 2 || kept[0].Players[0] != "greedy" || kept[0].Seed != 7 || len(kept[0].Results) != 2 {
		t.Errorf("%v, kept are %+v", err, kept)
	}
	if err := os.WriteFile(path, []byte("no list"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := match("random", "random"); code != 1 {
		t.Errorf("status %d", code)
	}
	if text, _ := os.ReadFile(path); string(text) != "no list" {
		t.Errorf("the file is now %q", text)
	}
}
