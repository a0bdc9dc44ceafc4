//go:build hardware && linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// mounts mounts what a system has before anything else.
func mounts() error {
	for _, m := range []struct{ kind, at string }{
		{"proc", "/proc"}, {"sysfs", "/sys"}, {"devtmpfs", "/dev"}, {"tmpfs", "/tmp"},
	} {
		if err := os.MkdirAll(m.at, 0o755); err != nil {
			return err
		}
		if err := unix.Mount(m.kind, m.at, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", m.at, err)
		}
	}
	return nil
}

// modules loads all modules that need each other, in that order.
func modules() error {
	for _, name := range []string{
		"configfs", "gpio-sim", "contacts", "fuse", "cuse",
		"usb-common", "usbcore", "udc-core", "dummy_hcd", "libcomposite", "u_serial", "usb_f_acm", "cdc-acm",
		"usbip-core", "vhci-hcd",
		"hid", "hid-generic", "uhid",
	} {
		file, err := os.Open("/lib/modules/" + name + ".ko")
		if errors.Is(err, os.ErrNotExist) {
			continue // it is built in; if it is not, what needs it will say so
		}
		if err != nil {
			return err
		}
		err = unix.FinitModule(int(file.Fd()), "", 0)
		file.Close()
		if err != nil {
			return fmt.Errorf("load %s: %w", name, err)
		}
	}
	if err := unix.Mount("configfs", "/sys/kernel/config", "configfs", 0, ""); err != nil {
		return fmt.Errorf("mount configfs: %w", err)
	}
	return nil
}

// loopback brings 127.0.0.1 up.
func loopback() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	r, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	r.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, r)
}

// put writes a value into a file of the kernel.
func put(value string, path ...string) error {
	return os.WriteFile(filepath.Join(path...), []byte(value), 0o644)
}

// get reads a value from a file of the kernel.
func get(path ...string) (string, error) {
	b, err := os.ReadFile(filepath.Join(path...))
	return strings.TrimSpace(string(b)), err
}

// await waits until something is so.
func await(what string, so func() bool) error {
	for end := time.Now().Add(timeout); !so(); {
		if time.Now().After(end) {
			return fmt.Errorf("no %s within %v", what, timeout)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
