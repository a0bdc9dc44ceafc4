package doctor

import (
	"os"
	"path/filepath"
	"strings"
)

// Shop is a board from a shop, and how it is known.
type Shop struct {
	Kind    string // of its driver in board files
	Name    string
	Vendor  string   // of its USB device, four hexadecimal digits; "" is not told
	Link    string   // part of the name under /dev/serial/by-id; "" is not told
	Carries []string // the board files that carry games on it, and how
}

// Shops are the boards that the survey knows. A converter's maker says little of what hangs on it.
var Shops = []Shop{
	{Kind: "chessnut", Name: "a Chessnut board", Vendor: "2d80", Carries: []string{
		"RoleChess (chessnut-rolechess.yaml)", "with eight reeds beside it DungeonChess (chessnut-dungeonchess.yaml)", "on two boards Chess Battle (chessnut-chessbattle.yaml)",
	}},
	{Kind: "dgt", Name: "a DGT board", Link: "Digital_Game_Technology", Carries: []string{
		"RoleChess (dgt-rolechess.yaml)", "with eight reeds beside it DungeonChess (dgt-dungeonchess.yaml)", "on two boards Chess Battle (dgt-chessbattle.yaml)",
	}},
	{Kind: "sentio", Name: "a converter by Silicon Labs, as a Tabutronic Sentio may have", Vendor: "10c4", Carries: []string{
		"RoleChess (sentio-rolechess.yaml)", "on two boards Chess Battle (sentio-chessbattle.yaml)",
	}},
	{Kind: "certabo", Name: "a converter by FTDI, as a Certabo or a Millennium ChessLink may have", Vendor: "0403", Carries: []string{
		"RoleChess (certabo-rolechess.yaml, chesslink-rolechess.yaml)", "on two boards Chess Battle (chesslink-chessbattle.yaml)",
	}},
}

// shops looks for boards from shops.
func (s *survey) shops() {
	for _, path := range s.machine.glob("dev/hidraw*") {
		if b, ok := known(func(b Shop) bool { return b.Vendor != "" && b.Vendor == s.hidVendor(path) }); ok {
			s.device(path, b.seen())
		}
	}
	for _, path := range append(s.machine.glob("dev/ttyACM*"), s.machine.glob("dev/ttyUSB*")...) {
		if b, ok := known(func(b Shop) bool { return b.Vendor != "" && b.Vendor == s.ttyVendor(path) }); ok {
			s.device(path, b.seen())
		}
	}
	for _, path := range s.machine.glob("dev/serial/by-id/*") {
		if b, ok := known(func(b Shop) bool { return b.Link != "" && strings.Contains(path, b.Link) }); ok {
			s.device(path, b.seen())
		}
	}
}

func known(is func(Shop) bool) (Shop, bool) {
	for _, b := range Shops {
		if is(b) {
			return b, true
		}
	}
	return Shop{}, false
}

func (b Shop) seen() string {
	return b.Name + ": kind " + b.Kind + "; it carries " + strings.Join(b.Carries, ", ")
}

// hidVendor is the maker of a HID device, by its uevent: HID_ID=0003:00002D80:00008002.
func (s *survey) hidVendor(path string) string {
	for line := range strings.SplitSeq(s.machine.text("sys/class/hidraw", filepath.Base(path), "device/uevent"), "\n") {
		if id, ok := strings.CutPrefix(line, "HID_ID="); ok {
			if f := strings.Split(id, ":"); len(f) == 3 && len(f[1]) == 8 {
				return strings.ToLower(f[1][4:])
			}
		}
	}
	return ""
}

// ttyVendor is the maker of the USB device behind a serial port: it stands some folders above the port's.
func (s *survey) ttyVendor(path string) string {
	at, err := filepath.EvalSymlinks(s.machine.path("sys/class/tty", filepath.Base(path), "device"))
	for range 4 {
		if err != nil {
			return ""
		}
		if text, err := os.ReadFile(filepath.Join(at, "idVendor")); err == nil {
			return strings.TrimSpace(string(text))
		}
		at = filepath.Dir(at)
	}
	return ""
}
