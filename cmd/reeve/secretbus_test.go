package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/archive"
	"reeve/bus"
	"reeve/config"
	"reeve/hall/link"
	"reeve/hall/wire"
)

// overheardBus is a bus with a hall behind it that takes whatever it is told, and notes it.
type overheardBus struct {
	stage *secretStage
	hall  ed25519.PrivateKey
	back  chan struct{}

	mu   sync.Mutex
	ears map[string]func(bus.Message)
	mark *wire.Mark
	boot string
}

var counted = regexp.MustCompile(`"seq":\d+,`)

func (b *overheardBus) Back() <-chan struct{} { return b.back }
func (b *overheardBus) Here() bool            { return true }

func (b *overheardBus) Listen(subject string, hear func(bus.Message)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ears[subject] = hear
	return nil
}

// Publish notes all that is said, but for what is drawn anew at each start, and answers as a
// hall does.
func (b *overheardBus) Publish(subject string, data []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, body, _ := bytes.Cut(data, []byte("\n"))
	var up wire.Up
	var line wire.Line
	switch what := subject[strings.LastIndexByte(subject, '.')+1:]; what {
	case "up":
		if err := json.Unmarshal(body, &up); err != nil {
			return err
		}
		b.boot = up.Boot
	case "ev", "head", "rec":
		if err := json.Unmarshal(body, &line); err != nil {
			return err
		}
		mark := line.Mark()
		b.mark = &mark
	}
	what := strings.ReplaceAll(string(body), b.boot, "BOOT")
	b.stage.tell(fmt.Sprintf("bus, %s %d", subject, line.N), counted.ReplaceAllString(what, "")) // at one instant several things have no order
	if up.Ask || line.V != 0 {
		b.answer()
	}
	return nil
}

func (b *overheardBus) answer() {
	for subject, hear := range b.ears {
		if strings.HasSuffix(subject, ".have") {
			text, _ := wire.Seal(b.hall, subject, &wire.Have{V: wire.Version, Boot: b.boot, Session: "S", Mark: b.mark})
			hear(bus.Told(subject, text, nil)) // in their order, as a bus has them
		}
	}
}

// joinHall has the board of the stage tell a hall of itself, as it would one that it has
// joined.
func (s *secretStage) joinHall() *link.Link {
	s.Helper()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, ed25519.SeedSize))
	text, err := json.Marshal(link.Member{Seed: bytes.Repeat([]byte{2}, ed25519.SeedSize), Hall: wire.IDOf(key.Public().(ed25519.PublicKey)), Bus: []string{"none"}, Since: 1})
	if err == nil {
		err = os.WriteFile(filepath.Join(s.settings.State, link.File), text, 0o600)
	}
	if err != nil {
		s.Fatal(err)
	}
	member, err := link.Load(s.settings.State)
	if err != nil {
		s.Fatal(err)
	}
	record, err := archive.OpenReadOnly(s.settings.State)
	if err != nil {
		s.Fatal(err)
	}
	b := &overheardBus{stage: s, hall: key, back: make(chan struct{}, 1), ears: map[string]func(bus.Message){}}
	b.back <- struct{}{}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	s.Cleanup(func() { cancel(); <-done; record.Close() })
	l := link.New(member, link.Board{Games: games(), Record: record, Session: s.session, Version: version, Simulated: true})
	go func() {
		defer close(done)
		if err := l.Run(ctx, b); err != nil {
			s.Error(err)
		}
	}()
	synctest.Wait()
	return l
}

// The board's button named arbiter calls for the arbiter as the page does: the hall hears it within a second, and by whom.
func TestTheArbitersButtonCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, "game: camelot\n")
		l := s.joinHall()
		s.hall.now = &hallLink{link: l, log: s.daemon.log}
		defer func() { s.hall.now = nil }()
		heard := func() (texts []string) {
			s.mu.Lock()
			defer s.mu.Unlock()
			for who, told := range s.told {
				for _, text := range told {
					if strings.Contains(who, ".call ") {
						texts = append(texts, text)
					}
				}
			}
			return texts
		}
		buttons := newKeypad([]config.Button{{Name: "arbiter", Number: 3, Seat: "black"}}, 0, s.now, s.press)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); buttons.Run(ctx, 0) }()
		defer func() { cancel(); <-done }()
		time.Sleep(time.Second)
		if said := heard(); len(said) != 0 {
			t.Fatalf("before it is pressed the hall hears %q", said)
		}
		buttons.Number(3, true, s.now())
		time.Sleep(100 * time.Millisecond)
		buttons.Number(3, false, s.now())
		time.Sleep(time.Second)
		if now := l.State(); !now.Calls || now.Seat != "black" {
			t.Errorf("after the press: %+v", now)
		}
		if said := heard(); len(said) != 1 || !strings.Contains(said[0], `"call":{"seat":"black"`) {
			t.Errorf("the hall hears %q", said)
		}
	})
}
