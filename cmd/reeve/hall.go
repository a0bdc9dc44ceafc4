package main

import (
	"context"
	"errors"
	"io/fs"

	"reeve/archive"
	"reeve/bus"
	"reeve/hall/link"
)

// hallLink is the line of this board to its hall.
type hallLink struct {
	link   *link.Link
	line   *bus.Bus
	record *archive.Archive // read beside the one that writes, so that neither waits for the other
	log    interface{ Warn(string, ...any) }
}

// openHall joins the hall that the settings invite to, or goes on in the one that the board
// belongs to. Where that fails the board plays without: only a wrong invitation ends the start.
func (d *daemon) openHall(ctx context.Context) error {
	if d.settings.Hall == "off" {
		return nil
	}
	since, err := d.archive.Latest()
	if err != nil {
		return err
	}
	member, err := link.Joined(ctx, d.settings.State, d.settings.Hall, since)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil && d.settings.Hall != "":
		return err
	case err != nil:
		d.log.Warn("the board plays without its hall", "part", "hall", "error", err)
		return nil
	}
	h := &hallLink{log: d.log}
	if h.record, err = archive.OpenReadOnly(d.settings.State); err != nil {
		return err
	}
	if h.line, err = link.Call(member, d.log); err != nil {
		return errors.Join(err, h.close())
	}
	h.link = link.New(member, link.Board{
		Games: games(), Record: h.record, Session: d.session, Version: version, Simulated: d.board.sim != nil, Log: d.log,
	})
	d.hall = h
	d.log.Info("this board belongs to a hall", "part", "hall", "hall", member.Title, "as", member.Name, "at", member.Bus)
	return nil
}

func (h *hallLink) run(ctx context.Context) {
	if err := h.link.Run(ctx, h.line); err != nil {
		h.log.Warn("the board plays without its hall", "part", "hall", "error", err)
	}
}

func (h *hallLink) close() error {
	if h.line != nil {
		h.line.Close()
	}
	return h.record.Close()
}
