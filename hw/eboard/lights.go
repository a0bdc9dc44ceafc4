package eboard

// lights are what the board shows and what it should.
type lights struct {
	latest     uint64 // of the last frame
	shone      uint64 // in any frame since the last command
	board      uint64 // what the board shows
	boardKnown bool   // board is so
}

func (l *lights) frame(lit uint64) { l.latest, l.shone = lit, l.shone|lit }

// next is what the board should show, and whether it must be told.
func (l *lights) next() (lit uint64, change bool) {
	lit = l.shone | l.latest
	return lit, !l.boardKnown || lit != l.board
}

func (l *lights) sent(lit uint64) { l.board, l.boardKnown, l.shone = lit, true, 0 }

// again forgets what the board shows.
func (l *lights) again() { l.boardKnown = false }
