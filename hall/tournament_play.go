package hall

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"sync"
	"time"

	"reeve/archive"
	"reeve/hall/wire"
)

// How often matches are looked after.
const (
	lookAfter = 500 * time.Millisecond
	lookAtAll = time.Minute      // also at games of whose end nobody told
	tryAgain  = 10 * time.Second // a board that did not answer
	atOnce    = 16               // boards that are told to start side by side
)

// steward looks after the matches that were put on boards: it has each started, and takes
// its result from what the board tells. What is to be done stands in the entries, so that
// it goes on after any end of the program.
type steward struct {
	h      *Hall
	mu     sync.Mutex
	trying map[wire.ID]time.Time // until when a board is left alone
	slots  chan struct{}
	group  sync.WaitGroup
}

// stewards runs until ctx is done.
func (h *Hall) stewards(ctx context.Context) {
	s := &steward{h: h, trying: map[wire.ID]time.Time{}, slots: make(chan struct{}, atOnce)}
	defer s.group.Wait()
	tick := time.NewTicker(lookAfter)
	defer tick.Stop()
	var looked time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			all := h.keeper.over.Swap(false) || now.Sub(looked) >= lookAtAll
			if all {
				looked = now
			}
			s.look(ctx, now, all)
		}
	}
}

// seating is a match of a tournament.
type seating struct {
	t            *Tournament
	round, table int
	*Match
}

// change is a change of the match.
func (p *seating) change(c Change) Change {
	c.Round, c.Table = p.round, p.table
	return c
}

// look does what is to be done now for the latest round of each tournament.
func (s *steward) look(ctx context.Context, now time.Time, all bool) {
	list, err := s.h.cfg.Store.Tournaments()
	if err != nil {
		s.h.cfg.Log.Warn("tournaments are not looked after", "part", "hall", "error", err)
		return
	}
	for _, t := range list {
		if len(t.Rounds) == 0 {
			continue
		}
		for i := range t.Rounds[len(t.Rounds)-1].Tables {
			p := seating{t, t.Done(), i + 1, &t.Rounds[len(t.Rounds)-1].Tables[i]}
			switch {
			case p.Score != nil || p.Board == "":
			case p.State == Placed:
				s.begin(ctx, p, now)
			case p.State == Sent:
				s.attend(p)
				s.begin(ctx, p, now)
			case p.State == Started && (p.Game == 0 || all):
				s.attend(p)
			}
		}
	}
}

// begin has the board of a match start it, beside whatever else there is to do.
func (s *steward) begin(ctx context.Context, p seating, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Before(s.trying[p.Board]) {
		return
	}
	select {
	case s.slots <- struct{}{}:
	default:
		return
	}
	s.trying[p.Board] = now.Add(time.Hour)
	s.group.Go(func() {
		rest := s.start(ctx, p)
		<-s.slots
		s.mu.Lock()
		defer s.mu.Unlock()
		s.trying[p.Board] = time.Now().Add(rest)
	})
}

// start tells a board to start a match, and says how long to leave it alone then. What lay
// on the board before is kept first: the game after it is the match, whoever hears of the
// start and whoever does not.
func (s *steward) start(ctx context.Context, p seating) time.Duration {
	seats, options, err := seatsOf(s.h.cfg.Games, &p.t.Plan, len(p.Players))
	if err != nil {
		s.enter(p, Change{Step: Refuse, Refused: &wire.Message{Text: err.Error()}})
		return 0
	}
	names := p.t.names(p.Match, seats)
	if waited, err := s.h.Settle(ctx, p.Board); waited || err != nil {
		return 2 * time.Second // an order before has only now been answered, or not yet
	}
	lies, kind, players, ok := s.h.floor.onTable(p.Board)
	switch {
	case !ok:
		return time.Second
	case p.State == Sent && lies != *p.After && kind == p.t.Plan.Game && maps.Equal(players, names):
		s.enter(p, Change{Step: Start})
		return 0
	case p.State == Sent && lies != *p.After, p.State == Placed:
		if !s.enter(p, Change{Step: Order, After: &lies}) {
			return tryAgain
		}
	default:
		lies = *p.After
	}
	reply, err := s.h.Order(ctx, p.Board, wire.Command{
		Do: wire.Start, Who: "tournament " + p.t.Plan.Name, Game: p.t.Plan.Game, Options: options, Players: names, Clock: p.t.Plan.Clock, Of: &lies,
	})
	switch {
	case err != nil:
		if !errors.Is(err, ErrSilent) {
			s.h.cfg.Log.Warn("a board is not told to start", "part", "hall", "board", p.Board.Short(), "error", err)
		}
		return tryAgain
	case reply.Next != 0 || reply.Refused != nil && (reply.Refused.Key == "no.game.now" || reply.Refused.Key == "no.known"):
		return 2 * time.Second // its table says what became of it
	case reply.Refused != nil:
		s.enter(p, Change{Step: Refuse, Refused: reply.Refused})
		return 0
	}
	s.enter(p, Change{Step: Start})
	return 0
}

