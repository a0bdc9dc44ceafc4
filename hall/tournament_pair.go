package hall

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"reeve/hall/wire"
	"reeve/pairing"
)

// NewTournament makes a tournament of a plan that its game can be played by.
func (d *director) NewTournament(c Change, who string) (*Tournament, error) {
	if err := d.playable(c.Plan); err != nil {
		return nil, err
	}
	return d.cfg.Store.NewTournament(c, who, time.Now())
}

// Store is where the hall keeps everything.
func (h *Hall) Store() *Store { return h.cfg.Store }

// Enrol puts the players of a list behind those that there are.
func (d *director) Enrol(id int64, list, who string) error {
	players, err := PlayersOf(list)
	if err == nil {
		_, err = d.cfg.Store.Enter(id, who, "", time.Now(), Change{Step: Enrol, Players: players})
	}
	return err
}

// Score enters a result of a table, both numbers from 1, as pairing.ScoreOf reads it; "" takes
// it back.
func (d *director) Score(id int64, round, table int, result, who, why string) error {
	t, err := d.cfg.Store.Tournament(id)
	if err != nil {
		return err
	}
	score, err := t.scoreOf(round, table, result)
	if err == nil {
		_, err = d.cfg.Store.Enter(id, who, why, time.Now(), Change{Step: Result, Round: round, Table: table, Score: score})
	}
	return err
}

// pairsSwiss reports whether there is what pairs a Swiss.
func (d *director) pairsSwiss() bool {
	return d.cfg.Pair != nil && (d.cfg.Pairs == nil || d.cfg.Pairs())
}

// playable refuses a plan whose game is not played by as many as sit at its tables. Without
// a game everything is entered by hand.
func (d *director) playable(p *Plan) error {
	if p == nil || p.Game == "" {
		return nil
	}
	_, _, err := seatsOf(d.cfg.Games, p, p.seats())
	return err
}

// seats is how many sit at a table; 0: it is not said.
func (p *Plan) seats() int { return map[System]int{Swiss: 2, Robin: 2, Double: 2, Fours: 4}[p.System] }

// Pair begins the next round: at these tables, or at those of the system.
func (d *director) Pair(ctx context.Context, id int64, tables [][]int, who, why string) (*Tournament, error) {
	t, err := d.cfg.Store.Tournament(id)
	if err != nil {
		return nil, err
	}
	if open := t.Open(); open > 0 {
		return nil, not("hall.no.t.open", sentenceArgs{"n": open, "round": t.Done()}, "%d results of round %d are missing", open, t.Done())
	}
	if tables == nil {
		if tables, err = (nextRound{t, d.cfg.Pair}).tables(ctx); err != nil {
			return nil, err
		}
	}
	away := map[int]pairing.Result{}
	for i := range t.Players {
		if a := t.Players[i].Away(); a != pairing.Open {
			away[i+1] = a
		}
	}
	return d.cfg.Store.enter(id, who, why, time.Now(), func(now *Tournament) ([]Change, error) {
		if now.last != t.last { // somebody was quicker
			return nil, not("hall.no.t.changed", nil, "the tournament has changed meanwhile: look, and say it again")
		}
		return []Change{{Step: Begin, Tables: tables, Away: away}}, nil
	})
}

// Rounds is how many rounds the tournament has; 0: as many as are paired.
func (t *Tournament) rounds() int {
	n := len(t.Players)
	switch even := n + n%2; t.Plan.System {
	case Robin:
		return t.imported() + even - 1
	case Double:
		return t.imported() + 2*(even-1)
	}
	return t.Plan.Rounds
}

// nextRound is a round of a tournament that is to be paired.
type nextRound struct {
	*Tournament
	swiss func(context.Context, *pairing.Tournament) ([]pairing.Pair, error) // nil: nothing here pairs a Swiss
}

// tables are who plays at which.
func (r nextRound) tables(ctx context.Context) ([][]int, error) {
	if all := r.rounds(); all > 0 && r.Done() >= all {
		return nil, not("hall.no.t.over", sentenceArgs{"n": all}, "all %d rounds are paired", all)
	}
	if len(r.Players) < 2 {
		return nil, not("hall.no.t.few", nil, "enrol at least two players first")
	}
	var pairs []pairing.Pair
	switch r.Plan.System {
	case Hand:
		return nil, not("hall.no.t.hand", nil, "this tournament is paired by hand: say who plays whom")
	case Fours:
		return r.foursomes()
	case Swiss:
		if r.swiss == nil {
			return nil, not("hall.no.t.program", nil, "nothing here pairs a Swiss")
		}
		var err error
		if pairs, err = r.swiss(ctx, r.Sheet()); err != nil {
			return nil, unpaired(err)
		}
	default:
		all, err := pairing.RoundRobin(len(r.Players), r.Plan.System == Double)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRefused, err)
		}
		pairs = slices.DeleteFunc(all[len(r.Rounds)], func(p pairing.Pair) bool { return p.Black == 0 }) // a free round is no win
	}
	var tables [][]int
	for _, p := range pairs {
		tables = append(tables, pairing.TableOf(p).Players)
	}
	if r.Plan.System == Swiss {
		r.byStanding(tables)
	}
	return tables, nil
}

// Causes why a Swiss is not paired, as Config.Pair says them.
var (
	ErrNoProgram = errors.New("hall: the program that pairs a Swiss is not installed")
	ErrNoPairs   = errors.New("hall: no pairing is possible any more")
)

// unpaired is the refusal that says why a Swiss is not paired.
func unpaired(err error) error {
	switch {
	case errors.Is(err, ErrNoProgram):
		return not("hall.no.t.program", nil, "the program that pairs a Swiss is not installed here: install the package bbppairings, or choose another pairing")
	case errors.Is(err, ErrNoPairs):
		return not("hall.no.t.swiss", nil, "no pairing of a Swiss is possible any more: pair by hand, or end the tournament")
	}
	return no("%v", err)
}

