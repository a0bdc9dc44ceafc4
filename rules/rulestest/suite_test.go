package rulestest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules"
)

// fault is what is wrong with a toy.
type fault uint8

const (
	sound fault = iota
	doubles
	shuffles
	forgetsASeat
	overwrites
	allocates
	takesAnyBy
	takesUnusedArgs
	refusesLast
	refusesDraw
	otherError
	refusesInSilence
	asksNothing
	asksTheSecret
	givesNoReason
	effectsOfRefusal
	positionOfRefusal
	panics
	pointers
	endsInSilence
	effectOffTheBoard
	legalAfterTheEnd
	actsAfterTheEnd
	takesAfterTheEnd
	asksForTooMany
	drawsUnsorted
	unsorted
	namesNoViewer
	cannotBeWritten
	viewMisplaces
	standsNowhere
	forgetsMarks
	carriesAir
	carriesElsewhere
	takesAir
	chanceHasHands
	shortText
	readsGarbage
	tellsNothing
	tellsTheSecret
	showsTheDeal
	readsTheEndAsATurn
	mistakesOwners
	forgetsTakes
	keepsTheWay
	movesOnThePage
	removesInSilence
	hidesNothing // found by Run over all games, not by a check
)

// wordless is for a toy, which nobody is told of.
func wordless(string, rules.Message) []string { return nil }

func TestASoundGamePasses(t *testing.T) {
	for _, given := range []map[string]any{nil, {"long": true}} {
		if hidden, err := examine(toyGame(sound), given, sample{fewGames, pliesEach}, wordless); err != nil || !hidden {
			t.Errorf("%v: hidden %t, %v", given, hidden, err)
		}
	}
}

func TestEveryFaultIsFound(t *testing.T) {
	for f, says := range map[fault]string{
		doubles: "legal: ", shuffles: "legal: ", forgetsASeat: "legal: ", overwrites: "legal: ",
		allocates: "allocations: ", refusesLast: "refused", refusesDraw: "referee: ", otherError: "illegal action", refusesInSilence: "is no reason", asksNothing: "acting: ", asksTheSecret: "secrecy: ", givesNoReason: "reasons: ",
		takesAnyBy: "strangers: ", takesUnusedArgs: "strangers: ", effectsOfRefusal: "strangers: ",
		positionOfRefusal: "strangers: ", panics: "panic: ", pointers: "different positions",
		endsInSilence: "over is true, told 0", effectOffTheBoard: "unknown kind or square",
		legalAfterTheEnd: "over is true", actsAfterTheEnd: "over is true", takesAfterTheEnd: "want ErrIllegal",
		asksForTooMany: "chance: ", drawsUnsorted: "chance: ",
		unsorted: "not sorted", namesNoViewer: "views: ", cannotBeWritten: "views: ",
		viewMisplaces: "views: ", standsNowhere: "off the board", forgetsMarks: "read: ",
		carriesAir: "hands: ", carriesElsewhere: "hands: ", takesAir: "hands: ", keepsTheWay: "differ in their way alone", chanceHasHands: "hands: ",
		shortText: "text: ", readsGarbage: "text: ", tellsNothing: "text: ",
		readsTheEndAsATurn: "ended: ", mistakesOwners: "owners: ", forgetsTakes: "wood: ", movesOnThePage: "wood: ", removesInSilence: "told: ",
		tellsTheSecret: "secrecy: ", showsTheDeal: "secrecy: ",
	} {
		_, err := examine(toyGame(f), nil, sample{4, pliesEach}, wordless)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("fault %d: got %v, want %q", f, err, says)
		} else if strings.Count(err.Error(), "\nchange ") != 1 {
			t.Errorf("fault %d: not one line says what to change: %v", f, err)
		}
	}
}

// An error that names a file stays as it is, whatever was put around it.
func TestOneFileIsBlamed(t *testing.T) {
	first := blame(toyAt(t, sound), errors.New("broken"), "Hands")
	if around := fmt.Errorf("after draw: %w", first); blame(toyAt(t, sound), around, "Apply") != around {
		t.Errorf("%v is blamed twice", around)
	}
}

func TestAGameThatIsSaidToHideMustHide(t *testing.T) {
	for f, want := range map[fault]bool{sound: true, hidesNothing: false} {
		if hidden, err := examine(toyGame(f), nil, sample{2, pliesEach}, wordless); err != nil || hidden != want {
			t.Errorf("fault %d: hidden %t, %v; want %t", f, hidden, err, want)
		}
	}
}

