package gesture

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
