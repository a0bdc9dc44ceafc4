package gesture

import (
	"time"
)

// attention is whether the board is heard in time. Where everything stood still for a while hands may have gone on, and
// nobody has heard of it yet: nothing becomes final before that is heard.
type attention struct {
	due   time.Duration // when hands are looked at next, for something is to become final; 0 for no such thing
	heard time.Duration // not before that is everything heard that was touched meanwhile
	late  int           // how often that has come lately
}

// looks notes a look at now; it reports whether what was touched before is heard. On a machine that comes late again and
// again twice as much is late each time: else nothing would ever become final on it.
func (a *attention) looks(now time.Duration) bool {
	switch late := stalled << a.late; {
	case a.due == 0:
	case now > a.due+late:
		a.heard = now + rest
		a.late = min(a.late+1, 9)
	case a.late > 0 && now <= a.due+late/2:
		a.late--
	}
	if a.due = 0; now < a.heard {
		a.due = a.heard
	}
	return a.due == 0
}

// before is when to look at hands next, if something becomes final then.
func (a *attention) before(final, now time.Duration) time.Duration {
	due := max(final, a.heard)
	if early := due - look; now < early {
		due = early
	}
	if a.due == 0 || due < a.due {
		a.due = due
	}
	return due
}
