package wire

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"math/rand/v2"
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
		for _, into := range []any{new(Up), new(Have), new(Table), new(Called), new(Command), new(Reply), new(Line)} {
			_ = read(data, into)
		}
		_, _ = ReadJoin(data)
		_, _ = ParseInvitation(string(data))
		if g, err := ParseGame(string(data)); err == nil && g.String() != string(data) {
			t.Errorf("game %q", data)
		}
	})
}
