package hall_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"reeve/bus"
)

// air is a bus in memory that can be cut, and loses what it is told to lose.
type air struct {
	mu    sync.Mutex
	lines map[*line]bool
	rnd   *rand.Rand
	loss  int                      // of a hundred messages
	cut   bool                     // nothing arrives, and who speaks hears that the bus is away
	black bool                     // nothing arrives, and nobody hears of it
	late  map[string]time.Duration // how much later words arrive, by their last part
	holds time.Duration            // who speaks, until it is said
	said  []said
	lost  int
	count map[string]int // of messages that arrived, by their last word
}

// loses sets how many of a hundred messages are lost.
func (a *air) loses(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.loss = n
}

type said struct {
	subject string
	data    []byte
}

// line is one end of it.
type line struct {
	air  *air
	back chan struct{}
	in   chan func()
	ears map[string]func(bus.Message)
	open chan struct{} // one for each ear
}

func newAir(seed uint64) *air {
	return &air{lines: map[*line]bool{}, rnd: rand.New(rand.NewPCG(seed, 1)), count: map[string]int{}}
}

// call opens an end that lasts as long as ctx.
func (a *air) call(ctx context.Context) *line {
	l := &line{air: a, back: make(chan struct{}, 1), in: make(chan func(), 100_000), ears: map[string]func(bus.Message){}, open: make(chan struct{}, 16)}
	l.back <- struct{}{}
	a.mu.Lock()
	a.lines[l] = true
	a.mu.Unlock()
	go func() {
		for {
			select {
			case <-ctx.Done():
				a.mu.Lock()
				delete(a.lines, l)
				a.mu.Unlock()
				return
			case do := <-l.in:
				do()
			}
		}
	}()
	return l
}

// set cuts the air or mends it; who is there hears that it is back.
func (a *air) set(cut, black bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	was := a.cut
	a.cut, a.black = cut, black
	if was && !cut {
		for l := range a.lines {
			select {
			case l.back <- struct{}{}:
			default:
			}
		}
	}
}

func (l *line) Back() <-chan struct{} { return l.back }

func (l *line) Here() bool {
	l.air.mu.Lock()
	defer l.air.mu.Unlock()
	return !l.air.cut
}

func (l *line) Listen(subject string, hear func(bus.Message)) error {
	l.air.mu.Lock()
	defer l.air.mu.Unlock()
	l.ears[subject] = hear
	l.open <- struct{}{}
	return nil
}

func (l *line) Publish(subject string, data []byte) error {
	l.air.mu.Lock()
	holds := l.air.holds
	l.air.mu.Unlock()
	time.Sleep(holds) // the fault itself
	return l.air.say(l, subject, data, nil)
}

// hold has who speaks wait so long each time.
func (a *air) hold(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.holds = d
}

// delay lets words arrive later, by their last part.
func (a *air) delay(late map[string]time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.late = late
}

func (a *air) say(from *line, subject string, data []byte, reply func([]byte) error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cut {
		return bus.ErrAway
	}
	if a.said = append(a.said, said{subject, data}); a.black || a.rnd.IntN(100) < a.loss {
		a.lost++
		return nil
	}
	a.count[subject[strings.LastIndexByte(subject, '.')+1:]]++
	for l := range a.lines {
		for pattern, hear := range l.ears {
			if l != from && matches(pattern, subject) {
				m := bus.Told(subject, data, reply)
				arrives := func() {
					select {
					case l.in <- func() { hear(m) }:
					default:
					}
				}
				if d := a.late[subject[strings.LastIndexByte(subject, '.')+1:]]; d > 0 {
					time.AfterFunc(d, arrives)
				} else {
					arrives()
				}
			}
		}
	}
	return nil
}

func (l *line) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	answer := make(chan []byte, 4)
	err := l.air.say(l, subject, data, func(text []byte) error {
		l.air.mu.Lock()
		defer l.air.mu.Unlock()
		if !l.air.cut && !l.air.black && l.air.rnd.IntN(100) >= l.air.loss {
			select {
			case answer <- text:
			default:
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	select {
	case text := <-answer:
		return text, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// matches reports whether a subject is one that a pattern stands for.
func matches(pattern, subject string) bool {
	p, s := strings.Split(pattern, "."), strings.Split(subject, ".")
	for i, part := range p {
		switch {
		case part == ">":
			return len(s) > i
		case i >= len(s) || part != "*" && part != s[i]:
			return false
		}
	}
	return len(p) == len(s)
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, subject string
		want             bool
	}{{"a.>", "a.b.c", true}, {"a.>", "a", false}, {"a.*.c", "a.b.c", true}, {"a.*", "a.b.c", false}, {"a.b", "a.b", true}, {"a.b", "a.c", false}} {
		if got := matches(c.pattern, c.subject); got != c.want {
			t.Errorf("%s %s: %t", c.pattern, c.subject, got)
		}
	}
}
