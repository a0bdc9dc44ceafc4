package messages_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		say  rules.Message
		want string
	}{
		{rules.Say("turn", "seat", "@seat.white", "what", "@now.move"), "White's turn: move a piece"},
		{rules.Say("over.win", "seat", "@seat.black", "why", "@why.emperor"), "Black wins: the Emperor has fallen"},
		{rules.Say("rolechess.move", "piece", "@rolechess.emperor", "number", "", "to", "d2"), "Emperor to d2"},
		{rules.Say("rolechess.move", "piece", "@rolechess.knight", "number", "1", "to", "c3"), "Knight 1 to c3"},
		{rules.Say("no.such.key"), "no.such.key"},
		{rules.Say("no.such.key", "n", "4"), "no.such.key n:4"},
		{rules.Say("turn", "seat", "{why} {seat}", "what", "@now.pass"), "{why} {seat}'s turn: no move is possible: tap a lit piece, or press Confirm, to pass"},
		{rules.Say("turn"), "{seat}'s turn: {what}"},
		{rules.Say("settle.lift", "lift", "b9"), "Take off b9"},
		{rules.Say("settle.lift", "lift", "E8,F6,E5"), "Take off E8, F6 and E5"},
		{rules.Say("settle.lift.piece", "piece", "@seat.black @chessbattle.knights", "at", "b9"), "Take Black Knights off b9"},
		{rules.Say("settle.place", "pieces", "@seat.white @rolechess.knight 2 b1,@seat.black @rolechess.emperor d8"), "Put White Knight 2 on b1 and Black Emperor on d8"},
		{rules.Say("settle.place", "pieces", ""), "Put on"},
		{rules.Say("chessbattle.shot.falls", "piece", "@chessbattle.crossbowmen", "from", "f7", "fallen", "@seat.black @chessbattle.crossbowmen f9,@seat.black @chessbattle.levy f8"), "Crossbowmen on f7 shoot and destroy Black Crossbowmen on f9 and Black Levy on f8"},
		{rules.Say("over.shared", "seats", "@seat.south,@seat.north", "why", "@why.score", "most", "53", "others", "26,24,9"), "Shared win for South and North: 53 points to 26, 24 and 9"},
		{rules.Say("turn", "seat", "élan", "what", "go"), "Élan's turn: go"},
	} {
		if got := messages.Text(c.say); got != c.want {
			t.Errorf("Text(%v) = %q, want %q", c.say, got, c.want)
		}
	}
}

// Each catalogue is one flat object whose keys stand once and whose gaps close.
func TestCataloguesAreSound(t *testing.T) {
	for _, lang := range messages.Languages() {
		dec := json.NewDecoder(bytes.NewReader(messages.File(lang)))
		if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
			t.Fatalf("%s.json begins with %v, %v", lang, tok, err)
		}
		seen := map[string]bool{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				t.Fatalf("%s: %v", lang, err)
			}
			var e messages.Entry
			if err := dec.Decode(&e); err != nil {
				t.Fatalf("%s: %v: %v", lang, key, err)
			}
			if seen[key.(string)] {
				t.Errorf("%s: %s stands twice", lang, key)
			}
			seen[key.(string)] = true
			for form, sentence := range e.Forms {
				if strings.Count(sentence, "{") != strings.Count(sentence, "}") {
					t.Errorf("%s: %s %s has a gap that does not close: %q", lang, key, form, sentence)
				}
			}
		}
		if len(seen) == 0 {
			t.Errorf("%s: no sentences", lang)
		}
	}
	if messages.File("../doc") != nil {
		t.Error("a file is served that is no language")
	}
}

// rarely are sentences that a walk has to come by, so that it is known to look far enough.
var rarely = map[string][]string{
	"rolechess":    {"rolechess.pair", "rolechess.beaten", "rolechess.advance", "rolechess.begins.again"},
	"kaleidochess": {"kaleidochess.cast.heal.block", "kaleidochess.cast.lightning.barrier", "kaleidochess.cancel", "kaleidochess.fire.falls", "kaleidochess.cast.selfdestruct.wizard"},
	"chessbattle":  {"chessbattle.end"},
	"camelot":      {"camelot.canter", "camelot.jump"},
	"dungeonchess": {"dungeonchess.ransom", "dungeonchess.capture", "dungeonchess.teleport"},
}

