package main

import (
	"context"
	"time"

	"reeve/board"
	"reeve/config"
	"reeve/referee"
	"reeve/sensors"
)

// keypad is the buttons of one driver. Its Change and Forget may be called by
// the driver and never block; Run does the rest.
type keypad struct {
	list []config.Button
	in   chan level
	do   pressFunc
	now  func() time.Duration
}

// level is what a driver says of a button: button -1 is that all it said before
// is forgotten.
type level struct {
	button int
	down   bool
	at     time.Duration
}

// pending is the capacity of the queues of changes and presses. Presses that come faster than the disk writes
// are dropped.
const pending = 64

// newKeypad makes one of the buttons on a driver; nil without any.
func newKeypad(all []config.Button, driver int, now func() time.Duration, do pressFunc) *keypad {
	k := &keypad{in: make(chan level, pending), do: do, now: now}
	for _, b := range all {
		if b.Driver == driver {
			k.list = append(k.list, b)
		}
	}
	if k.list == nil {
		return nil
	}
	return k
}

// Channel takes the change of a channel that feels no square.
func (k *keypad) Channel(c sensors.Change) {
	k.change(c.Closed, c.At, func(b config.Button) bool { return b.Channel == c.Channel })
}

// Number takes the change of one of the driver's own buttons.
func (k *keypad) Number(n int, down bool, at time.Duration) {
	k.change(down, at, func(b config.Button) bool { return b.Number == n })
}

func (k *keypad) change(down bool, at time.Duration, is func(config.Button) bool) {
	if k == nil {
		return
	}
	for i, b := range k.list {
		if is(b) {
			k.post(level{i, down, at})
		}
	}
}

// Forget drops the state of all buttons, for the driver has failed and nobody knows what is held.
func (k *keypad) Forget() {
	if k != nil {
		k.post(level{button: -1})
	}
}

func (k *keypad) post(l level) {
	select {
	case k.in <- l:
	default:
	}
}

// meant says what each button means when it is held.
func (k *keypad) meant() []sensors.Button {
	meant := make([]sensors.Button, len(k.list))
	for i, b := range k.list {
		meant[i] = sensors.Button{Long: b.After, Every: b.Every}
	}
	return meant
}

// Run makes presses out of changes until ctx is done. Settle is how long a button
// must be steady.
func (k *keypad) Run(ctx context.Context, settle time.Duration) {
	presses, done := make(chan sensors.Press, pending), make(chan struct{})
	go func() { // a press waits for the disk, the buttons must not
		defer close(done)
		for p := range presses {
			k.press(ctx, p)
		}
	}()
	defer func() { close(presses); <-done }()
	buttons := sensors.NewButtons(settle, k.meant())
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		var meant []sensors.Press
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			meant = buttons.Tick(k.now())
		case l := <-k.in:
			if l.button < 0 {
				buttons = sensors.NewButtons(settle, k.meant())
			} else {
				meant = buttons.Change(l.button, l.down, l.at)
			}
		}
		for _, p := range meant {
			select {
			case presses <- p:
			default:
			}
		}
		if next, wanted := buttons.Next(); wanted {
			timer.Reset(max(next-k.now(), 0))
		}
	}
}

// press does what a press means.
func (k *keypad) press(ctx context.Context, p sensors.Press) {
	b := k.list[p.Button]
	name := b.Name
	if p.Manner == sensors.Held {
		name = b.Long
	}
	k.do(ctx, name, b.Seat)
}

// press presses a button of the board.
func (d *daemon) press(ctx context.Context, button, seat string) {
	press := referee.Press{Button: button}
	if seat != "" {
		whose, ok := d.session.Game().SeatOf(seat)
		if !ok {
			return // nobody of that name plays this game
		}
		press.Seat = &whose
	}
	d.log.Debug("button", "part", "buttons", "button", button)
	if button == "arbiter" {
		d.refusedPress(ctx, button, d.hall.Call(seat, true))
		return
	}
	if button == "hint" { // it takes a moment, in which other buttons are heard
		d.hints.Go(func() { d.refusedPress(ctx, button, d.computers.hintTo(ctx, press.Seat)) })
		return
	}
	d.refusedPress(ctx, button, d.session.Do(ctx, press))
}

// refusedPress logs why a press did nothing.
func (d *daemon) refusedPress(ctx context.Context, button string, err error) {
	if err != nil && ctx.Err() == nil && !d.session.Game().Hidden { // why it is refused may be the player's alone
		d.log.Info("button refused", "part", "buttons", "button", button, "why", err)
	}
}

// keypadSink passes on what a sink is told, and has the buttons forgotten when the
// driver fails.
type keypadSink struct {
	sensors.Sink
	keys *keypad
}

func (w keypadSink) Fault(err error) {
	if err != nil {
		w.keys.Forget()
	}
	w.Sink.Fault(err)
}

// buttonsOnlySink is the sink of a driver that feels no square of the game on the table: its
// buttons work, and play does not wait for it.
type buttonsOnlySink struct{ fault func(error) }

func (buttonsOnlySink) Touch(board.Touch)             {}
func (buttonsOnlySink) Wood(board.Set, time.Duration) {}
func (i buttonsOnlySink) Fault(err error)             { i.fault(err) }
