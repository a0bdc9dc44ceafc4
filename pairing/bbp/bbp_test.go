package bbp

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"reeve/pairing"
)

func TestWhatIsWrittenIsRead(t *testing.T) {
	got, err := Read([]byte("2\r\n1 3\r\n4 0\r\n"))
	if err != nil || len(got) != 2 || got[1] != (pairing.Pair{White: 4}) {
		t.Errorf("%v %v", got, err)
	}
	for _, bad := range []string{"", "2\n1 2\n", "1\n1 x\n", "1\n1 -2\n", "1\n1\n"} {
		if _, err := Read([]byte(bad)); !errors.Is(err, ErrFailed) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestWithoutTheProgramTheErrorSaysWhatToInstall(t *testing.T) {
	if _, err := Pair(t.Context(), "", &pairing.Tournament{}, 'w'); !errors.Is(err, ErrMissing) {
		t.Error(err)
	}
}

// A program that fails, says nonsense or finds no pairing is told apart.
func TestTheProgramIsAStranger(t *testing.T) {
	tour := &pairing.Tournament{Players: []pairing.Player{{Name: "A"}, {Name: "B"}}}
	for name, c := range map[string]struct {
		script string
		want   error
	}{
		"no pairing": {"exit 1", ErrNoPairs}, "a crash": {"exit 3", ErrFailed}, "nonsense": {`echo hello > "$4"`, ErrFailed}, "nothing": {"exit 0", ErrFailed},
		"pairs": {`printf '1\n2 1\n' > "$4"`, nil},
	} {
		path := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+c.script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		pairs, err := Pair(t.Context(), path, tour, 'w')
		if !errors.Is(err, c.want) || c.want == nil && (len(pairs) != 1 || pairs[0].White != 2) {
			t.Errorf("%s: %v %v", name, pairs, err)
		}
	}
}

// sound is what the checker says of a round that it would have paired so, too.
var sound = regexp.MustCompile(`Round #\d+$`)

// Tournaments that are paired by the program, played by chance and kept here, are what its
// own checker would have paired. It needs bbpPairings: packaging/bbppairings/build.sh here.
func TestHoursSwissTournamentsPassTheChecker(t *testing.T) {
	program, err := Find()
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	checked(t, program, 1000)
}

// Where the program is installed, every change is held to it.
func TestSwissTournamentsPassTheChecker(t *testing.T) {
	program, err := Find()
	if err != nil {
		t.Skipf("%v: with the package that `make bbppairings` builds, or with build/bbppairings in PATH, this test runs", err)
	}
	checked(t, program, 3)
}

func checked(t *testing.T, program string, tournaments int) {
	for seed := range tournaments {
		rnd := rand.New(rand.NewPCG(uint64(seed), 26))
		tour := &pairing.Tournament{Name: fmt.Sprint(seed), Rounds: 5 + rnd.IntN(3)}
		for i := range 8 + rnd.IntN(33) {
			tour.Players = append(tour.Players, pairing.Player{Name: fmt.Sprintf("P%d", i+1), Rating: 2400 - 10*i})
		}
		for round := 1; round <= tour.Rounds; round++ {
			pairs, err := Pair(t.Context(), program, tour, 'w')
			if errors.Is(err, ErrNoPairs) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			var tables []pairing.Table
			for _, p := range pairs {
				table := pairing.TableOf(p)
				if p.Black != 0 {
					results := []string{"1-0", "1/2", "0-1", "1-0", "0-1", "+-", "-+"}
					if table.Score, err = pairing.ScoreOf(results[rnd.IntN(len(results))], table.Players); err != nil {
						t.Fatal(err)
					}
				}
				tables = append(tables, table)
			}
			if err := tour.Add(tables, nil); err != nil {
				t.Fatal(err)
			}
		}
		var text strings.Builder
		text.WriteString("XXC rank white1\n")
		if err := tour.WriteTRF(&text); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "tournament.trf")
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(program, "--dutch", path, "-c").CombinedOutput()
		for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
			if err != nil || !sound.MatchString(strings.TrimSpace(line)) {
				t.Fatalf("tournament %d: %v\n%s\n%s", seed, err, out, text.String())
			}
		}
	}
}
