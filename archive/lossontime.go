package archive

import (
	"encoding/json"
	"slices"
	"strings"
)

// RanOut returns the seats that lost on time. The rules record that as a resignation; only the clock
// event behind the step tells it apart. Of a step that was undone and repeated the last one counts.
func RanOut(events []Event) (seats []string) {
	for i, e := range events {
		seat, ok := strings.CutPrefix(e.Action, "resign ")
		if e.Kind != Stepped || !ok {
			continue
		}
		seats = slices.DeleteFunc(seats, func(late string) bool { return late == seat })
		var left map[string]any // and the seat whose clock runs
		if i+1 == len(events) || events[i+1].Kind != Clock || json.Unmarshal(events[i+1].Note, &left) != nil {
			continue
		}
		if left[seat] == 0.0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// ending is the most events that an end of a game has: the step, the clocks, the end.
const ending = 3

// Late returns the seat that lost the game on time, from its last events; "" if no clock ended it.
func Late(s Summary, events []Event) string {
	if seats := RanOut(events[max(0, len(events)-ending):]); s.resigned() && len(seats) > 0 {
		return seats[0]
	}
	return ""
}

// RanOut is Late of a game in the archive. It wraps what Tail does.
func (r *reader) RanOut(s Summary) (string, error) {
	if !s.resigned() {
		return "", nil // nothing has to be read
	}
	events, err := r.Tail(s.ID, max(0, s.Events-ending), ending)
	return Late(s, events), err
}

func (s Summary) resigned() bool { return s.Outcome != nil && s.Outcome.Why == "resigned" }
