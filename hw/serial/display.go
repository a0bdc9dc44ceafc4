package serial

import "reeve/firmware-protocol/wire"

// display is the frame that the controller shows, and the one on its way (PROTOCOL.md 5.4).
type display struct {
	back   backBuffer
	frame  []byte // queued last, padded to the controller's LEDs
	queued bool   // and to be shown still: it is not queued again
	number uint16 // of that frame, never 0
	shown  uint16 // the last frame acknowledged, 0 for none
}

// begin is the beginning of a session, in which no LED shines.
func (d *display) begin(leds int) { *d = display{back: newBackBuffer(leds), number: d.number} }

// paint returns the commands, of payloads no longer than most bytes, that bring the LEDs to a frame; none if they are there.
func (d *display) paint(frame []byte, most int) []command {
	if frame == nil || d.queued && string(frame) == string(d.frame[:len(frame)]) {
		return nil
	}
	d.frame = make([]byte, 3*len(d.back.entry))
	copy(d.frame, frame)
	d.queued = true
	if d.number++; d.number == 0 {
		d.number = 1
	}
	cmds, after := d.back.plan(d.frame, most)
	d.back = after
	commit := wire.LEDCommit{Frame: d.number, CRC: wire.CRC(d.frame)}
	return append(cmds, command{wire.TypeLEDCommit, commit.Append(nil)})
}

// acknowledged notes the last frame that is shown, 0 if none was asked about.
func (d *display) acknowledged(commit uint16) {
	if commit != 0 {
		d.shown = commit
	}
}

// differs notes which frame the controller says it shows, and reports whether it has to be painted anew.
func (d *display) differs(frame uint16) bool {
	if !d.queued || frame == d.shown {
		return false
	}
	d.back.forget()
	d.queued = false
	return true
}
