package config

import "slices"

// layout is a grid's squares, rank by rank; "" where one is left out.
type layout struct {
	index, files, ranks int
	names               []string
}

// Way is an order in which a wire can run through a grid.
type Way struct {
	Grid        int // an index of the file's grids
	Order, From string
	Squares     []string
}

// Ways returns every order in which a wire can run through each grid of the
// board, the usual ones first, no two of a grid alike.
func (b *Board) Ways() (ways []Way) {
	for _, l := range b.layouts {
		first := len(ways)
		for _, order := range []string{"rows", "rows-serpentine", "columns", "columns-serpentine"} {
			for _, from := range []string{"lower-left", "lower-right", "upper-left", "upper-right"} {
				w := Way{l.index, order, from, l.run(orders[order].from(corners[from]))}
				if !slices.ContainsFunc(ways[first:], func(o Way) bool { return slices.Equal(o.Squares, w.Squares) }) {
					ways = append(ways, w)
				}
			}
		}
	}
	return ways
}

// run lists the squares of a grid by their numbers.
func (l layout) run(number numbering) []string {
	byNumber := make([]string, len(l.names))
	for i, name := range l.names {
		byNumber[number(i%l.files, i/l.files, l.files, l.ranks)] = name
	}
	return slices.DeleteFunc(byNumber, func(name string) bool { return name == "" })
}
