package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"reeve/engine"
	"reeve/rules"

	"github.com/spf13/cobra"
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

// Options are read the same way by all commands that play: what is no NAME=VALUE, given twice, or unknown is refused, not passed over.
func TestOptionsOfGamesAreReadAlike(t *testing.T) {
	for name, command := range map[string]func() *cobra.Command{"match": matchCommand, "soak": soakCommand, "train": trainCommand} {
		for _, options := range [][]string{{"die"}, {"die=true", "die=false"}, {"dice=true"}, {"die=perhaps"}} {
			args := []string{"--game", "kaleidochess", "--games", "2"}
			if name == "match" {
				args = append(args, "random", "random")
			}
			for _, option := range options {
				args = append(args, "--option", option)
			}
			cmd := command()
			cmd.SetArgs(args)
			cmd.SilenceUsage, cmd.SilenceErrors = true, true
			if err := cmd.Execute(); !errors.Is(err, rules.ErrOption) {
				t.Errorf("%s %q: %v", name, options, err)
			}
		}
	}
}
