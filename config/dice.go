package config

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The most that dice can be given.
const (
	maxSeed   = 1024 // bytes
	maxScript = 10_000
)

// Dice says where throws and cards come from.
type Dice struct {
	Kind   string // "fair", "manual", "seeded" or "scripted"
	Seed   []byte // of seeded, 1 to 1024 bytes
	Script []int  // of scripted, 1 to 10 000 numbers, none below 0
}

var errDice = errors.New("is no dice; fair, manual, seeded:HEX or scripted:4,3,… can be")

// ParseDice reads dice as the command line has them.
func ParseDice(text string) (Dice, error) {
	kind, rest, more := strings.Cut(text, ":")
	d := Dice{Kind: kind}
	switch {
	case (kind == "fair" || kind == "manual") && !more:
		return d, nil
	case kind == "seeded" && more:
		seed, err := hex.DecodeString(rest)
		if err != nil || len(seed) == 0 || len(seed) > maxSeed {
			return Dice{}, fmt.Errorf("the seed is no hexadecimal number of 1 to %d whole bytes; write seeded:HEX", maxSeed)
		}
		d.Seed = seed
		return d, nil
	case kind == "scripted" && more:
		for word := range strings.SplitSeq(rest, ",") {
			n, err := strconv.ParseUint(strings.TrimSpace(word), 10, 16)
			if err != nil || len(d.Script) == maxScript {
				return Dice{}, fmt.Errorf("%q: a script has 1 to %d whole numbers with commas between", word, maxScript)
			}
			d.Script = append(d.Script, int(n))
		}
		return d, nil
	}
	return Dice{}, fmt.Errorf("%q %w", text, errDice)
}
