package archive

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"regexp"
	"strconv"
)

// Computer is a program that plays a seat, as players of a game are written: "reeve:4",
// and "reeve:4:resigns" if it gives up when it has lost.
type Computer struct {
	Engine  string // how the settings call it
	Level   int
	Resigns bool
}

// computerForm keeps to what no person is called.
var computerForm = regexp.MustCompile(`^([a-z][a-z0-9-]*):([1-9][0-9]?)(:resigns)?$`)

// ParseComputer reads a player who is a computer; false for a person's name.
func ParseComputer(text string) (Computer, bool) {
	if len(text) > 100 {
		return Computer{}, false
	}
	m := computerForm.FindStringSubmatch(text)
	if m == nil {
		return Computer{}, false
	}
	level, _ := strconv.Atoi(m[2])
	return Computer{Engine: m[1], Level: level, Resigns: m[3] != ""}, true
}

// String writes what ParseComputer reads.
func (c Computer) String() string {
	text := c.Engine + ":" + strconv.Itoa(c.Level)
	if c.Resigns {
		text += ":resigns"
	}
	return text
}

// ComputerSeed is the seed of the computer on a seat. It follows from the dice's, so that
// their commitment binds it, too, and is as secret: HMAC-SHA-256 of "computer SEAT" under the
// dice's seed, of its first 8 bytes the highest 53 bits. (The dice's own messages have a
// zero byte, so that neither tells of the other.)
func ComputerSeed(dice []byte, seat string) uint64 {
	h := hmac.New(sha256.New, dice)
	h.Write([]byte("computer " + seat))
	return binary.BigEndian.Uint64(h.Sum(nil)) >> 11
}

// Identity is what an engine calls itself.
type Identity struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Sitting is who plays a seat, and what he called himself if he is a computer that has
// said so.
type Sitting struct {
	Player string
	Identity
}

// Sittings returns who plays each seat at the end of events; a seat that nobody was named
// for is missing.
func Sittings(h Header, events []Event) map[string]Sitting {
	now := map[string]Sitting{}
	for seat, name := range h.Players {
		now[seat] = Sitting{Player: name}
	}
	for _, e := range events {
		if e.Kind != Player {
			continue
		}
		s := Sitting{Player: e.Action}
		_ = json.Unmarshal(e.Note, &s.Identity) // a note of another form names nobody
		if now[e.By] = s; s.Player == "" {
			delete(now, e.By)
		}
	}
	return now
}

// computer is what the first line of an export says of a computer that played.
type computer struct {
	Player  string `json:"player"` // as it was asked for
	Name    string `json:"name,omitempty"`
	Level   int    `json:"level"`
	Version string `json:"version,omitempty"`
	Seed    string `json:"seed"`
}

// computersOf returns the computers that played a seat last; nil if none did.
func computersOf(h Header, events []Event) map[string]computer {
	var out map[string]computer
	for seat, s := range Sittings(h, events) {
		c, ok := ParseComputer(s.Player)
		if !ok {
			continue
		}
		if out == nil {
			out = map[string]computer{}
		}
		out[seat] = computer{s.Player, s.Name, c.Level, s.Version, strconv.FormatUint(ComputerSeed(h.Seed, seat), 10)}
	}
	return out
}
