// Package guidance leads wood back to the position: it picks what is asked for now, a
// few squares at a time, and says so with the pieces' names.
//
// It must not know who plays, what is secret or how anything is lit. The one idea: a
// piece is felt as wood and no more, so Lead remembers which piece lies where from the
// last time when all was right, step by step.
package guidance
