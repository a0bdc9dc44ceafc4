package doctor

import (
	"fmt"
	"io"
)

// Grade is how bad a finding is.
type Grade uint8

// The grades.
const (
	Fine  Grade = iota
	Note        // worth knowing, not in the way
	Wrong       // something will not work
)

func (g Grade) String() string {
	if int(g) < len(grades) {
		return grades[g]
	}
	return fmt.Sprintf("Grade(%d)", uint8(g))
}

var grades = [...]string{Fine: "ok", Note: "note", Wrong: "WRONG"}

// Finding is one thing that the doctor saw.
type Finding struct {
	Grade  Grade
	What   string // the thing
	Seen   string // what it is, or what is wrong with it
	Remedy string // what to do; "" where nothing is to be done
}

// Report writes findings, one or two lines each, and returns how many are Wrong.
func Report(out io.Writer, list []Finding) (wrong int) {
	for _, f := range list {
		fmt.Fprintf(out, "%-5s %s: %s\n", f.Grade, f.What, f.Seen)
		if f.Remedy != "" {
			fmt.Fprintf(out, "      %s\n", f.Remedy)
		}
		if f.Grade == Wrong {
			wrong++
		}
	}
	return wrong
}
