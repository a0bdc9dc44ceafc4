package dice

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"reeve/rules"

	"pgregory.net/rapid"
)

// vector reads the line of the package's documentation that begins with name.
func vector(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "//\t"+name+" "); ok {
			return strings.TrimSpace(rest)
		}
	}
	t.Fatalf("doc.go has no line %q", name)
	return ""
}

func documented(t *testing.T) *Source {
	t.Helper()
	seed, err := hex.DecodeString(vector(t, "seed"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Choice{}, bytes.NewReader(seed))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetWords(0, "good luck"); err != nil {
		t.Fatal(err)
	}
	return s
}

func mustNew(t testing.TB, c Choice) *Source {
	t.Helper()
	s, err := New(c, bytes.NewReader(bytes.Repeat([]byte{7}, SeedBytes)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDocumentedVector(t *testing.T) {
	s := documented(t)
	if got, want := s.Commitment(), vector(t, "commitment"); got != want {
		t.Errorf("commitment %s, documented %s", got, want)
	}
	want := strings.Fields(vector(t, "six-sided"))
	var got []string
	for range want {
		face, err := s.Draw(rules.Ask{Faces: 6})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(face[0]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("faces %v, documented %v", got, want)
	}
	raw := stream{seed: s.choice.Seed, words: s.Words()}
	for _, name := range []string{"block 0", "block 1"} {
		block := make([]byte, 32)
		for i := range block {
			block[i] = raw.next()
		}
		if got, want := hex.EncodeToString(block), vector(t, name); got != want {
			t.Errorf("%s is %s, documented %s", name, got, want)
		}
	}
}

// The commands in the documentation print what it says they print.
func TestDocumentedCommands(t *testing.T) {
	for _, tool := range []string{"bash", "openssl", "xxd"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatal("needs ", tool)
		}
	}
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{vector(t, "commitment"), vector(t, "block 0"), vector(t, "block 1")}
	for line := range strings.Lines(string(text)) {
		command, ok := strings.CutPrefix(line, "//\t$ ")
		if !ok {
			continue
		}
		out, err := exec.Command("bash", "-c", command).Output()
		if err != nil || len(want) == 0 || !strings.Contains(string(out), want[0]) {
			t.Fatalf("%s: %s %v, want %v", command, out, err, want)
		}
		want = want[1:]
	}
	if len(want) != 0 {
		t.Errorf("no command for %v", want)
	}
}

func TestEveryNumberIsEquallyLikely(t *testing.T) {
	for n := 1; n <= 256; n++ {
		var count [256]int
		for b := range 256 {
			if k, ok := residue(byte(b), n); ok {
				count[k]++
			}
		}
		for k := range 256 {
			want := 256 / n
			if k >= n {
				want = 0
			}
			if count[k] != want {
				t.Fatalf("below %d: %d bytes give %d, want %d", n, count[k], k, want)
			}
		}
	}
}

func TestChoices(t *testing.T) {
	tests := map[string]struct {
		want Choice
		err  error
	}{
		"fair":           {want: Choice{Kind: Fair}},
		"manual":         {want: Choice{Kind: Manual}},
		"seeded:00fF":    {want: Choice{Kind: Seeded, Seed: []byte{0, 255}}},
		"scripted:4,3,0": {want: Choice{Kind: Scripted, Script: []int{4, 3, 0}}},
		"":               {err: ErrChoice},
		"loaded":         {err: ErrChoice},
		"fair:00":        {err: ErrChoice},
		"seeded":         {err: ErrChoice},
		"seeded:":        {err: ErrChoice},
		"seeded:0":       {err: ErrChoice},
		"seeded:xy":      {err: ErrChoice},
		"scripted:":      {err: ErrChoice},
		"scripted:4,,3":  {err: ErrChoice},
		"scripted:4.5":   {err: ErrChoice},
		"seeded:" + strings.Repeat("00", maxSeed+1):     {err: ErrChoice},
		"scripted:1" + strings.Repeat(",1", maxScript):  {err: ErrChoice},
		"scripted:99999999999999999999999999999999999,": {err: ErrChoice},
	}
	for text, tt := range tests {
		got, err := ParseChoice(text)
		if !errors.Is(err, tt.err) {
			t.Errorf("%.40q: %v, want %v", text, err, tt.err)
		}
		if tt.err == nil && (got.Kind != tt.want.Kind || !bytes.Equal(got.Seed, tt.want.Seed) || !slices.Equal(got.Script, tt.want.Script)) {
			t.Errorf("%q: %+v, want %+v", text, got, tt.want)
		}
	}
	if _, err := New(Choice{Kind: Fair, Seed: []byte{1}}, nil); !errors.Is(err, ErrChoice) {
		t.Errorf("a fair seed of one byte: %v", err)
	}
}

func TestSeedComesFromTheReaderWhole(t *testing.T) {
	broken := errors.New("no entropy")
	if _, err := New(Choice{Kind: Fair}, iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's error", err)
	}
	if _, err := New(Choice{Kind: Manual}, bytes.NewReader(make([]byte, SeedBytes-1))); err == nil {
		t.Error("31 bytes made a seed")
	}
}

func TestScript(t *testing.T) {
	six, deck := rules.Ask{Faces: 6}, rules.Ask{Deck: []uint8{10, 11, 12}, Cards: 2, Secret: true}
	s := mustNew(t, Choice{Kind: Scripted, Script: []int{6, 0, 1, 7, 2}})
	steps := []struct {
		ask  rules.Ask
		want []uint8
		err  error
	}{
		{ask: six, want: []uint8{6}},
		{ask: six, err: ErrScript}, // 0 is no face
		{ask: deck, want: []uint8{0, 2}},
		{ask: deck, err: ErrScript}, // 7 is no card
		{ask: rules.Ask{Faces: 20}, want: []uint8{7}},
		{ask: deck, err: ErrScriptOver}, // the first card is there, the second is not
		{ask: six, want: []uint8{2}},    // and the refusal took nothing
		{ask: six, err: ErrScriptOver},
	}
	for i, tt := range steps {
		got, err := s.Draw(tt.ask)
		if !errors.Is(err, tt.err) || !slices.Equal(got, tt.want) {
			t.Fatalf("draw %d: %v %v, want %v %v", i, got, err, tt.want, tt.err)
		}
	}
}

func TestManualDiceStillDealInSecret(t *testing.T) {
	ask := rules.Ask{Deck: make([]uint8, 40), Cards: 5, Secret: true}
	manual, fair := mustNew(t, Choice{Kind: Manual}), mustNew(t, Choice{Kind: Fair})
	if _, err := manual.Draw(rules.Ask{Faces: 6}); !errors.Is(err, ErrManual) {
		t.Fatalf("a die: %v, want ErrManual", err)
	}
	got, err := manual.Draw(ask)
	want, _ := fair.Draw(ask)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("dealt %v %v, the fair stream has %v", got, err, want)
	}
	if manual.Commitment() == "" || manual.Commitment() != fair.Commitment() {
		t.Errorf("commitment %q, want %q", manual.Commitment(), fair.Commitment())
	}
}

func TestImpossibleAsks(t *testing.T) {
	for _, c := range []Choice{{Kind: Fair}, {Kind: Manual}, {Kind: Scripted, Script: []int{1}}} {
		for _, ask := range []rules.Ask{{}, {Deck: []uint8{1}, Cards: 2}, {Deck: make([]uint8, 257), Cards: 1}} {
			if _, err := mustNew(t, c).Draw(ask); !errors.Is(err, ErrAsk) {
				t.Errorf("%s %d of %d: %v, want ErrAsk", c.Kind, ask.Cards, len(ask.Deck), err)
			}
		}
	}
}

func TestWords(t *testing.T) {
	s := mustNew(t, Choice{})
	tests := []struct {
		seat  rules.Seat
		words string
		err   error
		joint string
	}{
		{1, "löyly", nil, "löyly"},
		{0, "good luck", nil, "good luck\nlöyly"},
		{3, strings.Repeat("ä", MaxWords), nil, "good luck\nlöyly\n" + strings.Repeat("ä", MaxWords)},
		{3, "", nil, "good luck\nlöyly"},
		{1, "sisu", nil, "good luck\nsisu"},
		{1, strings.Repeat("a", MaxWords+1), ErrWords, "good luck\nsisu"},
		{1, "\xff", ErrWords, "good luck\nsisu"},
		{1, "a\nb", ErrWords, "good luck\nsisu"},
		{1, "a\x00", ErrWords, "good luck\nsisu"},
		{rules.Chance, "mine", ErrWords, "good luck\nsisu"},
	}
	for _, tt := range tests {
		if err := s.SetWords(tt.seat, tt.words); !errors.Is(err, tt.err) || s.Words() != tt.joint {
			t.Errorf("seat %d says %.20q: %v, words %q; want %v, %q", tt.seat, tt.words, err, s.Words(), tt.err, tt.joint)
		}
	}
	if _, err := s.Draw(rules.Ask{Faces: 6}); err != nil {
		t.Fatal(err)
	}
	if err := s.SetWords(0, "again"); !errors.Is(err, ErrWordsLate) || s.Words() != "good luck\nsisu" {
		t.Errorf("after the first throw: %v, words %q", err, s.Words())
	}
	if err := mustNew(t, Choice{Kind: Seeded, Seed: []byte{1}}).SetWords(0, "x"); !errors.Is(err, ErrWords) {
		t.Errorf("seeded dice took words: %v", err)
	}
}

func TestOnlyCommittedDiceCommit(t *testing.T) {
	for _, c := range []Choice{{Kind: Seeded, Seed: []byte{1}}, {Kind: Scripted, Script: []int{1}}} {
		if got := mustNew(t, c).Commitment(); got != "" {
			t.Errorf("%s dice commit to %s", c.Kind, got)
		}
	}
}

func drawAsk(t *rapid.T) rules.Ask {
	if rapid.Bool().Draw(t, "die") {
		return rules.Ask{Faces: uint8(rapid.IntRange(1, 255).Draw(t, "faces"))}
	}
	deck := rapid.SliceOfN(rapid.Byte(), 1, 256).Draw(t, "deck")
	return rules.Ask{Deck: deck, Cards: uint8(rapid.IntRange(0, min(len(deck), 255)).Draw(t, "cards")), Secret: rapid.Bool().Draw(t, "secret")}
}

// Whatever is asked, the answer fits, and a new source of the same choice
// answers the same.
func TestAnswersFitAndRepeat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.SliceOfN(rapid.Byte(), SeedBytes, SeedBytes).Draw(t, "seed")
		kind := rapid.SampledFrom([]Kind{Fair, Manual, Seeded}).Draw(t, "kind")
		first, err := New(Choice{Kind: kind, Seed: seed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := New(first.Choice(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 50).Draw(t, "asks") {
			ask := drawAsk(t)
			got, err := first.Draw(ask)
			if errors.Is(err, ErrManual) && kind == Manual && !ask.Secret {
				continue // entered by hand: again is not asked, and keeps in step
			}
			repeated, err2 := again.Draw(ask)
			if err != nil || err2 != nil || !slices.Equal(got, repeated) {
				t.Fatalf("%v %v, again %v %v", got, err, repeated, err2)
			}
			checkFits(t, ask, got)
		}
	})
}

func checkFits(t *rapid.T, ask rules.Ask, got []uint8) {
	if ask.Deck == nil {
		if len(got) != 1 || got[0] < 1 || got[0] > ask.Faces {
			t.Fatalf("a die of %d faces shows %v", ask.Faces, got)
		}
		return
	}
	distinct := map[uint8]bool{}
	for _, i := range got {
		distinct[i] = true
		if int(i) >= len(ask.Deck) {
			t.Fatalf("index %d of %d cards", i, len(ask.Deck))
		}
	}
	if len(distinct) != int(ask.Cards) || len(got) != int(ask.Cards) {
		t.Fatalf("%d cards asked, got %v", ask.Cards, got)
	}
}

func FuzzParseChoice(f *testing.F) {
	for _, text := range []string{"fair", "manual", "seeded:00ff", "scripted:4,3", "seeded:", "scripted:-1", "x:y:z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseChoice(text)
		if err != nil && !errors.Is(err, ErrChoice) {
			t.Fatalf("%q: %v wraps no cause", text, err)
		}
		if err == nil {
			mustNew(t, c)
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	s := mustNew(b, Choice{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Draw(rules.Ask{Faces: 6}); err != nil {
			b.Fatal(err)
		}
	}
}
