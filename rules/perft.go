package rules

// Perft counts the sequences of n steps from s; chance outcomes count as
// steps. A finished position has none for n > 0. (The name and the idea are
// the chess programmers'.)
func Perft(s State, n int) uint64 {
	if n <= 0 {
		return 1
	}
	var c counter
	c.legal = make([][]Step, n)
	return c.count(s, n)
}

// counter keeps one slice of steps a depth, so that counting allocates nothing
// but positions.
type counter struct {
	legal   [][]Step
	effects []Effect
}

func (c *counter) count(s State, n int) uint64 {
	steps := s.Legal(c.legal[n-1][:0])
	c.legal[n-1] = steps
	if n == 1 {
		return uint64(len(steps))
	}
	var sum uint64
	for _, step := range steps {
		next, effects, err := s.Apply(step, c.effects[:0])
		if err != nil {
			panic("rules: a legal step was refused: " + err.Error())
		}
		c.effects = effects
		sum += c.count(next, n-1)
	}
	return sum
}
