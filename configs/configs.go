// Package configs carries the board files that are built into the program. It must
// know nothing of what they mean; the one idea is that a built-in board is
// a file like any other, which everybody can read and copy.
package configs

import "embed"

// SimRoleChess is the simulated RoleChess board, the board of who names none.
//
//go:embed boards/sim-rolechess.yaml
var SimRoleChess []byte

// Boards are all board files of this folder, as examples: what the documents draw.
//
//go:embed boards/*.yaml
var Boards embed.FS
