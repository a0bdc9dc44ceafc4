package archive_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"reeve/archive"
	"reeve/dice"
	"reeve/rules"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// see returns all of a record, or what everybody may know of it.
func see(t interface{ Fatal(...any) }, h archive.Header, events []archive.Event, secrets bool) archive.Seen {
	viewer := rules.Table
	if secrets {
		viewer = rules.Full
	}
	seen, err := archive.Visible(games, h, events, viewer)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func export(t interface{ Fatal(...any) }, h archive.Header, events []archive.Event, secrets bool) string {
	return exported(t, see(t, h, events, secrets))
}

func exported(t interface{ Fatal(...any) }, seen archive.Seen) string {
	var b bytes.Buffer
	if err := archive.Export(&b, seen); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func score(t interface{ Fatal(...any) }, h archive.Header, events []archive.Event, secrets bool) string {
	var b bytes.Buffer
	if err := archive.WriteScore(&b, see(t, h, events, secrets)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func importText(t testing.TB, a *archive.Archive, text string) int64 {
	t.Helper()
	id, err := a.Import(games, strings.NewReader(text))
	must(t, err)
	return id
}

func TestExportFormat(t *testing.T) {
	h, events := play(&fixed{seed: 5}, dice.Choice{Kind: dice.Seeded, Seed: []byte{1, 2}}, 4)
	got := export(t, h, events, true)
	want := `{"reeve":1,"game":"race","options":{"goal":12},"players":{"black":"Björn","white":"Ann"},"commitment":"","dice":"seeded","clock":"30+5","started":"2026-11-21T10:00:00.000Z","seed":"0102","hash":"c9b4e9965fa05effd5fa9cd7102cddcc498b3fce7b73be594dced440a378b3d3","last":"2346e3abb6c14ee94304d9c0129ba81d79a9d0f38d04993c5b8ff4f8dc872ade"}
{"n":1,"kind":"step","by":"chance","action":"deal 14","at":"2026-11-21T10:00:01.234Z","hidden":true,"before":"c9b4e9965fa05effd5fa9cd7102cddcc498b3fce7b73be594dced440a378b3d3","hash":"96375b86a449337f20ca9716be34b5081e813e0631b5bc5cbf498e6295aff342"}
{"n":2,"kind":"step","by":"chance","action":"deal 13","at":"2026-11-21T10:00:02.468Z","hidden":true,"before":"96375b86a449337f20ca9716be34b5081e813e0631b5bc5cbf498e6295aff342","hash":"26c8c8b71127fd9d2bd73d750320d46410ee3c78548f58c970719f6d26d27bf2"}
{"n":3,"kind":"step","by":"chance","action":"die 3","at":"2026-11-21T10:00:03.702Z","before":"26c8c8b71127fd9d2bd73d750320d46410ee3c78548f58c970719f6d26d27bf2","hash":"3d74fa1e9e88e33f7420bcd1923bfc3e0c9eebead1e44412472e2bc00d293a07"}
{"n":4,"kind":"taken","by":"white","action":"go white 1","at":"2026-11-21T10:00:04.936Z","before":"3d74fa1e9e88e33f7420bcd1923bfc3e0c9eebead1e44412472e2bc00d293a07","hash":"d9e74e91f61b67fc979593c8a9d9e3e97bc2f884b75515a2e9ff65d5f8eb57da"}
{"n":5,"kind":"withdrawn","ref":4,"by":"","action":"","at":"2026-11-21T10:00:06.170Z","before":"d9e74e91f61b67fc979593c8a9d9e3e97bc2f884b75515a2e9ff65d5f8eb57da","hash":"2346e3abb6c14ee94304d9c0129ba81d79a9d0f38d04993c5b8ff4f8dc872ade"}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	want = `{"reeve":1,"game":"race","options":{"goal":12},"players":{"black":"Björn","white":"Ann"},"commitment":"","dice":"seeded","clock":"30+5","started":"2026-11-21T10:00:00.000Z"}
{"n":1,"kind":"step","by":"chance","action":"die 3","at":"2026-11-21T10:00:03.702Z"}
{"n":2,"kind":"taken","by":"white","action":"go white 1","at":"2026-11-21T10:00:04.936Z"}
{"n":3,"kind":"withdrawn","ref":2,"by":"","action":"","at":"2026-11-21T10:00:06.170Z"}
`
	if diff := cmp.Diff(want, export(t, h, events, false)); diff != "" {
		t.Error("without secrets:", diff)
	}
}

// A record exported with its secrets and read back is the same record.
func TestExportRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, events := drawGame(t)
		gotH, got, err := archive.Read(games, strings.NewReader(export(t, h, events, true)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(h, gotH) + cmp.Diff(events, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestImportStoresTheGame(t *testing.T) {
	a := open(t, t.TempDir())
	h, events := played(t)
	id := importText(t, a, export(t, h, events, false))
	gotH, got := load(t, a, id)
	if diff := cmp.Diff(h, gotH) + cmp.Diff(events, got); diff != "" {
		t.Error(diff)
	}
	if _, err := archive.Verify(games, gotH, got, newDice); err != nil {
		t.Error("an imported game is not verified:", err)
	}
	if _, err := a.Import(games, strings.NewReader("{}")); !errors.Is(err, archive.ErrRecord) {
		t.Errorf("no record: %v", err)
	}
	if list, err := a.List(); len(list) != 1 || err != nil || !list[0].Imported || list[0].Ended.IsZero() {
		t.Errorf("the list is %+v %v", list, err)
	}
}

// What is secret while the game goes on stands in no export of it, and hidden
// events leave no gap; after the end everything is there.
func TestExportKeepsSecrets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, events := drawGame(t)
		over := len(events) > 0 && events[len(events)-1].Kind == archive.End
		for name, text := range map[string]string{"export": export(t, h, events, false), "score": score(t, h, events, false)} {
			for _, secret := range []string{"deal ", "löyly", `"seed":`, `"script":`} {
				if strings.Contains(text, secret) && !over {
					t.Fatalf("the %s of a game that goes on has %q:\n%s", name, secret, text)
				}
			}
		}
		if over {
			return
		}
		lines := strings.Split(strings.TrimSpace(export(t, h, events, false)), "\n")
		for i, line := range lines[1:] {
			if !strings.HasPrefix(line, fmt.Sprintf(`{"n":%d,`, i+1)) {
				t.Fatalf("line %d is %s", i+1, line)
			}
		}
	})
}

// A sealing, a withdrawal and an undo of what is shown still name it.
func TestExportWithoutHiddenEventsIsARecord(t *testing.T) {
	events := script("t t s1 s2 p w4 w2 t p u3 t")
	for _, hidden := range []int{2, 5} {
		events[hidden-1].Hidden = true
	}
	var got []string
	for line := range strings.Lines(exported(t, archive.Flagged(archive.Header{}, events))) {
		if _, rest, ok := strings.Cut(line, `"kind":`); ok {
			kind, _, _ := strings.Cut(rest, `,"by"`)
			got = append(got, kind)
		}
	}
	want := []string{`"taken"`, `"sealed","ref":1`, `"taken"`, `"step"`, `"undo","ref":2`, `"taken"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestScoreFormat(t *testing.T) {
	h, events := played(t)
	got := score(t, h, events, false)
	want := `[reeve 1]
[game "race"]
[options {"goal":12}]
[players {"black":"Björn","white":"Ann"}]
[commitment "` + h.Commitment + `"]
[dice "fair"]
[clock "30+5"]
[started "2026-11-21T10:00:00.000Z"]
[outcome {"winners":["white"],"why":"goal"}]

1. chance: (deal`
	if !strings.HasPrefix(got, want) || !strings.Contains(got, "\n2. white: go white ") {
		t.Errorf("the score is\n%s\nwant it to begin with\n%s", got, want)
	}
}

// A score read back comes to the same position.
func TestScoreRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, events := drawGame(t)
		want, err := archive.Replay(games, h, events)
		if err != nil {
			t.Fatal(err)
		}
		text := score(t, h, events, true)
		gotH, got, err := archive.Read(games, strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		s, err := archive.Replay(games, gotH, got)
		if err != nil || !sameState(s, want) {
			t.Fatalf("read back %+v %v, want %+v", s, err, want)
		}
		if again := score(t, gotH, got, true); again != text {
			t.Fatalf("written again:\n%s\nwas:\n%s", again, text)
		}
	})
}

const goodHead = `{"reeve":1,"game":"race","options":{"goal":1},"players":{"white":"Ann"},"commitment":""}` + "\n"

func goodLine(n int, kind, by, action, more string) string {
	return fmt.Sprintf(`{"n":%d,"kind":%q,"by":%q,"action":%q,"at":"2026-11-21T10:00:00Z"%s}`+"\n", n, kind, by, action, more)
}

func TestReadRefuses(t *testing.T) {
	deals := goodLine(1, "step", "chance", "deal 10", "") + goodLine(2, "step", "chance", "deal 11", "")
	won := goodHead + deals + goodLine(3, "step", "chance", "die 4", "") + goodLine(4, "step", "white", "go white 1", "")
	end := func(note string) string { return goodLine(5, "end", "referee", "", `,"note":`+note) }
	long := strings.Repeat("x", 1001)
	tests := map[string]struct {
		text string
		want error
	}{
		"an empty file":          {"", archive.ErrRecord},
		"no header":              {deals, archive.ErrRecord},
		"not JSON":               {"hello\n", archive.ErrRecord},
		"another form":           {strings.Replace(goodHead, ":1", ":2", 1), archive.ErrRecord},
		"an unknown key":         {strings.Replace(goodHead, `"game"`, `"x":1,"game"`, 1), archive.ErrRecord},
		"two values a line":      {strings.Replace(goodHead, "\n", "{}\n", 1), archive.ErrRecord},
		"an unknown game":        {strings.Replace(goodHead, "race", "ludo", 1), rules.ErrGame},
		"an unknown option":      {strings.Replace(goodHead, "goal", "gaol", 1), rules.ErrOption},
		"an option out of range": {strings.Replace(goodHead, `"goal":1`, `"goal":1e99`, 1), rules.ErrOption},
		"a name in Latin-1":      {strings.Replace(goodHead, "Ann", "J\xfcrgen", 1), archive.ErrRecord},
		"dice of no kind":        {strings.TrimSuffix(goodHead, "}\n") + `,"dice":"loaded"}`, archive.ErrRecord},
		"a player without seat":  {strings.Replace(goodHead, "white", "green", 1), archive.ErrRecord},
		"a name too long":        {strings.Replace(goodHead, "Ann", long, 1), archive.ErrRecord},
		"an odd seed":            {strings.TrimSuffix(goodHead, "}\n") + `,"seed":"0"}`, archive.ErrRecord},
		"a seed too long":        {strings.TrimSuffix(goodHead, "}\n") + `,"seed":"` + strings.Repeat("00", 1025) + `"}`, archive.ErrRecord},
		"a start without time":   {strings.TrimSuffix(goodHead, "}\n") + `,"started":"noon"}`, archive.ErrRecord},
		"words of nobody":        {strings.TrimSuffix(goodHead, "}\n") + `,"words":{"white":"x"}}`, archive.ErrRecord},
		"an unknown kind":        {goodHead + goodLine(1, "moved", "chance", "deal 10", ""), archive.ErrRecord},
		"a gap":                  {goodHead + goodLine(2, "step", "chance", "deal 10", ""), archive.ErrRecord},
		"no time":                {goodHead + `{"n":1,"kind":"step","by":"chance","action":"deal 10"}`, archive.ErrRecord},
		"an action too long":     {goodHead + goodLine(1, "answer", "", long, ""), archive.ErrRecord},
		"a line too long":        {goodHead + goodLine(1, "answer", "", strings.Repeat("x", 70_000), ""), archive.ErrRecord},
		"an illegal step":        {goodHead + goodLine(1, "step", "chance", "die 3", ""), rules.ErrIllegal},
		"a malformed step":       {goodHead + goodLine(1, "step", "chance", "?", ""), rules.ErrAction},
		"another's step":         {goodHead + goodLine(1, "step", "white", "deal 10", ""), archive.ErrRecord},
		"an end too early":       {goodHead + goodLine(1, "end", "referee", "", `,"note":{"winners":[],"why":"goal"}`), archive.ErrRecord},
		"an end without outcome": {won + goodLine(5, "end", "referee", "", ""), archive.ErrRecord},
		"another winner":         {won + end(`{"winners":["black"],"why":"goal"}`), archive.ErrRecord},
		"another reason":         {won + end(`{"winners":["white"],"why":"luck"}`), archive.ErrRecord},
		"a step behind the end":  {won + end(`{"winners":["white"],"why":"goal"}`) + goodLine(6, "answer", "", "", ""), archive.ErrRecord},
		"a tag of no JSON":       {"[reeve 1]\n[game race]\n", archive.ErrRecord},
		"a score without tags":   {"[\n\n1. white: go white 1\n", archive.ErrRecord},
		"a turn twice":           {"[reeve 1]\n[game \"race\"]\n\n1. chance: (deal 10)\n1. chance: (deal 11)\n", archive.ErrRecord},
		"a turn of nobody":       {"[reeve 1]\n[game \"race\"]\n\n1. (deal 10)\n", archive.ErrRecord},
		"an illegal turn":        {"[reeve 1]\n[game \"race\"]\n\n1. chance: (die 4)\n", rules.ErrIllegal},
	}
	for name, tt := range tests {
		if _, _, err := archive.Read(games, strings.NewReader(tt.text)); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	if _, _, err := archive.Read(games, strings.NewReader(won+end(`{"winners":["white"],"why":"goal"}`))); err != nil {
		t.Errorf("the record that these are made from is refused: %v", err)
	}
}

// Why a record could not be read to its end is said, and not what is amiss with what came of it.
func TestReadSaysThatItWasCutOff(t *testing.T) {
	cut := errors.New("cut")
	for _, text := range []string{"", goodHead[:20], goodHead, goodHead + goodLine(1, "step", "chance", "deal 10", "")[:20]} {
		if _, _, err := archive.Read(games, io.MultiReader(strings.NewReader(text), iotest.ErrReader(cut))); !errors.Is(err, cut) || !errors.Is(err, archive.ErrRecord) {
			t.Errorf("cut off after %d bytes: %v", len(text), err)
		}
	}
	if _, _, err := archive.Read(games, strings.NewReader(`{"reeve":1,"game":"`+strings.Repeat("x", 70_000))); !errors.Is(err, archive.ErrRecord) || !strings.Contains(err.Error(), "a line of more than") {
		t.Errorf("a header that is too long: %v", err)
	}
}

func TestReadEndsEndlessFiles(t *testing.T) {
	if _, _, err := archive.Read(games, &endless{}); !errors.Is(err, archive.ErrRecord) {
		t.Errorf("an endless file: %v, want ErrRecord", err)
	}
}

// endless is a good record of any length.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	text := goodHead
	if e.n > 0 {
		text = goodLine(e.n, "answer", "", "", "")
	}
	e.n++
	return copy(p, text), nil
}

func FuzzRead(f *testing.F) {
	h, events := played(f)
	f.Add(export(f, h, events, true))
	f.Add(score(f, h, events, true))
	f.Add(goodHead)
	f.Add("[reeve 1]\n[game \"race\"]\n\n1. chance: (deal 10); (deal 11)\n")
	f.Fuzz(func(t *testing.T, text string) {
		h, events, err := archive.Read(games, strings.NewReader(text))
		if err != nil {
			return
		}
		if _, err := archive.Replay(games, h, events); err != nil {
			t.Fatalf("read, but not played: %v", err)
		}
		again, got, err := archive.Read(games, strings.NewReader(export(t, h, events, true)))
		if err != nil {
			t.Fatal("exported again:", err)
		}
		if len(got) != len(events) || again.Game != h.Game {
			t.Fatalf("%d events became %d", len(events), len(got))
		}
	})
}

// The hashes of an export can be computed by anybody: of each line up to its hash.
func TestExportedHashes(t *testing.T) {
	h, events := played(t)
	lines := strings.Split(strings.TrimSuffix(export(t, h, events, true), "\n"), "\n")
	before := ""
	for i, text := range lines {
		rest, said, _ := strings.Cut(text, `,"hash":"`)
		sum := sha256.Sum256([]byte(rest + "}"))
		own := hex.EncodeToString(sum[:])
		if !strings.HasPrefix(said, own+`"`) || i > 0 && !strings.HasSuffix(rest, `,"before":"`+before+`"`) {
			t.Fatalf("line %d: %s; its hash is %s, before it %s", i+1, text, own, before)
		}
		before = own
	}
	if !strings.HasSuffix(lines[0], `,"last":"`+before+`"}`) {
		t.Errorf("the header does not end with the last hash %s: %s", before, lines[0])
	}
}

// An export of which anything is changed or missing is refused.
func TestImportChecksTheHashes(t *testing.T) {
	h, events := play(&fixed{seed: 5}, dice.Choice{Kind: dice.Fair}, 20)
	text := export(t, h, events, true)
	read := func(text string) error {
		_, _, err := archive.Read(games, strings.NewReader(text))
		return err
	}
	must(t, read(text))
	lines := strings.SplitAfter(text, "\n")
	for name, damaged := range map[string]string{
		"a player's name":   strings.Replace(text, "Ann", "Eve", 1),
		"an instant":        strings.Replace(text, "T10:00:03", "T10:00:04", 1),
		"words":             strings.ReplaceAll(text, "löyly", "loyly"),
		"a hash":            strings.Replace(text, `"hash":"`, `"hash":"0`, 1),
		"no last hash":      regexp.MustCompile(`,"last":"[0-9a-f]+"`).ReplaceAllString(text, ""),
		"no hash of a line": strings.Replace(text, lines[3], regexp.MustCompile(`,"before".*"`).ReplaceAllString(lines[3], ""), 1),
		"the end":           strings.Join(lines[:len(lines)-3], ""),
	} {
		if err := read(damaged); !errors.Is(err, archive.ErrRecord) {
			t.Errorf("%s: %v, want ErrRecord", name, err)
		}
	}
	if err := read(regexp.MustCompile(`,"(hash|before|last)":"[0-9a-f]+"`).ReplaceAllString(text, "")); err != nil {
		t.Errorf("without any hash: %v", err)
	}
}
