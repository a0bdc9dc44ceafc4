package wire

import "strings"

// Root is where everything begins that a hall and its boards say.
const Root = "R"

// Hall is where all boards of a hall speak and listen.
func Hall(hall ID) string { return Root + "." + string(hall) + ".b" }

// Place is where one board speaks and listens.
type Place struct{ Hall, Board ID }

func (p Place) at(what string) string { return Hall(p.Hall) + "." + string(p.Board) + "." + what }

// What a board says.
func (p Place) Up() string    { return p.at("up") }
func (p Place) Table() string { return p.at("table") }
func (p Place) Call() string  { return p.at("call") }

// Line is where lines of one kind of one game of the board are said, as Lines.
func (p Place) Line(g Game, k Kind) string {
	return p.at("g." + g.String() + "." + said[k])
}

// said is the last word of the subject of a line.
var said = map[Kind]string{Head: "head", Event: "ev", Record: "rec", Sealed: "rec"}

// Says are all subjects at which the board may say something, Reads those at which it may
// listen.
func (p Place) Says() []string  { return []string{p.Up(), p.Table(), p.Call(), p.at("g.*.*")} }
func (p Place) Reads() []string { return []string{p.Have(), p.To("*")} }

// Ears are the subjects at which a hall hears its boards, each by itself: a call waits behind no lines.
func Ears(hall ID) (subjects []string) {
	for _, what := range []string{"call", "up", "table", "g.*.*"} {
		subjects = append(subjects, Hall(hall)+".*."+what)
	}
	return subjects
}

// What a board hears.
func (p Place) Have() string         { return p.at("have") }
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
