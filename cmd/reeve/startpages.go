package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// region is a range of memory: its first byte, and the byte behind its last.
type region struct{ from, to uintptr }

// dropStartPages lets the system take back the pages of the program that only the start
// needed: flags, settings, tables. What is read again comes back from the file. Pages
// that can be written are never touched.
func dropStartPages() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return err
	}
	defer maps.Close()
	for _, r := range readOnlyRegions(maps, program) {
		if _, _, errno := unix.Syscall(unix.SYS_MADVISE, r.from, r.to-r.from, unix.MADV_DONTNEED); errno != 0 {
			return fmt.Errorf("madvise of %s at %x: %w", program, r.from, errno)
		}
	}
	return nil
}

// readOnlyRegions reads maps (proc(5)) and returns where the program's file lies in
// memory and cannot be written.
func readOnlyRegions(maps io.Reader, program string) (regions []region) {
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 6 || fields[5] != program || !strings.HasPrefix(fields[1], "r-") {
			continue
		}
		var r region
		if n, err := fmt.Sscanf(fields[0], "%x-%x", &r.from, &r.to); n == 2 && err == nil && r.from < r.to {
			regions = append(regions, r)
		}
	}
	return regions
}
