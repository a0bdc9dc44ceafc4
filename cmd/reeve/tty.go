package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// tty is a pseudo-terminal with a link to it. The slave stays open, or the controller would see a
// hang-up whenever no daemon has it open.
type tty struct {
	master, slave *os.File
	link          string
}

// openTTY makes link a link to a new pseudo-terminal. It takes the place of an old link, never of a file.
func openTTY(link string) (*tty, error) {
	switch info, err := os.Lstat(link); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, exitError{1, fmt.Errorf("simboard: %w", err)}
	case info.Mode()&fs.ModeSymlink == 0:
		return nil, exitError{2, fmt.Errorf("simboard: %s is there already and is not a link", link)}
	}
	master, slave, err := pty.Open()
	if err != nil {
		return nil, exitError{1, fmt.Errorf("simboard: open a pseudo-terminal: %w", err)}
	}
	t := &tty{master, slave, link}
	next := fmt.Sprintf("%s.%d", link, os.Getpid())
	err = rawMode(slave)
	if err == nil {
		err = os.Symlink(slave.Name(), next)
	}
	if err == nil {
		err = os.Rename(next, link)
	}
	if err != nil {
		t.Close()
		return nil, exitError{1, fmt.Errorf("simboard: %w", err)}
	}
	return t, nil
}

// Close removes the link, unless it leads elsewhere by now, and ends the terminal.
func (t *tty) Close() {
	if target, err := os.Readlink(t.link); err == nil && target == t.slave.Name() {
		os.Remove(t.link)
	}
	t.master.Close()
	t.slave.Close()
}

// share lifts the claim of a daemon that was killed: the terminal outlives it here, and with it the claim,
// which would keep the next one out unless it is root's. A living daemon also holds a lock.
func (t *tty) share() error {
	return control(t.slave, func(fd int) error { return unix.IoctlSetInt(fd, unix.TIOCNXCL, 0) })
}

// rawMode keeps the terminal from echoing the controller's words back to it before a daemon comes.
func rawMode(f *os.File) error {
	return control(f, func(fd int) error {
		t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
		if err != nil {
			return err
		}
		t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
		t.Oflag &^= unix.OPOST
		t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
		t.Cflag = t.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
		return unix.IoctlSetTermios(fd, unix.TCSETS, t)
	})
}

// control uses the descriptor of f without taking it out of f's hands.
func control(f *os.File, use func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var inner error
	err = conn.Control(func(fd uintptr) { inner = use(int(fd)) })
	return errors.Join(err, inner)
}
