//go:build hardware && linux

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"reeve/hw/hwtest"
)

// Events of Linux's linux/uhid.h.
const (
	uhidDestroy = 1
	uhidOutput  = 6
	uhidCreate  = 11
	uhidInput   = 12
)

// reportMax is how long a report may be there.
const reportMax = 4096

// descriptor says which reports there are: 01 and 2a come in, 0a, 21 and 29 go out.
var descriptor = []byte{
	0x06, 0x00, 0xff, 0x09, 0x01, 0xa1, 0x01, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08,
	0x85, 0x01, 0x95, 0x3e, 0x09, 0x01, 0x81, 0x02, 0x85, 0x2a, 0x95, 0x03, 0x09, 0x01, 0x81, 0x02,
	0x85, 0x0a, 0x95, 0x09, 0x09, 0x01, 0x91, 0x02, 0x85, 0x21, 0x95, 0x02, 0x09, 0x01, 0x91, 0x02,
	0x85, 0x29, 0x95, 0x02, 0x09, 0x01, 0x91, 0x02, 0xc0,
}

// hidCable is a USB cable with a HID board at its far end.
type hidCable struct {
	run     func(io.ReadWriter)
	device  *os.File
	ended   chan struct{}
	unplugs int
}

const hidraw = "/dev/hidraw0"

// plug puts the plug in: the daemon's end appears.
func (c *hidCable) plug() error {
	device, err := os.OpenFile("/dev/uhid", os.O_RDWR|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	event := make([]byte, 4+128+64+64)
	binary.LittleEndian.PutUint32(event, uhidCreate)
	copy(event[4:], "board")
	event = binary.LittleEndian.AppendUint16(event, uint16(len(descriptor)))
	event = binary.LittleEndian.AppendUint16(event, 3) // USB
	for _, v := range []uint32{0x2d80, 0x8002, 1, 0} {
		event = binary.LittleEndian.AppendUint32(event, v)
	}
	event = append(event, append(descriptor, make([]byte, reportMax-len(descriptor))...)...)
	if _, err := device.Write(event); err != nil {
		return errors.Join(fmt.Errorf("uhid: %w", err), device.Close())
	}
	c.device, c.ended = device, make(chan struct{})
	go func() {
		defer close(c.ended)
		c.run(uhid{device})
	}()
	if err := await(hidraw, func() bool { return exists(hidraw) }); err != nil {
		return err
	}
	return grant()
}

// unplug pulls the plug out.
func (c *hidCable) unplug() error {
	_, err := c.device.Write(binary.LittleEndian.AppendUint32(nil, uhidDestroy))
	err = errors.Join(err, c.device.Close())
	<-c.ended
	c.unplugs++
	return errors.Join(err, await("end of "+hidraw, func() bool { return !exists(hidraw) }))
}

// count is how often it was unplugged.
func (c *hidCable) count() int { return c.unplugs }

// uhid is the far end of a HID device: what is read and written is a report.
type uhid struct{ device *os.File }

func (u uhid) Read(b []byte) (int, error) {
	event := make([]byte, 4+reportMax+64)
	for {
		n, err := u.device.Read(event)
		if err != nil {
			return 0, err
		}
		if n < 4+reportMax+2 || binary.LittleEndian.Uint32(event) != uhidOutput {
			continue // it was started, opened or closed
		}
		size := int(binary.LittleEndian.Uint16(event[4+reportMax:]))
		return copy(b, event[4:4+min(size, reportMax)]), nil
	}
}

func (u uhid) Write(report []byte) (int, error) {
	var event bytes.Buffer
	for _, v := range []any{uint32(uhidInput), uint16(len(report)), report} {
		if err := binary.Write(&event, binary.LittleEndian, v); err != nil {
			return 0, err
		}
	}
	_, err := u.device.Write(event.Bytes())
	return len(report), err
}

// chessnut is a board that speaks in reports.
func chessnut() (hardware, error) {
	board := hwtest.NewChessnut()
	c := &hidCable{run: func(line io.ReadWriter) { board.Run(line) }}
	h := plugged(c, 20)
	h.set = func(channel int, closed bool) error {
		piece := uint64(0)
		if closed {
			piece = 1
		}
		board.Put(channel, piece)
		return nil
	}
	h.led = func(n int) (colour [3]byte) {
		if board.Lit(n) {
			colour = [3]byte{1, 1, 1}
		}
		return colour
	}
	h.acts["replug"] = func() error {
		board.Restart()
		return c.plug()
	}
	return h, c.plug()
}
