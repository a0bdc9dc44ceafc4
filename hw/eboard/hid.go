package eboard

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"reeve/hw/serial"
)

// reportDevice is an open HID device: a Read is one report, and so is a Write.
type reportDevice struct{ *os.File }

// OpenHID opens a board's /dev/hidraw…, whose reports begin with their number. It fails with serial.ErrBusy if
// another process of ours has it; Close ends a Read.
func OpenHID(path string) (*reportDevice, error) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("eboard: open %s: %w", path, err)
	}
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("%w: %s", serial.ErrBusy, path)
	}
	return &reportDevice{os.NewFile(uintptr(fd), path)}, nil
}

// Read waits for a report. It returns serial.ErrClosed after Close and serial.ErrHangup when the device is gone.
func (d *reportDevice) Read(b []byte) (int, error) {
	n, err := d.File.Read(b)
	return n, ended(err)
}

// Write sends a report.
func (d *reportDevice) Write(b []byte) (int, error) {
	n, err := d.File.Write(b)
	return n, ended(err)
}

func ended(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrClosed):
		return serial.ErrClosed
	}
	return fmt.Errorf("%w: %w", serial.ErrHangup, err)
}
