package certabo

// Read has both readers take what a board says.
func Read(said []byte) {
	for _, r := range []reader{{want: ranks}, {want: numbers}} {
		for _, c := range said {
			if r.next(c); len(r.line) > longest+1 {
				panic("a line without an end is kept")
			}
		}
	}
}
