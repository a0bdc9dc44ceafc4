package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Shop is a commercial board and how the system shows it.
type Shop struct {
	Kind    string // of its driver in board files
	Name    string
	Vendors []string // of USB devices, four hexadecimal digits
	Bridge  bool     // the vendor's is the converter in it, which other things have, too
	Link    string   // part of the name under /dev/serial/by-id; "" is not told
	Carries []string // the board files that carry games on it, and how
}

// Who makes the converters that boards have in them.
const (
	ftdi        = "0403"
	siliconLabs = "10c4"
)

// Shops are the boards that the survey knows.
var Shops = []Shop{
	{Kind: "chessnut", Name: "a Chessnut board", Vendors: []string{"2d80"}, Carries: carries("chessnut")},
	{Kind: "dgt", Name: "a DGT board", Link: "Digital_Game_Technology", Carries: carries("dgt")},
	{Kind: "sentio", Name: "a Tabutronic Sentio", Vendors: []string{siliconLabs, ftdi}, Bridge: true, Carries: carries("sentio")},
	{Kind: "certabo", Name: "a Certabo board", Vendors: []string{siliconLabs, ftdi}, Bridge: true, Carries: carries("certabo")},
	{Kind: "chesslink", Name: "a Millennium ChessLink", Vendors: []string{ftdi}, Bridge: true, Carries: carries("chesslink")},
}

func carries(kind string) []string {
	return []string{
		"RoleChess (" + kind + "-rolechess.yaml)",
		"with eight reeds beside it DungeonChess (" + kind + "-dungeonchess.yaml), or with its alcoves on the page (sentio-page-dungeonchess.yaml)",
		"on two boards Chess Battle (" + kind + "-chessbattle.yaml)",
	}
}

// shops looks for boards from shops.
func (s *survey) shops() {
	for _, path := range s.machine.glob("dev/hidraw*") {
		s.hid(path)
	}
	for _, path := range append(s.machine.glob("dev/ttyACM*"), s.machine.glob("dev/ttyUSB*")...) {
		if vendor := s.ttyVendor(path); vendor != "" {
			s.shop(path, known(func(b Shop) bool { return slices.Contains(b.Vendors, vendor) }))
		}
	}
	for _, path := range s.machine.glob("dev/serial/by-id/*") {
		s.shop(path, known(func(b Shop) bool { return b.Link != "" && strings.Contains(path, b.Link) }))
	}
}

func known(is func(Shop) bool) (all []Shop) {
	for _, b := range Shops {
		if is(b) {
			all = append(all, b)
		}
	}
	return all
}

// shop tells which board a device may be. Only the people at it know what hangs on a converter.
func (s *survey) shop(path string, boards []Shop) {
	if len(boards) == 0 {
		return
	}
	names := make([]string, len(boards))
	for i, b := range boards {
		names[i] = b.Name + ": kind " + b.Kind + "; it carries " + strings.Join(b.Carries, ", ")
	}
	seen := strings.Join(names, ". Or ")
	if boards[0].Bridge {
		seen = "a converter. It may be that of " + seen
	}
	s.device(path, seen)
}

// hid looks whether a HID device is a board. A Chessnut has a second one, which says nothing of pieces.
func (s *survey) hid(path string) {
	vendor, product, name := s.hidIdentity(path)
	boards := known(func(b Shop) bool { return slices.Contains(b.Vendors, vendor) })
	if len(boards) == 0 {
		return
	}
	if tells := s.machine.text("sys/class/hidraw", filepath.Base(path), "device/report_descriptor"); tells != "" && !strings.Contains(tells, ownPage) {
		s.add(Note, path, "", "belongs to %s, and is not what says its pieces", boards[0].Name)
		return
	}
	boards[0].Name += fmt.Sprintf(" (it calls itself %q, model %s)", name, model(product))
	s.shop(path, boards)
}

// ownPage is how the descriptor of a HID device says that what follows is its maker's own, page FF00.
const ownPage = "\x06\x00\xff"

// model is what a Chessnut's product number says: the first byte is the model, the second the batch. That 80 is the
// Air stands in what others have published; of the rest only the maker's list of numbers, 81 to 86.
func model(product string) string {
	if strings.HasPrefix(product, "80") {
		return "80, an Air"
	}
	return product[:2] + ", no Air: a Pro or a later one"
}

// hidIdentity is the maker, the product and the name of a HID device, by its uevent: HID_ID=0003:00002D80:00008002.
func (s *survey) hidIdentity(path string) (vendor, product, name string) {
	for line := range strings.SplitSeq(s.machine.text("sys/class/hidraw", filepath.Base(path), "device/uevent"), "\n") {
		if id, ok := strings.CutPrefix(line, "HID_ID="); ok {
			if f := strings.Split(id, ":"); len(f) == 3 && len(f[1]) == 8 && len(f[2]) == 8 {
				vendor, product = strings.ToLower(f[1][4:]), strings.ToLower(f[2][4:])
			}
		}
		if text, ok := strings.CutPrefix(line, "HID_NAME="); ok {
			name = strings.TrimSpace(text)
		}
	}
	return vendor, product, name
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
