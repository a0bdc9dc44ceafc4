package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
	"reeve/sensors"
	"reeve/web"
)

// simulation is the simulated wood as the page and tests touch it: squares by
// name in front, channels of hw/sim behind.
type simulation struct {
	board   *sim.Board
	wiring  *sensors.Wiring
	session *referee.Session
	colours func() map[string]string
	keep    func(key string, value []byte) error // beside the archive, so that wood survives a restart
	settle  time.Duration                        // until a contact is through the debouncer
	log     *slog.Logger
}

// woodKey is where the simulated wood is kept.
const woodKey = "sim-wood"

// channel returns the channel of the named square of the game on the table.
func (s *simulation) channel(name string) (int, error) {
	sq, ok := s.session.Topology().Square(name)
	if !ok || s.wiring.Channel(sq) < 0 {
		return 0, referee.Refuse(422, rules.Say("no.square.named", "name", rules.Quote(name)), rules.Say("do.topology"))
	}
	return s.wiring.Channel(sq), nil
}

// Contacts plays the contacts in order and returns when the last is in.
func (s *simulation) Contacts(ctx context.Context, contacts []web.Contact) error {
	channels := make([]int, len(contacts))
	for i, c := range contacts {
		var err error
		if channels[i], err = s.channel(c.Square); err != nil {
			return err
		}
	}
	for i, c := range contacts {
		if err := pause(ctx, c.After); err != nil {
			return err
		}
		s.board.Set(channels[i], c.Closed)
	}
	return s.in(ctx)
}

// Setup closes exactly the named squares.
func (s *simulation) Setup(ctx context.Context, squares []string) error {
	contacts, _ := s.board.Len()
	levels := make([]uint64, (contacts+63)/64)
	for _, name := range squares {
		ch, err := s.channel(name)
		if err != nil {
			return err
		}
		levels[ch/64] |= 1 << (ch % 64)
	}
	s.board.SetAll(levels)
	return s.in(ctx)
}

// in waits until the contacts have come through to the session, and keeps them.
func (s *simulation) in(ctx context.Context) error {
	text, err := json.Marshal(s.board.Contacts())
	if err == nil {
		err = s.keep(woodKey, text)
	}
	if err != nil {
		s.log.Warn("the simulated wood is not kept", "part", "sim", "error", err)
	}
	if err := pause(ctx, s.settle); err != nil {
		return err
	}
	s.session.Sync(ctx)
	return nil
}

// restore puts the wood as it lay when the daemon stopped.
func (s *simulation) restore(text []byte) error {
	var levels []uint64
	if err := json.Unmarshal(text, &levels); err != nil {
		return fmt.Errorf("reeve: the kept wood: %w", err)
	}
	s.board.SetAll(levels)
	return nil
}

// Colours returns what each square's LEDs show.
func (s *simulation) Colours() map[string]string { return s.colours() }

// pause waits for d.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
