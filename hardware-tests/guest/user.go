//go:build hardware && linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// user is the daemon's: an ordinary one.
const user = 990

// wires are the devices of boards, and the number of the group that may use each,
// as packaging/udev.rules and Debian's own rules have it.
var wires = []struct {
	devices string
	group   int
}{
	{"/dev/ttyACM*", 20}, {"/dev/hidraw*", 20}, {"/dev/gpiochip*", 997}, {"/dev/i2c-*", 998}, {"/dev/spidev*", 999},
}

// grant gives the devices that are there to their groups.
func grant() (err error) {
	for _, w := range wires {
		found, bad := filepath.Glob(w.devices)
		err = errors.Join(err, bad)
		for _, device := range found {
			err = errors.Join(err, os.Chown(device, 0, w.group), os.Chmod(device, 0o660))
		}
	}
	return err
}

// rights are those of a process of the user.
func rights() *syscall.SysProcAttr {
	c := &syscall.Credential{Uid: user, Gid: user}
	for _, w := range wires {
		c.Groups = append(c.Groups, uint32(w.group))
	}
	return &syscall.SysProcAttr{Credential: c}
}

// ordinary is nil if a process has the user's rights and no other.
func ordinary(pid int) error {
	text, err := get("/proc", fmt.Sprint(pid), "status")
	if err != nil {
		return err
	}
	for _, line := range []string{
		fmt.Sprintf("\nUid:\t%d\t%[1]d\t%[1]d\t%[1]d\n", user), fmt.Sprintf("\nGid:\t%d\t%[1]d\t%[1]d\t%[1]d\n", user),
		"\nCapEff:\t0000000000000000\n", "\nCapPrm:\t0000000000000000\n",
	} {
		if !strings.Contains(text, line) {
			return fmt.Errorf("process %d does not say %q:\n%s", pid, line, text)
		}
	}
	return nil
}

// descriptors tells what a process has open, sorted, without the numbers of sockets
// and of ports, which may be others after a reconnection.
func descriptors(pid int) (list []string, err error) {
	folder := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		to, err := os.Readlink(filepath.Join(folder, e.Name()))
		if errors.Is(err, os.ErrNotExist) {
			continue // closed meanwhile
		}
		if err != nil {
			return nil, err
		}
		kind, _, _ := strings.Cut(to, "[")
		list = append(list, strings.TrimRight(kind, "0123456789"))
	}
	slices.Sort(list)
	return list, nil
}
