package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"reeve/dice"
	"reeve/rules"
)

// draws writes a record of draws as the games ask for them, and the dice answer.
func draws(t *testing.T, source *dice.Source, seats []string, words map[string]string, asks []string) string {
	t.Helper()
	choice := source.Choice()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.Encode(map[string]any{"reeve": 1, "dice": choice.Kind, "commitment": source.Commitment(), "seed": hex.EncodeToString(choice.Seed), "seats": seats, "words": words})
	dealt := map[uint8]bool{}
	for i, said := range asks {
		event := map[string]any{"n": i + 1, "kind": "step", "by": "chance"}
		switch ask := (rules.Ask{}); said {
		case "undo":
			event["kind"], event["by"], event["action"], event["ref"] = "undo", "referee", "", 0
			clear(dealt)
		case "die":
			ask.Faces = 6
			event["action"] = fmt.Sprint("die ", castOf(t, source, ask)[0])
		case "deal":
			ask.Cards, ask.Secret = 2, true
			for n := uint8(1); n <= 10; n++ {
				if !dealt[n] {
					ask.Deck = append(ask.Deck, n)
				}
			}
			two := castOf(t, source, ask)
			dealt[two[0]], dealt[two[1]] = true, true
			event["action"] = fmt.Sprintf("deal south %d %d", two[0], two[1])
		default: // so many cards of the battle
			ask.Deck = []uint8{1, 1, 2, 2, 3, 3, 4, 4}
			fmt.Sscan(said, &ask.Cards)
			event["action"] = "draw " + strings.Trim(strings.ReplaceAll(fmt.Sprint(castOf(t, source, ask)), " ", ","), "[]")
		}
		enc.Encode(event)
	}
	return out.String()
}

// castOf is the answer as faces or cards, rising.
func castOf(t *testing.T, source *dice.Source, ask rules.Ask) (out []uint8) {
	t.Helper()
	got, err := source.Draw(ask)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range got {
		if ask.Deck != nil {
			i = ask.Deck[i]
		}
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

// What docs/interchange.md says of dice and cards, done with openssl alone, gives what
// the daemon drew: every die, every deck, with words and without, with short and long seeds.
func TestPaper_OpensslDrawsTheSameDiceAndCards(t *testing.T) {
	for _, tool := range []string{"openssl", "xxd", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatal("needs ", tool)
		}
	}
	asks := []string{"die", "deal", "deal", "deal", "undo", "deal", "deal", "deal", "deal", "3", "1", "5", "8", "die", "die", "2", "4", "6", "7", "die", "die", "die"}
	for name, c := range map[string]struct {
		choice dice.Choice
		words  map[rules.Seat]string
	}{
		"fair, without words":  {choice: dice.Choice{Kind: dice.Fair}},
		"fair, words of two":   {choice: dice.Choice{Kind: dice.Fair}, words: map[rules.Seat]string{0: "löyly & sisu", 3: "'$(x)' \\n"}},
		"seeded by a byte":     {choice: dice.Choice{Kind: dice.Seeded, Seed: []byte{0}}},
		"seeded by many bytes": {choice: dice.Choice{Kind: dice.Seeded, Seed: bytes.Repeat([]byte{7, 0, 255}, 40)}},
	} {
		t.Run(name, func(t *testing.T) {
			source, err := dice.New(c.choice, bytes.NewReader(bytes.Repeat([]byte{0x0a, 0xfd}, dice.SeedBytes)))
			if err != nil {
				t.Fatal(err)
			}
			seats, words := []string{"south", "west", "north", "east"}, map[string]string{}
			for seat, said := range c.words {
				words[seats[seat]] = said
				if err := source.SetWords(seat, said); err != nil {
					t.Fatal(err)
				}
			}
			record := draws(t, source, seats, words, asks)
			verify := func(record string) (string, error) {
				cmd := exec.Command(top + "/examples/verify-dice.sh")
				cmd.Stdin = strings.NewReader(record)
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			if said, err := verify(record); err != nil || !strings.Contains(said, "verified: 21 throws") {
				t.Errorf("%s %v\n%s", said, err, record)
			}
			if said, err := verify(strings.Replace(record, `"draw 1,1,2,2,3,3,4,4"`, `"draw 1,1,2,2,3,3,3,4"`, 1)); err == nil {
				t.Errorf("other cards are not found: %s", said)
			}
		})
	}
}
