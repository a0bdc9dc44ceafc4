// Package embed is a bus within a hall's own program, and the authority that says who may
// call it: a NATS server, and the passes that it or any other NATS server lets boards in by.
//
// Boards must never link it: it is ten times as large as all of their line. It must not
// know what is said on the bus. The one idea: everything follows from one seed, so that a
// hall is moved by a single file.
package embed
