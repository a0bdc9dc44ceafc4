package referee

import (
	"io"
	"log/slog"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/gesture"
	"reeve/leds"
	"reeve/referee/guidance"
	"reeve/referee/health"
	"reeve/rules"
)

// Archive keeps the record. Append writes all it is given or nothing.
type Archive interface {
	// Begin stores a new game and returns its number.
	Begin(archive.Header) (int64, error)
	Append(id int64, events []archive.Event, touches []board.Touch) error
}

// Lights shows a scene, and what is shown apart from it: boards behind screens. It never
// blocks: the latest wins.
type Lights interface {
	Show(scene leds.Scene, apart ...leds.Part)
}

// Config is what a referee is made of.
type Config struct {
	Games   []*rules.Game
	Archive Archive
	Lights  Lights
	Random  io.Reader                  // where fair dice take their seed from
	Start   time.Time                  // the instant zero of touches
	Quiet   time.Duration              // the quiet time; 0 means 300 ms (hands.md rule 2)
	Driver  string                     // the name of the board's driver, for people
	Carries func(*board.Topology) bool // whether the board has the squares of a game; nil: it has
	Follows bool                       // the wood brings itself to the position (Session.Unsettled): it is nobody's chore
	Log     *slog.Logger
	Health  Health   // finds squares at fault; nil: nobody does
	Engines []Engine // the programs that can play seats
}

// DefaultQuiet is the quiet time where no other is set (hands.md rule 2).
const DefaultQuiet = 300 * time.Millisecond

// Judge is the referee without clock, goroutine or disk. Its owner passes input with its instant, calls
// it when it asks to be woken, and writes the events: a Session in real time, the robot in virtual time. It
// is made of layers, each of which knows only those that it embeds: the ledger; the sensed wood; what hands
// do there; play, in which the record follows them; and above it what is due, and what viewers see. A command carries
// itself out.
type Judge struct {
	play
	inHand    handsHold
	oddsCache oddsCache
	damage    []Message // what was found damaged in the archive
}

// ledger is what stands of the match, and what of it is on its way to the disk.
type ledger struct {
	cfg    Config
	match  *match
	outbox outbox
}

// sensedWood is the wood as it is felt, beside the position of the ledger.
type sensedWood struct {
	ledger
	wood   board.Set
	felt   bool          // the wood has been felt since the start
	faults health.Faults // of single squares
}

// handling is what hands do, as the reader says, and what they are asked about.
type handling struct {
	sensedWood
	reader       *gesture.Reader
	reading      gesture.Reading
	lastActivity time.Duration // when something was last touched or played
	undone       bool          // that nothing was done is among what is asked about: "none of these" says it
}

// play has the record follow what hands mean, what people decide and what chance answers.
type play struct {
	handling
	lead     guidance.Lead
	pictures pictureQueue
	fault    string // why play cannot go on: the board is not felt, or not lit; "" when it is
	unlit    string // why the board is not lit, if that is all; else ""
	paused   bool   // by an arbiter
}

