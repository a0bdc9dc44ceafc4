package sim

// debouncer believes a new level after enough equal samples in a row, and remembers when the first of
// them was taken: that is the time of the edge.
type debouncer struct {
	press, release int // equal samples before closed and open are believed
	levels         []uint64
	run            []uint8
	first          []uint32
}

func newDebouncer(inputs, samples int) debouncer {
	return debouncer{
		press: samples, release: samples,
		levels: make([]uint64, (inputs+63)/64),
		run:    make([]uint8, inputs),
		first:  make([]uint32, inputs),
	}
}

// sample takes one sample of input i and reports whether it made an edge.
func (d *debouncer) sample(i int, closed bool, tick uint32) bool {
	if closed == bit(d.levels, i) {
		d.run[i] = 0
		return false
	}
	if d.run[i] == 0 {
		d.first[i] = tick
	}
	d.run[i]++
	need := d.release
	if closed {
		need = d.press
	}
	if int(d.run[i]) < need {
		return false
	}
	d.run[i] = 0
	setBit(d.levels, i, closed)
	return true
}
