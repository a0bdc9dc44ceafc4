package hall_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/archive"
	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/simulate"
	"reeve/hall/wire"
	"reeve/rules"
)

// changed is a record that says something else than the board's own.
type changed struct {
	link.Record
	head   func(*archive.Header)
	events func(id int64, all []archive.Event) []archive.Event
}

func (c changed) Header(id int64) (archive.Header, error) {
	h, err := c.Record.Header(id)
	if err == nil && c.head != nil {
		c.head(&h)
	}
	return h, err
}

func (c changed) Tail(id int64, after, limit int) ([]archive.Event, error) {
	all, err := c.Record.Tail(id, 0, 1<<20)
	if err != nil {
		return nil, err
	}
	if c.events != nil {
		all = c.events(id, all)
	}
	after = min(after, len(all))
	return all[after:min(len(all), after+limit)], nil
}

// A board whose card was copied, or an older one put back, says something else than before. It is called to the arbiter in
// front of all others, the hall keeps what it had, takes nothing more, and the board plays on.
func TestABoardThatContradictsItselfIsCalledToTheArbiter(t *testing.T) {
	contradicts(t, "it was played otherwise")
}

func TestLongABoardThatContradictsItselfIsCalledToTheArbiter(t *testing.T) {
	contradicts(t, slices.Sorted(maps.Keys(contradictions))...)
}

// contradictions are what may lie in a board in place of its record.
var contradictions = map[string]func(*simulate.Record) link.Record{
	"an older card is put back": func(r *simulate.Record) link.Record {
		return changed{r, nil, func(_ int64, all []archive.Event) []archive.Event { return all[:min(len(all), 3)] }}
	},
	"another game lies there": func(r *simulate.Record) link.Record {
		return changed{r, func(h *archive.Header) { h.Started = h.Started.Add(time.Hour) }, nil}
	},
	"it was played otherwise": func(r *simulate.Record) link.Record {
		return changed{r, nil, func(_ int64, all []archive.Event) []archive.Event {
			for i := range all {
				all[i].At = all[i].At.Add(time.Second)
			}
			return all
		}}
	},
	"the card is empty": func(*simulate.Record) link.Record { return simulate.NewRecord() },
}

func contradicts(t *testing.T, names ...string) {
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, 34)
				for _, name := range []string{"Table 1", "Table 2"} {
					h.join(name, "camelot", 300*time.Millisecond)
				}
				h.boards[0].Rests.Store(true)
				h.wait(5 * time.Second)
				b := h.boards[1]
				b.stop()
				h.wait(time.Second)
				had, err := h.store.Lines(b.id, 1)
				if err != nil || len(had) < 10 {
					t.Fatalf("%d lines: %v", len(had), err)
				}
				h.connects(b, contradictions[name](b.Record))
				h.wait(5 * time.Second)
				f := h.frame("size=9")
				if c := f.Cards[0]; c.Name != "Table 2" || !c.Fork || f.Count.Calls != 1 {
					t.Errorf("the first of %d cards is %s, fork %t; %d calls", len(f.Cards), c.Name, c.Fork, f.Count.Calls)
				}
				if has, err := h.store.Lines(b.id, 1); err != nil || !slices.EqualFunc(has, had, func(a, b []byte) bool { return string(a) == string(b) }) {
					t.Errorf("the hall has %d lines instead of %d: %v", len(has), len(had), err)
				}
				if s := b.link.State(); !s.Fork {
					t.Errorf("the board does not know: %+v", s)
				}
				before := b.Acted.Load()
				if h.wait(time.Second); b.Acted.Load() == before {
					t.Error("the board plays no more")
				}
				h.close()
				h.open()
				h.wait(time.Second)
				if c := h.frame("size=9").Cards[0]; !c.Fork {
					t.Error("after a restart the hall has forgotten it")
				}
			})
		})
	}
}

// What a board has made up is found out at the end of the game, whatever of it is false, is shown to the arbiter, and is no result:
// the rules, the dice and the lines before have to agree with it.
func TestAFalseRecordIsFoundOut(t *testing.T) { foundOut(t, "nothing is", "the winner") }

func TestLongAFalseRecordIsFoundOut(t *testing.T) {
	foundOut(t, slices.Sorted(maps.Keys(falsities))...)
}

