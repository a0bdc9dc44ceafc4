package referee

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"reeve/archive"
	"reeve/rules"
)

// clocks are the players' remaining times, on the monotonic clock, since a Pi's wall clock jumps. They stop during
// set-up, settling and questions, and while the board is not sensed or the game not recorded.
type clocks struct {
	on        bool
	haveBegun bool // in this game time runs by now
	agreed    bool // one time for the whole game instead of one a seat (Chess Battle rule 30)
	left      [rules.MaxSeats]time.Duration
	inc       time.Duration
	running   rules.Seat // rules.Referee: nobody's
	lastTick  time.Duration
}

// parseClock reads "MIN+INC": minutes a seat, and seconds added after each turn.
func parseClock(text string, options map[string]any) (clocks, error) {
	c := clocks{running: rules.Referee, agreed: options["time"] == "agreed"}
	if text == "" {
		return c, nil
	}
	var minutes, seconds int
	if n, err := fmt.Sscanf(text, "%d+%d", &minutes, &seconds); n != 2 || err != nil || minutes < 1 || minutes > 999 || seconds < 0 || seconds > 999 {
		return c, Refuse(422, rules.Say("no.clock", "text", rules.Quote(text)), rules.Say("do.clock"))
	}
	c.on, c.inc = true, time.Duration(seconds)*time.Second
	for i := range c.left {
		c.left[i] = time.Duration(minutes) * time.Minute
	}
	return c, nil
}

// needsClock refuses a game without a clock whose options let only a clock end it.
func needsClock(g *rules.Game, given map[string]any, c clocks) error {
	o, err := g.Complete(given)
	if err != nil {
		return err
	}
	if name := g.NeedsClock(o); name != "" && !c.on {
		return Refuse(422, rules.Say("no.clock.needs", "game", g.Title, "name", name, "value", fmt.Sprint(o[name])), rules.Say("do.clock.needs"))
	}
	return nil
}

// tick lets the time since it was last called pass for whoever's clock runs.
func (c *clocks) tick(now time.Duration) {
	gone := max(now-c.lastTick, 0)
	c.lastTick = now
	switch {
	case c.running == rules.Referee:
	case c.agreed:
		for i := range c.left {
			c.left[i] = max(c.left[i]-gone, 0)
		}
	default:
		c.left[c.running] = max(c.left[c.running]-gone, 0)
	}
}

// runningSeat returns whose clock runs now: the one seat to act, while play goes on.
func (j *play) runningSeat() rules.Seat {
	m := j.match
	_, over := m.state().Result()
	if over || !j.felt || j.paused || j.fault != "" || j.outbox.trouble != "" || j.Settling() && !j.cfg.Follows || j.asking() || m.secret() {
		return rules.Referee
	}
	if seat, one := m.state().ToAct().Only(); one && seat < rules.MaxSeats && m.clocks.begun(m.state(), seat) {
		return seat
	}
	return rules.Referee
}

// begun reports whether time has begun to run: from the first position on in which its end would count (Chess
// Battle rule 30).
func (c *clocks) begun(s rules.State, seat rules.Seat) bool {
	if !c.haveBegun {
		_, _, err := s.Apply(c.timeUp(s, seat), nil)
		c.haveBegun = err == nil
	}
	return c.haveBegun
}

// runClocks lets time pass, and ends the game of a player who has none left.
func (j *play) runClocks(now time.Duration) {
	m := j.match
	if !m.clocks.on {
		return
	}
	m.clocks.tick(now)
	if seat := m.clocks.running; seat != rules.Referee && m.clocks.left[seat] == 0 && seat == j.runningSeat() {
		j.flag(seat)
	}
	m.clocks.running = j.runningSeat()
}

// flag takes the step of a seat that lost on time, and seals what is taken. What that seat holds in its hand comes
// too late; a piece in another seat's hand is waited for. A game may refuse the step until an action is complete.
func (j *play) flag(seat rules.Seat) {
	m := j.match
	if _, _, err := m.state().Apply(m.clocks.timeUp(m.state(), seat), nil); err != nil {
		return
	}
	if _, whole := j.reader.Confirm(seat); m.isOpen() && !whole {
		late := slices.IndexFunc(m.played, func(p playedStep) bool { return p.open && p.step.By == seat })
		if late < 0 {
			return
		}
		j.undoFrom(late)
	}
	j.decide(m.clocks.timeUp(m.state(), seat))
}

// timeUp is the step that the end of seat's time means: the game's own, or that the
// seat has lost.
func (c *clocks) timeUp(s rules.State, seat rules.Seat) rules.Step {
	text := "time"
	if !c.agreed {
		text = fmt.Sprintf("time %s %d", s.Game().SeatName(seat), c.minutes(s.Seated()&^rules.SeatsOf(seat)))
	}
	step, err := s.Parse(text)
	if err != nil {
		step = rules.Resign(seat)
	}
	return step
}

// ranOut reports whether step resigns for a seat that has no time left.
func (c *clocks) ranOut(step rules.Step) bool {
	seat := rules.Seat(step.Arg[0])
	return c.on && !c.agreed && step == rules.Resign(seat) && c.left[seat] == 0
}

// minutes counts the started minutes that the first of seats has left.
func (c *clocks) minutes(seats rules.Seats) int {
	for _, seat := range seats.All() {
		return int((c.left[seat] + time.Minute - 1) / time.Minute)
	}
	return 0
}

// turned adds the increment of a turn that has passed from seat to those who act in s.
func (c *clocks) turned(s rules.State, seat rules.Seat) {
	if c.on && seat < rules.MaxSeats && !c.agreed && !s.ToAct().Has(seat) {
		c.left[seat] += c.inc
	}
}

// recordClocks writes the readings of the clocks behind a step.
func (l *ledger) recordClocks() {
	m := l.match
	if !m.clocks.on {
		return
	}
	note, _ := json.Marshal(m.clocks.readings(m.start))
	l.record(archive.Event{Kind: archive.Clock, Note: note})
}

// readings are the clocks in milliseconds, by seat.
func (c *clocks) readings(start rules.State) map[string]any {
	out := map[string]any{}
	for _, seat := range start.Seated().All() {
		out[start.Game().SeatName(seat)] = c.left[seat].Milliseconds()
	}
	if c.running != rules.Referee {
		out["running"] = start.Game().SeatName(c.running)
	}
	return out
}

// set goes on from recorded readings.
func (c *clocks) set(start rules.State, note json.RawMessage) {
	var readings map[string]any
	if json.Unmarshal(note, &readings) != nil {
		return
	}
	for _, seat := range start.Seated().All() {
		if ms, ok := readings[start.Game().SeatName(seat)].(float64); ok {
			c.left[seat] = time.Duration(ms) * time.Millisecond
		}
	}
}

// flagAt is when the running clock will be at its end, 0 if none runs.
func (c *clocks) flagAt(now time.Duration) time.Duration {
	if !c.on || c.running == rules.Referee {
		return 0
	}
	return now + max(c.left[c.running], 100*time.Millisecond)
}
