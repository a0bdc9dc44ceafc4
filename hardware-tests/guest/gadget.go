//go:build hardware && linux

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Where the kernel keeps the far end of the cable, and the path by which the
// daemon knows its end, which udev would make.
const (
	gadget = "/sys/kernel/config/usb_gadget/board"
	byID   = "/dev/serial/by-id/usb-reeve_board-if00"
)

// cable is a USB cable with a board at its far end, which runs as long as it is
// plugged in.
type cable struct {
	run     func(io.ReadWriter)
	line    *os.File
	ended   chan struct{}
	unplugs int
}

// newCable makes a cable that is not plugged in yet.
func newCable(run func(io.ReadWriter)) (*cable, error) {
	for _, dir := range []string{"strings/0x409", "configs/c.1", "functions/acm.0"} {
		if err := os.MkdirAll(filepath.Join(gadget, dir), 0o755); err != nil {
			return nil, err
		}
	}
	for _, v := range [][2]string{
		{"idVendor", "0x1d6b"}, {"idProduct", "0x0104"}, {"strings/0x409/manufacturer", "reeve"},
		{"strings/0x409/product", "board"}, {"strings/0x409/serialnumber", "1"},
	} {
		if err := put(v[1], gadget, v[0]); err != nil {
			return nil, err
		}
	}
	if err := os.Symlink(gadget+"/functions/acm.0", gadget+"/configs/c.1/acm.0"); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	return &cable{run: run}, nil
}

// plug puts the plug in: the daemon's end appears, and the board talks.
func (c *cable) plug() error {
	if err := put("dummy_udc.0", gadget, "UDC"); err != nil {
		return err
	}
	var near []string
	err := await("/dev/ttyACM*", func() bool {
		near, _ = filepath.Glob("/dev/ttyACM*")
		return len(near) > 0 && exists("/dev/ttyGS0")
	})
	if err != nil {
		return err
	}
	if c.line, err = openRaw("/dev/ttyGS0"); err != nil {
		return err
	}
	c.ended = make(chan struct{})
	go func() {
		defer close(c.ended)
		c.run(c.line)
	}()
	if err := errors.Join(grant(), os.MkdirAll(filepath.Dir(byID), 0o755)); err != nil {
		return err
	}
	return os.Symlink(near[len(near)-1], byID)
}

// unplug pulls the plug out.
func (c *cable) unplug() error {
	if err := errors.Join(put("\n", gadget, "UDC"), os.Remove(byID)); err != nil {
		return err
	}
	<-c.ended
	c.unplugs++
	if err := c.line.Close(); err != nil {
		return err
	}
	return await("end of /dev/ttyACM*", func() bool {
		near, _ := filepath.Glob("/dev/ttyACM*")
		return len(near) == 0
	})
}

// count is how often it was unplugged.
func (c *cable) count() int { return c.unplugs }

// openRaw opens a terminal that passes every byte on as it is.
func openRaw(path string) (*os.File, error) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err == nil {
		t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
		t.Oflag &^= unix.OPOST
		t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
		t.Cflag = t.Cflag&^(unix.CSIZE|unix.PARENB|unix.CBAUD) | unix.CS8 | unix.CLOCAL | unix.CREAD | unix.B115200
		err = unix.IoctlSetTermios(fd, unix.TCSETS, t)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("set up %s: %w", path, err), unix.Close(fd))
	}
	return os.NewFile(uintptr(fd), path), nil
}
