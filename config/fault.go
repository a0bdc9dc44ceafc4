package config

import (
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing wrong with settings or a board file.
type Fault struct {
	File string // a file, or "environment" or "command line"
	Key  string // "squares.a1.channel", "grids[0].first", "--listen"
	Text string // what is wrong, and what would be right
}

// String returns the fault as FILE:KEY: text.
func (f Fault) String() string { return f.File + ":" + f.Key + ": " + f.Text }

// Faults is everything wrong with settings or a board file, and the only error
// that reading them returns except that a file cannot be read at all.
type Faults []Fault

// Error returns the faults, one a line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}

// maxFaults is how many faults of one file are told.
const maxFaults = 100

// faults collects what is wrong with one file.
type faults struct {
	file string
	list Faults
}

func (f *faults) add(key, format string, args ...any) {
	if key == "" {
		key = "yaml" // of the file as a whole
	}
	if len(f.list) < maxFaults {
		f.list = append(f.list, Fault{f.file, key, fmt.Sprintf(format, args...)})
	}
}

// missing adds that a key is not there, unless what is there has been refused.
func (f *faults) missing(key, remedy string) {
	if !slices.ContainsFunc(f.list, func(told Fault) bool { return told.Key == key }) {
		f.add(key, "is missing; %s", remedy)
	}
}

// entry is one entry of the file, at that key.
type entry struct {
	file *faults
	at   string
}

// add adds a fault of a key of the entry, "" for the whole of it.
func (e entry) add(key, format string, args ...any) { e.file.add(e.at+key, format, args...) }

// within adds a fault and returns false if n is not within least and most.
func (e entry) within(key string, n, least, most int) bool {
	if n < least || n > most {
		e.add(key, "%d is out of range; %d to %d can be", n, least, most)
	}
	return n >= least && n <= most
}

// err returns the faults, or nil without any.
func (f *faults) err() error {
	if len(f.list) == 0 {
		return nil
	}
	return f.list
}
