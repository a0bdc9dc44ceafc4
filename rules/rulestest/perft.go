package rulestest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"reeve/rules"
)

// Perft checks the counts in every file dir/*.perft, of lines like these:
//
//	# a comment; empty lines are left out, too
//	start GAME [OPTION=VALUE]...     the starting position, or
//	position {…}                     a position in one line of JSON
//	apply ACTION                     goes on from there; any number of these
//	DEPTH COUNT                      the sequences of DEPTH steps (rules.Perft)
func Perft(t *testing.T, games []*rules.Game, dir string) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(dir, "*.perft"))
	if len(names) == 0 {
		t.Fatalf("no file %s/*.perft", dir)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := perftText(games, string(text), mostPaths(t)); err != nil {
				t.Errorf("%s:%v", name, err)
			}
		})
	}
}

// mostPaths is how many sequences a test counts: what has more is for tests named TestLong.
func mostPaths(t *testing.T) uint64 {
	if strings.HasPrefix(t.Name(), "TestLong") {
		return math.MaxUint64
	}
	return 100_000_000
}

// perftText counts what text says, but no more than most.
func perftText(games []*rules.Game, text string, most uint64) error {
	var s rules.State
	counted := false
	for i, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		var err error
		switch {
		case word == "" || word[0] == '#':
			continue
		case word == "start":
			s, err = startLine(games, strings.Fields(rest))
		case word == "position":
			s, err = rules.ReadPosition(games, []byte(rest))
		case s == nil:
			err = fmt.Errorf("no position yet")
		case word == "apply":
			s, err = applyText(s, strings.TrimSpace(rest))
		default:
			counted = true
			err = countLine(s, word, rest, most)
		}
		if err != nil {
			return fmt.Errorf("%d: %w", i+1, err)
		}
	}
	if !counted {
		return fmt.Errorf("1: nothing is counted")
	}
	return nil
}

func startLine(games []*rules.Game, words []string) (rules.State, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("start of which game?")
	}
	g, err := rules.Find(games, words[0])
	if err != nil {
		return nil, err
	}
	given := map[string]any{}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		if given[name], err = g.ParseOption(name, value); err != nil {
			return nil, err
		}
	}
	return g.Start(given)
}

func applyText(s rules.State, text string) (rules.State, error) {
	step, err := s.Parse(text)
	if err != nil {
		return nil, err
	}
	next, _, err := s.Apply(step, nil)
	return next, err
}

func countLine(s rules.State, depth, count string, most uint64) error {
	n, err := strconv.Atoi(depth)
	if err != nil {
		return err
	}
	want, err := strconv.ParseUint(strings.TrimSpace(count), 10, 64)
	if err != nil {
		return err
	}
	if want > most {
		return nil
	}
	if got := rules.Perft(s, n); got != want {
		return fmt.Errorf("perft %d is %d, want %d", n, got, want)
	}
	return nil
}
