// Package configs carries the board file that is built into the program. It must
// know nothing of what the file means; the one idea is that the built-in board is
// a file like any other, which everybody can read and copy.
package configs

import _ "embed" // for the file below

// SimRoleChess is the simulated RoleChess board, the board of who names none.
//
//go:embed boards/sim-rolechess.yaml
var SimRoleChess []byte
