package hall_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"math/rand/v2"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hall"
	"reeve/hall/wire"
	"reeve/rules"
)

// Whatever somebody else says in a board's name is refused and counted, every message of it:
// noise, what a foreign key signs, what another board of the hall has signed, what is changed,
// moved to another subject, or said once more. Nothing that is kept or shown changes by it.
func TestWhole_ForgedForeignAndReplayedMessagesAreRefused(t *testing.T) { forges(t, 400) }

func TestLongForgedForeignAndReplayedMessagesAreRefused(t *testing.T) { forges(t, 10_000) }

func forges(t *testing.T, messages int) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 3)
		for i, game := range []string{"rolechess", "camelot", "dungeonchess"} {
			h.join("Table "+strconv.Itoa(i+1), game, 300*time.Millisecond)
		}
		h.wait(30 * time.Second)
		h.settled()
		h.air.mu.Lock()
		recorded := slices.DeleteFunc(slices.Clone(h.air.said), func(s said) bool { return strings.Contains(s.subject, ".have") || strings.Contains(s.subject, ".to.") })
		h.air.mu.Unlock()
		lines, before, heard := h.equal(), h.frame("size=100"), h.counted()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		enemy := forger{rnd: rand.New(rand.NewPCG(26, 3)), recorded: recorded, place: wire.Place{Hall: h.hall.ID(), Board: h.boards[1].id}}
		_, enemy.key, _ = ed25519.GenerateKey(nil)
		stranger := h.air.call(ctx)
		for n := range messages {
			subject, data := enemy.say(n)
			if err := stranger.Publish(subject, data); err != nil {
				t.Fatal(err)
			}
			if n%500 == 499 { // so that no queue is full, which would be another reason to drop one
				synctest.Wait()
			}
		}
		synctest.Wait()
		h.wait(100 * time.Millisecond)
		after := h.counted()
		refused := 0
		for _, name := range []string{"messages_forged", "messages_replayed", "lines_double"} {
			t.Logf("%s: %d", name, after[name]-heard[name])
			refused += after[name] - heard[name]
		}
		if refused+enemy.hellos != messages+enemy.more || after["lines"] != heard["lines"] || after["lines_fork"] != 0 {
			t.Errorf("%d of %d messages were refused, and %d greetings; lines %d, then %d; forks %d", refused, messages, enemy.hellos, heard["lines"], after["lines"], after["lines_fork"])
		}
		if now := h.frame("size=100"); h.equal() != lines || !slices.EqualFunc(now.Cards, before.Cards, sameCard) {
			t.Errorf("what is shown has changed:\n%+v\n%+v", before.Cards, now.Cards)
		}
	})
}

func sameCard(a, b hall.Card) bool {
	return a.ID == b.ID && a.Steps == b.Steps && a.Last == b.Last && a.Game == b.Game && (a.Calls == nil) == (b.Calls == nil) && a.Fork == b.Fork && a.Status == b.Status
}

// forger says what a board did not say now.
type forger struct {
	rnd      *rand.Rand
	recorded []said // what boards have said
	key      ed25519.PrivateKey
	more     int // lines said once more, of a message all but one
	hellos   int // said once more: a board's first word is in no session yet, and is no more than a greeting
	place    wire.Place
}

func (f *forger) say(n int) (subject string, data []byte) {
	r := f.recorded[f.rnd.IntN(len(f.recorded))]
	switch n % 6 {
	case 0: // noise
		data = make([]byte, f.rnd.IntN(400))
		for i := range data {
			data[i] = byte(f.rnd.Uint32())
		}
		return r.subject, data
	case 1: // a foreign key
		data, _ = wire.Seal(f.key, f.place.Call(), &wire.Called{V: wire.Version, Session: "x", Seq: 1 << 40, Call: &wire.Call{}})
		return f.place.Call(), data
	case 2: // changed
		data = bytes.Clone(r.data)
		data[f.rnd.IntN(len(data))] ^= 1 << f.rnd.IntN(8)
		return r.subject, data
	case 3: // moved
		for other := r; ; other = f.recorded[f.rnd.IntN(len(f.recorded))] {
			if other.subject != r.subject {
				return other.subject, r.data
			}
		}
	case 4: // a board that the hall does not know
		place := wire.Place{Hall: f.place.Hall, Board: wire.IDOf(f.key.Public().(ed25519.PublicKey))}
		data, _ = wire.Seal(f.key, place.Up(), &wire.Up{V: wire.Version, Boot: "x"})
		return place.Up(), data
	}
	if strings.HasSuffix(r.subject, ".up") && !bytes.Contains(r.data, []byte(`"session":"`)) {
		f.hellos++
	}
	var lines wire.Lines
	if _, body, _ := bytes.Cut(r.data, []byte("\n")); json.Unmarshal(body, &lines) == nil && len(lines.Lines) > 0 {
		f.more += len(lines.Lines) - 1
	}
	return r.subject, r.data // once more
}