// A game in which dice or cards fall has to say so: a form for new games asks for dice where it does.
func TestAGameThatRollsMustSaySo(t *testing.T) {
	g := toyGame(sound)
	g.Chance = false
	if _, err := examine(g, nil, sample{2, pliesEach}, wordless); err == nil || !strings.Contains(err.Error(), "(Chance)") {
		t.Errorf("a game that is said to have no chance and deals cards: %v", err)
	}
}

// toyAt returns the toy after the given actions.
func toyAt(t *testing.T, f fault, actions ...string) rules.State {
	t.Helper()
	s, err := toyGame(f).Start(nil)
	for _, text := range actions {
		if err == nil {
			s, err = applyText(s, text)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestIndistinctTellsWhoMayNotice(t *testing.T) {
	for _, c := range []struct {
		fault  fault
		viewer rules.Seat
		same   bool
	}{
		{sound, 0, false}, {sound, 1, true}, {sound, rules.Table, true}, {sound, rules.Full, false},
		{hidesNothing, 1, false}, {hidesNothing, rules.Table, false},
	} {
		a := toyAt(t, c.fault, "deal 1 2", "deal 3 4", "keep 0 1")
		b := toyAt(t, c.fault, "deal 1 2", "deal 3 4", "keep 0 2")
		if err := Indistinct(c.viewer, a, b); (err == nil) != c.same {
			t.Errorf("fault %d, viewer %d: %v, want the same: %t", c.fault, c.viewer, err, c.same)
		}
	}
}

func TestPerftFiles(t *testing.T) {
	Perft(t, []*rules.Game{toyGame(sound)}, "testdata")
	for text, says := range map[string]string{
		"1 10":                   "1: no position yet",
		"# nothing":              "nothing is counted",
		"start":                  "which game",
		"start halma":            "unknown game",
		"start toy speed=1":      "bad option",
		"start toy\n1 11":        "2: perft 1 is 10, want 11",
		"start toy\napply go a1": "illegal action",
		"start toy\napply x":     "malformed action",
		"start toy\none 1":       "one",
		"start toy\n1 ten":       "ten",
		"position {}\n1 1":       "unknown game",
	} {
		err := perftText([]*rules.Game{toyGame(sound)}, text, 1000)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: got %v, want %q", text, err, says)
		}
	}
}

func TestGoldenFindsAChange(t *testing.T) {
	Golden(t, toyGame(sound), nil, 1)
	plays := map[string]bool{}
	for _, f := range []fault{sound, tellsTheSecret, showsTheDeal, effectOffTheBoard} {
		text, err := playthrough(toyGame(f), nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		plays[string(text)] = true
	}
	if len(plays) != 4 {
		t.Errorf("4 games that differ make %d playthroughs", len(plays))
	}
	for _, c := range []struct {
		a, b string
		line int
		same bool
	}{{"a\nb", "a\nb", 3, true}, {"a\nb", "a\nc", 2, false}, {"a\nb", "a", 2, false}, {"a", "a\nb", 2, false}} {
		if line, same := firstDifference([]byte(c.a), []byte(c.b)); line != c.line || same != c.same {
			t.Errorf("%q and %q: line %d, %t", c.a, c.b, line, same)
		}
	}
}

func TestKnocksMustHit(t *testing.T) {
	s := toyAt(t, sound) // pieces on a1 and c3
	for _, c := range []struct {
		attacker, partner, target board.Square
		ok                        bool
	}{
		{0, board.None, 8, true}, {0, board.None, 1, false}, {1, board.None, 8, false}, {0, board.None, 0, false},
		{0, 8, 8, false}, {0, 0, 8, false}, {0, 4, 8, false}, {board.None, board.None, 8, false}, {0, board.None, board.None, false},
	} {
		h := rules.NoHands(rules.Knocked)
		h.Attacker, h.Partner, h.Target = c.attacker, c.partner, c.target
		if err := checkKnock(s, h); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func BenchmarkToy(b *testing.B) { Bench(b, toyGame(sound), nil) }

// A game whose first phases are not those that it begins in would have pages say of its pieces that they are lost.
func TestAGameBeginsInItsOpening(t *testing.T) {
	g := toyGame(sound)
	start, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for phase, sound := range map[string]bool{start.Phase(): true, "dusk": false} {
		if g.Opening = []string{phase}; (checkGame(g) == nil) != sound {
			t.Errorf("Opening %s: %v", phase, checkGame(g))
		}
	}
}
