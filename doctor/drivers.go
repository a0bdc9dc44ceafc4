package doctor

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"reeve/config"
)

// drivers checks whether the machine has what each driver of the board needs.
func (s *survey) drivers() {
	if s.board == nil {
		return
	}
	for _, d := range s.board.Drivers {
		if d.Device != "" {
			s.wants(d)
		}
		switch d.Kind {
		case "serial", "dgt", "certabo", "sentio", "chesslink":
			s.console(d)
		case "gpio":
			s.chip(d)
		case "i2c":
			s.bus(d)
			s.expanders(d)
		case "hc165":
			if d.Load >= 0 {
				s.chip(d)
			}
		case "ws2812":
			s.strip(d)
		}
	}
}

func what(d config.Driver) string { return "driver " + d.Name }

// wants looks at the device of a driver.
func (s *survey) wants(d config.Driver) {
	if ok, why, remedy := s.usable(d.Device); !ok {
		switch {
		case why == "is not there" && strings.HasPrefix(d.Device, "/dev/i2c"):
			remedy = "dtparam=i2c_arm=on in /boot/firmware/config.txt, and i2c-dev in /etc/modules; then restart"
		case why == "is not there" && strings.HasPrefix(d.Device, "/dev/chessnut"):
			remedy = "plug it in by USB and switch it on; the package's udev rule makes that name, else give the /dev/hidraw… that is named above"
		case why == "is not there" && strings.HasPrefix(d.Device, "/dev/spidev1"):
			remedy = "dtoverlay=spi1-1cs in /boot/firmware/config.txt; then restart"
		case why == "is not there" && strings.HasPrefix(d.Device, "/dev/spidev"):
			remedy = "dtparam=spi=on in /boot/firmware/config.txt; then restart"
		}
		s.add(Wrong, what(d), remedy, "its device %s %s", d.Device, why)
		return
	}
	s.add(Fine, what(d), "", "%s is there for you", d.Device)
}

// chip looks for the GPIO chip of a driver.
func (s *survey) chip(d config.Driver) {
	for _, path := range slices.Sorted(maps.Keys(s.labels)) {
		label := s.labels[path]
		if label != d.Chip && (d.Chip != "" || !slices.Contains(headers, label)) {
			continue
		}
		if ok, why, remedy := s.usable(path); !ok {
			s.add(Wrong, what(d), remedy, "its chip %s (%s) %s", label, path, why)
		} else {
			s.add(Fine, what(d), "", "its chip %s is there for you", label)
		}
		return
	}
	if d.Chip == "" {
		s.add(Wrong, what(d), "the board needs a Raspberry Pi, and a user in the group gpio", "no GPIO chip is that of a Raspberry Pi's header")
		return
	}
	s.add(Wrong, what(d), "correct drivers[].chip, or load the chip's driver", "no GPIO chip has the label %s", d.Chip)
}

// expanders looks whether every chip of a driver answers, where its bus can be asked.
func (s *survey) expanders(d config.Driver) {
	answers, asked := s.answers[d.Device]
	var silent []int
	for _, e := range d.Expanders {
		if asked && !slices.Contains(answers, e.Address) {
			silent = append(silent, e.Address)
		}
	}
	if len(silent) > 0 {
		s.add(Wrong, what(d), "look at the address pins of those chips, their supply and ground, SDA and SCL, and RESET, which an MCP23017 wants at its supply",
			"nobody answers on %s at %s", d.Device, hex(silent))
	}
}

// console looks whether Linux itself talks on a driver's line.
func (s *survey) console(d config.Driver) {
	line := s.machine.text("proc/cmdline")
	names := []string{filepath.Base(d.Device)}
	if to, err := os.Readlink(s.machine.path(d.Device)); err == nil {
		names = append(names, filepath.Base(to))
	}
	for _, name := range names {
		if regexp.MustCompile(`(^| )console=` + regexp.QuoteMeta(name) + `(,|$| )`).MatchString(line) {
			s.add(Wrong, what(d), "sudo raspi-config nonint do_serial_cons 1, or take console=… out of /boot/firmware/cmdline.txt; then restart",
				"Linux has its console on %s and would talk to the board", d.Device)
			return
		}
	}
}

// slow is the scan time, in ms, from which players notice the delay.
const slow = 4

// bus looks at how long a scan takes on an I²C bus.
func (s *survey) bus(d config.Driver) {
	hz := s.clock(d.Device)
	if hz == 0 {
		return
	}
	readers := map[int]bool{} // chips that are read for each row
	for _, pin := range d.Columns {
		readers[pin/16] = true
	}
	bits := 48*len(d.Expanders) + len(d.Rows)*(29+48*len(readers))
	ms := float64(bits) / float64(hz) * 1000
	if ms > slow {
		s.add(Note, what(d), "dtparam=i2c_arm_baudrate=400000 in /boot/firmware/config.txt; then restart", "a scan takes %.1f ms at %d kHz", ms, hz/1000)
	}
}

// strip checks that a frame of a WS2812 strip fits into one SPI transfer: a pause within it would end the frame
// (hw/spi: 3 bytes for each byte of colour, and 90 before and after).
func (s *survey) strip(d config.Driver) {
	bytes := 180 + 3*max(3, len(d.Order))*d.LEDs
	if limit := s.bufsiz(); bytes > limit {
		s.add(Wrong, what(d), fmt.Sprintf("put spidev.bufsiz=%d on the kernel's command line (/boot/firmware/cmdline.txt)", bytes),
			"%d LEDs are a transfer of %d bytes, the port takes %d", d.LEDs, bytes, limit)
	}
	if !strings.Contains(s.machine.text("boot/firmware/config.txt"), "core_freq") {
		s.add(Note, what(d), "core_freq=500 and core_freq_min=500 (Pi 4) or core_freq=250 (before) in /boot/firmware/config.txt; a Pi 5 needs neither",
			"the strip's timing follows the core clock, which may move")
	}
}
