package i2c

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// Requests and flags of Linux's linux/i2c-dev.h and linux/i2c.h.
const (
	requestTimeout  = 0x0702 // in units of 10 ms
	requestTransfer = 0x0707
	flagRead        = 1
)

// busTimeout is how long the kernel waits for a bus that is held, in 10 ms. It says
// 1 s by itself, in which nothing would be felt.
const busTimeout = 5

// maxTransfer is the most bytes of one half of a transfer.
const maxTransfer = 32

// Opener opens a bus. A device calls it when it needs the bus, and again after it
// failed.
type Opener func() (i2c.BusCloser, error)

// Device opens the bus at a path such as /dev/i2c-1.
func Device(path string) Opener {
	return func() (i2c.BusCloser, error) {
		bus, err := OpenBus(path)
		if err != nil {
			return nil, err // not a nil *Bus in an interface
		}
		return bus, nil
	}
}

// message and transfer are struct i2c_msg and i2c_rdwr_ioctl_data.
type message struct {
	address, flags, length uint16
	buf                    unsafe.Pointer
}

type transfer struct {
	messages unsafe.Pointer
	count    uint32
}

// Bus is an I²C bus of Linux's i2c-dev, safe for concurrent use. Buffers for the kernel do not move during the
// call; periph's own bus passes addresses on a stack that may move.
type Bus struct {
	path string

	mu       sync.Mutex
	fd       int       // -1 once closed
	ours     [2]uint64 // chips that are locked, a bit an address
	transfer transfer
	messages [2]message
	out, in  [maxTransfer]byte
}

// OpenBus opens a bus. Its clock is the system's matter (on a Pi:
// dtparam=i2c_arm_baudrate=400000).
func OpenBus(path string) (*Bus, error) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("i2c: open %s: %w", path, err)
	}
	if err := unix.IoctlSetInt(fd, requestTimeout, busTimeout); err != nil {
		return nil, errors.Join(fmt.Errorf("i2c: %s is no I²C bus: %w", path, err), unix.Close(fd))
	}
	return &Bus{path: path, fd: fd}, nil
}

func (b *Bus) String() string { return b.path }

// SetSpeed always fails: Linux sets the clock of a bus when it starts.
func (b *Bus) SetSpeed(physic.Frequency) error {
	return fmt.Errorf("i2c: the clock of %s is the system's: %w", b.path, errors.ErrUnsupported)
}

// Tx writes w to a chip and then, after a repeated start, reads r from it. Each is 0 to 32 bytes. The first
// write takes the chip for this process until Close, or fails with ErrBusy if another reeve process has it.
// Other errors wrap the system's: ENXIO or EREMOTEIO without an answer, ETIMEDOUT if the bus is held low.
func (b *Bus) Tx(address uint16, w, r []byte) error {
	if address > 0x7f || len(w) > maxTransfer || len(r) > maxTransfer || len(w)+len(r) == 0 {
		return fmt.Errorf("i2c: transfer of %d and %d bytes with address %#x", len(w), len(r), address)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fd < 0 {
		return ErrClosed
	}
	n := 0
	if len(w) > 0 {
		if err := b.claim(address); err != nil {
			return err
		}
		b.messages[n] = message{address, 0, uint16(copy(b.out[:], w)), unsafe.Pointer(&b.out)}
		n++
	}
	if len(r) > 0 {
		b.messages[n] = message{address, flagRead, uint16(len(r)), unsafe.Pointer(&b.in)}
		n++
	}
	b.transfer = transfer{unsafe.Pointer(&b.messages), uint32(n)}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(b.fd), requestTransfer, uintptr(unsafe.Pointer(&b.transfer)))
	runtime.KeepAlive(b)
	if errno != 0 {
		return errno
	}
	copy(r, b.in[:])
	return nil
}

// claim locks a chip, unless it is locked: the byte of the device file that has its address for a number. Several
// programs may share a bus, but not a chip.
func (b *Bus) claim(address uint16) error {
	word, bit := address>>6, uint64(1)<<(address&63)
	if b.ours[word]&bit != 0 {
		return nil
	}
	lock := unix.Flock_t{Type: unix.F_WRLCK, Whence: unix.SEEK_SET, Start: int64(address), Len: 1}
	switch err := unix.FcntlFlock(uintptr(b.fd), unix.F_OFD_SETLK, &lock); {
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EACCES):
		return ErrBusy
	case err != nil:
		return fmt.Errorf("i2c: lock %#x on %s: %w", address, b.path, err)
	}
	b.ours[word] |= bit
	return nil
}

// Close closes the bus and gives its chips back; more than once does no harm.
func (b *Bus) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fd < 0 {
		return nil
	}
	fd := b.fd
	b.fd = -1
	return unix.Close(fd)
}
