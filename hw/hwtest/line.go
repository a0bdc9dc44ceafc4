package hwtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Line is a driver that hears a board of up to 64 fields over a cable, in virtual time.
type Line struct {
	Cable *Cable
	Told  *Told
	Scan  func(levels []uint64) error
	Set   func(channel int, closed bool)
	Stray func(text string) // the board says something else in between
	Begin byte              // with which the board's word for all its fields begins
	Ended func(word []byte) bool
}

// word is the first whole word for all fields in what a board has said. An old one is as true as it was, so only its parts are rubbish.
func (l Line) word(said []byte) []byte {
	for from, b := range said {
		if b != l.Begin {
			continue
		}
		for to := from + 1; to <= len(said); to++ {
			if l.Ended(said[from:to]) {
				return said[from:to]
			}
		}
	}
	return nil
}

// Told is a driver's sink that knows what lies on the board, and notes what it is told otherwise.
type Told struct {
	mu    sync.Mutex
	truth uint64
	wrong []string
}

// Edge is a touch: there is none while nobody touches the board.
func (h *Told) Edge(channel int, closed bool, _ time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wrong = append(h.wrong, fmt.Sprintf("a touch on %d: %v", channel, closed))
}

// State is the wood, which is as it is.
func (h *Told) State(levels []uint64, _ time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if levels[0] != h.truth {
		h.wrong = append(h.wrong, fmt.Sprintf("wood %x instead of %x", levels[0], h.truth))
	}
}

func (h *Told) Mark(int, uint8) {}
func (h *Told) Down(error)      {}

// lies sets what is true from now on, and returns what was told otherwise before.
func (h *Told) lies(truth uint64) (wrong []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	wrong, h.wrong, h.truth = h.wrong, nil, truth
	return wrong
}

// Rubbish breaks the line at any byte, begins it with half a word or with noise, and has noise come in between: at no time the
// driver tells anything but the truth, and soon it knows that again. Tests named TestLong break it at every byte of two pictures.
func Rubbish(t *testing.T, l Line) {
	random := rand.New(rand.NewPCG(7, 25))
	r := rubbish{Line: l, t: t, random: random}
	r.anew("at first", func() {})
	said := l.Cable.Said()
	word := l.word(said)
	if len(word) == 0 {
		t.Fatalf("the board says no whole word: %q", said)
	}
	most := min(len(said), 2*len(word))
	step, times := max(1, most/12), 6
	if strings.HasPrefix(t.Name(), "TestLong") {
		step, times = 1, 24
	}
	for n := 0; n < most; n += step {
		r.anew(fmt.Sprintf("a line that breaks after %d bytes", n), func() { l.Cable.BreakAfter(n) })
	}
	for n := 1; n < len(word); n += step {
		r.anew(fmt.Sprintf("a line that begins %d bytes late", n), func() { l.Cable.Before(word[n:]) })
		r.anew(fmt.Sprintf("half a word of %d bytes", n), func() { l.Cable.Before(word[:n]) })
	}
	for range times {
		r.anew("noise at the beginning", func() { l.Cable.Before(r.noise(600)) })
		l.Stray(string(r.noise(300)))
		r.settle("noise in between")
		l.Stray(string(word[:random.IntN(len(word))]))
		r.settle("half an old word in between")
	}
}

type rubbish struct {
	Line
	t      *testing.T
	random *rand.Rand
	truth  uint64
}

func (r *rubbish) noise(most int) []byte {
	out := make([]byte, 1+r.random.IntN(most))
	for i := range out {
		out[i] = byte(r.random.Uint32())
	}
	return out
}

// anew moves pieces while the cable is out, and plugs it in again.
func (r *rubbish) anew(what string, fate func()) {
	r.t.Helper()
	r.Cable.Pull(true)
	synctest.Wait()
	for range 3 {
		channel := r.random.IntN(64)
		r.truth ^= 1 << channel
		r.Set(channel, r.truth>>channel&1 == 1)
	}
	r.Told.lies(r.truth)
	fate()
	r.Cable.Pull(false)
	r.settle(what)
}

// settle waits until a line that broke is tried again, and a board has said all it has to say.
func (r *rubbish) settle(what string) {
	r.t.Helper()
	time.Sleep(3 * time.Second)
	synctest.Wait()
	levels := make([]uint64, 1)
	if err := r.Scan(levels); err != nil || levels[0] != r.truth {
		r.t.Fatalf("%s: %x is scanned, %v; on the board lies %x", what, levels[0], err, r.truth)
	}
	if wrong := r.Told.lies(r.truth); len(wrong) > 0 {
		r.t.Errorf("%s: heard %s", what, strings.Join(wrong, ", "))
	}
}
