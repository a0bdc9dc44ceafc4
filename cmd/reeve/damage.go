package main

import (
	"fmt"
	"io"

	"reeve/archive"
)

// tellDamage says on a terminal what was found damaged in the archive.
func tellDamage(w io.Writer, d archive.Damage) {
	for _, f := range d.Faults {
		fmt.Fprintln(w, "archive:", f)
	}
	if d.Aside != "" {
		fmt.Fprintf(w, "archive: the files as they were found are in %s\n", d.Aside)
	}
}
