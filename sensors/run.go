package sensors

import (
	"context"
	"errors"
	"time"

	"reeve/board"
)

// The defaults of Options, and how a failing driver is tried again.
const (
	DefaultPeriod  = 4 * time.Millisecond // 250 scans a second
	DefaultSamples = 2
	DefaultDark    = time.Second
	firstRetry     = 10 * time.Millisecond // doubled with every failure once it was told
	lastRetry      = time.Second
	tolerated      = 4 * firstRetry        // shorter failures are missed scans: no hand puts down and lifts again so soon
	nearly         = 10 * time.Millisecond // pieces closing faster than this on an empty board mean that the supply came back
	restful        = time.Second           // idle time after which a Rester rests: longer than any debounce
	hands          = 1                     // this many pieces at least: two hands cannot lift as many between two scans
)

// ErrDark is the fault when all contacts open at once, more than hands could lift: the supply of the contacts has
// probably failed. With fewer pieces it cannot be told from hands.
var ErrDark = errors.New("sensors: all contacts opened at once")

// Options are the scan rate and debounce of a Loop; zero values mean the defaults. There are no false touches
// as long as contacts settle within (Samples-1)·Period/2 (a late scan halves the distance of two samples) and
// spikes, stale scans included, last for fewer than Samples scans. The defaults suit healthy reeds, which
// bounce for up to 2 ms; four samples suit worn ones: 5 ms of bounce, spikes, two stale scans in a row.
type Options struct {
	Period  time.Duration // between scans; 0 is DefaultPeriod
	Samples int           // equal samples that settle a change, 1 to MaxSamples; 0 is DefaultSamples
	Dark    time.Duration // how long all contacts are open before ErrDark is taken for an empty board; 0 is DefaultDark
	Start   time.Time     // the instant 0 of touches; the zero time is when NewLoop is called
	// Loose, if set, is called with the settled changes of channels that feel no
	// square, buttons for instance. The levels found first are not told.
	Loose func(Change)
}

// Loop scans one driver.
type Loop struct {
	scanner    Scanner
	wiring     *Wiring
	sink       Sink
	opt        Options
	deb        *Debouncer
	levels     []uint64
	goodScans  int   // scans since the start or the last failure, while not yet steady
	steady     bool  // the wood is known and touches are told
	toldFault  error // the fault that the sink knows of; nil if none
	outage     outage
	supply     supply
	lastChange time.Duration // the last scan that was not of the settled wood alone
	scanned    time.Duration // the last scan that did not fail, or until when there was nothing to be scanned
}

// NewLoop makes a loop over the scanner whose channels are wired so; who only calls Take needs none.
func NewLoop(s Scanner, w *Wiring, sink Sink, o Options) *Loop {
	if o.Period <= 0 {
		o.Period = DefaultPeriod
	}
	if o.Samples <= 0 {
		o.Samples = DefaultSamples
	}
	if o.Start.IsZero() {
		o.Start = time.Now()
	}
	if o.Dark <= 0 {
		o.Dark = DefaultDark
	}
	return &Loop{
		scanner: s, wiring: w, sink: sink, opt: o,
		deb: NewDebouncer(w.Channels(), o.Samples), levels: make([]uint64, w.Words()),
	}
}

// Run is NewLoop(…).Run(ctx), for who does not ask for contacts.
func Run(ctx context.Context, s Scanner, w *Wiring, sink Sink, o Options) {
	NewLoop(s, w, sink, o).Run(ctx)
}

// Run scans until ctx is done, with at least half a period between two scans. After a scan that fails or that
// reads all contacts open at once (ErrDark), the last state stays and Run retries after 10 ms; after 40 ms, or if
// no state is known, it reports the fault once for each cause and backs off, up to 1 s. A Rester is not scanned
// while it rests, from 1 s after the last change on; the next scan keeps the phase, so touches are the same.
func (l *Loop) Run(ctx context.Context) {
	tick := time.NewTicker(l.opt.Period)
	defer tick.Stop()
	wait := l.opt.Period
	for ctx.Err() == nil {
		if next := l.Scan(); next != wait {
			wait = next
			tick.Reset(wait)
		}
		scanned := time.Now()
		if l.rest(ctx, tick) {
			tick.Reset(l.opt.Period - time.Since(scanned)%l.opt.Period)
			wait = 0 // the tick after that comes a period later again
		}
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-tick.C:
			}
			if time.Since(scanned) >= l.opt.Period/2 {
				break
			}
		}
	}
}

// rest stops the ticks while the driver rests, and reports whether it did.
func (l *Loop) rest(ctx context.Context, tick *time.Ticker) bool {
	r, knows := l.scanner.(Rester)
	if !knows || !l.quiet() {
		return false
	}
	tick.Stop()
	r.Rest(ctx, l.levels)
	l.Rested(time.Since(l.opt.Start))
	return true
}

