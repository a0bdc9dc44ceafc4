//go:build hardware && linux

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Where the emulated Pico is, outside of the machine: its USB, by USB/IP, and the commands of its bench.
const (
	picoUSB   = "/dev/ttyS1"
	picoBench = "/dev/ttyS2"
	vhci      = "/sys/devices/platform/vhci_hcd.0"
	picoByID  = "/dev/serial/by-id/usb-reeve_board_controller_E661385283419C2A-if00"
)

// A wish for the device, and the answer (Linux: Documentation/usb/usbip_protocol.rst).
var wish, granted = []byte{1, 0x11, 0x80, 3, 0, 0, 0, 0}, []byte{1, 0x11, 0, 3, 0, 0, 0, 0}

// picoCable is a USB cable between Linux's virtual host controller and a Pico.
type picoCable struct {
	bench   *os.File
	answers *bufio.Reader
	usb     *os.File
	heard   chan []byte // from the Pico's end
	near    *os.File    // the kernel's end, while it is plugged in
	both    sync.WaitGroup
	over    chan struct{}
	unplugs int
}

func newPicoCable() (*picoCable, error) {
	bench, err := openRaw(picoBench)
	if err != nil {
		return nil, err
	}
	usb, err := openRaw(picoUSB)
	if err != nil {
		return nil, errors.Join(err, bench.Close())
	}
	c := &picoCable{bench: bench, answers: bufio.NewReader(bench), usb: usb, heard: make(chan []byte, 1<<12)}
	go func() { // for as long as the machine runs
		for {
			b := make([]byte, 4096)
			n, err := usb.Read(b)
			if err != nil {
				close(c.heard)
				return
			}
			c.heard <- b[:n]
		}
	}()
	return c, nil
}

// ask tells the bench a command and returns the lines that it answers.
func (c *picoCable) ask(format string, args ...any) (lines []string, err error) {
	if _, err := fmt.Fprintf(c.bench, format+"\n", args...); err != nil {
		return nil, err
	}
	for {
		line, err := c.answers.ReadString('\n')
		line = strings.TrimSpace(line)
		switch {
		case err != nil:
			return nil, err
		case strings.HasPrefix(line, "error"):
			return nil, fmt.Errorf("the bench: %s, of %s", line, fmt.Sprintf(format, args...))
		case line == "ok":
			return lines, nil
		}
		lines = append(lines, line)
	}
}

func (c *picoCable) do(format string, args ...any) error {
	_, err := c.ask(format, args...)
	return err
}

// plug puts the plug in: Linux finds out what it is, and its own driver makes a terminal of it.
func (c *picoCable) plug() error {
	if err := c.do("plug"); err != nil {
		return err
	}
	speed, err := c.importDevice()
	if err != nil {
		return err
	}
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	err = put(fmt.Sprintf("0 %d %d %d", ends[0], 1<<16|2, speed), vhci, "attach")
	if err = errors.Join(err, unix.Close(ends[0]), unix.SetNonblock(ends[1], true)); err != nil {
		return fmt.Errorf("attach: %w", err)
	}
	c.near, c.over = os.NewFile(uintptr(ends[1]), "usbip"), make(chan struct{})
	c.both.Go(func() { io.Copy(c.usb, c.near) })
	c.both.Go(c.carry)
	return c.name()
}

// carry takes what the Pico's end says to the kernel.
func (c *picoCable) carry() {
	for {
		select {
		case b := <-c.heard:
			if _, err := c.near.Write(b); err != nil {
				return
			}
		case <-c.over:
			return
		}
	}
}

// importDevice asks for the device, past what is left of the last time, and returns its speed.
func (c *picoCable) importDevice() (speed uint32, err error) {
	request := append(bytes.Clone(wish), make([]byte, 32)...)
	copy(request[8:], "1-1")
	if _, err := c.usb.Write(request); err != nil {
		return 0, err
	}
	var said []byte
	for late := time.After(timeout); ; {
		if at := bytes.Index(said, granted); at >= 0 && len(said) >= at+320 {
			return binary.BigEndian.Uint32(said[at+8+296:]), nil
		}
		select {
		case b := <-c.heard:
			said = append(said, b...)
		case <-late:
			return 0, fmt.Errorf("no device by USB/IP within %v, but %x", timeout, said)
		}
	}
}

// name does what udev would: it makes the path of what the device says of itself.
func (c *picoCable) name() error {
	var found []string
	if err := await("/dev/ttyACM*", func() bool { found, _ = filepath.Glob("/dev/ttyACM*"); return len(found) > 0 }); err != nil {
		return err
	}
	near := "/sys/class/tty/" + filepath.Base(found[0]) + "/device"
	if driver, err := filepath.EvalSymlinks(near + "/driver"); err != nil || filepath.Base(driver) != "cdc_acm" {
		return fmt.Errorf("the driver is %s, %v", driver, err)
	}
	var says []string
	device, err := filepath.EvalSymlinks(near)
	for _, what := range []string{"manufacturer", "product", "serial", "idVendor", "idProduct"} {
		value, bad := get(filepath.Dir(device), what)
		says, err = append(says, value), errors.Join(err, bad)
	}
	path := "/dev/serial/by-id/usb-" + strings.ReplaceAll(strings.Join(says[:3], "_"), " ", "_") + "-if00"
	if err != nil || path != picoByID || says[3]+says[4] != "2e8a000a" {
		return fmt.Errorf("Linux found %q, %v", says, err)
	}
	return errors.Join(grant(), os.MkdirAll(filepath.Dir(path), 0o755), os.Symlink(found[0], path))
}

// unplug pulls the plug out.
func (c *picoCable) unplug() error {
	err := errors.Join(put("0", vhci, "detach"), c.do("unplug"), os.Remove(picoByID), c.near.Close())
	close(c.over)
	c.both.Wait()
	c.unplugs++
	return errors.Join(err, await("end of /dev/ttyACM*", func() bool {
		near, _ := filepath.Glob("/dev/ttyACM*")
		return len(near) == 0
	}))
}

// count is how often it was unplugged.
func (c *picoCable) count() int { return c.unplugs }

// pico is the real firmware on an emulated Pico, at the driver of Linux for serial ports.
func pico() (hardware, error) {
	c, err := newPicoCable()
	if err != nil {
		return hardware{}, err
	}
	if err := c.do("bounce 8 3000 7"); err != nil {
		return hardware{}, err
	}
	h := plugged(c, 13)
	h.set = func(channel int, closed bool) error { return c.do("set %d %d", channel, bit(closed)) }
	h.press = func(button int, down bool) error { return c.do("press %d %d", button, bit(down)) }
	h.acts["replug"] = func() error { return errors.Join(c.do("brownout"), c.plug()) }
	for act, word := range map[string]string{"reset": "reset", "brownout": "brownout", "bite": "watchdog"} {
		h.acts[act] = func() error { return errors.Join(c.do("%s", word), c.unplug(), c.plug()) }
	}
	return h, c.plug()
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
