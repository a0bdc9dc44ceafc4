// Package bbp has a Swiss tournament paired by the program bbpPairings, which contains FIDE's
// Dutch system. Where it is not installed everything else works, and the error says what to
// install.
package bbp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"reeve/pairing"
)

// Causes why nothing is paired.
var (
	ErrMissing = errors.New("bbp: bbpPairings is not installed: install the package bbppairings, or pair by hand or as a round robin")
	ErrNoPairs = errors.New("bbp: no pairing is possible any more")
	ErrFailed  = errors.New("bbp: bbpPairings failed")
)

// Program is what the program is called where it is installed.
const Program = "bbpPairings"

// most is how long it may think: 300 players take a second a round.
const most = 2 * time.Minute

// Find returns the path of the program. It wraps ErrMissing.
func Find() (string, error) {
	for _, name := range []string{Program, Program + ".exe", "bbppairings"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrMissing
}

// Pair pairs the next round. White of the first pair of the first round has the colour
// first, 'w' or 'b' for the first player. It wraps ErrMissing, ErrNoPairs or ErrFailed.
func Pair(ctx context.Context, program string, t *pairing.Tournament, first byte) ([]pairing.Pair, error) {
	if program == "" {
		return nil, ErrMissing
	}
	dir, err := os.MkdirTemp("", "reeve-pairing-")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	defer os.RemoveAll(dir)
	var in bytes.Buffer
	if err := write(&in, t, first); err != nil {
		return nil, err
	}
	from, to := filepath.Join(dir, "in.trf"), filepath.Join(dir, "out")
	if err := os.WriteFile(from, in.Bytes(), 0o600); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--dutch", from, "-p", to)
	cmd.Env, cmd.Dir = []string{"LC_ALL=C"}, dir
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil, ErrNoPairs
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w: %.300s", ErrFailed, err, bytes.TrimSpace(said))
	}
	text, err := os.ReadFile(to)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	return Read(text)
}

// write writes the tournament as it is before the next round: who stays away from it has
// done so already.
func write(out *bytes.Buffer, t *pairing.Tournament, first byte) error {
	next := *t
	next.Players = append([]pairing.Player(nil), t.Players...)
	if next.Rounds <= t.Done() {
		next.Rounds = t.Done() + 1
	}
	for i := range next.Players {
		if away := next.Players[i].Away(); away != pairing.Open {
			next.Players[i].Rounds = append(append([]pairing.Game(nil), next.Players[i].Rounds...), pairing.Game{Colour: '-', Result: away})
		}
	}
	colour := "white1"
	if first == 'b' {
		colour = "black1"
	}
	fmt.Fprintf(out, "XXC rank %s\n", colour)
	return next.WriteTRF(out)
}

// Read reads what the program wrote: how many pairs there are, and each in a line.
func Read(text []byte) ([]pairing.Pair, error) {
	fields := strings.Fields(string(text))
	if len(fields) == 0 {
		return nil, fmt.Errorf("%w: it wrote nothing", ErrFailed)
	}
	var numbers []int
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%w: it wrote %.40q", ErrFailed, f)
		}
		numbers = append(numbers, n)
	}
	if numbers[0] != (len(numbers)-1)/2 || len(numbers)%2 != 1 {
		return nil, fmt.Errorf("%w: it announced %d pairs and wrote %d numbers", ErrFailed, numbers[0], len(numbers)-1)
	}
	pairs := []pairing.Pair{}
	for i := 1; i < len(numbers); i += 2 {
		pairs = append(pairs, pairing.Pair{White: numbers[i], Black: numbers[i+1]})
	}
	return pairs, nil
}
