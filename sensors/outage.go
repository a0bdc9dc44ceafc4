package sensors

import "time"

// outage is a time in which every scan fails.
type outage struct {
	on    bool
	since time.Duration // the first of those that failed running
	retry time.Duration
}

// begins notes a scan that fails, and reports whether it is the first.
func (o *outage) begins(at time.Duration) bool {
	if o.on {
		return false
	}
	o.on, o.since = true, at
	return true
}

// later is when to try again, once the fault is told.
func (o *outage) later() time.Duration {
	o.retry = min(max(2*o.retry, firstRetry), lastRetry)
	return o.retry
}

// supply is what all contacts together say of what feeds them.
type supply struct {
	allOpened  bool          // all contacts opened at once and none has closed
	darkenedAt time.Duration // when they did
	lit        time.Duration // when the first contact closed of an empty board
}

// fails reports whether a scan must not be believed: every contact opened at once, too recently for the board to be
// really empty.
func (s *supply) fails(closed, settled int, at, most time.Duration) bool {
	switch {
	case closed > 0:
		s.allOpened = false
	case !s.allOpened && settled > hands:
		s.allOpened, s.darkenedAt = true, at
	}
	return s.allOpened && at-s.darkenedAt < most
}

// returns reports whether more contacts of an empty board close at once than hands can close.
func (s *supply) returns(felt, wood int, changes []Change) bool {
	if at := changes[0].At; felt == wood {
		s.lit = at
	}
	return wood > hands && changes[len(changes)-1].At-s.lit <= nearly
}
