package second_test

// returns says whether the wood would lie as before in this turn: for hands that is taking back.
func (p *player) returns(after position) bool {
	for i := len(p.meant) - 1; i >= 0 && p.meant[i].by == p.now.toAct(); i-- {
		before, _, _ := p.book.after(p.t, p.meant[i].before)
		if !changes(before, after) {
			return true
		}
	}
	return false
}

// changes says whether an action alone moves wood.
func changes(before, after position) bool {
	a, b := before.wood(), after.wood()
	for s, id := range a {
		if b[s] != id {
			return true
		}
	}
	return len(a) != len(b)
}

// moved is how many pieces stand elsewhere.
func moved(before, after position) (n int) {
	stood := before.wood()
	for square, id := range after.wood() {
		if stood[square] != id {
			n++
		}
	}
	return n
}
