package second_test

import (
	"encoding/json"
	"flag"
	"net/url"
	"slices"
	"strings"
	"time"
)

// patience is how long an event is waited for: nothing depends on how fast the machine is.
var patience = flag.Duration("patience", 10*time.Minute, "how long an event is waited for")

// entry is a line of the table's log.
type entry struct {
	By, Action string
	Open       bool
}

// table is what a player looks at.
type table struct {
	Status   string
	Position json.RawMessage
	Open     []struct{ By, Action string }
	Declared *struct {
		Attackers []string
		Target    string
		Die       []string
	}
	Chore   struct{ Key, Text string }
	Message struct {
		Key, Text string
		Args      map[string]string
	}
	Wood   []string
	Lights map[string][]string
	Armed  []string
	Ask    *struct {
		Question, Key string
		Choices       []string
	}
	Log   []entry
	Legal []string
	raw   json.RawMessage
}

// lit are the squares that shine so.
func (t table) lit(meaning string) (out []string) {
	for square, meanings := range t.Lights {
		if slices.Contains(meanings, meaning) && !strings.HasPrefix(square, "edge:") {
			out = append(out, square)
		}
	}
	slices.Sort(out)
	return out
}

// look fetches the table as a seat sees it, or as everybody does.
func (p *player) look(seat string) (now table) {
	p.t.Helper()
	path := "/api/table"
	if seat != "" {
		path = "/api/seat/" + url.PathEscape(seat)
	}
	p.get(p.t, seat, path, &now.raw)
	if err := json.Unmarshal(now.raw, &now); err != nil {
		p.t.Fatal(err)
	}
	if seat == "" {
		now.Log = p.played(now)
	}
	return now
}

// played is the log from where hands began, without the draw agreed at last. Of a game that is over it has the secrets of the opening, too.
func (p *player) played(now table) []entry {
	n := min(p.before, len(now.Log))
	for now.Status == "over" && n < len(now.Log) && p.stands(0, now.Log[n].Action) == 0 {
		n++
	}
	return slices.DeleteFunc(now.Log[n:], func(e entry) bool { return e.By == "referee" })
}

// await looks at everybody's table until it is as wanted; a question that comes up meanwhile is answered.
func (p *player) await(what string, wanted func(table) bool) table {
	p.t.Helper()
	late := time.After(*patience)
	for {
		now := p.look("")
		p.check(now)
		if strings.HasPrefix(now.Message.Key, "wrong.") {
			p.fail("refused: %s", now.Message.Text)
		}
		if wanted(now) {
			return now
		}
		if now.Ask != nil {
			p.answer(now)
		}
		select {
		case <-p.bell:
		case <-late:
			p.fail("waits in vain for: %s", what)
		}
	}
}
