package hwtest

// changes tells whoever waits that a board's lights have changed, so that nobody looks again and again. Its board's lock
// guards it.
type changes struct{ waiting chan struct{} }

// next returns a channel that is closed at the next change.
func (c *changes) next() <-chan struct{} {
	if c.waiting == nil {
		c.waiting = make(chan struct{})
	}
	return c.waiting
}

func (c *changes) tell() {
	if c.waiting != nil {
		close(c.waiting)
		c.waiting = nil
	}
}
