package second_test

import (
	"encoding/json"
	"slices"
)

// opening says on the page what is played before hands have something to do: camps, cards, an army.
func (p *player) opening() {
	for !p.opened() {
	}
	var views []json.RawMessage
	for _, seat := range p.seats() {
		views = append(views, p.look(seat).Position)
	}
	p.now.raw = together(p.t, views)
	var ok bool
	if p.now, p.legal, ok = p.book.after(p.t, p.now.raw); !ok {
		p.t.Fatalf("the rulebook refuses %s", together(p.t, views))
	}
	p.before = len(p.look("").Log)
	p.hands.wood = p.now.wood()
	p.await("the wood set up", func(now table) bool { return now.Status == "play" && len(now.Wood) == len(p.hands.wood) })
}

func (p *player) seats() (out []string) {
	for seat := range p.keys {
		if seat != "" {
			out = append(out, seat)
		}
	}
	slices.Sort(out)
	return out
}

// opened plays one step of the opening, and says whether it is over.
func (p *player) opened() bool {
	for _, seat := range p.seats() {
		legal := p.look(seat).Legal
		if len(legal) == 0 {
			continue
		}
		for _, action := range legal {
			if v, word := p.verb(action); !word || v.Shown != "" {
				return true
			}
		}
		p.open(seat, legal[p.hands.IntN(len(legal))])
		return false
	}
	select { // nobody acts: chance does
	case <-p.bell:
	case <-p.t.Context().Done():
	}
	return false
}

// open plays one action of the opening: on the page, or, what is put in one after the other, by hand where the board
// reads it. The board says which kind it asks for.
func (p *player) open(seat, action string) {
	p.t.Helper()
	v, _ := p.verb(action)
	p.note("%s opens with %s", seat, action)
	if !v.Repeats || !p.hands.often(p.hands.putsIn) {
		p.post(p.t, seat, "/api/action", map[string]string{"seat": seat, "action": action}, nil)
		return
	}
	square := squaresOf(action, p.board)[0]
	p.hands.feel(square, true, p.hands.within(200, 500))
	p.flush("puts in")
	for {
		log := p.look(seat).Log
		if last := log[len(log)-1].Action; last != action && slices.Equal(squaresOf(last, p.board), []string{square}) || last == action {
			p.note("%s", last)
			return
		}
		<-p.bell
	}
}
