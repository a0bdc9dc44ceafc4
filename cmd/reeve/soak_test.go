package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"reeve/robot"
)

func runSoak(args ...string) (string, error) {
	var out bytes.Buffer
	cmd := soakCommand()
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(context.Background())
	return out.String(), err
}

// soakKeys are the lines that a soak of games that are given up ends with, in their order.
var soakKeys = []string{
	"games", "touches", "actions", "attacks thrown", "withdrawn steps", "questions asked", "redone", "refused", "taken late",
	"one reading left", "of these taken at once", "of these slowly", "of these late", "wrong seals", "premature throws", "stuck games", "power cuts",
	"finished steps open then", "of these done again",
	"ended resigned",
}

func TestSoakPrintsOneNumberALine(t *testing.T) {
	out, err := runSoak("--game", "rolechess", "--games", "3", "--seed", "5", "--noise", "light", "--most", "20")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var keys []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z ]+): \d+$`).FindAllStringSubmatch(out, -1) {
		keys = append(keys, m[1])
	}
	if !slices.Equal(keys, soakKeys) || !strings.HasPrefix(out, "games: 3\n") {
		t.Errorf("%q", out)
	}
	if again, _ := runSoak("--game", "rolechess", "--games", "3", "--seed", "5", "--noise", "light", "--most", "20"); again != out {
		t.Errorf("the same soak prints\n%s\nand\n%s", out, again)
	}
}

// The power is cut as often as it is asked for, and not otherwise; the ends that games
// came to are counted and are as many as the games.
func TestSoakCutsThePowerAndCountsTheEnds(t *testing.T) {
	count := func(out, name string) (n int) {
		for _, m := range regexp.MustCompile(`(?m)^(`+name+`): (\d+)$`).FindAllStringSubmatch(out, -1) {
			k, _ := strconv.Atoi(m[2])
			n += k
		}
		return n
	}
	for cuts, fits := range map[string]func(touches, cuts int) bool{
		"0":  func(_, cuts int) bool { return cuts == 0 },
		"10": func(touches, cuts int) bool { return cuts > touches/20 && cuts < touches/5 },
	} {
		out, err := runSoak("--game", "rolechess", "--games", "4", "--seed", "2", "--most", "40", "--cuts", cuts)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if n, touches := count(out, "power cuts"), count(out, "touches"); !fits(touches, n) {
			t.Errorf("--cuts %s: %d power cuts in %d touches", cuts, n, touches)
		}
		if n := count(out, "ended [a-z]+"); n != 4 {
			t.Errorf("--cuts %s: %d games have ended:\n%s", cuts, n, out)
		}
	}
}

// A signal ends a soak at once, however long it would take, also where it began in the background: a shell has what it
// starts there ignore SIGINT.
func TestASignalEndsASoak(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		cmd := exec.Command("bash", "-c", "trap '' INT; exec reeve soak --games 1000000 --transcript")
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fscanf(out, "seed 1\n"); err != nil {
			t.Fatal(err)
		}
		cmd.Process.Signal(signal)
		io.Copy(io.Discard, out)
		var ended *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != 1 {
			t.Errorf("%v: a soak ends with %v", signal, err)
		}
	}
}

func TestSoakTellsAWholeGame(t *testing.T) {
	out, err := runSoak("--games", "1", "--seed", "5", "--most", "4", "--transcript", "--option", "pass=always")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"seed 5\n", " mean ", " order ", " taken ", "games: 1\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestSoakEndsWithOneIfAnythingIsNotZeroThatMustBe(t *testing.T) {
	if err := verdict(robot.Report{Games: 9, Questions: 3}); err != nil {
		t.Errorf("a sound soak ends with %v", err)
	}
	for _, bad := range []robot.Report{{WrongSeals: 1}, {PrematureThrows: 1}, {Stuck: 1}} {
		var exit exitError
		if err := verdict(bad); !errors.As(err, &exit) || exit.code != 1 {
			t.Errorf("%+v ends with %v", bad, err)
		}
	}
}

func TestSoakTellsOfWhatFailed(t *testing.T) {
	var out bytes.Buffer
	f := robot.Failure{Seed: 4, What: "stuck", Why: "nothing was thrown", Before: []string{"die 1"}, Since: []string{"b1-c3"}, Touches: "-b1@0", Transcript: []string{"1.0 -b1"}}
	tellFailures(&out, robot.Report{Failures: []robot.Failure{f}}, false)
	if got := out.String(); got != "seed 4: stuck: nothing was thrown\n" {
		t.Errorf("%q", got)
	}
	tellFailures(&out, robot.Report{Failures: []robot.Failure{f}}, true)
	for _, want := range []string{"before: die 1\n", "meant: b1-c3\n", "touches: -b1@0\n", "1.0 -b1\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %q", want, out.String())
		}
	}
}

func TestSoakRefusesWhatItCannotDo(t *testing.T) {
	for _, args := range [][]string{
		{"--game", "tiddlywinks"}, {"--noise", "deafening"}, {"--games", "0"}, {"--cuts", "-1"}, {"--option", "pass"}, {"--option", "pass=never"}, {"--option", "river=true"}, {"here"},
	} {
		if out, err := runSoak(args...); err == nil {
			t.Errorf("%v is done: %s", args, out)
		}
	}
}
