package i2c_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

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