// enter does a change of a match that is still as it was.
func (s *steward) enter(p seating, c Change) bool {
	_, err := s.h.cfg.Store.enter(p.t.ID, fromBoard, "", time.Now(), func(t *Tournament) ([]Change, error) {
		if m, err := t.Match(p.round, p.table); err != nil || m.Board != p.Board || m.State != p.State && c.Step != Start && c.Step != Refuse || m.Score != nil {
			return nil, no("the match has changed")
		}
		return []Change{p.change(c)}, nil
	})
	if err != nil && !errors.Is(err, ErrRefused) {
		s.h.cfg.Log.Warn("a match is not kept", "part", "hall", "error", err)
	}
	return err == nil
}

// broken is what a match whose game was broken off waits for.
var broken = &wire.Message{Key: "hall.no.broken", Text: "The game was broken off: put it on a board again, or enter a result"}

// falsified is what a match waits for whose board has made something up.
var falsified = &wire.Message{Key: "hall.no.false", Text: "What the board tells of this game contradicts itself: enter the result that was played"}

// attend looks for the game of a match, and takes its result once it has one, and its record
// holds: a board can say what it likes at the end, but not against its own lines, the rules and the dice.
func (s *steward) attend(p seating) {
	seats, _, err := seatsOf(s.h.cfg.Games, &p.t.Plan, len(p.Players))
	if err != nil || p.After == nil {
		return
	}
	number, state, outcome, err := s.h.cfg.Store.gameOf(p.Board, p.After.Number, p.Game, p.t.Plan.Game, p.t.names(p.Match, seats))
	if errors.Is(err, ErrNone) {
		return
	}
	if err != nil {
		s.h.cfg.Log.Warn("a result is not looked for", "part", "hall", "error", err)
		return
	}
	score := p.score(outcome, seats)
	switch {
	case state == Wrong:
		s.enter(p, Change{Step: Refuse, Refused: falsified})
	case score != nil && (state == Verified || state == Shut):
		s.enter(p, Change{Step: Arrived, Score: score, Game: number})
	case score == nil && outcome != nil:
		s.enter(p, Change{Step: Refuse, Refused: broken})
	case p.Game == 0:
		s.enter(p, Change{Step: Attend, Game: number})
	}
}

// gameOf is the first game of a board after another that these play, how far its record is,
// and its outcome; nil while it goes on. Of a known number it is that one. It wraps ErrNone.
func (ts *tournaments) gameOf(board wire.ID, after, known int64, kind string, names wire.Names) (number int64, state string, outcome json.RawMessage, err error) {
	if known > 0 {
		after = known - 1
	}
	err = ErrNone
	rows, bad := ts.read.Query(`SELECT game.number, game.kind, game.state, game.outcome, line.data FROM game JOIN line ON line.board = game.board AND line.number = game.number AND line.n = 0
		WHERE game.board = ? AND game.number > ? ORDER BY game.number LIMIT 50`, string(board), after)
	bad = each(rows, bad, func() error {
		var n int64
		var of, is string
		var o sql.NullString
		var data []byte
		if scan := rows.Scan(&n, &of, &is, &o, &data); scan != nil || err == nil {
			return scan
		}
		head, unread := archive.ReadHead(data)
		if unread == nil && of == kind && (n == known || known == 0 && maps.Equal(head.Players, names)) {
			if number, state, err = n, is, nil; o.Valid {
				outcome = json.RawMessage(o.String)
			}
		}
		return nil
	})
	if bad != nil {
		err = bad
	}
	return number, state, outcome, err
}
