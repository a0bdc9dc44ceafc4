package bus

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Causes why something is not said.
var (
	ErrAway  = errors.New("bus: it is away")
	ErrKey   = errors.New("bus: the key is none")
	ErrNoOne = errors.New("bus: nobody answers there")
)

// Options say which bus, and who calls.
type Options struct {
	Servers []string           // "nats://192.168.1.5:4222"
	Name    string             // for whoever looks after the bus
	Key     ed25519.PrivateKey // of who calls
	Pass    string             // by which the bus lets that key in; "" where it knows the key
	Inbox   string             // the subject under which answers come; "" for the usual one
	Most    int                // bytes a second that are heard, on the average: a bus that floods waits; 0 for all
	Log     *slog.Logger

	wait func(tries int) time.Duration // before it is called again; tests shorten it
}

// Bus is a line to a bus that is called again and again until Close. Its methods may be
// called from any goroutine.
type Bus struct {
	conn *nats.Conn
	back chan struct{}
	said atomic.Uint64 // bytes
}

// Message is what was said.
type Message struct {
	Subject string
	Data    []byte
	reply   func([]byte) error // nil where no answer is wanted
}

// Reply answers who asked.
func (m Message) Reply(data []byte) error {
	if m.reply == nil {
		return ErrNoOne
	}
	return m.reply(data)
}

// Asked reports whether an answer is wanted.
func (m Message) Asked() bool { return m.reply != nil }

// Limits of what waits: what is more is dropped, and said again by who said it.
const (
	waitingMessages = 4096
	waitingBytes    = 16 << 20
)

// Call begins to call the bus. It returns at once, whether or not somebody answers. It
// wraps ErrKey.
func Call(o Options) (*Bus, error) {
	public, sign, err := signer(o.Key)
	if err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.wait == nil {
		o.wait = backoff
	}
	b := &Bus{back: make(chan struct{}, 1)}
	first := &deferredBus{most: o.Most, refused: func() {
		if err := b.conn.LastError(); err != nil {
			o.Log.Warn("the bus does not let this one in; it is called again", "part", "bus", "error", err)
		}
	}}
	options := append(b.tells(o.Log),
		nats.Name(o.Name), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.ReconnectBufSize(-1), nats.IgnoreAuthErrorAbort(),
		nats.CustomReconnectDelay(first.wait(o.wait)), nats.SetCustomDialer(first), nats.Timeout(dialing), nats.FlusherTimeout(5*time.Second),
		nats.PingInterval(5*time.Second), nats.MaxPingsOutstanding(2), nats.NoEcho(),
	)
	if o.Inbox != "" {
		options = append(options, nats.CustomInboxPrefix(o.Inbox))
	}
	if o.Pass != "" {
		options = append(options, nats.UserJWT(func() (string, error) { return o.Pass, nil }, sign))
	} else {
		options = append(options, nats.Nkey(public, sign))
	}
	if b.conn, err = nats.Connect(strings.Join(o.Servers, ","), options...); err != nil {
		return nil, fmt.Errorf("bus: %w", err)
	}
	first.begun.Store(true)
	return b, nil
}

// tells are the handlers that log what becomes of the connection.
func (b *Bus) tells(log *slog.Logger) []nats.Option {
	up := func(*nats.Conn) {
		log.Info("the bus answers", "part", "bus", "at", b.At())
		select {
		case b.back <- struct{}{}:
		default:
		}
	}
	return []nats.Option{
		nats.ConnectHandler(up), nats.ReconnectHandler(up),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // else it was ended here
				log.Warn("the bus is lost; it is called again", "part", "bus", "error", err)
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			if !errors.Is(err, ErrAway) { // it was not called yet
				log.Info("the bus does not answer yet", "part", "bus", "error", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("the bus says", "part", "bus", "error", err)
		}),
	}
}

// dialing is how long a bus may take to answer.
const dialing = 5 * time.Second