// byStanding puts the tables at which the best play first.
func (r nextRound) byStanding(tables [][]int) {
	all := r.Sheet().Players
	halves := func(players []int, f func(a, b int) int) (n int) {
		for _, p := range players {
			n = f(n, all[p-1].Halves())
		}
		return n
	}
	most, sum := func(a, b int) int { return max(a, b) }, func(a, b int) int { return a + b }
	slices.SortStableFunc(tables, func(a, b []int) int {
		switch {
		case len(a) != len(b):
			return len(b) - len(a)
		case halves(a, most) != halves(b, most):
			return halves(b, most) - halves(a, most)
		case halves(a, sum) != halves(b, sum):
			return halves(b, sum) - halves(a, sum)
		}
		return slices.Min(a) - slices.Min(b)
	})
}

// foursomes are tables of four of those who play.
func (r nextRound) foursomes() ([][]int, error) {
	var who []int
	for i := range r.Players {
		if r.Players[i].Away() == pairing.Open {
			who = append(who, i+1)
		}
	}
	if len(who)%4 != 0 || len(who) == 0 {
		return nil, not("hall.no.t.fours", sentenceArgs{"n": len(who)}, "%d players do not fill tables of four: enrol some, or let some stay away", len(who))
	}
	rounds, err := pairing.Fours(len(who), len(r.Rounds)+1)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	var tables [][]int
	for _, four := range rounds[len(r.Rounds)] {
		var players []int
		for _, k := range four {
			players = append(players, who[k-1])
		}
		tables = append(tables, players)
	}
	return tables, nil
}

// PutOnBoards puts the matches of the latest round that are on no board onto those that are
// free, in the order of their names; those first where nothing is being played. It ends that many games at most.
func (d *director) PutOnBoards(id int64, ends int, who, why string) (*Tournament, error) {
	return d.cfg.Store.enter(id, who, why, time.Now(), func(t *Tournament) ([]Change, error) {
		if len(t.Rounds) == 0 {
			return nil, no("no round has begun")
		}
		if t.Plan.Game == "" {
			return nil, not("hall.no.t.game", nil, "the tournament has no game: choose one in its plan")
		}
		busy, err := d.cfg.Store.claimed(t)
		if err != nil {
			return nil, err
		}
		round := &t.Rounds[len(t.Rounds)-1]
		for _, m := range round.Tables {
			if m.Score == nil {
				busy[m.Board] = t.Plan.Name
			}
		}
		free := slices.DeleteFunc(d.floor.ready(), func(b wire.ID) bool { return busy[b] != "" })
		var changes []Change
		for i, m := range round.Tables {
			if m.Board == "" && m.Score == nil && len(m.Players) > 1 && len(free) > 0 {
				changes = append(changes, Change{Step: Put, Round: t.Done(), Table: i + 1, Board: free[0]})
				free = free[1:]
			}
		}
		if changes == nil {
			return nil, not("hall.no.t.free", nil, "no board is free: let some join, or end what they play")
		}
		return changes, d.spare(ends, changes...)
	})
}

// PutOnBoard puts a match on a board that an arbiter has chosen, or on none. It ends that many games at most.
func (d *director) PutOnBoard(id int64, c Change, ends int, who, why string) (*Tournament, error) {
	return d.cfg.Store.enter(id, who, why, time.Now(), func(t *Tournament) ([]Change, error) {
		_, err := t.with(Entry{N: t.last + 1, Change: c})
		if err == nil {
			err = d.cfg.Store.unclaimed(t, c)
		}
		if err == nil {
			err = d.spare(ends, c)
		}
		return []Change{c}, err
	})
}

// spare refuses what would end more games than who wishes it has agreed to.
func (d *director) spare(ends int, puts ...Change) error {
	n := d.floor.begun(puts)
	if n <= ends {
		return nil
	}
	return not("hall.no.t.ends", sentenceArgs{"n": n}, "that would end games that are on: %d; say it again with that many as ends", n)
}

// begun is on how many of the boards that matches are put on a game is on.
func (f *floor) begun(puts []Change) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range puts {
		if s := f.boards[c.Board]; s != nil && s.table != nil {
			n += s.begun()
		}
	}
	return n
}

// ready are the boards that answer, by name; those where nothing is being played come first.
func (f *floor) ready() (ids []wire.ID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var list []*boardState
	for _, s := range f.boards {
		if s.table != nil && !s.card.Silent && !s.fork {
			list = append(list, s)
		}
	}
	arrange(list, true)
	slices.SortStableFunc(list, func(a, b *boardState) int { return a.begun() - b.begun() })
	for _, s := range list {
		ids = append(ids, s.id)
	}
	return ids
}

// begun is 1 where a game is being played or taught, else 0.
func (s *boardState) begun() int {
	if t := s.table; t.Status == "lesson" || t.Begun && t.Status != "over" {
		return 1
	}
	return 0
}

// named are all boards, by name.
func (f *floor) named() []boardName {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := slices.Collect(maps.Values(f.boards))
	arrange(list, true)
	out := []boardName{}
	for _, s := range list {
		out = append(out, boardName{s.id, s.name})
	}
	return out
}

// onTable is what lies on a board, as it said last; false where it has said nothing.
func (f *floor) onTable(id wire.ID) (game wire.Game, kind string, players wire.Names, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.boards[id]
	if s == nil || s.table == nil || s.card.Silent {
		return wire.Game{}, "", nil, false
	}
	return s.table.Game, s.table.Kind, s.table.Players, true
}
