package opponent

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"reeve/archive"
	"reeve/referee"
	"reeve/rules"
)

// Config is what computers play with.
type Config struct {
	Session *referee.Session
	Engines map[string]Engine // by the name that they are chosen by
	Limits  Limits
	Pace    time.Duration // how long at least the board lies ready before a computer acts
	Retry   time.Duration // how long to wait before an engine that failed is asked again, doubled each time up to a minute; 0 means 1 s
	Log     *slog.Logger
}

// longestRetry bounds the doubling.
const longestRetry = time.Minute

// Run plays every seat that a computer has on the session's table until ctx ends. All that it
// started has ended when it returns.
func Run(ctx context.Context, cfg Config) {
	cfg.Limits = cfg.Limits.whole()
	if cfg.Retry == 0 {
		cfg.Retry = time.Second
	}
	w := cfg.Session.Watch(rules.Table)
	defer w.Close()
	h := hall{cfg: cfg, turn: make(chan struct{}, 1), seats: map[string]*sitting{}}
	defer h.clear()
	for {
		select {
		case <-ctx.Done():
			return
		case t, more := <-w.C():
			if !more {
				return
			}
			h.table(ctx, t)
		}
	}
}

// hall is all who play.
type hall struct {
	cfg   Config
	turn  chan struct{} // who has it thinks: one at a time, for time is measured
	seats map[string]*sitting
}

// sitting is one of them.
type sitting struct {
	game, player string
	leave        context.CancelFunc
	left         sync.WaitGroup
}

// table has those play whom the table names, and no others.
func (h *hall) table(ctx context.Context, t *referee.Table) {
	for name, s := range h.seats {
		if t.Status == referee.StatusOver || t.Players[name] != s.player || t.Game != s.game {
			s.leave()
			s.left.Wait()
			delete(h.seats, name)
		}
	}
	if t.Status == referee.StatusOver {
		return
	}
	for name := range t.Computers {
		if h.seats[name] == nil {
			h.seats[name] = h.sit(ctx, t, name)
		}
	}
}

// sit has a computer play the named seat.
func (h *hall) sit(ctx context.Context, t *referee.Table, name string) *sitting {
	ctx, leave := context.WithCancel(ctx)
	s := &sitting{game: t.Game, player: t.Players[name], leave: leave}
	c, _ := archive.ParseComputer(s.player)
	seat, _ := h.cfg.Session.Game().SeatOf(name)
	p := &player{cfg: &h.cfg, turn: h.turn, seat: seat, name: name, computer: c}
	p.talk = conversation{engine: h.cfg.Engines[c.Engine], limits: h.cfg.Limits}
	s.left.Go(func() { p.run(ctx) })
	return s
}

// clear has everybody leave.
func (h *hall) clear() {
	for _, s := range h.seats {
		s.leave()
		s.left.Wait()
	}
}
