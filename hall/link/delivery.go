package link

import (
	"errors"
	mathrand "math/rand/v2"
	"time"

	"reeve/bus"
	"reeve/hall/wire"
)

// delivery brings the record to the hall line by line, and again until the hall acknowledges it.
type delivery struct {
	sender
	box     outbox
	heard   time.Time // the hall
	tries   int
	repeat  *time.Timer
	trouble error      // why nothing is told; nil for nothing
	missing *wire.Mark // what the hall says it has, and the record does not; nil for nothing
}

// unanswered retransmits lines that the hall has not acknowledged.
func (d *delivery) unanswered() {
	if d.waits() {
		d.tries++
		d.up(true)
		d.sayAgain()
	}
	d.repeat.Reset(d.timeout())
}

// timeout is the time to wait for the hall's next message.
func (d *delivery) timeout() time.Duration {
	most := min(again<<min(d.tries, 5), atMost)
	return most/2 + mathrand.N(most/2)
}

// waitAnew waits for the hall as if it had always answered.
func (d *delivery) waitAnew() {
	d.tries = 0
	d.repeat.Reset(d.timeout())
}

// waits reports whether an answer of the hall is due.
func (d *delivery) waits() bool { return !d.box.asked || d.session == "" || len(d.box.flying) > 0 }

func (d *delivery) up(ask bool) {
	d.publish(d.place.Up(), &wire.Up{
		V: wire.Version, Boot: d.boot, Session: d.session, Seq: d.number(), Ask: ask || d.waits(), Version: d.board.Version,
		Missing: d.missing, Done: d.member.Done,
	})
}

// have handles an acknowledgement of the hall, and reports whether the session is another.
func (d *delivery) have(m bus.Message) (other bool) {
	var said wire.Have
	if err := wire.Open(d.member.Hall.Key(), m.Subject, m.Data, &said); err != nil || said.Boot != d.boot {
		return false
	}
	d.heard = time.Now()
	other, d.session = d.session != said.Session, said.Session
	further, err := d.box.have(said.Mark)
	was := d.missing
	if d.missing = nil; errors.Is(err, errFork) {
		d.missing = said.Mark
	}
	if err == nil && said.Fork {
		err = errFork
	}
	d.troubled(err)
	if was == nil && d.missing != nil { // sent again each time that an answer of the hall is due
		d.up(true)
	}
	if further {
		d.waitAnew()
	}
	d.say()
	return other
}

// troubled notes why nothing is told.
func (d *delivery) troubled(err error) {
	was := d.trouble
	switch d.trouble = err; {
	case (err == nil) == (was == nil):
	case err == nil:
		d.board.Log.Info("the hall is told again", "part", "hall")
	default:
		d.board.Log.Warn("the hall is told nothing", "part", "hall", "error", err)
	}
}

// say sends the lines that fit the window.
func (d *delivery) say() {
	if d.trouble != nil && errors.Is(d.trouble, errFork) || !d.bus.Here() {
		return
	}
	answered := len(d.box.flying) == 0
	lines, err := d.box.fill()
	if answered && len(lines) > 0 { // from now on a word of the hall is due
		d.repeat.Reset(d.timeout())
	}
	d.lines(lines)
	d.troubled(err)
}

// sayAgain retransmits the lines that may be lost.
func (d *delivery) sayAgain() {
	if d.trouble == nil && d.box.asked {
		d.lines(d.box.flying)
	}
}

func (d *delivery) lines(lines []wire.Line) {
	for _, together := range wire.Together(lines) {
		d.publish(d.place.Line(together.Lines[0].Game, together.Lines[0].Kind), &together)
	}
}
