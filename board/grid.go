package board

import "strconv"

// Grid returns the places of a chequered surface of files×ranks squares, each
// pitch millimetres wide, with their eight directions as neighbours. Square
// rank*files+file is named by a letter (from first, 'a' or 'A') and the rank
// counted from 1. The first square is dark.
func Grid(files, ranks int, pitch float64, first byte) []Place {
	places := make([]Place, 0, files*ranks)
	for r := range ranks {
		for f := range files {
			p := Place{
				Name: string(first+byte(f)) + strconv.Itoa(r+1),
				X:    (float64(f) + 0.5) * pitch, Y: (float64(r) + 0.5) * pitch,
				Dark: (f+r)%2 == 0,
			}
			for dr := -1; dr <= 1; dr++ {
				for df := -1; df <= 1; df++ {
					nf, nr := f+df, r+dr
					if (df != 0 || dr != 0) && nf >= 0 && nf < files && nr >= 0 && nr < ranks {
						p.Near = append(p.Near, Square(nr*files+nf))
					}
				}
			}
			places = append(places, p)
		}
	}
	return places
}
