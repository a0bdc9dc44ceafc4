package engine

import "reeve/rules"

// span is what is known of a value: it is no less than least and no more than most.
type span struct{ least, most float32 }

func (b span) add(weight float32, c span) span {
	return span{b.least + weight*c.least, b.most + weight*c.most}
}

// chance is the mean of what can be drawn. First one reply to each outcome bounds what that
// is worth to who has drawn; only if the mean is open still, one after the other is
// searched, each in the window in which it makes a difference (Star2: Ballard, 1983; Hauk,
// Buro and Schaeffer, 2006). A position that comes back after a throw is no repetition: it
// could have come otherwise, and who shoots in vain may shoot again.
func (s *search) chance(ply, depth int, low, high float32, last rules.Seats) float32 {
	f := &s.stack[ply]
	s.outcomes(f)
	path := s.path
	s.path = path[len(path):]
	f.known = f.known[:0]
	for range f.luck {
		f.known = append(f.known, span{0, 1})
	}
	mean := span{0, 1}
	if depth > 1 && len(f.luck) > 1 {
		mean = s.narrow(ply, depth, low, high, last, mean, s.probe)
	}
	if !s.stopped && mean.most > low && mean.least < high {
		mean = s.narrow(ply, depth, low, high, last, mean, s.whole)
	}
	s.path = path
	if mean.most <= low {
		return mean.most
	}
	return mean.least
}

// narrow looks at one outcome after the other and returns what their mean then is between:
// of all, or of as many as tell that it is not between low and high.
func (s *search) narrow(ply, depth int, low, high float32, last rules.Seats, mean span, look func(ply, depth int, low, high float32, last rules.Seats) span) span {
	f := &s.stack[ply]
	for i := range f.luck {
		l, b := &f.luck[i], f.known[i]
		if b.least == b.most {
			continue
		}
		rest := mean.add(-l.Weight, b)
		s.draw(ply, l)
		if s.tick() {
			return mean
		}
		b = look(ply+1, depth, max((low-rest.most)/l.Weight, b.least), min((high-rest.least)/l.Weight, b.most), last)
		if s.stopped {
			return mean
		}
		f.known[i] = b
		if mean = rest.add(l.Weight, b); mean.most <= low || mean.least >= high {
			return mean
		}
	}
	return mean
}

// outcomes lists what can be drawn at f, the likely first.
func (s *search) outcomes(f *frame) {
	f.luck = f.luck[:0]
	if f.drawer != nil && s.prunes {
		f.luck = f.drawer.FewLuck(f.luck)
	} else {
		f.luck = f.at.Luck(f.luck)
	}
	for i := range f.luck { // an insertion sort: they are few, and 152 bytes each (decision 0484)
		for ; i > 0 && f.luck[i-1].Weight < f.luck[i].Weight; i-- {
			f.luck[i-1], f.luck[i] = f.luck[i], f.luck[i-1]
		}
	}
}

// draw makes the position at ply+1 that after l.
func (s *search) draw(ply int, l *rules.Luck) {
	next := &s.stack[ply+1]
	next.at.Copy(s.stack[ply].at)
	if next.drawer != nil {
		next.drawer.Draw(l)
		return
	}
	for i := range l.N {
		next.at.Do(l.Steps[i])
	}
}

// whole is value as a span.
func (s *search) whole(ply, depth int, low, high float32, last rules.Seats) span {
	v := s.value(ply, depth, low, high, last)
	return span{v, v}
}

// probe is between what the position at ply can be worth: one step of who replies bounds it
// on one side.
func (s *search) probe(ply, depth int, low, high float32, last rules.Seats) span {
	f := &s.stack[ply]
	if winners, over := f.at.Winners(); over {
		v := s.result(winners, ply)
		return span{v, v}
	}
	actors := f.at.Actors()
	switch {
	case actors.Has(rules.Chance) || ply+4 >= mostPlies:
		return span{0, 1}
	case actors == last:
		return s.probeBoth(ply, depth, low, high, last)
	}
	hash := f.at.Hash()
	if s.repeated(hash) {
		return span{s.share, s.share}
	}
	if !s.begin(ply, s.likeliest(f, hash)) {
		return span{0, 1}
	}
	s.path = append(s.path, hash)
	v := s.value(ply+1, depth-1, low, high, actors)
	s.path = s.path[:len(s.path)-1]
	switch mine := actors.Has(s.me); {
	case mine && v > low:
		return span{v, 1}
	case !mine && v < high:
		return span{0, v}
	}
	return span{0, 1}
}

// probeBoth is probe where the turn goes on: the better one of two steps, each probed.
func (s *search) probeBoth(ply, depth int, low, high float32, last rules.Seats) span {
	f := &s.stack[ply]
	f.steps = f.at.Legal(f.steps[:0])
	if len(f.steps) != 2 {
		return span{0, 1}
	}
	var b [2]span
	for i, step := range f.steps {
		if !s.begin(ply, step) {
			return span{0, 1}
		}
		b[i] = s.probe(ply+1, depth, low, high, last)
	}
	if last.Has(s.me) {
		return span{max(b[0].least, b[1].least), max(b[0].most, b[1].most)}
	}
	return span{min(b[0].least, b[1].least), min(b[0].most, b[1].most)}
}

// likeliest is the step at f that comes first.
func (s *search) likeliest(f *frame, hash uint64) rules.Step {
	if e := s.find(hash); e.hash == hash && e.age == s.age && e.best != (rules.Step{}) {
		return e.best
	}
	f.steps = s.legal(f)
	s.sort(f)
	return f.steps[f.pick(0)]
}

// begin makes the position at ply+1 that after step; false if the search must end.
func (s *search) begin(ply int, step rules.Step) bool {
	next := s.stack[ply+1].at
	next.Copy(s.stack[ply].at)
	next.Do(step)
	return !s.tick()
}
