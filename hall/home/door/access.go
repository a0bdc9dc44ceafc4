package door

import "sync"

// said is a text at its topic.
type said struct{ topic, text string }

// access keeps apart the hall, which changes what the server keeps, and who subscribes and is told of it: the server itself lets both at
// it at once (mochi-mqtt/server#200). The hall waits for nobody: what it says while somebody is told waits, and with it who subscribes next.
type access struct {
	publish func(said)
	mu      sync.Mutex
	told    *sync.Cond // nothing waits any more
	readers int
	waiting []said
}

func newAccess(publish func(said)) *access {
	a := &access{publish: publish}
	a.told = sync.NewCond(&a.mu)
	return a
}

func (a *access) say(s said) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting = append(a.waiting, s)
	a.flush()
}

// read begins to tell somebody what is kept; done ends it.
func (a *access) read() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.waiting) > 0 {
		a.told.Wait()
	}
	a.readers++
}

func (a *access) done() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.readers--
	a.flush()
}

func (a *access) flush() {
	if a.readers > 0 {
		return
	}
	for _, s := range a.waiting {
		a.publish(s)
	}
	a.waiting = a.waiting[:0]
	a.told.Broadcast()
}
