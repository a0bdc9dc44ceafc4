package spi

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	periph "periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"
)

// Errors of this package's devices; they are returned wrapped, but for ErrClosed.
var (
	ErrBusy   = errors.New("spi: port is in use: end the other program first (fuser -v names it)")
	ErrClosed = errors.New("spi: device is closed")
	ErrConfig = errors.New("spi: impossible configuration")
	ErrFrame  = errors.New("spi: wrong frame")
)

// bufsiz is where spidev says how many bytes one transfer may have, and
// usualBufsiz what it says unless it was told otherwise.
const (
	bufsiz      = "/sys/module/spidev/parameters/bufsiz"
	usualBufsiz = 4096
)

// Opener opens a port. A device calls it when it needs the port, and again after
// it failed.
type Opener func() (periph.PortCloser, error)

// Device opens the port at a path of the form /dev/spidev0.0 for one program
// alone. It fails with ErrBusy if another of ours has it.
func Device(path string) Opener {
	return func() (periph.PortCloser, error) {
		bus, chip, err := numbers(path)
		if err != nil {
			return nil, err
		}
		lock, err := lock(path)
		if err != nil {
			return nil, err
		}
		port, err := sysfs.NewSPI(bus, chip)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("spi: open %s: %w", path, err), lock.Close())
		}
		return device{port, lock, limit()}, nil
	}
}

// lock opens a device file of our own and locks it: the library's is out of reach.
func lock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("spi: %w", err)
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s", ErrBusy, path), file.Close())
	}
	return file, nil
}

// numbers finds bus and chip select in a path.
func numbers(path string) (bus, chip int, err error) {
	rest, ok := strings.CutPrefix(path, "/dev/spidev")
	first, second, dot := strings.Cut(rest, ".")
	b, err1 := strconv.ParseUint(first, 10, 16)
	c, err2 := strconv.ParseUint(second, 10, 8)
	if !ok || !dot || err1 != nil || err2 != nil {
		return 0, 0, fmt.Errorf("%w: port %q is not of the form /dev/spidev0.0", ErrConfig, path)
	}
	return int(b), int(c), nil
}

// device is a port that is locked, and that knows how much one transfer may carry.
// The library knows it only after all its drivers were initialized.
type device struct {
	*sysfs.SPI
	lock *os.File
	size int
}

func (d device) MaxTxSize() int { return d.size }

// Close closes the port, and then lets others have it.
func (d device) Close() error { return errors.Join(d.SPI.Close(), d.lock.Close()) }

func limit() int {
	text, err := os.ReadFile(bufsiz)
	if err != nil {
		return usualBufsiz
	}
	if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && n > 0 {
		return n
	}
	return usualBufsiz
}

// link is a port that is opened when it is needed and closed when it fails.
type link struct {
	open  Opener
	speed physic.Frequency
	mode  periph.Mode

	port   periph.PortCloser // nil while closed
	conn   periph.Conn
	limit  int // bytes in one transfer
	closed bool
}

// connect opens the port unless it is open.
func (l *link) connect() error {
	if l.closed {
		return ErrClosed
	}
	if l.port != nil {
		return nil
	}
	port, err := l.open()
	if err != nil {
		return err
	}
	c, err := port.Connect(l.speed, l.mode, 8)
	if err != nil {
		return errors.Join(fmt.Errorf("spi: set up %s: %w", port, err), port.Close())
	}
	l.port, l.conn, l.limit = port, c, usualBufsiz
	if known, ok := port.(conn.Limits); ok && known.MaxTxSize() > 0 {
		l.limit = known.MaxTxSize()
	}
	return nil
}

// exchange makes one transfer; w or r may be nil. After an error the port is
// closed, and the next connect opens it anew.
func (l *link) exchange(w, r []byte) error {
	err := l.conn.Tx(w, r)
	if err == nil {
		return nil
	}
	err = fmt.Errorf("spi: %s: %w", l.port, err)
	return errors.Join(err, l.disconnect())
}

func (l *link) disconnect() error {
	if l.port == nil {
		return nil
	}
	err := l.port.Close()
	l.port, l.conn = nil, nil
	return err
}

// close ends the link for good.
func (l *link) close() error {
	l.closed = true
	return l.disconnect()
}

func speedOf(want, usual physic.Frequency) (physic.Frequency, error) {
	if want == 0 {
		return usual, nil
	}
	if want < 10*physic.KiloHertz || want > 32*physic.MegaHertz {
		return 0, fmt.Errorf("%w: a clock of %s, 10 kHz to 32 MHz can be", ErrConfig, want)
	}
	return want, nil
}
