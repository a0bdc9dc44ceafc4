package opponent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"reeve/archive"
	"reeve/referee"
	"reeve/rules"
)

// player is a computer on a seat. Its methods belong to the goroutine of run; what talks with
// the engine is another one, and has ended whenever talk is touched here.
type player struct {
	cfg      *Config
	turn     chan struct{}
	seat     rules.Seat
	name     string // the seat's
	computer archive.Computer
	talk     conversation
	known    archive.Identity // as the record has it
	failures int              // in a row
	mood     mood
}

// engineAnswer is what came of asking the engine.
type engineAnswer struct {
	reply Reply
	err   error
}

// run plays until ctx ends, or the session does.
func (p *player) run(ctx context.Context) {
	defer p.talk.end()
	w := p.cfg.Session.Watch(p.seat)
	defer w.Close()
	var t *referee.Table
	for {
		if t == nil || !p.due(t) {
			var more bool
			select {
			case <-ctx.Done():
				return
			case t, more = <-w.C():
			}
			if !more {
				return
			}
			p.weighOffers(ctx, t)
			continue
		}
		if t = p.move(ctx, w, t); ctx.Err() != nil {
			return
		}
	}
}

// due reports whether the seat has anything to decide.
func (p *player) due(t *referee.Table) bool {
	waits := t.Status == referee.StatusPlay || t.Status == referee.StatusSettle || t.Status == referee.StatusAsk || t.Status == referee.StatusThrow
	return waits && len(t.Legal) > 0 && slices.Contains(t.Position.ToAct, p.name)
}

// move asks the engine for t and acts once the board is ready. It returns the latest table not yet handled; nil to
// wait for the next.
func (p *player) move(ctx context.Context, w *referee.Watch, t *referee.Table) *referee.Table {
	about := asked(t)
	answers, end := p.think(ctx, questionOf(t, p.computer.Level))
	defer end()
	var done *engineAnswer
	paced, pace := false, time.NewTimer(p.cfg.Pace)
	defer pace.Stop()
	for {
		if done != nil && paced && t.Free {
			return p.act(ctx, t, done.reply)
		}
		select {
		case <-ctx.Done():
			return nil
		case got := <-answers:
			if done = &got; got.err != nil {
				return p.fail(ctx, t, got.err)
			}
			p.introduce(ctx)
			if !slices.Contains(t.Legal, done.reply.Action) {
				p.talk.end()
				return p.fail(ctx, t, trouble("engine.illegal", fmt.Errorf("%.200q", done.reply.Action)))
			}
			p.mood.note(done.reply.Score)
		case <-pace.C:
			paced = true
		case next, more := <-w.C():
			if !more {
				return nil
			}
			p.weighOffers(ctx, next)
			if !bytes.Equal(asked(next), about) {
				return next
			}
			if next.Free && !t.Free { // the hands have just put things right
				paced = false
				pace.Reset(p.cfg.Pace)
			}
			t = next
		}
	}
}

// think has the engine think, and returns where its answer will be; end waits until it no longer does.
func (p *player) think(ctx context.Context, q Question) (answers <-chan engineAnswer, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	thoughts, ended := make(chan engineAnswer, 1), make(chan struct{})
	go func() {
		defer close(ended)
		reply, err := p.ask(ctx, q)
		thoughts <- engineAnswer{reply, err}
	}()
	return thoughts, func() {
		cancel()
		<-ended
	}
}

// asked is what a table asks of its seat.
func asked(t *referee.Table) []byte {
	text, _ := json.Marshal([]any{t.Game, t.Position, t.Legal})
	return text
}

// ask puts q to the engine, when it is its turn to think.
func (p *player) ask(ctx context.Context, q Question) (Reply, error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	}
	return p.talk.ask(ctx, q)
}

// questionOf is the question for a seat's table: only what that seat may know.
func questionOf(t *referee.Table, level int) Question {
	q := Question{Level: level, Seed: t.Seed, Legal: t.Legal}
	q.View, _ = json.Marshal(t.Position)
	for _, e := range t.Log {
		q.History = append(q.History, e.Action)
	}
	return q
}

// introduce records who the engine says it is.
func (p *player) introduce(ctx context.Context) {
	if who := p.talk.who; who != p.known {
		if p.cfg.Session.Do(ctx, referee.Introduce{Seat: p.seat, Player: p.computer.String(), Identity: who}) == nil {
			p.known = who
		}
	}
}

// act does what the engine answered, as the seat's page would.
func (p *player) act(ctx context.Context, t *referee.Table, r Reply) *referee.Table {
	if p.computer.Resigns && p.mood.lost() {
		_ = p.cfg.Session.Do(ctx, referee.GiveUp{Seat: p.seat}) // if it cannot, it is over
		return nil
	}
	if p.mood.dull() && !slices.Contains(t.Offers, referee.Offer{Seat: p.name, Kind: "draw"}) {
		_ = p.cfg.Session.Do(ctx, referee.MakeOffer{Seat: p.seat, Kind: "draw", Accept: true})
		p.mood.drawnInARow = 0
	}
	err := p.cfg.Session.Do(ctx, referee.Guarded{Command: referee.Act{Seat: &p.seat, Text: r.Action}, Viewer: p.seat, Seq: t.Seq})
	var refused *referee.Refusal
	switch {
	case errors.As(err, &refused): // it is legal, but not now: the disk is full
		p.wait(ctx)
		return t
	case err == nil && p.failures > 0:
		p.failures = 0
		_ = p.cfg.Session.Do(ctx, referee.Complain{Seat: p.seat})
	}
	return nil // of what has changed a table is on its way
}

// fail reports an engine's failure and waits before the next attempt.
func (p *player) fail(ctx context.Context, t *referee.Table, err error) *referee.Table {
	var what *Trouble
	if !errors.As(err, &what) {
		return nil // told to stop
	}
	seen := error(what)
	if p.cfg.Session.Game().Hidden { // an engine's text may reveal what its seat alone knows
		seen = trouble(what.Key, nil)
	}
	p.cfg.Log.Warn("an engine fails", "part", "opponent", "seat", p.name, "player", p.computer.String(), "error", seen)
	_ = p.cfg.Session.Do(ctx, referee.Complain{Seat: p.seat, Why: what.message(p.computer.Engine)})
	p.wait(ctx)
	p.failures++
	return t
}

// wait backs off: the pause grows with the failures.
func (p *player) wait(ctx context.Context) {
	wait := time.NewTimer(min(p.cfg.Retry<<min(p.failures, 16), longestRetry))
	defer wait.Stop()
	select {
	case <-ctx.Done():
	case <-wait.C:
	}
}
