package gesture

// maxTried is how many sequences are tried. If there are more, for hands have put a piece down
// on many squares where much was lifted, only so many that leave the fewest pieces in the air.
const (
	maxTried  = 1500
	maxLikely = 200
)

// tooMany is more pieces than hands hold. What leaves so many in the air is overlooked without
// harm.
const tooMany = 4

// line is the nodes that wait to be explored, by how many pieces they leave in the air; of
// equals the first is first.
type line struct {
	nodes [16][]node
	at    [16]int
}

func (l *line) push(n node, air int) {
	air = min(air, len(l.nodes)-1)
	l.nodes[air] = append(l.nodes[air], n)
}

// next takes out the first; air is how many it leaves, len(l.nodes) if there is none.
func (l *line) next() (n *node, air int) {
	for air = range l.nodes {
		if at := l.at[air]; at < len(l.nodes[air]) {
			l.at[air]++
			return &l.nodes[air][at], air
		}
	}
	return nil, len(l.nodes)
}

func (l *line) clear() {
	for i := range l.nodes {
		clear(l.nodes[i])
		l.nodes[i], l.at[i] = l.nodes[i][:0], 0
	}
}

// exploreAll explores what can come after n: everything, or what is likeliest if that is too
// much.
func (r *Reader) exploreAll(n node) {
	r.nodes, r.guesses, r.tried, r.dropped = r.nodes[:0], 0, 0, false
	if r.explore(n); r.tried <= maxTried {
		return
	}
	r.nodes, r.guesses, r.tried, r.queued = r.nodes[:0], 0, 0, true
	defer func() { r.queued = false }()
	r.line.clear()
	for _, m := range r.led { // the least that has to be found is how what is taken goes on
		r.line.push(m, r.missing(&m).Len())
	}
	r.exploreLikely(maxLikely / 2)
	r.line.push(n, 0)
	r.exploreLikely(maxLikely)
	_, air := r.line.next()
	r.dropped = air < tooMany
}

// exploreLikely explores what waits in line, until so many were tried in all.
func (r *Reader) exploreLikely(most int) {
	for r.tried < most {
		n, _ := r.line.next()
		if n == nil {
			return
		}
		r.explore(*n)
	}
}

// goOn explores m, or lets it wait for its turn.
func (r *Reader) goOn(m node) {
	if r.queued {
		r.line.push(m, r.missing(&m).Len())
		return
	}
	r.explore(m)
}

// overlooked reports whether something may have been: too much was to be tried.
func (r *Reader) overlooked() bool { return r.guesses > maxGuesses || r.dropped }
