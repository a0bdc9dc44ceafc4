package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

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

// tellDamage says in the log and on every page what was found damaged.
func (d *daemon) tellDamage(found archive.Damage) {
	for _, f := range found.Faults {
		d.log.Error("THE ARCHIVE WAS DAMAGED: "+f.String(), "folder", filepath.Join(d.settings.State, found.Aside))
	}
	d.session.Damaged(found)
}

// checkArchive looks at what was too much to be looked at when the archive was opened.
func (d *daemon) checkArchive(ctx context.Context) {
	if !d.archive.Glanced() {
		return
	}
	faults, err := d.archive.Check(ctx)
	if err != nil && ctx.Err() == nil {
		d.log.Error("the archive cannot be checked", "error", err)
	}
	d.tellDamage(archive.Damage{Faults: faults})
}
