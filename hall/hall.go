package hall

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"reeve/archive"
	"reeve/bus"
	"reeve/hall/wire"
	"reeve/pairing"
	"reeve/rules"
)

// Bus is what a hall needs of one: *bus.Bus.
type Bus interface {
	// Publish sends a message; nil does not mean that it arrived. It wraps bus.ErrAway.
	Publish(subject string, data []byte) error
	// Listen calls hear for each message on subject, one at a time; "*" stands for one part of it, ">" for the rest.
	Listen(subject string, hear func(bus.Message)) error
	// Ask sends a request and waits for the reply. It wraps bus.ErrAway, bus.ErrNoOne or the cause of ctx.
	Ask(ctx context.Context, subject string, data []byte) ([]byte, error)
}

// Config is what a hall is made of.
type Config struct {
	Store *Store
	Key   ed25519.PrivateKey // as Store.Key has it
	Games []*rules.Game
	Dice  func(archive.Header) (archive.Dice, error) // computes a game's throws again
	Title string
	Log   *slog.Logger

	Pass func(wire.ID, string) (string, error) // what lets a board with that name onto the bus
	Call []string                              // where boards call the bus
	Ban  func([]ed25519.PublicKey) error       // shuts boards out of the bus

	Pair  func(context.Context, *pairing.Tournament) ([]pairing.Pair, error) // the next round of a Swiss; nil: nobody can
	Pairs func() bool                                                        // whether Pair has its program; nil: it has
}

// Hall keeps many boards. Make it with New; Run runs it.
type Hall struct {
	*base
	director
	orders
	keeper   *keeper
	verifier *verifier
}

// base is what every part of a hall knows.
type base struct {
	cfg   Config
	id    wire.ID
	floor *floor
}

// gallery is what spectators may see, and how much later.
type gallery struct{ *base }

// director runs tournaments.
type director struct{ gallery }

// orders carry arbiters' commands to boards, each once.
type orders struct {
	*base
	bus      Bus
	commands sync.Map // of boards: a mutex each, so that commands to one go one after the other
}

// New makes a hall of what its store has.
func New(cfg Config) (*Hall, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	k, err := newKeeper(cfg.Store, cfg.Key, cfg.Log)
	if err != nil {
		return nil, err
	}
	b := &base{cfg, ID(cfg.Key), newFloor(ID(cfg.Key), k, cfg.Log)}
	h := &Hall{base: b, director: director{gallery{b}}, orders: orders{base: b}, keeper: k}
	h.verifier = newVerifier(cfg, h.wrong)
	h.verifier.settled = func() { k.over.Store(true) }
	k.whole, k.forks = h.verifier.in, h.floor.forked
	if err := h.delay(); err != nil {
		return nil, err
	}
	boards, err := cfg.Store.Boards()
	for _, each := range boards {
		h.floor.seat(each)
	}
	return h, err
}

// ID is the hall's name for all time.
func (h *Hall) ID() wire.ID { return h.id }

// Run handles the boards' messages until ctx is done.
func (h *Hall) Run(ctx context.Context, b Bus) error {
	h.bus = b
	h.keeper.say = b.Publish
	for _, subject := range wire.Ears(h.id) {
		if err := b.Listen(subject, h.floor.receive); err != nil {
			return err
		}
	}
	var group sync.WaitGroup
	for _, run := range []func(context.Context){h.keeper.run, h.floor.run, h.verifier.run, h.stewards} {
		group.Go(func() { run(ctx) })
	}
	group.Wait()
	return nil
}

// Watch streams all boards and their changes as texts of Frame until stop. A slow viewer gets full frames instead.
func (h *Hall) Watch() (frames <-chan []byte, stop func()) {
	return h.floor.live.watch(Filter{Sort: "name", Size: 1 << 20})
}

// Buses are where boards call the bus.
func (h *Hall) Buses() []string { return h.cfg.Call }

