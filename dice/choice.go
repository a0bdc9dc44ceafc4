package dice

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Kind says where throws and cards come from.
type Kind string

// The kinds of dice, as the command line and the record name them.
const (
	Fair     Kind = "fair"     // a committed seed and the players' words
	Manual   Kind = "manual"   // real dice, entered; secret deals are still the service's
	Seeded   Kind = "seeded"   // the fair stream of a given seed, without words
	Scripted Kind = "scripted" // given numbers in turn
)

// ErrChoice is the cause of every choice of dice that is refused.
var ErrChoice = errors.New("dice: bad choice of dice")

// SeedBytes is the length of a fair seed.
const SeedBytes = 32

const (
	maxSeed   = 1024
	maxScript = 10_000
)

// Choice says which dice a game is played with. The zero value means fair dice.
type Choice struct {
	Kind   Kind
	Seed   []byte // of seeded; of fair and manual only to go on with a recorded game
	Script []int  // of scripted: faces from 1, cards as indices from 0
}

// ParseChoice reads "fair", "manual", "seeded:HEX" or "scripted:4,3,…", as the
// command line has them. It wraps ErrChoice.
func ParseChoice(text string) (Choice, error) {
	kind, rest, more := strings.Cut(text, ":")
	c := Choice{Kind: Kind(kind)}
	switch {
	case more && c.Kind == Seeded:
		seed, err := hex.DecodeString(rest)
		if err != nil {
			return Choice{}, fmt.Errorf("%w: %q: the seed is no hexadecimal number of whole bytes", ErrChoice, text)
		}
		c.Seed = seed
	case more && c.Kind == Scripted:
		for word := range strings.SplitSeq(rest, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(word))
			if err != nil {
				return Choice{}, fmt.Errorf("%w: %q: %q is no number", ErrChoice, text, word)
			}
			c.Script = append(c.Script, n)
		}
	case more:
		return Choice{}, fmt.Errorf("%w: %q: fair, manual, seeded:HEX or scripted:4,3,… can be", ErrChoice, text)
	}
	return c, c.check()
}

// check refuses what no game can be played with. Fair and manual dice may come
// without a seed: it is drawn then.
func (c Choice) check() error {
	switch c.Kind {
	case Fair, Manual:
		if len(c.Seed) != 0 && len(c.Seed) != SeedBytes {
			return fmt.Errorf("%w: the seed of %s dice has %d bytes, not %d", ErrChoice, c.Kind, len(c.Seed), SeedBytes)
		}
	case Seeded:
		if len(c.Seed) == 0 || len(c.Seed) > maxSeed {
			return fmt.Errorf("%w: a given seed has 1 to %d bytes, not %d", ErrChoice, maxSeed, len(c.Seed))
		}
	case Scripted:
		if len(c.Script) == 0 || len(c.Script) > maxScript {
			return fmt.Errorf("%w: a script has 1 to %d numbers, not %d", ErrChoice, maxScript, len(c.Script))
		}
	default:
		return fmt.Errorf("%w: %q: fair, manual, seeded:HEX or scripted:4,3,… can be", ErrChoice, string(c.Kind))
	}
	return nil
}
