package main

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"sync"

	"reeve/archive"
	"reeve/bus"
	"reeve/hall/link"
	"reeve/referee"
	"reeve/rules"
	"reeve/web"
)

// hallLink is the line of this board to its hall.
type hallLink struct {
	link   *link.Link
	line   *bus.Bus
	record *archive.Archive // read beside the one that writes, so that neither waits for the other
	log    interface{ Warn(string, ...any) }
}

// membership is the hall that this board belongs to, if any, and how it joins one while it
// runs. Its methods may be called from any goroutine.
type membership struct {
	e *electrics

	joining sync.Mutex // one joins at a time
	mu      sync.Mutex
	now     *hallLink       // nil: the board belongs to none
	ctx     context.Context // of run; nil: it does not run
	stop    func()          // ends the line of now, and waits for that
}

// openHall joins the hall that the settings invite to, or goes on in the one that the board
// belongs to. Where that fails the board plays without: only a wrong invitation ends the start.
func (d *daemon) openHall(ctx context.Context) error {
	d.hall = &membership{e: &d.electrics, stop: func() {}}
	if d.settings.Hall == "off" {
		return nil
	}
	member, err := d.hall.member(ctx, d.settings.Hall)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil && d.settings.Hall != "":
		return err
	case err != nil:
		d.log.Warn("the board plays without its hall", "part", "hall", "error", err)
		return nil
	}
	return d.hall.take(member)
}

// member is the membership that is kept, or that comes of an invitation.
func (m *membership) member(ctx context.Context, invitation string) (*link.Member, error) {
	since, err := m.e.archive.Latest()
	if err != nil {
		return nil, err
	}
	return link.Joined(ctx, m.e.settings.State, invitation, since)
}

// take makes the line of a member.
func (m *membership) take(member *link.Member) (err error) {
	e := m.e
	h := &hallLink{log: e.log}
	if h.record, err = archive.OpenReadOnly(e.settings.State); err != nil {
		return err
	}
	if h.line, err = link.Call(member, e.log); err != nil {
		return errors.Join(err, h.close())
	}
	h.link = link.New(member, link.Board{
		Games: games(), Record: h.record, Session: e.session, Version: version, Simulated: e.board.sim != nil, Log: e.log,
	})
	m.mu.Lock()
	old := m.now
	m.now = h
	m.mu.Unlock()
	if old != nil {
		err = old.close()
	}
	e.log.Info("this board belongs to a hall", "part", "hall", "hall", member.Title, "as", member.Name, "at", member.Bus)
	return err
}

// run tells the hall of the board until ctx is done.
func (m *membership) run(ctx context.Context) {
	m.joining.Lock()
	m.ctx = ctx
	m.start()
	m.joining.Unlock()
	<-ctx.Done()
	m.joining.Lock()
	defer m.joining.Unlock()
	m.stop()
}

// start runs the line of the hall that the board belongs to now.
func (m *membership) start() {
	h := m.link()
	if h == nil || m.ctx == nil || m.ctx.Err() != nil {
		m.stop = func() {}
		return
	}
	ctx, cancel := context.WithCancel(m.ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.run(ctx)
	}()
	m.stop = func() { cancel(); <-ended }
}

func (m *membership) link() *hallLink {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// State says how it is with the hall.
func (m *membership) State() web.HallState {
	h := m.link()
	if h == nil {
		return web.HallState{}
	}
	s := h.link.State()
	return web.HallState{Joined: true, Title: s.Title, Name: s.Name, Here: s.Here, Heard: s.Heard, Waiting: s.Waiting, Fork: s.Fork, Calls: s.Calls, Seat: s.Seat}
}

// Call calls for the arbiter, or with on false no longer.
func (m *membership) Call(seat string, on bool) error {
	h := m.link()
	if h == nil {
		return referee.Refuse(http.StatusConflict, rules.Say("no.hall"), rules.Say("do.hall"))
	}
	h.link.Ring(seat, on)
	return nil
}

// Join joins the hall of an invitation. Meanwhile nothing is told to the one before, so that
// only one of the two writes down where the board belongs.
func (m *membership) Join(ctx context.Context, invitation string) error {
	if m.e.settings.Hall != "" {
		return referee.Refuse(http.StatusConflict, rules.Say("no.hall.settings"), rules.Say("do.hall.settings"))
	}
	at, err := link.HallOf(invitation)
	if err != nil {
		return notJoined(at, err)
	}
	m.joining.Lock()
	defer m.joining.Unlock()
	m.stop()
	defer m.start()
	member, err := m.member(ctx, invitation)
	if err == nil {
		err = m.take(member)
	}
	if err != nil {
		m.e.log.Warn("the board does not join a hall", "part", "hall", "at", at, "error", err)
		return notJoined(at, err)
	}
	return nil
}

// notJoined is the refusal that an error means.
func notJoined(at string, err error) error {
	switch {
	case errors.Is(err, link.ErrForm):
		return referee.Refuse(http.StatusUnprocessableEntity, rules.Say("no.hall.form"), rules.Say("do.hall.form"))
	case errors.Is(err, link.ErrNoHall):
		return referee.Refuse(http.StatusConflict, rules.Say("no.hall.there", "at", at), rules.Say("do.hall.there"))
	case errors.Is(err, link.ErrRefused):
		return referee.Refuse(http.StatusConflict, rules.Say("no.hall.refused"), rules.Say("do.hall.refused"))
	}
	return err
}

func (h *hallLink) run(ctx context.Context) {
	if err := h.link.Run(ctx, h.line); err != nil {
		h.log.Warn("the board plays without its hall", "part", "hall", "error", err)
	}
}

func (m *membership) close() error {
	if h := m.link(); h != nil {
		return h.close()
	}
	return nil
}

func (h *hallLink) close() error {
	if h.line != nil {
		h.line.Close()
	}
	return h.record.Close()
}
