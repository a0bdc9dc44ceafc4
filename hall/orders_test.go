package hall_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/archive"
	"reeve/hall/wire"
	"reeve/referee"
	"reeve/rules"
)

// Whatever an arbiter orders is answered by the board, kept with who and why, and done once, however often the bus has it said,
// and whoever says it again later: pauses, clocks, results, and games with names, options and clocks.
func TestAnArbitersOrdersAreAnsweredKeptAndDoneOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 33)
		b := h.join("Table 1", "camelot", time.Second)
		b.Rests.Store(true)
		h.wait(2 * time.Second)
		handler, key := pages(h.hall).Handler(), appointed(t, h.hall)
		table := func() *referee.Table { return b.Session.Table(rules.Table) }
		left := func(seat string) time.Duration {
			ms, _ := table().Clocks[seat].(int64)
			return time.Duration(ms) * time.Millisecond
		}
		over := func(winners ...string) bool {
			o := table().Position.Outcome
			return table().Status == referee.StatusOver && o != nil && strings.Join(o.Winners, " ") == strings.Join(winners, " ")
		}
		b.link.Ring("white", true)
		h.air.loses(25)
		for _, c := range []struct {
			order, refused string
			done           func() bool
		}{
			{`"do":"heard"`, "", func() bool { return !b.link.State().Calls }},
			{`"do":"pause"`, "", func() bool { return table().Paused }},
			{`"do":"resume"`, "", func() bool { return !table().Paused }},
			{`"do":"clock","seat":"black","ms":300000`, "", func() bool { return left("black") > 4*time.Minute && left("black") <= 5*time.Minute }},
			{`"do":"clock","seat":"south","ms":300000`, "no.seat", func() bool { return left("white") > time.Hour }},
			{`"do":"result","seat":"white","of":"7-1"`, "no.game.now", func() bool { return !over("white") }},
			{`"do":"result","seat":"black"`, "", func() bool { return over("black") }},
			{`"do":"start","game":"rolechess","options":{"pass":"always"},"players":{"white":"Ann","black":"Bo"},"clock":"30+10"`, "", func() bool {
				return table().Game == "rolechess" && table().Position.Options["pass"] == "always" && table().Players["black"] == "Bo" && left("white") <= 30*time.Minute && left("white") > 29*time.Minute
			}},
			{`"do":"start","game":"rolechess","options":{"pass":"never"}`, "*", func() bool { return table().Position.Options["pass"] == "always" }},
			{`"do":"start","game":"chess"`, "*", func() bool { return table().Game == "rolechess" }},
			{`"do":"result","draw":true`, "", func() bool { return over() }},
			{`"do":"start","game":"dungeonchess","players":{"south":"Cid"}`, "", func() bool { return table().Game == "dungeonchess" && table().Players["south"] == "Cid" }},
		} {
			reply := h.ordered(t, handler, key, b.id, c.order)
			got := ""
			if reply.Refused != nil {
				got = reply.Refused.Key
			}
			if got != c.refused && (c.refused != "*" || got == "") {
				t.Errorf("%s: refused %+v, want %q", c.order, reply.Refused, c.refused)
			}
			if !c.done() {
				t.Errorf("%s: it is not so: %s, %+v, clocks %v, %+v", c.order, table().Status, table().Position.Outcome, table().Clocks, table().Players)
			}
		}
		orders, err := h.store.Orders(b.id)
		if err != nil || len(orders) != 12 {
			t.Fatalf("%d orders are kept: %v", len(orders), err)
		}
		for i, o := range orders {
			var c wire.Command
			if err := json.Unmarshal(o.Command, &c); err != nil || c.Who != "Ann" || c.Why != "round 1: "+string(c.Do) || o.Reply == nil || c.N != uint64(len(orders)-i) {
				t.Errorf("order %d is kept as %s, answered %s", i, o.Command, o.Reply)
			}
		}
		made, events := b.made(t)
		if want := "1 end, 2 end, 3 going"; made != want {
			t.Errorf("the board has the games %q, want %q", made, want)
		}
		h.air.loses(0)
		h.repeats(t, b)
		if again, more := b.made(t); again != made || more != events {
			t.Errorf("said again: %q with %d events, before %q with %d", again, more, made, events)
		}
	})
}

// ordered gives an order until it is answered, and returns the answer.
func (h *house) ordered(t *testing.T, handler http.Handler, key string, id wire.ID, order string) (reply wire.Reply) {
	t.Helper()
	do := strings.Split(order, `"`)[3]
	r := httptest.NewRequest("POST", "/api/boards/"+string(id)+"/order", strings.NewReader(`{"v":1,"n":0,"who":"nobody","why":"round 1: `+do+`",`+order+`}`))
	r.Header.Set("Authorization", "Bearer "+key)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code == http.StatusOK {
		if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil {
			t.Fatal(err)
		}
		return reply
	}
	if w.Code != http.StatusGatewayTimeout || !strings.Contains(w.Body.String(), "hall.no.answer") {
		t.Fatalf("%s: %d %s", order, w.Code, w.Body)
	}
	for range 20 { // it waits for the board, and goes before the next one
		if _, err := h.hall.Settle(t.Context(), id); err == nil {
			break
		}
	}
	orders, err := h.store.Orders(id)
	if err != nil || orders[0].Reply == nil {
		t.Fatalf("%s is never answered: %v", order, err)
	}
	if err := json.Unmarshal(orders[0].Reply, &reply); err != nil {
		t.Fatal(err)
	}
	return reply
}

// repeats says every order once more that was ever given to a board, and not only at its own place.
func (h *house) repeats(t *testing.T, b *table) {
	t.Helper()
	h.air.mu.Lock()
	var orders []said
	for _, s := range h.air.said {
		if strings.Contains(s.subject, "."+string(b.id)+".to.") {
			orders = append(orders, s)
		}
	}
	h.air.mu.Unlock()
	if len(orders) < 12 {
		t.Fatalf("%d orders were said", len(orders))
	}
	stranger := h.air.call(t.Context())
	place := wire.Place{Hall: h.hall.ID(), Board: b.id}
	for _, s := range orders {
		for _, subject := range []string{s.subject, place.To("start"), place.To("result")} {
			if err := stranger.Publish(subject, bytes.Clone(s.data)); err != nil {
				t.Fatal(err)
			}
			h.wait(25 * time.Millisecond)
		}
	}
	h.wait(time.Second)
}

// made is what a board has in its record: its games, which of them have ended, and how many events.
func (b *table) made(t *testing.T) (games string, events int) {
	t.Helper()
	var list []string
	for id := int64(1); id <= b.Record.Last(); id++ {
		all, err := b.Record.Tail(id, 0, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		state := "going"
		if n := len(all); n > 0 && all[n-1].Kind == archive.End {
			state = "end"
		}
		events += len(all)
		list = append(list, strconv.FormatInt(id, 10)+" "+state)
	}
	return strings.Join(list, ", "), events
}