var counter = regexp.MustCompile(`(?m)^reeve_hall_(\w+)_total (\d+)$`)

// counted are the hall's own counts.
func (h *house) counted() map[string]int {
	w := httptest.NewRecorder()
	pages(h.hall).Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	out := map[string]int{}
	for _, m := range counter.FindAllStringSubmatch(w.Body.String(), -1) {
		out[m[1]], _ = strconv.Atoi(m[2])
	}
	return out
}

// Whoever has not the hall's key orders a board nothing: noise, orders by other keys or for other boards, changed, moved to another
// place, or far ahead of the next one. None is answered, but those that are the hall's and out of turn, and nothing is done.
func TestForgedOrdersAreNotObeyed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 36)
		for _, name := range []string{"Table 1", "Table 2"} {
			h.join(name, "camelot", 300*time.Millisecond)
		}
		h.wait(2 * time.Second)
		b, other := h.boards[0], h.boards[1]
		b.Rests.Store(true)
		other.Rests.Store(true)
		h.wait(3 * time.Second)
		key, err := h.store.Key()
		if err != nil {
			t.Fatal(err)
		}
		_, foreign, _ := ed25519.GenerateKey(nil)
		place, elsewhere := wire.Place{Hall: h.hall.ID(), Board: b.id}, wire.Place{Hall: h.hall.ID(), Board: other.id}
		text := func(key ed25519.PrivateKey, at string, c wire.Command) []byte {
			c.V, c.Who = wire.Version, "Ann"
			text, err := wire.Seal(key, at, &c)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		pause := wire.Command{N: 1, Do: wire.Pause}
		right := text(key, place.To("pause"), pause)
		rnd := rand.New(rand.NewPCG(26, 8))
		stranger := h.air.call(t.Context())
		answers := 0
		order := func(at string, data []byte) {
			h.air.say(stranger, at, data, func([]byte) error { answers++; return nil })
			h.wait(25 * time.Millisecond)
		}
		before, games := b.Session.Table(rules.Table), b.Record.Last()
		for range 12 {
			noise := make([]byte, rnd.IntN(300))
			for i := range noise {
				noise[i] = byte(rnd.Uint32())
			}
			changed := bytes.Clone(right)
			changed[rnd.IntN(len(changed))] ^= 1 << rnd.IntN(8)
			order(place.To("pause"), noise)
			order(place.To("pause"), changed)
			order(place.To("pause"), text(foreign, place.To("pause"), pause))
			order(place.To("pause"), text(key, elsewhere.To("pause"), pause))
			order(place.To("result"), right)
			order(place.To("result"), text(key, place.To("result"), pause))
		}
		if answers != 0 {
			t.Errorf("%d forged orders are answered", answers)
		}
		for n := range 12 { // the hall's own, and none is the next one
			order(place.To("start"), text(key, place.To("start"), wire.Command{N: uint64(n + 2), Do: wire.Start, Game: "rolechess"}))
		}
		if now := b.Session.Table(rules.Table); answers != 12 || now.Paused || now.Length != before.Length || now.Game != "camelot" || b.Record.Last() != games {
			t.Errorf("%d answers; the board is changed: %+v", answers, now)
		}
		order(place.To("pause"), right)
		if answers != 13 || !b.Session.Table(rules.Table).Paused {
			t.Errorf("%d answers; the hall's own order is not done", answers)
		}
	})
}