// falsities are what a board makes of its record.
var falsities = map[string]struct {
	game  string
	false func([]archive.Event) []archive.Event
}{
	"nothing is": {"camelot", func(all []archive.Event) []archive.Event { return all }},
	"the winner": {"camelot", func(all []archive.Event) []archive.Event {
		if e := &all[len(all)-1]; e.Kind == archive.End {
			var o rules.Outcome
			note := strings.NewReplacer(`"white"`, `"black"`, `"black"`, `"white"`).Replace(string(e.Note))
			if json.Unmarshal([]byte(note), &o) == nil {
				e.Note = json.RawMessage(note)
			}
		}
		return all
	}},
	"a roll": {"rolechess", func(all []archive.Event) []archive.Event {
		for i := range all {
			if e := &all[i]; e.By == "chance" {
				e.Action = strings.NewReplacer("1", "6", "2", "6", "3", "6", "4", "6", "5", "6", "6", "1").Replace(e.Action)
			}
		}
		return all
	}},
	"what was told before": {"camelot", func(all []archive.Event) []archive.Event {
		if all[len(all)-1].Kind == archive.End {
			for i := range all[:len(all)-1] {
				all[i].At = all[i].At.Add(time.Millisecond)
			}
		}
		return all
	}},
}

// games are those of a board that the hall has.
func (h *house) games(id wire.ID) []hall.Game {
	h.Helper()
	games, err := h.store.Games(id)
	if err != nil {
		h.Fatal(err)
	}
	return games
}

func foundOut(t *testing.T, names ...string) {
	for _, name := range names {
		c := falsities[name]
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, 35)
				h.most = 6
				h.join("Table 1", "camelot", time.Second).Rests.Store(true)
				b := h.join("Table 2", c.game, 300*time.Millisecond)
				b.stop()
				h.connects(b, changed{b.Record, nil, func(_ int64, all []archive.Event) []archive.Event {
					if len(all) > 0 {
						all = c.false(all)
					}
					return all
				}})
				h.wait(6 * time.Second)
				for seconds := 0; len(h.games(b.id)) < 2 && seconds < 600; seconds++ { // until the first of them has ended
					h.wait(time.Second)
				}
				b.Rests.Store(true)
				h.wait(10 * time.Second)
				games := h.games(b.id)
				if len(games) < 2 {
					t.Fatalf("%d games", len(games))
				}
				states := map[string]int{}
				for _, g := range games {
					states[g.State]++
				}
				false := name != "nothing is"
				if (states[hall.Wrong] > 0) != false || !false && states[hall.Verified] == 0 {
					t.Errorf("the games are %v", states)
				}
				w := httptest.NewRecorder()
				pages(h.hall).Handler().ServeHTTP(w, httptest.NewRequest("GET", "/games.json", nil))
				if w.Code != http.StatusOK || strings.Contains(w.Body.String(), `"state":"wrong","why":"`) != false {
					t.Errorf("games.json: %d %.600s", w.Code, w.Body)
				}
				if cards := h.frame("size=9&state=faults").Cards; false && (len(cards) == 0 || cards[0].Name != "Table 2" || !cards[0].Wrong) {
					t.Errorf("the arbiter is not told: %+v", cards)
				}
			})
		})
	}
}

// What a board has made up is no result of a tournament: the match says so, and waits for the arbiter's word.
func TestAFalseResultIsNoResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 38)
		h.most = 6
		for _, name := range []string{"Table 1", "Table 2"} {
			h.join(name, "camelot", 300*time.Millisecond)
		}
		liar := h.boards[1]
		liar.stop()
		h.connects(liar, changed{liar.Record, nil, func(_ int64, all []archive.Event) []archive.Event {
			if len(all) > 0 {
				all = falsities["the winner"].false(all)
			}
			return all
		}})
		h.wait(time.Second)
		tour, err := h.hall.NewTournament(hall.Change{Plan: &hall.Plan{Name: "Open", System: hall.Robin, Rounds: 1, Game: "camelot"}, Players: crowd(4)}, "Ann")
		if err == nil {
			tour, err = h.hall.Pair(t.Context(), tour.ID, nil, "Ann", "")
		}
		if err == nil {
			tour, err = h.hall.PutOnBoards(tour.ID, whatIsOn, "Ann", "")
		}
		if err != nil {
			t.Fatal(err)
		}
		h.wait(10 * time.Second)
		if tour, err = h.store.Tournament(tour.ID); err != nil {
			t.Fatal(err)
		}
		for _, m := range tour.Rounds[0].Tables {
			switch false := m.Board == liar.id; {
			case false && (m.Score != nil || m.Refused == nil || m.Refused.Key != "hall.no.false"):
				t.Errorf("the false result is taken: %+v, refused %+v", m.Score, m.Refused)
			case !false && m.Score == nil:
				t.Errorf("the true result is not taken: %+v", m)
			}
		}
	})
}