// Rested tells that until that instant nothing changed and no scan was needed.
func (l *Loop) Rested(until time.Duration) { l.scanned = until }

// quiet reports whether no change is under way and no timer is due.
func (l *Loop) quiet() bool {
	return l.steady && !l.outage.on && time.Since(l.opt.Start)-l.lastChange >= restful
}

// Flicker counts the unsettled changes of a channel; see Debouncer.Flicker.
func (l *Loop) Flicker(channel int) uint32 { return l.deb.Flicker(channel) }

// Contact returns what was seen of a channel. It may be called from any goroutine while the loop runs.
func (l *Loop) Contact(channel int) Contact { return l.deb.Contact(channel) }

// Scan makes one scan, tells the sink what it settles and returns how long to
// wait for the next. Run calls it; so may who owns another loop.
func (l *Loop) Scan() time.Duration {
	err := l.scanner.Scan(l.levels)
	return l.Take(l.levels, err, time.Since(l.opt.Start))
}

// Take is Scan with levels that the caller has scanned at that instant, or the error of that scan. It does not
// keep levels.
func (l *Loop) Take(levels []uint64, err error, at time.Duration) time.Duration {
	if err == nil {
		if closed, settled := l.deb.closed(levels); l.supply.fails(closed, settled, at, l.opt.Dark) {
			err = ErrDark
		}
	}
	if err != nil {
		return l.fail(err, at)
	}
	l.outage = outage{}
	if !l.steady {
		l.prime(levels, at)
		return l.opt.Period
	}
	changes := l.deb.SampleLate(levels, at, l.opened(at))
	if len(changes) > 0 || l.deb.counts() {
		l.lastChange = at
	}
	if l.lights(changes) {
		l.sink.Wood(l.wiring.Wood(l.deb.Settled()), at)
		return l.opt.Period
	}
	for _, c := range changes {
		if sq := l.wiring.Square(c.Channel); sq != board.None {
			l.sink.Touch(board.Touch{Square: sq, Placed: c.Closed, At: c.At})
		} else if l.opt.Loose != nil {
			l.opt.Loose(c)
		}
	}
	return l.opt.Period
}

// opened is when the contacts have opened that a scan at that instant finds open: then, or, if the scan was late
// by a period or more or others had failed before it, when it was due. A piece lifted then was in the air longer
// than it seems and is no knock.
func (l *Loop) opened(at time.Duration) time.Duration {
	due := l.scanned + l.opt.Period
	l.scanned = at
	if at >= due+l.opt.Period {
		return due
	}
	return at
}

// prime takes a scan before the wood is known. It takes enough scans for each channel to settle either way, and up
// to four times as many until no change is under way, which would be told as a touch.
func (l *Loop) prime(levels []uint64, at time.Duration) {
	if l.goodScans == 0 {
		l.deb.Reset(levels)
	} else {
		l.deb.Sample(levels, at)
	}
	all := 2*l.deb.need - 1
	if l.goodScans++; l.goodScans < all || l.goodScans < 4*all && l.deb.counts() {
		return
	}
	l.steady, l.lastChange, l.supply.lit, l.scanned = true, at, at-time.Hour, at
	l.sink.Wood(l.wiring.Wood(l.deb.Settled()), at)
	if l.toldFault != nil {
		l.toldFault = nil
		l.sink.Fault(nil)
	}
}

// lights reports whether an unnoticed ErrDark ends with these changes.
func (l *Loop) lights(changes []Change) bool {
	felt := 0
	for _, c := range changes {
		if c.Closed && l.wiring.Square(c.Channel) != board.None {
			felt++
		}
	}
	return felt > 0 && l.supply.returns(felt, l.wiring.Wood(l.deb.Settled()).Len(), changes)
}

// another reports whether err is a different fault from the one told, so that the user looks in the right place.
func another(told, err error) bool { return told == nil || told.Error() != err.Error() }

// fail notes a failing scan and returns when to try again.
func (l *Loop) fail(err error, at time.Duration) time.Duration {
	l.lastChange = at
	if l.outage.begins(at) {
		l.deb.restart() // changes under way are dropped
	}
	if !l.steady || at-l.outage.since >= tolerated {
		l.steady, l.goodScans = false, 0
		if another(l.toldFault, err) {
			l.toldFault = err
			l.sink.Fault(err)
		}
	}
	if err == ErrDark { // the driver answers, and the light may be back at any time
		return l.opt.Period
	}
	if l.steady {
		return max(firstRetry, l.opt.Period)
	}
	return max(l.outage.later(), l.opt.Period)
}