// What any game can tell, with any value of its options, all of it is said in words.
func TestGamesAreSaidInWords(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			said := map[string]bool{}
			variants := g.Variants()
			for seed := range uint64(30) {
				walk(t, g, variants[int(seed)%len(variants)], seed, said)
			}
			if len(said) < 2 {
				t.Errorf("only %v are said", said)
			}
			for _, key := range rarely[g.Name] {
				if !said[key] {
					t.Errorf("no walk came by %s", key)
				}
			}
		})
	}
}

// walk plays a random game and says all that could be done on the way.
func walk(t *testing.T, g *rules.Game, options map[string]any, seed uint64, said map[string]bool) {
	random := rand.New(rand.NewPCG(seed, 1))
	state, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		legal := state.Legal(nil)
		if len(legal) == 0 {
			break
		}
		for range min(8, len(legal)) {
			step := legal[random.IntN(len(legal))]
			inWords(t, state.Tell(step))
			said[state.Tell(step).Key] = true
		}
		if state, _, err = state.Apply(legal[random.IntN(len(legal))], nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []rules.Step{rules.Resign(0), rules.Draw(), rules.Abandon()} {
		inWords(t, state.Tell(step))
	}
	why := rules.Ending(state)
	if _, over := state.Result(); over == why.IsZero() {
		t.Errorf("%s: why it ended is said as %v", g.Name, why)
	} else if over {
		inWords(t, why)
	}
}

// inWords fails if a key or a gap shows in the sentence of m.
func inWords(t *testing.T, m rules.Message) {
	t.Helper()
	for _, key := range append([]string{m.Key}, keysIn(m)...) {
		if !messages.Has(key) {
			t.Errorf("no sentence for %q", key)
		}
	}
	if text := messages.Text(m); strings.ContainsAny(text, "{}@") {
		t.Errorf("%v is said as %q", m, text)
	}
}

func keysIn(m rules.Message) []string {
	var keys []string
	for _, arg := range m.Args {
		for part := range strings.FieldsFuncSeq(arg, func(r rune) bool { return r == ',' || r == ' ' }) { // of several pieces
			if key, ok := strings.CutPrefix(part, "@"); ok {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func TestSeatsAndEndsHaveNames(t *testing.T) {
	for _, key := range []string{
		"seat.white", "seat.black", "seat.south", "seat.west", "seat.north", "seat.east",
		"why.emperor", "why.dead", "why.stuck", "why.agreed", "why.resigned", "why.abandoned",
	} {
		if !messages.Has(key) {
			t.Errorf("no sentence for %q", key)
		}
	}
}

// readJSON reads a file of this folder.
func readJSON[T any](t *testing.T, name string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(readFile(t, name)), &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

func BenchmarkIn(b *testing.B) {
	say := rules.Say("rolechess.attack", "piece", "@rolechess.knight", "number", "1", "target", "@rolechess.lackey", "target_number", "4", "to", "d5")
	for b.Loop() {
		messages.In("fi", say)
	}
}

// Why a game ended is said with who lost it and by how many points, where one lost or points were counted.
func TestEndsAreSaidInWords(t *testing.T) {
	for _, c := range []struct {
		game    string
		options map[string]any
		steps   []rules.Step
		want    string
	}{
		{"camelot", nil, []rules.Step{rules.Resign(1)}, "Black resigned"},
		{"rolechess", nil, []rules.Step{rules.Draw()}, "By agreement"},
		{"dungeonchess", map[string]any{"players": 3}, []rules.Step{rules.Resign(1), rules.Resign(2)}, "All others resigned"},
		{"chessbattle", nil, []rules.Step{rules.Abandon()}, "A new game was started"},
	} {
		g, err := rules.Find(catalog.Games(), c.game)
		if err != nil {
			t.Fatal(err)
		}
		state, err := g.Start(c.options)
		for _, step := range c.steps {
			if err == nil && rules.Ending(state).IsZero() {
				state, _, err = state.Apply(step, nil)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := messages.Text(rules.Ending(state)); got != c.want {
			t.Errorf("%s: %q, want %q", c.game, got, c.want)
		}
	}
}
