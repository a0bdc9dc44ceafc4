package simulate

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"reeve/leds"
	"reeve/referee"
	"reeve/rules"
)

// Options say what a board plays, and how fast.
type Options struct {
	Games []*rules.Game
	Game  string // "" takes one after the other
	Seed  uint64
	Pace  time.Duration // between two actions, on the average
	Most  int           // actions after which a game is resigned; 0 is 120
	Names [2]string
	Log   *slog.Logger
}

// Board is a board that is not there.
type Board struct {
	Record  *Record
	Session *referee.Session
	Acted   atomic.Uint64 // actions that were done
	Rests   atomic.Bool   // nobody plays for now

	acting sync.Mutex // held while something is done
	opt    Options
	rnd    *rand.Rand
	start  time.Time
	next   int // which game comes next
	acts   int // actions of the game on the table
}

// noLights shows nothing.
type noLights struct{}

func (noLights) Show(leds.Scene, ...leds.Part) {}

// chance is a source of seeds for dice that is seeded itself.
type chance struct{ *rand.ChaCha8 }

var _ io.Reader = chance{}

// New makes a board with a game on it.
func New(o Options) (*Board, error) {
	if o.Most == 0 {
		o.Most = 120
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	var seed [32]byte
	binary.BigEndian.PutUint64(seed[:], o.Seed)
	b := &Board{Record: NewRecord(), opt: o, rnd: rand.New(rand.NewPCG(o.Seed, 0x68616c6c)), start: time.Now(), next: int(o.Seed % uint64(len(o.Games)))}
	var err error
	b.Session, err = referee.New(referee.Config{
		Games: o.Games, Archive: b.Record, Lights: noLights{}, Random: chance{rand.NewChaCha8(seed)}, Start: b.start, Driver: "sim", Log: o.Log,
	}, nil, b.game())
	return b, err
}

// game is the next game.
func (b *Board) game() referee.NewGame {
	name := b.opt.Game
	if name == "" {
		name = b.opt.Games[b.next%len(b.opt.Games)].Name
	}
	b.next++
	b.acts = 0
	players := map[string]string{}
	if g, err := rules.Find(b.opt.Games, name); err == nil {
		if s, err := g.Start(nil); err == nil {
			for i, seat := range s.Seated().All() {
				players[g.SeatName(seat)] = fmt.Sprintf("%s %d", people[(int(b.opt.Seed)*5+b.next+i*7)%len(people)], b.opt.Seed%97)
			}
		}
	}
	return referee.NewGame{Game: name, Players: players, Clock: "90+5"}
}

var people = []string{"Ann", "Bo", "Cid", "Dora", "Eino", "Fia", "Gus", "Hanna", "Ilmari", "Jonna", "Kaj", "Lena", "Mikko", "Nora", "Olli", "Pia", "Rasmus", "Saara", "Tuomo", "Ulla"}

// Run plays until ctx is done. The session runs beside it.
func (b *Board) Run(ctx context.Context) {
	done := make(chan struct{})
	go func() { defer close(done); b.Session.Run(ctx) }()
	b.stand()
	for {
		wait := b.opt.Pace
		if wait > 0 {
			wait = wait/2 + time.Duration(b.rnd.Int64N(int64(wait)))
		}
		select {
		case <-ctx.Done():
			<-done
			return
		case <-time.After(wait):
		}
		b.acting.Lock()
		if !b.Rests.Load() {
			b.Step(ctx)
		}
		b.acting.Unlock()
	}
}

// Rest has nobody play, and returns when what was being done is done.
func (b *Board) Rest() {
	b.Rests.Store(true)
	b.acting.Lock()
	defer b.acting.Unlock()
}

// stand puts the wood where the position has it.
func (b *Board) stand() { b.Session.Wood(b.Session.Standing(), time.Since(b.start)) }

// Step does one thing: an action of whoever is to act, or a new game after the end.
func (b *Board) Step(ctx context.Context) {
	t := b.Session.Table(rules.Table)
	if t.Status == referee.StatusOver {
		b.Session.Do(ctx, b.game())
		b.stand()
		return
	}
	var seat *rules.Seat
	var legal []string
	for _, each := range b.Session.Seated().All() {
		if own := b.Session.Table(each); own != nil && len(own.Legal) > 0 && (legal == nil || b.rnd.IntN(2) == 0) {
			seat, legal = &each, own.Legal
		}
	}
	if seat == nil {
		b.stand()
		b.Session.Sync(ctx)
		return
	}
	var command referee.Command = referee.Act{Seat: seat, Text: legal[b.rnd.IntN(len(legal))]}
	if b.acts++; b.acts > b.opt.Most {
		command = referee.GiveUp{Seat: *seat}
	}
	if b.Session.Do(ctx, command) == nil {
		b.Acted.Add(1)
	}
	b.stand()
}
