package wire

import "strings"

// Root is the first part of every subject of a hall and its boards.
const Root = "R"

// Hall is the prefix of the subjects of all boards of a hall.
func Hall(hall ID) string { return Root + "." + string(hall) + ".b" }

// Place names one board of a hall; its methods are the board's subjects (NATS).
type Place struct{ Hall, Board ID }

func (p Place) at(what string) string { return Hall(p.Hall) + "." + string(p.Board) + "." + what }

// Up is the subject of the messages Up: the board is there, and how it is.
func (p Place) Up() string { return p.at("up") }

// Table is the subject of the messages Table.
func (p Place) Table() string { return p.at("table") }

// Call is the subject of calls for an arbiter.
func (p Place) Call() string { return p.at("call") }

// Line is the subject of one kind of lines of one game; its messages are Lines.
func (p Place) Line(g Game, k Kind) string {
	return p.at("g." + g.String() + "." + said[k])
}

// said is the last word of the subject of a line.
var said = map[Kind]string{Head: "head", Event: "ev", Record: "rec", Sealed: "rec"}

// Says are the subjects to which the board may publish.
func (p Place) Says() []string { return []string{p.Up(), p.Table(), p.Call(), p.at("g.*.*")} }

// Reads are the subjects to which the board may subscribe.
func (p Place) Reads() []string { return []string{p.Have(), p.To("*")} }

// Ears are the subjects to which a hall subscribes, one subscription each, so that a call never waits behind lines.
func Ears(hall ID) (subjects []string) {
	for _, what := range []string{"call", "up", "table", "g.*.*"} {
		subjects = append(subjects, Hall(hall)+".*."+what)
	}
	return subjects
}

// Have is the subject on which the hall acknowledges lines.
func (p Place) Have() string { return p.at("have") }

// To is the subject of a command to the board.
func (p Place) To(cmd string) string { return p.at("to." + cmd) }

// OwnerOf says which board of the hall a subject belongs to, and what is said there: "up",
// "table", "g.7-1.ev"; false for any other subject.
func OwnerOf(hall ID, subject string) (board ID, what string, ok bool) {
	rest, ok := strings.CutPrefix(subject, Hall(hall)+".")
	if !ok {
		return "", "", false
	}
	name, what, _ := strings.Cut(rest, ".")
	board, err := ParseID(name)
	return board, what, err == nil && what != ""
}
