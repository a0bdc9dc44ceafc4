//go:build hardware && linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// contacts is the chip of kernel/contacts.c.
const contacts = "/sys/devices/platform/contacts.0"

// cross works the contact from a column to a row of that chip.
func cross(column, row int, closed bool) error {
	state := 0
	if closed {
		state = 1
	}
	return put(fmt.Sprintf("%d %d %d", column, row, state), contacts, "contact")
}

// counts reads "falls" or "pulses" of that chip's lines.
func counts(of string) ([]int, error) {
	text, err := get(contacts, of)
	if err != nil {
		return nil, err
	}
	var list []int
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// gpioSim is a chip of gpio-sim.
type gpioSim struct {
	config string // its folder in configfs
	lines  string // and in sysfs
}

// simulate makes a chip of that label and number of lines.
func simulate(label string, lines int) (gpioSim, error) {
	s := gpioSim{config: "/sys/kernel/config/gpio-sim/" + label}
	bank := filepath.Join(s.config, "bank0")
	for i := range lines {
		line := filepath.Join(bank, fmt.Sprintf("line%d", i))
		if err := os.MkdirAll(line, 0o755); err != nil {
			return s, err
		}
		if err := put(fmt.Sprintf("%s%d", label, i), line, "name"); err != nil {
			return s, err
		}
	}
	for _, v := range [][2]string{{"bank0/num_lines", strconv.Itoa(lines)}, {"bank0/label", label}, {"live", "1"}} {
		if err := put(v[1], s.config, v[0]); err != nil {
			return s, err
		}
	}
	device, err := get(s.config, "dev_name")
	if err != nil {
		return s, err
	}
	chip, err := get(bank, "chip_name")
	s.lines = filepath.Join("/sys/devices/platform", device, chip)
	return s, err
}

// ground works a contact from a line to ground.
func (s gpioSim) ground(line int, closed bool) error {
	pull := "pull-up"
	if closed {
		pull = "pull-down"
	}
	return put(pull, s.lines, fmt.Sprintf("sim_gpio%d", line), "pull")
}

// taken waits until all lines have been given their pull-ups. For gpio-sim that
// opens the contacts: it knows no difference between the two.
func (s gpioSim) taken() error {
	pulls, err := filepath.Glob(filepath.Join(s.lines, "sim_gpio*", "pull"))
	if err != nil {
		return err
	}
	return await("pull-ups on all lines", func() bool {
		for _, p := range pulls {
			if v, err := get(p); err != nil || v != "pull-up" {
				return false
			}
		}
		return true
	})
}

// end takes the chip away.
func (s gpioSim) end() error { return put("0", s.config, "live") }

// matrix is seven rows, seven columns and a button on the contacts chip.
func matrix() (hardware, error) {
	before, err := counts("falls")
	up, err2 := counts("pulses")
	driven := func(line int) int {
		now, _ := counts("falls")
		return now[line] - before[line]
	}
	return hardware{
		set: func(channel int, closed bool) error {
			if channel == 49 {
				return cross(20, -1, closed)
			}
			return cross(8+channel%7, channel/7, closed)
		},
		worked: func() int { return driven(0) },
		check: func() (err error) {
			for line := range 64 {
				if n := driven(line); line < 7 && n < driven(0)-1 || line >= 7 && n > 0 {
					err = errors.Join(err, fmt.Errorf("line %d was driven low %d times, row 0 %d times", line, n, driven(0)))
				}
			}
			if now, _ := counts("pulses"); !slices.Equal(now, up) {
				err = errors.Join(err, fmt.Errorf("a row was driven high: %v, before %v", now, up))
			}
			return err
		},
		end: func() error { return nil },
	}, errors.Join(err, err2)
}

func direct() (hardware, error) {
	chip, err := simulate("direct", 49)
	nothing := func() error { return nil }
	return hardware{set: chip.ground, taken: chip.taken, worked: func() int { return 0 }, check: nothing, end: chip.end}, err
}
