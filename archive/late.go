package archive

import (
	"encoding/json"
	"slices"
	"strings"
)

// RanOut are the seats that gave up because their time was over: by the rules it is all
// the same, and only the readings of the clocks behind that step tell. A step that was
// undone and is done anew counts as it was done last.
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

// ending is how many events the end of a game may have: the step, the readings behind it, the end.
const ending = 3

// Late is the seat whose time ended the game with those last events, "" if no clock did.
func Late(s Summary, events []Event) string {
	if seats := RanOut(events[max(0, len(events)-ending):]); s.resigned() && len(seats) > 0 {
		return seats[0]
	}
	return ""
}

// RanOut is Late of a game in the archive. It wraps what Tail does.
func (a *Archive) RanOut(s Summary) (string, error) {
	if !s.resigned() {
		return "", nil // nothing has to be read
	}
	events, err := a.Tail(s.ID, max(0, s.Events-ending), ending)
	return Late(s, events), err
}

func (s Summary) resigned() bool { return s.Outcome != nil && s.Outcome.Why == "resigned" }
