package i2c_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
	periph "periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"reeve/hw/i2c"
)

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestOpenWhatIsNoBus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "i2c-1")
	if bus, err := i2c.Device(path)(); !errors.Is(err, os.ErrNotExist) || bus != nil {
		t.Errorf("no file: %v, %v", bus, err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := descriptors(t)
	for range 10 {
		if bus, err := i2c.Device(path)(); err == nil || bus != nil {
			t.Errorf("an ordinary file: %v, %v", bus, err)
		}
	}
	if after := descriptors(t); after != before {
		t.Errorf("%d files are open, %d were", after, before)
	}
}

// What is not a transfer is refused before the system is asked.
func TestBusRefusesBadTransfers(t *testing.T) {
	bus := new(i2c.Bus) // descriptor 0, which is no bus
	for _, c := range []struct {
		address uint16
		w, r    int
	}{{0x80, 1, 1}, {0x20, 0, 0}, {0x20, 33, 0}, {0x20, 1, 33}} {
		if err := bus.Tx(c.address, make([]byte, c.w), make([]byte, c.r)); err == nil {
			t.Errorf("a transfer of %d and %d bytes with %#x", c.w, c.r, c.address)
		}
	}
	if err := bus.SetSpeed(physic.MegaHertz); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("SetSpeed: %v", err)
	}
}

// Two programs may have a bus, but only one writes to a chip; who only looks disturbs nobody.
func TestAChipIsOursAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "i2c-1") // no bus, so that each transfer fails: with ENOTTY if it comes as far as that
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := func() (*i2c.Bus, error) {
		fd, err := unix.Open(path, unix.O_RDWR|unix.O_CLOEXEC, 0)
		return i2c.BusOf(fd, path), err
	}
	scanner := func(open func() (*i2c.Bus, error)) *i2c.Scanner {
		s, err := i2c.New(i2c.Config{Open: func() (periph.BusCloser, error) { return open() }, Chips: []i2c.Chip{{Model: i2c.TCA9555, Address: 0x21}}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := descriptors(t)
	first, err := open()
	if err != nil {
		t.Fatal(err)
	}
	const chip, other = 0x21, 0x22
	for range 2 {
		if err := first.Tx(chip, []byte{0}, make([]byte, 2)); !errors.Is(err, unix.ENOTTY) {
			t.Errorf("the first program: %v", err)
		}
	}
	second, err := open()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		address uint16
		w       []byte
		want    error
	}{{chip, []byte{0}, i2c.ErrBusy}, {other, []byte{0}, unix.ENOTTY}, {chip, nil, unix.ENOTTY}} {
		if err := second.Tx(c.address, c.w, make([]byte, 2)); !errors.Is(err, c.want) {
			t.Errorf("the second program writes %x to %#x: %v, not %v", c.w, c.address, err, c.want)
		}
	}
	s := scanner(open)
	for range 3 {
		if err := s.Scan(make([]uint64, 1)); !errors.Is(err, i2c.ErrBusy) || !strings.Contains(err.Error(), "TCA9555 0x21 on "+path) {
			t.Errorf("a scan: %v", err)
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Scan(make([]uint64, 1)); !errors.Is(err, unix.ENOTTY) {
		t.Errorf("a scan when the first program has ended: %v", err)
	}
	if err := second.Tx(chip, []byte{0}, nil); !errors.Is(err, unix.ENOTTY) {
		t.Errorf("the second program when the first has ended: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if after := descriptors(t); after != before {
		t.Errorf("%d files are open, %d were", after, before)
	}
}
