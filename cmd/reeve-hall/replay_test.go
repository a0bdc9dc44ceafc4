package main

import (
	"context"
	"testing"

	"reeve/archive"
	"reeve/hall/link"
	"reeve/hall/simulate"
	"reeve/referee"
	"reeve/rules"
)

// reel is a game that was played once, to be played again on many boards: a session that thinks costs
// more than all that a hall does of it, and who measures a hall on one machine would measure sessions.
type reel struct {
	header archive.Header
	shots  []shot
}

// shot is what one action came to.
type shot struct {
	events []archive.Event
	table  *referee.Table
}

// reels are a whole game of each kind.
func reels(t *testing.T) (all []*reel) {
	t.Helper()
	for _, g := range games() {
		b, err := simulate.New(simulate.Options{Games: games(), Game: g.Name, Seed: 7, Most: 50})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { b.Session.Run(ctx); close(ended) }()
		r := &reel{}
		for read, over := 0, false; !over; {
			b.Step(ctx)
			b.Session.Sync(ctx)
			table := b.Session.Table(rules.Table)
			events, err := b.Record.Tail(1, read, 1000)
			if err != nil {
				t.Fatal(err)
			}
			read += len(events)
			if over = table.Status == referee.StatusOver; len(events) > 0 {
				r.shots = append(r.shots, shot{events, table})
			}
		}
		r.header, err = b.Record.Header(1)
		if cancel(); err != nil {
			t.Fatal(err)
		}
		<-ended
		all = append(all, r)
	}
	return all
}

// replay is a board on which a reel is played again and again, on the link of a real one.
type replay struct {
	played
	reel  *reel
	watch *referee.Watch
	game  int64
	next  int
}

func replays(t *testing.T, m *link.Member, r *reel) *replay {
	t.Helper()
	b := &replay{played: played{Board: &simulate.Board{Record: simulate.NewRecord()}, id: m.ID()}, reel: r, watch: referee.NewWatch(nil)}
	b.step()
	line, err := link.Call(m, nil)
	if err != nil {
		t.Error(err)
		return b
	}
	b.link = link.New(m, link.Board{Games: games(), Record: b.Record, Session: b, Version: version, Simulated: true})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { b.link.Run(ctx, line); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended; line.Close() })
	return b
}

func (b *replay) Watch(rules.Seat) *referee.Watch           { return b.watch }
func (b *replay) Do(context.Context, referee.Command) error { return nil }

// step does the next thing, and says how many entries the log has then.
func (b *replay) step() (length int) {
	if b.next == 0 {
		b.game, _ = b.Record.Begin(b.reel.header)
	}
	s := b.reel.shots[b.next]
	b.next = (b.next + 1) % len(b.reel.shots)
	b.Record.Append(b.game, s.events, nil)
	b.watch.Show(s.table)
	b.Acted.Add(1)
	return s.table.Length
}

// What is played again is a game: the hall verifies it as it would a board's.
func TestLongAReplayIsVerified(t *testing.T) {
	d := opened(t, nil)
	var boards []played
	for _, r := range reels(t) {
		b := replays(t, d.invited(t, r.header.Game), r)
		for range len(r.shots) + 2 {
			b.step()
		}
		boards = append(boards, b.played)
	}
	d.whole(t, boards, len(boards))
}
