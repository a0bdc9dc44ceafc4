package wire

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func keyOf(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
}

func idOf(seed byte) ID { return IDOf(keyOf(seed).Public().(ed25519.PublicKey)) }

// lineOf is a sound line.
func lineOf() Line {
	l := Line{V: Version, Game: Game{7, 1794211200000}, N: 3, Kind: Event, Data: []byte(`{"n":3,"kind":"step"}`)}
	l.Hash = l.Sum()
	return l
}

func TestWhatIsSealedIsRead(t *testing.T) {
	place := Place{idOf(1), idOf(2)}
	subject := place.Line(lineOf().Game, Event)
	text, err := Seal(keyOf(2), subject, lineOf())
	if err != nil {
		t.Fatal(err)
	}
	var got Line
	if err := Open(idOf(2).Key(), subject, text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Mark() != func() Mark { l := lineOf(); return l.Mark() }() {
		t.Errorf("read: %+v", got)
	}
	board, what, ok := OwnerOf(idOf(1), subject)
	if !ok || board != idOf(2) || what != "g.7-1794211200000.ev" {
		t.Errorf("whose: %s %s %t", board, what, ok)
	}
}

// Of 10 000 messages that are forged, foreign or changed in one bit none is believed.
func TestNothingForgedIsBelieved(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	place := Place{idOf(1), idOf(2)}
	subject := place.Line(lineOf().Game, Event)
	right, err := Seal(keyOf(2), subject, lineOf())
	if err != nil {
		t.Fatal(err)
	}
	foreign, _ := Seal(keyOf(3), subject, lineOf())
	elsewhere, _ := Seal(keyOf(2), Place{idOf(1), idOf(3)}.Line(lineOf().Game, Event), lineOf())
	for i := range 10_000 {
		text := bytes.Clone(right)
		switch i % 4 {
		case 0: // a bit
			text[rnd.IntN(len(text))] ^= 1 << rnd.IntN(8)
		case 1: // cut off
			text = text[:rnd.IntN(len(text))]
		case 2: // another's
			text = foreign
		case 3: // said elsewhere
			text = elsewhere
		}
		var l Line
		if err := Open(idOf(2).Key(), subject, text, &l); !errors.Is(err, ErrForged) {
			t.Fatalf("message %d is taken: %v\n%s", i, err, text)
		}
	}
}

func TestMessagesAreReadStrictly(t *testing.T) {
	good := lineOf()
	for name, c := range map[string]struct {
		message any
		want    error
	}{
		"another version":      {map[string]any{"v": 2}, ErrVersion},
		"an unknown field":     {map[string]any{"v": 1, "extra": 1}, ErrForm},
		"a name in capitals":   {map[string]any{"v": 1, "N": 1}, ErrForm},
		"two versions":         {json.RawMessage(`{"v":1,"V":2}`), ErrForm},
		"a field twice":        {json.RawMessage(`{"v":1,"n":1,"n":2}`), ErrForm},
		"a wrong hash":         {func() Line { l := good; l.N = 4; return l }(), ErrForm},
		"a head that is later": {func() Line { l := good; l.Kind = Head; l.Hash = l.Sum(); return l }(), ErrForm},
		"an unknown kind":      {func() Line { l := good; l.Kind = "other"; l.Hash = l.Sum(); return l }(), ErrForm},
	} {
		text, err := Seal(keyOf(2), "s", c.message)
		if err != nil {
			t.Fatal(err)
		}
		var l Line
		if err := Open(idOf(2).Key(), "s", text, &l); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Lines that follow each other are said together, as few messages as there may be; what does not follow, or is too much, is said
// by itself, and nothing else is believed.
func TestLinesAreSaidTogether(t *testing.T) {
	chain := func(g Game, kinds ...Kind) (all []Line) {
		before := Hash{}
		for n, k := range kinds {
			l := Line{V: Version, Game: g, N: n, Kind: k, Before: before, Data: []byte(`{"x":1}`)}
			if k == Record {
				l.Data = append(append([]byte(`"`), bytes.Repeat([]byte("A"), 60<<10)...), '"')
			}
			l.Hash = l.Sum()
			all, before = append(all, l), l.Hash
		}
		return all
	}
	one, two := Game{1, 5}, Game{2, 6}
	all := append(chain(one, Head, Event, Event, Event, Record, Record), chain(two, Head, Event, Event)...)
	said := Together(all)
	var sizes []int
	var back []Line
	for _, s := range said {
		text, err := Seal(keyOf(2), "s", &s)
		var got Lines
		if err == nil {
			err = Open(idOf(2).Key(), "s", text, &got)
		}
		if err != nil {
			t.Fatal(err)
		}
		sizes, back = append(sizes, len(s.Lines)), append(back, got.Lines...)
	}
	if want := []int{1, 3, 1, 1, 1, 2}; !slices.Equal(sizes, want) || !slices.EqualFunc(back, all, func(a, b Line) bool { return a.Hash == b.Hash && a.Sum() == b.Hash }) {
		t.Errorf("said in %v, not %v: %d lines of %d", sizes, want, len(back), len(all))
	}
	for name, lines := range map[string][]Line{
		"none": nil, "a gap": {all[1], all[3]}, "twice": {all[1], all[1]}, "two games": {all[5], all[6]}, "the wrong way": {all[2], all[1]}, "two kinds": {all[3], all[4]},
		"another version": {func() Line { l := all[1]; l.V = 2; l.Hash = l.Sum(); return l }()}, "not what was hashed": {all[1], func() Line { l := all[2]; l.Data = []byte(`{"x":2}`); return l }()},
	} {
		text, err := Seal(keyOf(2), "s", &Lines{V: Version, Lines: lines})
		if err == nil {
			err = Open(idOf(2).Key(), "s", text, new(Lines))
		}
		if !errors.Is(err, ErrForm) && !errors.Is(err, ErrVersion) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInvitations(t *testing.T) {
	i := Invitation{Base: "http://192.168.1.5:8090", Hall: idOf(1), Token: NewToken()}
	got, err := ParseInvitation(" " + i.String() + "\n")
	if err != nil || got != i {
		t.Fatalf("%v %v", got, err)
	}
	for _, bad := range []string{"", "http://x/join", i.String()[:len(i.String())-3], strings.Replace(i.String(), "/join", "/other", 1), "ftp" + i.String()[4:]} {
		if _, err := ParseInvitation(bad); !errors.Is(err, ErrInvitation) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	j := NewJoin(i, idOf(2))
	if !j.Proves(i.Hall, i.Token) {
		t.Error("the right token does not prove")
	}
	j.Board = idOf(3)
	if j.Proves(i.Hall, i.Token) {
		t.Error("a proof for one board serves another")
	}
	if strings.Contains(j.Proof+j.Token, i.Token.String()) {
		t.Error("the token is said in the open")
	}
}

func FuzzOpen(f *testing.F) {
	text, _ := Seal(keyOf(2), "s", lineOf())
	f.Add(text)
	f.Add([]byte(""))
	f.Fuzz(func(t *testing.T, data []byte) {
		var l Line
		if Open(idOf(2).Key(), "s", data, &l) == nil && !bytes.Equal(data, text) {
			t.Errorf("%q is believed", data)
		}
		for _, into := range []any{new(Up), new(Have), new(Table), new(Called), new(Command), new(Reply), new(Line), new(Lines)} {
			_ = read(data, into)
		}
		_, _ = ReadJoin(data)
		_, _ = ParseInvitation(string(data))
		if g, err := ParseGame(string(data)); err == nil && g.String() != string(data) {
			t.Errorf("game %q", data)
		}
	})
}
