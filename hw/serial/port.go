package serial

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"go.bug.st/serial"
	"golang.org/x/sys/unix"
)

// Errors of Open and of a Port.
var (
	ErrBusy   = errors.New("serial: port is in use: end the other program first (fuser -v names it)")
	ErrClosed = errors.New("serial: port is closed")
	ErrHangup = errors.New("serial: port is gone")
)

// readTimeout is how long a Read waits at most before it looks whether the port was closed.
const readTimeout = 200 * time.Millisecond

// maxFD keeps the port's descriptors under 1024: the library uses select(2), which panics above.
const maxFD = 1000

// Port is a serial port, opened and locked for this process. Read, Write and Close may be called from
// different goroutines; Close ends a blocked Read and a blocked Write. The library's descriptor reads and a
// second one writes and holds the lock: the library's Write cannot be interrupted, and may use a closed descriptor.
type Port struct {
	port   serial.Port
	file   *os.File
	closed atomic.Bool
	gone   atomic.Bool // a call has failed
}

// Open opens the port at path, raw, with 8 data bits, no parity and one stop bit. It fails with ErrBusy
// if another process, or this one, has it open.
func Open(path string, baud int) (*Port, error) {
	file, err := lockPort(path)
	if err != nil {
		return nil, err
	}
	syscall.ForkLock.RLock() // the library forgets O_CLOEXEC: no child until closeOnExec
	port, err := serial.Open(path, &serial.Mode{BaudRate: baud})
	if err == nil {
		closeOnExec(path)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		file.Close()
		if code, ok := errors.AsType[*serial.PortError](err); ok && code.Code() == serial.PortBusy {
			return nil, fmt.Errorf("%w: %s", ErrBusy, path)
		}
		return nil, fmt.Errorf("serial: open %s at %d baud: %w", path, baud, err)
	}
	p := &Port{port: port, file: file}
	if err := errors.Join(port.SetReadTimeout(readTimeout), port.ResetInputBuffer()); err != nil {
		p.Close()
		return nil, fmt.Errorf("serial: set up %s: %w", path, err)
	}
	return p, nil
}

// lockPort takes the advisory lock that also holds against root, whom TIOCEXCL does not stop.
func lockPort(path string) (*os.File, error) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, unix.EBUSY):
		return nil, fmt.Errorf("%w: %s", ErrBusy, path)
	case err != nil:
		return nil, fmt.Errorf("serial: open %s: %w", path, err)
	case fd > maxFD:
		unix.Close(fd)
		return nil, fmt.Errorf("serial: open %s: %d files are open already", path, fd)
	}
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("%w: %s", ErrBusy, path)
	}
	return os.NewFile(uintptr(fd), path), nil
}

// closeOnExec keeps children from inheriting the port.
func closeOnExec(path string) {
	device, err := filepath.EvalSymlinks(path)
	if err != nil {
		return
	}
	const dir = "/proc/self/fd"
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if target, err := os.Readlink(filepath.Join(dir, e.Name())); err != nil || target != device {
			continue
		}
		if fd, err := strconv.Atoi(e.Name()); err == nil {
			unix.CloseOnExec(fd)
		}
	}
}

// SetBaud changes the rate at once, also for bytes that have not left yet.
func (p *Port) SetBaud(baud int) error {
	if p.closed.Load() {
		return ErrClosed
	}
	if err := p.port.SetMode(&serial.Mode{BaudRate: baud}); err != nil {
		return p.hangup(err)
	}
	return nil
}

// Read waits for at least one byte. It returns ErrClosed after Close and ErrHangup when the port is gone.
func (p *Port) Read(b []byte) (int, error) {
	for {
		n, err := p.port.Read(b) // (0, nil) is a time-out
		switch {
		case n > 0:
			return n, nil
		case p.closed.Load():
			return 0, ErrClosed
		case err != nil:
			return 0, p.hangup(err)
		}
	}
}

// Write writes all of b. It blocks for as long as nobody takes the bytes. It returns ErrClosed after Close and
// ErrHangup when the port is gone.
func (p *Port) Write(b []byte) (int, error) {
	n, err := p.file.Write(b)
	switch {
	case err == nil:
		return n, nil
	case p.closed.Load():
		return n, ErrClosed
	default:
		return n, p.hangup(err)
	}
}

// hangup notes that the port is gone, and says so.
func (p *Port) hangup(err error) error {
	p.gone.Store(true)
	return fmt.Errorf("%w: %w", ErrHangup, err)
}

// Unsent is how many bytes the system took by Write and has not sent yet. A converter may hold some more, and a pseudo-terminal says 0.
func (p *Port) Unsent() (n int, err error) {
	conn, err := p.file.SyscallConn()
	if err != nil {
		return 0, err
	}
	if outer := conn.Control(func(fd uintptr) { n, err = unix.IoctlGetInt(int(fd), unix.TIOCOUTQ) }); outer != nil {
		return 0, outer
	}
	return n, err
}

// Close closes the port and discards what has not left yet; more than once does no harm.
func (p *Port) Close() error {
	if p.closed.Swap(true) {
		return nil
	}
	if !p.gone.Load() { // else nothing is left, and Linux's cdc_acm may hang over USB/IP (docs/decisions/0582)
		p.port.ResetOutputBuffer() // or the kernel waits until it is sent
	}
	return errors.Join(p.port.Close(), p.file.Close())
}
