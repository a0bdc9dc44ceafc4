package sim

import (
	"time"

	"reeve/firmware-protocol/wire"
)

const showPerLED = 30 * time.Microsecond

// display writes lights to the LEDs of a board, which some controllers cannot do and hear at once.
type display struct {
	lights
	board     *Board
	deaf      bool // hears nothing while it writes
	deafUntil time.Duration
}

func newDisplay(board *Board, opt Options) display {
	_, leds := board.Len()
	return display{lights: newLights(leds), board: board, deaf: opt.Deaf}
}

func (d *display) show(now time.Duration) {
	if err := d.board.Show(d.render(now)); err != nil {
		panic(err)
	}
}

// idle shows the idle pattern.
func (d *display) idle(now time.Duration) {
	d.lights.idle()
	d.show(now)
}

func (d *display) commit(m wire.LEDCommit, now time.Duration) wire.Status {
	status := d.lights.commit(m, now)
	if status != wire.StatusOK {
		return status
	}
	d.show(now)
	if d.deaf {
		d.deafUntil = now + time.Duration(len(d.back))*showPerLED
	}
	return status
}
