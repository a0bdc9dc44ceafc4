package dice

import (
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"reeve/rules"
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

func refuse(cause error, why rules.Message) error { return &rules.Refusal{Cause: cause, Why: why} }

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
			return Choice{}, refuse(ErrChoice, rules.Say("no.dice.hex"))
		}
		c.Seed = seed
	case more && c.Kind == Scripted:
		for word := range strings.SplitSeq(rest, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(word))
			if err != nil {
				return Choice{}, refuse(ErrChoice, rules.Say("no.dice.number", "word", rules.Quote(word)))
			}
			c.Script = append(c.Script, n)
		}
	case more:
		return Choice{}, refuse(ErrChoice, rules.Say("no.dice.kind", "text", rules.Quote(text)))
	}
	return c, c.check()
}

// check refuses a choice that no game can be played with. Fair and manual dice may come without a seed, which is
// drawn later.
func (c Choice) check() error {
	switch c.Kind {
	case Fair, Manual:
		if len(c.Seed) != 0 && len(c.Seed) != SeedBytes {
			return refuse(ErrChoice, rules.Say("no.dice.bytes", "n", strconv.Itoa(SeedBytes), "m", strconv.Itoa(len(c.Seed))))
		}
	case Seeded:
		if len(c.Seed) == 0 || len(c.Seed) > maxSeed {
			return refuse(ErrChoice, rules.Say("no.dice.seed", "n", strconv.Itoa(maxSeed), "m", strconv.Itoa(len(c.Seed))))
		}
	case Scripted:
		if len(c.Script) == 0 || len(c.Script) > maxScript {
			return refuse(ErrChoice, rules.Say("no.dice.script", "n", strconv.Itoa(maxScript), "m", strconv.Itoa(len(c.Script))))
		}
	default:
		return refuse(ErrChoice, rules.Say("no.dice.kind", "text", rules.Quote(string(c.Kind))))
	}
	return nil
}
