package main

import (
	"fmt"
	"io"
	"time"

	"reeve/config"
	"reeve/hw/gpio"
	"reeve/sensors"
)

// The cost of one system call on the slowest Pi, a Zero, beside the time on the wire. Lines: measured by others
// (the README of go-gpiocdev). Transfers: an estimate; nobody has measured it.
const (
	transferCost = 125 * time.Microsecond
	linesCost    = 23 * time.Microsecond
)

// fastI2C is the clock that board files for expanders ask for, Hz. A TCA9555 can have no more.
const fastI2C = 400_000

// scanTime is the time of one scan of a driver: on the wire (clocks, or pauses in which lines settle), and
// system calls times their cost. A driver that reports by itself takes none.
func scanTime(d config.Driver) (wire time.Duration, calls float64, each time.Duration, err error) {
	switch d.Kind {
	case "gpio":
		rows, calls := len(d.Rows), 1
		if rows > 1 {
			calls = gpio.CallsPerRow * rows
		}
		return time.Duration(rows) * gpio.DefaultSettle, float64(calls), linesCost, nil
	case "i2c":
		s, err := expanders(nil, d)
		if err != nil {
			return 0, 0, 0, err
		}
		transfers, clocks := s.Wire()
		return time.Duration(clocks * float64(time.Second) / fastI2C), transfers, transferCost, nil
	case "hc165":
		khz, load := 1000, 0.0
		if d.KHz > 0 {
			khz = d.KHz
		}
		if d.Load >= 0 {
			load = 2 * float64(linesCost) / float64(transferCost)
		}
		return time.Duration(8*d.Registers) * time.Millisecond / time.Duration(khz), 1 + load, transferCost, nil
	}
	return 0, 0, 0, nil
}

// faster is what makes a scan shorter.
var faster = map[string]string{
	"gpio":  "fewer rows and more columns, or 74HC165, make it shorter",
	"i2c":   "fewer rows and more columns, or 74HC165, make it shorter",
	"hc165": "a higher khz makes it shorter",
}

// pace notes the drivers of a board whose scans are too long for as many a second as the daemon asks for, on the
// smallest Pi.
func pace(out io.Writer, name string, b *config.Board) error {
	for i, d := range b.Drivers {
		wire, calls, each, err := scanTime(d)
		if err != nil {
			return err
		}
		if whole := wire + time.Duration(calls*float64(each)); whole > sensors.DefaultPeriod {
			fmt.Fprintf(out, "%s:drivers[%d]: note: a scan takes %.1f ms, %.1f ms of them on the wire, on a Pi Zero by estimate: %d scans a second, not %d, so that touches are felt later; %s\n",
				name, i, whole.Seconds()*1000, wire.Seconds()*1000, time.Second/whole, time.Second/sensors.DefaultPeriod, faster[d.Kind])
		}
	}
	return nil
}
