package second_test

// check ends the game as soon as something is sealed that was not meant.
func (p *player) check(now table) {
	p.t.Helper()
	sealed := 0
	for sealed < len(now.Log) && !now.Log[sealed].Open {
		sealed++
	}
	n, whole := p.heard(now.Log[:sealed])
	if !whole && !p.run(now.Log[:sealed]) && (n < len(p.meant) || p.now.toAct() != "chance") {
		p.fail("sealed is what was not meant: %v", now.Log[:sealed])
	}
}

// run says whether the log has another way of the piece that goes about in this turn, and means that from now on:
// what one piece does in a turn is recorded as its cheapest way.
func (p *player) run(log []entry) bool {
	n, _ := p.heard(log)
	if n == len(p.meant) {
		return false
	}
	from, _, _ := p.book.after(p.t, p.meant[n].before)
	if moved(from, p.now) != 1 || p.meant[n].by != p.meant[len(p.meant)-1].by {
		return false
	}
	actions := []string{}
	for _, e := range log[p.entries(log):] {
		actions = append(actions, e.Action)
	}
	after, _, ok := p.book.after(p.t, p.meant[n].before, actions...)
	if !ok || changes(after, p.now) || after.toAct() != p.now.toAct() {
		return false
	}
	p.note("the run is %v", actions)
	by := p.meant[n].by
	p.now, p.meant = from, p.meant[:n]
	for _, action := range actions {
		p.step(by, action)
	}
	return true
}

// taken says whether the log has all that was meant; the end of a turn may be left to the next player's hands.
func (p *player) taken(now table) bool {
	n, whole := p.heard(now.Log)
	if !whole && p.run(now.Log) {
		n, whole = p.heard(now.Log)
	}
	rolled := n == len(p.meant) && p.now.toAct() == "chance"
	return (whole || rolled) && (n == len(p.meant) || p.owed != "" && n == len(p.meant)-1)
}

// heard is how many of the steps meant a log has, and whether it has nothing else. One entry may stand for several
// steps of one piece, or be another way to the same position.
func (p *player) heard(log []entry) (n int, whole bool) {
	for _, e := range log {
		steps := p.stands(n, e.Action)
		if steps == 0 {
			return n, false
		}
		n += steps
	}
	return n, true
}

// entries is how many entries of a log stand for what was meant.
func (p *player) entries(log []entry) int {
	for i := len(log); i > 0; i-- {
		if _, whole := p.heard(log[:i]); whole {
			return i
		}
	}
	return 0
}

// stands is for how many of the steps meant, from n on, an action stands.
func (p *player) stands(n int, action string) int {
	if n < len(p.meant) && p.meant[n].action == action {
		return 1
	}
	if n >= len(p.meant) {
		return 0
	}
	after, _, ok := p.book.after(p.t, p.meant[n].before, action)
	for i := n; ok && i < len(p.meant) && p.meant[i].by == p.meant[n].by; i++ {
		if string(after.raw) == string(p.meant[i].after) {
			return i - n + 1
		}
	}
	return 0
}
