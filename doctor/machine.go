package doctor

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Machine is the computer that Survey looks at.
type Machine struct {
	Root string   // where its / is; "/" but in tests
	Who  Identity // who would run the daemon
	// Chip asks a GPIO chip its label and its lines; nil asks the kernel.
	Chip func(path string) (label string, lines int, err error)
	// Expanders are the addresses between 0x20 and 0x27 at which somebody answers on an I²C bus; nil asks nobody.
	Expanders func(path string) (addresses []int, err error)
}

// Identity is a user.
type Identity struct {
	UID    int
	Groups []int
}

// Me returns the user who runs this program.
func Me() Identity {
	groups, _ := os.Getgroups() // without them fewer files seem usable, which is told
	return Identity{os.Geteuid(), append(groups, os.Getegid())}
}

// path is where a file of the machine is.
func (m Machine) path(elem ...string) string {
	return filepath.Join(append([]string{m.Root}, elem...)...)
}

// text reads a small file; "" if it cannot be read.
func (m Machine) text(elem ...string) string {
	text, err := os.ReadFile(m.path(elem...))
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(text), "\x00\n ")
}

// glob lists files of the machine by their paths on it.
func (m Machine) glob(pattern string) (list []string) {
	found, _ := filepath.Glob(m.path(pattern)) // the patterns are good
	for _, path := range found {
		list = append(list, "/"+strings.TrimPrefix(strings.TrimPrefix(path, filepath.Clean(m.Root)), "/"))
	}
	return list
}

// groups reads /etc/group.
func (m Machine) groups() map[int]string {
	groups := map[int]string{}
	for line := range strings.SplitSeq(m.text("etc/group"), "\n") {
		if f := strings.Split(line, ":"); len(f) >= 3 {
			if n, err := strconv.Atoi(f[2]); err == nil {
				groups[n] = f[0]
			}
		}
	}
	return groups
}

// owners are the user and group of a file.
func owners(info fs.FileInfo) (uid, gid int) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid), int(stat.Gid)
	}
	return -1, -1
}

// chipInfo is struct gpiochip_info of Linux's linux/gpio.h.
type chipInfo struct {
	name, label [32]byte
	lines       uint32
}

const chipInfoRequest = 0x8044b401 // GPIO_GET_CHIPINFO_IOCTL

// askChip asks the kernel.
func askChip(path string) (label string, lines int, err error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return "", 0, fmt.Errorf("doctor: %s: %w", path, err)
	}
	defer unix.Close(fd)
	info := new(chipInfo)
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), chipInfoRequest, uintptr(unsafe.Pointer(info)))
	if errno != 0 {
		return "", 0, errors.Join(fmt.Errorf("doctor: %s is no GPIO chip", path), errno)
	}
	name, _, _ := bytes.Cut(info.label[:], []byte{0})
	return string(name), int(info.lines), nil
}
