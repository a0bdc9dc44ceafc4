// Package kaleidochess is the game KaleidoChess: two armies of walking and
// flying pieces on 89 round fields, with the rules for advanced players (twelve
// spells a side, which steps, JSON and this code call formulas, and the Dragon's
// fire) and the die as options. The rule numbers cited are those of RULES.md.
//
// It must not know hands, wood, lights, other games, time or chance. The board,
// the start and the die's table are rebuilt and therefore data (data/*.json):
// Load makes the game of other files, so that an owner of the original can
// correct them.
//
// The one idea: everything the rules say of fields is a set of fields, two
// words wide. What a formula may touch is one expression over such sets; Legal
// lists the set's members and Apply asks it for one.
// State is made of parts that each know only their own: armies (who stands where) and
// spells (what is left to cast, and what lies where); a loader makes one of a document.
//
// The text form of a position is the interchange's (docs/interchange.md). The
// keys of "seen" are this game's own fingerprints, twelve hexadecimal digits:
// a position has no room for SHA-256 sums of all that went before. Keys in the
// interchange's two other forms are accepted and tell nothing; "seen" has the
// position itself, too. In a finished position "thrown" is null.
package kaleidochess