// NewJudge makes a referee that goes on with a recorded game, or starts one.
func NewJudge(cfg Config, resume *Recorded, first NewGame) (*Judge, error) {
	if cfg.Quiet == 0 {
		cfg.Quiet = DefaultQuiet
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	j := &Judge{}
	j.cfg, j.reader = cfg, gesture.NewReader(cfg.Quiet)
	m, err := j.firstMatch(resume, first)
	if err != nil {
		return nil, err
	}
	j.match = m
	return j, nil
}

// Touch takes one debounced touch. What was due before it is done first; the touch is read when the judge
// proceeds, with all touches of the same scan. One that changes nothing only tells the mark of a standing piece.
func (j *Judge) Touch(t board.Touch) {
	if t.Says(j.wood) {
		if j.reads(t.Square) {
			j.reader.Touch(t)
		}
		return
	}
	for wake := j.reading.Wake; wake != 0 && wake < t.At; wake = j.reading.Wake {
		j.read(wake)
		if j.reading.Wake <= wake {
			break
		}
	}
	j.lead.Touch(t, j.match.state(), j.here(), j.match.mayComeFrom(t.Square).Minus(j.faults.Doubted()))
	j.lastActivity = t.At
	j.inHand.touch(t, len(j.match.played))
	j.wood.Set(t.Square, t.Placed)
	j.outbox.touches = append(j.outbox.touches, t)
	if !j.match.secret() { // or others would see that a piece was touched
		j.pictures.clear()
	}
	j.contactChanged(t.Square, t.At)
	switch m := j.match; {
	case j.reads(t.Square):
		j.reader.Touch(t)
	case j.felt && m.surface.Has(t.Square):
		m.deployment.filledAt[t.Square] = t.At
	}
}

// reads reports whether a touch of sq is the reader's: not while pieces are put secretly.
func (j *play) reads(sq board.Square) bool {
	m := j.match
	return j.felt && !j.paused && m.surface.Has(sq) && !(m.ready && (m.secret() || m.entering()))
}

// Wood takes all occupied squares at an instant: at the start and after an outage. The touches in between are
// lost: the reader goes on with the wood, or it has to agree with the position first (docs/hands.md, rules 1 and 15).
func (j *Judge) Wood(wood board.Set, at time.Duration) {
	for sq := range symmetricDifference(j.wood, wood).All() {
		j.contactChanged(sq, at)
	}
	j.wood, j.felt = wood, true
	j.inHand = handsHold{}
	j.lead, j.match.deployment = guidance.Lead{}, deployment{}
	followed := symmetricDifference(j.here(), j.match.state().Occupied(rules.Full)).Intersect(j.match.pageAhead).IsEmpty()
	plays := followed && j.faults.Behind().IsEmpty()
	if j.match.ready && plays {
		j.match.deployment.sensorsWereDown(j.match.start.Seated(), at+j.cfg.Quiet)
	}
	j.reader.From(at, plays)
	j.resumeReader(false)
}

// here is the wood on the squares of the game; a board may have more.
func (s *sensedWood) here() board.Set { return s.wood.Intersect(s.match.surface) }

// Dark is a Fault of the lights alone: sensors work, but players see nothing.
type Dark struct{ Why error }

func (d Dark) Error() string { return "the lights fail: " + d.Why.Error() }

// Unwrap returns why.
func (d Dark) Unwrap() error { return d.Why }

// Fault reports that the board is not sensed, and why, or with a Dark that it is not lit; nil ends it.
func (j *Judge) Fault(err error) {
	j.fault, j.unlit = "", ""
	if err == nil {
		return
	}
	j.fault = err.Error()
	if dark, alone := err.(Dark); alone {
		j.unlit = dark.Why.Error()
		return // whose lights they are has logged it
	}
	j.cfg.Log.Warn("board lost", "part", "sensors", "error", err)
}

// Do carries out a command whole at an instant, or returns a *Refusal and
// changes nothing.
func (j *Judge) Do(c Command, now time.Duration) error {
	j.match.clocks.tick(now)
	if j.outbox.trouble != "" {
		return j.noDisk()
	}
	if err := j.barred(c); err != nil {
		return err
	}
	return c.do(j, now)
}

// Proceed handles what is due: touches, throws, clocks. It returns the instant at which it must be called again
// without a touch, 0 for never.
func (j *Judge) Proceed(now time.Duration) time.Duration {
	j.match.clocks.tick(now)
	j.read(now)
	if j.expect(now) {
		j.read(now)
	}
	j.logFaults()
	j.runClocks(now)
	wake := earliest(earliest(j.lapse(now), j.teach(now)), j.missingSaidAt(now))
	return earliest(wake, earliest(j.reading.Wake, j.match.clocks.flagAt(now)))
}

// earliest returns the earlier of two instants, of which 0 is never.
func earliest(a, b time.Duration) time.Duration {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// State returns the position after all steps that stand, and whether the last
// of them is sealed.
func (l *ledger) State() (s rules.State, sealed bool) { return l.match.state(), !l.match.isOpen() }

// Steps returns the steps that stand, in order, and how many of them, from the
// front, are sealed. The slice is appended to dst.
func (l *ledger) Steps(dst []rules.Step) (steps []rules.Step, sealed int) {
	for i, p := range l.match.played {
		if dst = append(dst, p.step); sealed == i && !p.open {
			sealed++
		}
	}
	return dst, sealed
}

// Asked returns the board's question and its choices, nil if it asks nothing.
func (h *handling) Asked() *Question {
	if !h.asking() {
		return nil
	}
	return h.question()
}

// Settling reports whether the wood has to agree with the position before play
// goes on.
func (h *handling) Settling() bool { return !h.match.ready || h.reader.Settling() }

// follows reports whether the wood moves to the position by itself (simulated wood).
func (h *handling) follows() bool { return h.cfg.Follows && h.behind() }

// behind reports whether steps taken without hands have yet to be done on the board. Pieces put in from the box are read
// seat by seat, and not by the reader.
func (h *handling) behind() bool {
	settling := h.Settling()
	if h.match.ready && h.match.entering() {
		settling = h.match.deployment.mustAgree != 0
	}
	return settling || !h.faults.Behind().IsEmpty()
}

// Guide says what the hands may do at now, as everybody may know it.
func (h *handling) Guide(now time.Duration) gesture.Guide { return h.guide(now) }

// Flush writes everything that waits to be written, in order, with the calling
// goroutine; what could not be written is tried again next time.
func (l *ledger) Flush() error {
	for len(l.outbox.queue) > 0 {
		id, err := l.outbox.queue[0].write(l.cfg.Archive, l.outbox.id)
		l.written(err)
		if err != nil {
			return err
		}
		l.outbox.id, l.outbox.queue = id, l.outbox.queue[1:]
	}
	return nil
}

// written notes what became of the oldest batch that is not yet on the disk.
func (l *ledger) written(err error) {
	if l.outbox.written(err) {
		l.cfg.Log.Error("the record cannot be written", "part", "archive", "error", err)
	}
}
