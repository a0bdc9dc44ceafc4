package kaleidochess

// kind is a kind of piece, in the order of rule 2.
type kind uint8

const (
	wizard kind = iota
	dragon
	roc
	eagle
	raven
	elephant
	tiger
	horse
	pawn
	kindCount
)

// gait is how a piece steps (rule 2).
type gait uint8

const (
	walks gait = iota
	flies
)

// kinds is the table of rule 2, with the rounded lines of rule 3.
var kinds = [kindCount]struct {
	name    string
	letter  string
	gait    gait
	reach   int
	crosses int
}{
	wizard:   {"wizard", "W", flies, 3, 3},
	dragon:   {"dragon", "D", flies, 4, 1},
	roc:      {"roc", "R", flies, 3, 1},
	eagle:    {"eagle", "E", flies, 2, 1},
	raven:    {"raven", "V", flies, 1, 1},
	elephant: {"elephant", "L", walks, 4, 1},
	tiger:    {"tiger", "T", walks, 3, 1},
	horse:    {"horse", "H", walks, 2, 1},
	pawn:     {"pawn", "P", walks, 1, 1},
}

// maxCrosses is the most rounded lines that any move crosses: a strengthened
// Wizard's.
const maxCrosses = 4

func kindNamed(name string) (kind, bool) {
	for k := range kindCount {
		if kinds[k].name == name {
			return k, true
		}
	}
	return 0, false
}

// formula is one of the twelve formulas, in the order of rule 11.
type formula uint8

const (
	teleport formula = iota
	swap
	revive
	ghost
	lightning
	selfdestruct
	heal
	imprison
	block
	barrier
	weaken
	strengthen
	formulaCount
)

// The formulas from imprison on last; they are numbered from 0 in State.active.
const (
	firstLasting = imprison
	lastingCount = int(formulaCount - firstLasting)
)

const allTiles uint16 = 1<<formulaCount - 1

var formulaNames = [formulaCount]string{
	"teleport", "swap", "revive", "ghost", "lightning", "selfdestruct",
	"heal", "imprison", "block", "barrier", "weaken", "strengthen",
}

func formulaNamed(name string) (formula, bool) {
	for f, n := range formulaNames {
		if n == name {
			return formula(f), true
		}
	}
	return 0, false
}

// lasts reports whether f stays on a piece, a field or a line.
func (f formula) lasts() bool { return f >= firstLasting && f < formulaCount }

// onPiece reports whether f, when it lasts, lies on a piece.
func (f formula) onPiece() bool { return f == imprison || f == weaken || f == strengthen }
