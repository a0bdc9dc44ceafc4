package sensors_test

import (
	"sync"
	"testing"
	"time"

	"reeve/board"
	"reeve/sensors"
)

// script is a scanner that reads one word after another, and the last for ever.
type script struct {
	mu    sync.Mutex
	words []uint64
}

func (s *script) Scan(levels []uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	levels[0] = s.words[0]
	if len(s.words) > 1 {
		s.words = s.words[1:]
	}
	return nil
}

type nobody struct{}

func (nobody) Touch(board.Touch)             {}
func (nobody) Wood(board.Set, time.Duration) {}
func (nobody) Fault(error)                   {}

func wiringOf(t *testing.T, channels int) *sensors.Wiring {
	t.Helper()
	squares := make([]board.Square, channels)
	for i := range squares {
		squares[i] = board.Square(i)
	}
	w, err := sensors.NewWiring(squares)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A loop counts what each channel does, and who looks disturbs it not.
func TestContactsOfALoop(t *testing.T) {
	s := &script{words: []uint64{
		4, 4, 4, // channel 2 is closed from the start
		5, 4, 5, 4, // channel 0 begins to close and does not
		6, 6, 6, // channel 1 closes
		2, 2, 2, 6, 6, // channel 2 opens and closes
	}}
	l := sensors.NewLoop(s, wiringOf(t, 3), nobody{}, sensors.Options{Samples: 2})
	stop := make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				l.Contact(2)
			}
		}
	})
	for range 20 {
		l.Scan()
	}
	close(stop)
	looking.Wait()
	for ch, want := range []sensors.Contact{{Flickers: 2}, {Closed: true, Edges: 1}, {Closed: true, Edges: 2}, {}} {
		if got := l.Contact(ch); got != want {
			t.Errorf("channel %d: %+v, want %+v", ch, got, want)
		}
	}
	if got := l.Contact(-1); got != (sensors.Contact{}) {
		t.Errorf("channel -1: %+v", got)
	}
}

func TestContactsOfEdges(t *testing.T) {
	e := sensors.NewEdges(wiringOf(t, 3), nobody{}, nil)
	e.Edge(0, true, 0) // before it is known
	e.State([]uint64{2}, 0)
	e.Edge(0, true, 0)
	e.Edge(0, true, 0) // which it is
	e.Edge(0, false, 0)
	for ch, want := range []sensors.Contact{{Edges: 2}, {Closed: true}, {}} {
		if got := e.Contact(ch); got != want {
			t.Errorf("channel %d: %+v, want %+v", ch, got, want)
		}
	}
}