// deferredBus is how a bus is called: not while Call runs, which would wait for one that does not
// answer (with three of them the start of a board took 15 s), but at once afterwards.
type deferredBus struct {
	begun, tried atomic.Bool
	most         int    // bytes a second that are read; 0 for all
	refused      func() // says why the try before was refused, which nats.go tells nobody
}

func (l *deferredBus) Dial(network, address string) (net.Conn, error) {
	if !l.begun.Load() {
		return nil, ErrAway
	}
	line, err := (&net.Dialer{Timeout: dialing}).Dial(network, address)
	if err != nil || l.most == 0 {
		return line, err
	}
	return &pacedConn{Conn: line, most: l.most}, nil
}

// wait is how long to wait before a try, and nothing before the first.
func (l *deferredBus) wait(usual func(int) time.Duration) func(int) time.Duration {
	return func(tries int) time.Duration {
		if l.begun.Load() {
			if l.tried.CompareAndSwap(false, true) {
				return 0
			}
			l.refused()
		}
		return usual(tries - 1)
	}
}

// backoff is how long to wait before a try: 1 s, doubling to 30 s, and half of it by chance,
// so that boards do not come back all at once.
func backoff(tries int) time.Duration {
	most := min(time.Second<<min(max(tries-1, 0), 5), 30*time.Second)
	return most/2 + rand.N(most/2)
}

// signer is a key as NATS has it: Ed25519 in a coat of letters.
func signer(key ed25519.PrivateKey) (public string, sign func([]byte) ([]byte, error), err error) {
	if len(key) != ed25519.PrivateKeySize {
		return "", nil, ErrKey
	}
	seed, err := nkeys.EncodeSeed(nkeys.PrefixByteUser, key.Seed())
	if err != nil {
		return "", nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return "", nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	public, err = pair.PublicKey()
	return public, pair.Sign, err
}

// Back yields a value when the bus answers, at first and after each time that it was lost.
func (b *Bus) Back() <-chan struct{} { return b.back }

// Here reports whether the bus answers now, as far as is known.
func (b *Bus) Here() bool { return b.conn.IsConnected() }

// At is where the bus answers; "" if it does not.
func (b *Bus) At() string { return b.conn.ConnectedAddr() }

// Said counts the bytes that were published.
func (b *Bus) Said() uint64 { return b.said.Load() }

// Publish says data at a subject. That it returns nil says nothing of its arrival. It wraps
// ErrAway.
func (b *Bus) Publish(subject string, data []byte) error {
	if !b.conn.IsConnected() {
		return ErrAway
	}
	if err := b.conn.Publish(subject, data); err != nil {
		return fmt.Errorf("%w: %w", ErrAway, err)
	}
	b.said.Add(uint64(len(data)))
	return nil
}

// Listen has hear called, one message after the other, with what is said at a subject; "*"
// stands for one part of it, ">" for the rest. It may be called while the bus is away.
func (b *Bus) Listen(subject string, hear func(Message)) error {
	sub, err := b.conn.Subscribe(subject, func(m *nats.Msg) {
		said := Message{Subject: m.Subject, Data: m.Data}
		if m.Reply != "" {
			said.reply = m.Respond
		}
		hear(said)
	})
	if err == nil {
		err = sub.SetPendingLimits(waitingMessages, waitingBytes)
	}
	if err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	return nil
}

// Ask says data at a subject and waits for an answer. It wraps ErrAway, ErrNoOne, or the
// cause of ctx.
func (b *Bus) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	if !b.conn.IsConnected() {
		return nil, ErrAway
	}
	m, err := b.conn.RequestWithContext(ctx, subject, data)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return nil, ErrNoOne
	case err != nil:
		return nil, fmt.Errorf("bus: %w", err)
	}
	return m.Data, nil
}

// Close ends the line.
func (b *Bus) Close() { b.conn.Close() }

// Told makes a message as Listen hears it, for who plays a bus: reply is nil where no
// answer is wanted.
func Told(subject string, data []byte, reply func([]byte) error) Message {
	return Message{Subject: subject, Data: data, reply: reply}
}
