package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"reeve/config"
	"reeve/hw/panel"
	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
)

// glance is how often the display looks at the table: a clock that runs is shown to the second.
const glance = 250 * time.Millisecond

// display shows whose turn it is and what to do on the small display, until ctx is done: only what everybody may know.
func (g *recordedGame) display(ctx context.Context) {
	p := panel.New(g.machine.i2c(g.settings.Display.Bus), g.settings.Display.Height)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.Run(ctx, func(err error) {
			if err != nil {
				g.log.Warn("the display fails", "part", "panel", "error", err)
			} else {
				g.log.Info("the display shows", "part", "panel")
			}
		})
	}()
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for {
		if t := g.session.Table(rules.Table); t != nil {
			p.Show(onPanel(t, g.settings))
		}
		select {
		case <-ctx.Done():
			<-ended
			return
		case <-tick.C:
		}
	}
}

// onPanel are the two lines of the display: whose turn it is, with the clock that runs, and what to do.
func onPanel(t *referee.Table, s config.Settings) (first, second string) {
	var who []string
	for _, seat := range t.Position.ToAct {
		who = append(who, messages.In(s.Language, rules.Say("seat."+seat)))
	}
	first = strings.Join(who, ", ")
	if running, ok := t.Clocks["running"].(string); ok {
		if ms, ok := t.Clocks[running].(int64); ok {
			first += fmt.Sprintf(" %d:%02d", ms/60_000, ms/1000%60)
		}
	}
	if t.Position.Outcome != nil {
		first = messages.In(s.Language, rules.Say("game."+t.Game))
	}
	return first, messages.In(s.Language, rules.Message{Key: t.Message.Key, Args: t.Message.Args})
}