// Join lets in a board that was invited, and answers with the text of its welcome.
func (h *Hall) Join(text []byte) ([]byte, error) {
	j, err := wire.ReadJoin(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	b, out, err := h.cfg.Store.Join(h.id, j, time.Now())
	if err != nil {
		return nil, err
	}
	if out != "" {
		if err := h.out(out); err != nil {
			return nil, err
		}
	}
	pass, err := h.cfg.Pass(b.ID, b.Name)
	if err != nil {
		return nil, err
	}
	h.floor.seat(b)
	h.cfg.Log.Info("a board has joined", "part", "hall", "board", b.ID.Short(), "name", b.Name)
	return wire.Seal(h.cfg.Key, wire.WelcomeTo(b.ID), &wire.Welcome{
		V: wire.Version, Hall: h.id, Name: b.Name, Bus: h.cfg.Call, Pass: pass, Title: h.cfg.Title, Number: b.Number,
	})
}

// Expel lets a board in no more.
func (h *Hall) Expel(id wire.ID) error {
	if err := h.cfg.Store.Expel(id, true); err != nil {
		return err
	}
	return h.out(id)
}

// out shows a board no more whose row says that it is let in no more, and shuts it out of the bus.
func (h *Hall) out(id wire.ID) error {
	h.floor.seat(Board{ID: id, Gone: true})
	if h.cfg.Ban == nil {
		return nil
	}
	gone, err := h.cfg.Store.Gone()
	if err != nil {
		return err
	}
	return h.cfg.Ban(gone)
}

// Rename calls a board otherwise.
func (h *Hall) Rename(id wire.ID, name string) error {
	if err := h.cfg.Store.Rename(id, name); err != nil {
		return err
	}
	boards, err := h.cfg.Store.Boards()
	for _, b := range boards {
		if b.ID == id {
			h.floor.seat(b)
		}
	}
	return err
}

// Gone are the keys of the boards that are let in no more.
func (r *register) Gone() (keys []ed25519.PublicKey, err error) {
	boards, err := r.Boards()
	for _, b := range boards {
		if b.Gone {
			keys = append(keys, b.ID.Key())
		}
	}
	return keys, err
}

// wrong notes on the floor that a record does not verify.
func (h *Hall) wrong(id wire.ID, is bool) {
	h.floor.mu.Lock()
	defer h.floor.mu.Unlock()
	if s := h.floor.boards[id]; s != nil {
		s.wrong = is
		h.floor.changed(s, time.Now())
	}
}

// Delay is how much later spectators see everything.
func (g *gallery) Delay() time.Duration {
	g.floor.mu.Lock()
	defer g.floor.mu.Unlock()
	return g.floor.delay
}

// mostDelay is the most that spectators can be kept behind.
const mostDelay = time.Hour

// SetDelay sets how much later spectators see everything. Cards already delayed come no earlier than planned.
func (g *gallery) SetDelay(d time.Duration) error {
	if d < 0 || d > mostDelay {
		return fmt.Errorf("%w: a delay of %s; 0 to %s can be", ErrRefused, d, mostDelay)
	}
	text, _ := json.Marshal(d.Milliseconds())
	if err := g.cfg.Store.Keep("delay", text); err != nil {
		return err
	}
	g.floor.mu.Lock()
	defer g.floor.mu.Unlock()
	g.floor.delay = d
	return nil
}

func (g *gallery) delay() error {
	text, err := g.cfg.Store.Kept("delay")
	var ms int64
	if err == nil && text != nil {
		err = json.Unmarshal(text, &ms)
	}
	g.floor.delay = time.Duration(ms) * time.Millisecond
	return err
}

// waiting is how long a board may take to answer a command.
const waiting = 8 * time.Second

// Order sends an arbiter's command to a board and returns the reply. An unanswered command is sent again with its
// number before the next one, so it runs once.
func (o *orders) Order(ctx context.Context, id wire.ID, c wire.Command) (*wire.Reply, error) {
	lock, _ := o.commands.LoadOrStore(id, &sync.Mutex{})
	lock.(*sync.Mutex).Lock()
	defer lock.(*sync.Mutex).Unlock()
	if _, err := o.settle(ctx, id); err != nil {
		return nil, err
	}
	c.V = wire.Version
	err := o.cfg.Store.change(func(tx *sql.Tx) error {
		b, err := rowOf(tx, id)
		if err != nil {
			return err
		}
		c.N = b.Number + 1
		text, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if _, err := tx.Exec("INSERT INTO command (board, n, at, text) VALUES (?, ?, ?, ?)", string(id), c.N, time.Now().UnixMilli(), string(text)); err != nil {
			return err
		}
		_, err = tx.Exec("UPDATE board SET number = ? WHERE id = ?", c.N, string(id))
		return err
	})
	if err != nil {
		return nil, err
	}
	o.cfg.Log.Info("an arbiter's command", "part", "hall", "board", id.Short(), "n", c.N, "do", c.Do, "who", c.Who, "why", c.Why)
	return o.send(ctx, id, c)
}

// Settle waits for the reply to the latest command, and reports whether it was open.
func (o *orders) Settle(ctx context.Context, id wire.ID) (waited bool, err error) {
	lock, _ := o.commands.LoadOrStore(id, &sync.Mutex{})
	lock.(*sync.Mutex).Lock()
	defer lock.(*sync.Mutex).Unlock()
	return o.settle(ctx, id)
}

func (o *orders) settle(ctx context.Context, id wire.ID) (waited bool, err error) {
	var text []byte
	err = o.cfg.Store.read.QueryRow("SELECT text FROM command WHERE board = ? AND reply IS NULL ORDER BY n LIMIT 1", string(id)).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	var c wire.Command
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err == nil {
		_, err = o.send(ctx, id, c)
	}
	return true, err
}

// ErrSilent: a board does not answer a command, which is sent again before the next one.
var ErrSilent = errors.New("hall: the board does not answer; the command waits for it")

// send retransmits a command until its reply, for a while.
func (o *orders) send(ctx context.Context, id wire.ID, c wire.Command) (*wire.Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, waiting)
	defer cancel()
	place := wire.Place{Hall: o.id, Board: id}
	subject := place.To(string(c.Do))
	text, err := wire.Seal(o.cfg.Key, subject, &c)
	if err != nil {
		return nil, err
	}
	for {
		try, stop := context.WithTimeout(ctx, waiting/2)
		answer, err := o.bus.Ask(try, subject, text)
		stop()
		var r wire.Reply
		if err == nil {
			err = wire.Open(id.Key(), subject, answer, &r)
		}
		if err == nil && r.N == c.N {
			return &r, o.replied(id, c, &r)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", ErrSilent, err)
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// replied stores a board's reply. A board that expects another number (its SD card was exchanged) says which: the
// next command gets it.
func (o *orders) replied(id wire.ID, c wire.Command, r *wire.Reply) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return o.cfg.Store.change(func(tx *sql.Tx) error {
		if _, err := tx.Exec("UPDATE command SET reply = ? WHERE board = ? AND n = ?", string(text), string(id), c.N); err != nil {
			return err
		}
		if r.Next <= c.N {
			return nil
		}
		_, err := tx.Exec("UPDATE board SET number = ? WHERE id = ?", r.Next-1, string(id))
		return err
	})
}
