package spi_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"reeve/hw/spi"
)

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// One program has a port at a time. (hardware-tests has a daemon on a port, and another that wants it.)
func TestAPortIsOursAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spidev0.0")
	if _, err := spi.Lock(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := descriptors(t)
	first, err := spi.Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if second, err := spi.Lock(path); !errors.Is(err, spi.ErrBusy) || second != nil {
			t.Errorf("a second: %v", err)
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	third, err := spi.Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := third.Close(); err != nil {
		t.Fatal(err)
	}
	if after := descriptors(t); after != before {
		t.Errorf("%d files are open, %d were", after, before)
	}
}

func TestAPortThatIsNoneIsRefused(t *testing.T) {
	for _, path := range []string{"/dev/spidev0", "/dev/spidev-1.0", "/dev/i2c-1", ""} {
		if port, err := spi.Device(path)(); !errors.Is(err, spi.ErrConfig) || port != nil {
			t.Errorf("%q: %v", path, err)
		}
	}
	if port, err := spi.Device("/dev/spidev99.9")(); !errors.Is(err, os.ErrNotExist) || port != nil {
		t.Errorf("no port: %v", err)
	}
}
