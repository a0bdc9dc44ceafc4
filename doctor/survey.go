package doctor

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"reeve/config"
)

// Survey looks at the machine's buses, ports and rights, and at whether it has
// what the board wants; b may be nil. It opens GPIO chips to ask their labels, and
// I²C buses to hear which expanders answer, but no serial port: to open one
// restarts many controllers.
func Survey(m Machine, b *config.Board) []Finding {
	if m.Chip == nil {
		m.Chip = askChip
	}
	s := &survey{machine: m, board: b, groups: m.groups()}
	s.model()
	s.user()
	s.i2c()
	s.spi()
	s.gpio()
	s.serial()
	s.shops()
	s.drivers()
	return s.list
}

// survey is what was found so far.
type survey struct {
	machine Machine
	board   *config.Board
	groups  map[int]string // names by number
	list    []Finding
	labels  map[string]string // of GPIO chips by path
	answers map[string][]int  // of expanders by the path of their bus; a bus that cannot be asked is not in it
}

func (s *survey) add(g Grade, what, remedy, format string, args ...any) {
	s.list = append(s.list, Finding{g, what, fmt.Sprintf(format, args...), remedy})
}

func (s *survey) model() {
	model := s.machine.text("proc/device-tree/model")
	if model == "" {
		s.add(Note, "computer", "", "no Raspberry Pi is known by its device tree; only serial drivers are likely to work")
		return
	}
	s.add(Fine, "computer", "", "%s", model)
}

func (s *survey) user() {
	if s.machine.Who.UID == 0 {
		s.add(Note, "user", "run the daemon as an ordinary user in the groups gpio, i2c, spi and dialout", "root may do everything; on a Pi 5 that includes harm")
		return
	}
	var names []string
	for _, g := range s.machine.Who.Groups {
		if name := s.groups[g]; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	s.add(Fine, "user", "", "number %d, in the groups %s", s.machine.Who.UID, strings.Join(names, ", "))
}

// usable reports whether the user may read and write a device, and if not what
// would help.
func (s *survey) usable(path string) (ok bool, why, remedy string) {
	info, err := os.Stat(s.machine.path(path))
	if err != nil {
		return false, "is not there", "plug it in, or look for its name: ls -l " + filepath.Dir(path)
	}
	uid, gid := owners(info)
	mode := info.Mode().Perm()
	switch who := s.machine.Who; {
	case who.UID == 0, uid == who.UID && mode&0o600 == 0o600, slices.Contains(who.Groups, gid) && mode&0o060 == 0o060, mode&0o006 == 0o006:
		return true, "", ""
	}
	group := s.groups[gid]
	if group == "" || group == "root" || mode&0o060 != 0o060 {
		return false, "may not be used by you", "give its device a group by a udev rule, as Raspberry Pi OS does"
	}
	return false, "may not be used by you", fmt.Sprintf("sudo usermod -aG %s $USER, then log in again", group)
}

// device tells of a device that is there: found, or found and not usable.
func (s *survey) device(path, seen string) {
	if ok, why, remedy := s.usable(path); !ok {
		s.add(Note, path, remedy, "%s; %s", seen, why)
		return
	}
	s.add(Fine, path, "", "%s", seen)
}

// clock returns the clock rate of an I²C bus in Hz, 0 if it is not known.
func (s *survey) clock(path string) int {
	text, err := os.ReadFile(s.machine.path("sys/class/i2c-adapter", strings.TrimPrefix(path, "/dev/"), "of_node/clock-frequency"))
	if err != nil || len(text) != 4 {
		return 0
	}
	return int(binary.BigEndian.Uint32(text)) // device trees are big-endian
}

func (s *survey) i2c() {
	found := s.machine.glob("dev/i2c-*")
	if len(found) == 0 {
		s.add(Note, "I²C", "if your board needs it: dtparam=i2c_arm=on in /boot/firmware/config.txt, and i2c-dev in /etc/modules", "there is no bus")
	}
	s.answers = map[string][]int{}
	for _, path := range found {
		seen := "an I²C bus of unknown speed"
		if hz := s.clock(path); hz > 0 {
			seen = fmt.Sprintf("an I²C bus, %d kHz", hz/1000)
		}
		s.device(path, seen+s.ask(path))
	}
}

// ask asks a bus for its expanders, and says who answers.
func (s *survey) ask(path string) string {
	if ok, _, _ := s.usable(path); !ok || s.machine.Expanders == nil {
		return ""
	}
	found, err := s.machine.Expanders(path)
	if err != nil {
		return fmt.Sprintf(", which cannot be asked (%v)", err)
	}
	s.answers[path] = found
	if len(found) == 0 {
		return ", no expander answers"
	}
	return ", expanders answer at " + hex(found)
}

// hex writes addresses as i2cdetect and board files do.
func hex(addresses []int) string {
	list := make([]string, len(addresses))
	for i, a := range addresses {
		list[i] = fmt.Sprintf("%x", a)
	}
	return strings.Join(list, ", ")
}

// bufsiz returns the largest SPI transfer in bytes.
func (s *survey) bufsiz() int {
	if n, err := strconv.Atoi(s.machine.text("sys/module/spidev/parameters/bufsiz")); err == nil && n > 0 {
		return n
	}
	return 4096
}

func (s *survey) spi() {
	found := s.machine.glob("dev/spidev*")
	if len(found) == 0 {
		s.add(Note, "SPI", "if your board needs it: dtparam=spi=on in /boot/firmware/config.txt", "there is no port")
	}
	for _, path := range found {
		s.device(path, fmt.Sprintf("an SPI port, transfers of %d bytes", s.bufsiz()))
	}
}

// headers are the chips behind a Raspberry Pi's header.
var headers = []string{"pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"}

func (s *survey) gpio() {
	s.labels = map[string]string{}
	found := s.machine.glob("dev/gpiochip*")
	if len(found) == 0 {
		s.add(Note, "GPIO", "", "there is no chip")
	}
	for _, path := range found {
		label, lines, err := s.machine.Chip(s.machine.path(path))
		if err != nil {
			s.device(path, "a GPIO chip that does not say its label")
			continue
		}
		s.labels[path] = label
		seen := fmt.Sprintf("a GPIO chip %s of %d lines", label, lines)
		if slices.Contains(headers, label) {
			seen += ", the header's"
		}
		s.device(path, seen)
	}
}

func (s *survey) serial() {
	named := s.machine.glob("dev/serial/by-id/*")
	for _, path := range named {
		s.device(path, "a serial port")
	}
	for _, pattern := range []string{"dev/ttyACM*", "dev/ttyUSB*", "dev/ttyAMA*", "dev/serial0"} {
		for _, path := range s.machine.glob(pattern) {
			s.device(path, "a serial port")
			s.latency(path)
		}
	}
}

// latency warns of an FTDI chip that holds received bytes back.
func (s *survey) latency(path string) {
	name := filepath.Base(path)
	if ms, err := strconv.Atoi(s.machine.text("sys/bus/usb-serial/devices", name, "latency_timer")); err == nil && ms > 2 {
		s.add(Note, path, fmt.Sprintf("echo 1 | sudo tee /sys/bus/usb-serial/devices/%s/latency_timer, best by a udev rule", name),
			"keeps bytes back for %d ms", ms)
	}
}
