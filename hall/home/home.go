package home

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"

	"reeve/hall"
	"reeve/hall/wire"
)

// Broker keeps what it is told, for whoever comes late.
type Broker interface {
	Up() <-chan struct{}    // it answers, and knows nothing
	Say(topic, text string) // a text is kept at a topic, until "" is; nobody waits for it
}

// Options say which broker is told.
type Options struct {
	Broker Broker
	Hall   wire.ID
	Title  string
	Log    *slog.Logger
}

// Home tells a broker of a hall. Make it with New; one goroutine calls Run.
type Home struct {
	hall   wire.ID
	title  string
	broker Broker
	log    *slog.Logger

	cards map[wire.ID]hall.Card // as they are
	told  map[string]string     // by topic, since the broker answers
}

// New makes a teller.
func New(o Options) *Home {
	return &Home{hall: o.Hall, title: o.Title, broker: o.Broker, log: o.Log, cards: map[wire.ID]hall.Card{}, told: map[string]string{}}
}

// Run tells what frames show, as hall.Watch has them, until ctx is done.
func (h *Home) Run(ctx context.Context, frames <-chan []byte) {
	defer func() { h.say(status(h.hall), "offline") }()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.broker.Up():
			clear(h.told)
			h.say(status(h.hall), "online")
			for _, c := range h.cards {
				h.tell(c)
			}
		case text := <-frames:
			h.frame(text)
		}
	}
}

// frame takes in what has changed.
func (h *Home) frame(text []byte) {
	var f struct {
		Order []wire.ID
		Cards []hall.Card
	}
	if err := json.Unmarshal(bytes.TrimPrefix(bytes.TrimSpace(text), []byte("data: ")), &f); err != nil {
		h.log.Warn("the hall is not understood", "part", "home", "error", err)
		return
	}
	for _, c := range f.Cards {
		h.cards[c.ID] = c
		h.tell(c)
	}
	for id := range h.cards {
		if f.Order != nil && !slices.Contains(f.Order, id) {
			delete(h.cards, id)
			for _, topic := range h.topics(id) {
				h.say(topic, "") // the broker forgets it
			}
		}
	}
}

// say keeps a text at a topic, if it is another one than before. What a broker misses it is told when it answers again.
func (h *Home) say(topic, text string) {
	if h.told[topic] == text && text != "" {
		return
	}
	h.told[topic] = text
	h.broker.Say(topic, text)
}

// status is where it stands that a hall is there.
func status(hall wire.ID) string { return "reeve/" + hall.Short() + "/status" }

func (h *Home) board(id wire.ID) string {
	return "reeve/" + h.hall.Short() + "/" + string(id) + "/state"
}

// topics are all at which something is kept of a board.
func (h *Home) topics(id wire.ID) []string {
	list := []string{h.board(id)}
	for _, e := range entities {
		list = append(list, e.topic(id))
	}
	return list
}

// State is what is told of a board, as JSON at reeve/HALL/BOARD/state.
type State struct {
	Name    string            `json:"name"`
	Game    string            `json:"game"`   // "" before the board has spoken
	Status  string            `json:"status"` // as the board's table, or "silent"
	Turn    string            `json:"turn"`   // who acts: seats, with commas between; "" for nobody
	Players map[string]string `json:"players"`
	Clocks  map[string]int64  `json:"clocks,omitempty"` // ms left, by seat
	Message string            `json:"message"`          // what the board says now, in English
	Steps   int               `json:"steps"`
	Winners []string          `json:"winners,omitempty"`
	Call    string            `json:"call"`  // ON: somebody calls for the arbiter
	Fault   string            `json:"fault"` // ON: something is wrong with the board
	There   string            `json:"there"` // ON: it has spoken just now
}

func onOff(is bool) string {
	if is {
		return "ON"
	}
	return "OFF"
}

func stateOf(c hall.Card) State {
	s := State{
		Name: c.Name, Game: c.Kind, Status: c.Status, Turn: strings.Join(c.ToAct, ","), Players: c.Players, Clocks: c.Clocks, Steps: c.Steps,
		Call: onOff(c.Calls != nil), Fault: onOff(len(c.Faults) > 0 || c.Fork || c.Wrong), There: onOff(!c.Silent && c.Status != "never"),
	}
	if s.Players == nil {
		s.Players = map[string]string{}
	}
	if c.Message != nil {
		s.Message = c.Message.Text
	}
	if c.Silent {
		s.Status, s.Turn = "silent", ""
	}
	if c.Outcome != nil {
		s.Turn, s.Winners = "", c.Outcome.Winners
	}
	return s
}

// tell tells how a board is, and how Home Assistant shows that.
func (h *Home) tell(c hall.Card) {
	text, _ := json.Marshal(stateOf(c))
	for _, e := range entities {
		h.say(e.topic(c.ID), h.discovery(c, e))
	}
	h.say(h.board(c.ID), string(text))
}
