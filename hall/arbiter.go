package hall

import (
	"encoding/json"
	"net/http"
	"time"

	"reeve/hall/wire"
)

// order has a board do what an arbiter says.
func (room *boardRoom) order(w http.ResponseWriter, r *http.Request, who string) {
	var c wire.Command
	if err := body(r, &c); err != nil {
		room.fail(w, err)
		return
	}
	c.Who = who
	reply, err := room.hall.Order(r.Context(), wire.ID(r.PathValue("board")), c)
	if err != nil {
		room.fail(w, err)
		return
	}
	answer(w, reply)
}

// change calls a board otherwise, or lets it in no more.
func (room *boardRoom) change(w http.ResponseWriter, r *http.Request, who string) {
	var c struct {
		Name  string `json:"name"`
		Expel bool   `json:"expel"`
	}
	err := body(r, &c)
	id := wire.ID(r.PathValue("board"))
	if err == nil && c.Name != "" {
		err = room.hall.Rename(id, c.Name)
	}
	if err == nil && c.Expel {
		err = room.hall.Expel(id)
	}
	if err != nil {
		room.fail(w, err)
		return
	}
	room.log.Info("a board is changed", "part", "hall", "board", id.Short(), "who", who, "name", c.Name, "expelled", c.Expel)
	answer(w, map[string]bool{"done": true})
}

// Ordered is a command to a board, and what came of it.
type Ordered struct {
	At      int64           `json:"at"`
	Command json.RawMessage `json:"command"`
	Reply   json.RawMessage `json:"reply,omitempty"` // none: not answered yet
}

// Orders returns the commands to a board, the latest first.
func (r *records) Orders(id wire.ID) (all []Ordered, err error) {
	all = []Ordered{}
	rows, err := r.read.Query("SELECT at, text, reply FROM command WHERE board = ? ORDER BY n DESC LIMIT 200", string(id))
	err = each(rows, err, func() error {
		var o Ordered
		var text, reply []byte
		err := rows.Scan(&o.At, &text, &reply)
		o.Command, o.Reply = text, reply
		all = append(all, o)
		return err
	})
	return all, err
}

func (room *boardRoom) orders(w http.ResponseWriter, r *http.Request, _ string) {
	list, err := room.records.Orders(wire.ID(r.PathValue("board")))
	if err != nil {
		room.fail(w, err)
		return
	}
	answer(w, list)
}

// invite makes an invitation, with its code for phones.
func (room *boardRoom) invite(w http.ResponseWriter, r *http.Request, who string) {
	var c struct {
		Name string `json:"name"`
	}
	err := body(r, &c)
	var token wire.Token
	if err == nil {
		token, err = room.register.Invite(c.Name, time.Now())
	}
	if err != nil {
		room.fail(w, err)
		return
	}
	link := wire.Invitation{Base: room.base, Hall: room.hall.id, Token: token}.String()
	code, err := room.qrCode(link)
	if err != nil {
		room.fail(w, err)
		return
	}
	room.log.Info("a board is invited", "part", "hall", "name", c.Name, "who", who)
	answer(w, map[string]string{"invitation": link, "qr": string(code)})
}

// delay has spectators see everything later.
func (p *Pages) delay(w http.ResponseWriter, r *http.Request, who string) {
	var c struct {
		MS int64 `json:"ms"`
	}
	err := body(r, &c)
	if err == nil {
		err = p.Hall.SetDelay(time.Duration(c.MS) * time.Millisecond)
	}
	if err != nil {
		p.fail(w, err)
		return
	}
	p.Hall.cfg.Log.Info("the delay is changed", "part", "hall", "ms", c.MS, "who", who)
	answer(w, map[string]int64{"delay": c.MS})
}

// offers are the games that can be started, with their options.
func (p *Pages) offers(w http.ResponseWriter, _ *http.Request, _ string) {
	type offer struct {
		Name    string   `json:"name"`
		Title   string   `json:"title"`
		Seats   []string `json:"seats"`
		Options any      `json:"options"`
	}
	var list []offer
	for _, g := range p.Hall.cfg.Games {
		list = append(list, offer{g.Name, g.Title, g.Seats, g.Options})
	}
	answer(w, list)
}
