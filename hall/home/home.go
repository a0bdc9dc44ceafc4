package home

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"reeve/hall"
	"reeve/hall/wire"
)

// ErrBroker is the cause where a text names no broker.
var ErrBroker = errors.New("home: this is no broker; write mqtt://USER:PASSWORD@HOST:1883")

// Options say which broker is told.
type Options struct {
	Broker string // mqtt://user:password@host:1883, or mqtts:// with TLS
	Hall   wire.ID
	Title  string
	Log    *slog.Logger
}

// Home tells a broker of a hall. Make it with New; one goroutine calls Run.
type Home struct {
	hall, title string
	client      mqtt.Client
	up          chan struct{} // the broker answers, and knows nothing
	log         *slog.Logger

	cards map[wire.ID]hall.Card // as they are
	told  map[string]string     // by topic, since the broker answers
}

// New makes a teller. It wraps ErrBroker.
func New(o Options) (*Home, error) {
	u, err := url.Parse(o.Broker)
	if err != nil || u.Scheme != "mqtt" && u.Scheme != "mqtts" || u.Host == "" || u.Path != "" {
		return nil, fmt.Errorf("%w (%s)", ErrBroker, (&url.URL{Scheme: "mqtt", Host: hostOf(u)}).String())
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	h := &Home{hall: o.Hall.Short(), title: o.Title, up: make(chan struct{}, 1), log: o.Log, cards: map[wire.ID]hall.Card{}, told: map[string]string{}}
	scheme, port := "tcp", "1883"
	if u.Scheme == "mqtts" {
		scheme, port = "ssl", "8883"
	}
	if u.Port() != "" {
		port = u.Port()
	}
	c := mqtt.NewClientOptions().AddBroker(scheme + "://" + u.Hostname() + ":" + port).SetClientID("reeve-hall-" + h.hall)
	c.SetProtocolVersion(4).SetCleanSession(true).SetOrderMatters(false).SetConnectRetry(true).SetConnectRetryInterval(2 * time.Second).SetMaxReconnectInterval(30 * time.Second)
	c.SetKeepAlive(15*time.Second).SetConnectTimeout(5*time.Second).SetWriteTimeout(5*time.Second).SetWill(h.status(), "offline", 1, true)
	if u.User != nil {
		password, _ := u.User.Password()
		c.SetUsername(u.User.Username()).SetPassword(password)
	}
	c.SetOnConnectHandler(func(mqtt.Client) {
		o.Log.Info("the broker answers", "part", "home", "at", u.Host)
		select {
		case h.up <- struct{}{}:
		default:
		}
	})
	c.SetConnectionNotificationHandler(func(_ mqtt.Client, n mqtt.ConnectionNotification) {
		if f, ok := n.(mqtt.ConnectionNotificationBrokerFailed); ok {
			o.Log.Info("the broker does not answer yet", "part", "home", "at", u.Host, "error", f.Reason)
		}
	})
	c.SetConnectionLostHandler(func(_ mqtt.Client, err error) {
		o.Log.Warn("the broker is lost; it is called again", "part", "home", "at", u.Host, "error", err)
	})
	h.client = mqtt.NewClient(c)
	return h, nil
}

func hostOf(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.Host
}

// Run tells what frames show, as hall.Watch has them, until ctx is done.
func (h *Home) Run(ctx context.Context, frames <-chan []byte) {
	h.client.Connect() // again and again
	defer func() {
		h.say(h.status(), "offline")
		h.client.Disconnect(200)
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.up:
			clear(h.told)
			h.say(h.status(), "online")
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

// say keeps a text at a topic, if it is another one than before. Nothing waits for the
// broker: whatever it misses it is told when it answers again.
func (h *Home) say(topic, text string) {
	if !h.client.IsConnectionOpen() || h.told[topic] == text && text != "" {
		return
	}
	h.told[topic] = text
	h.client.Publish(topic, 1, true, text)
}

func (h *Home) status() string { return "reeve/" + h.hall + "/status" }

func (h *Home) board(id wire.ID) string { return "reeve/" + h.hall + "/" + string(id) + "/state" }

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
