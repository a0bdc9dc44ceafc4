package process

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// confine restricts a process: priority, files, memory. A restriction that the system refuses, as in a container, is
// skipped.
func (p *Process) confine(memory int64) {
	pid := p.cmd.Process.Pid
	_ = unix.Setpriority(unix.PRIO_PGRP, pid, 19) // every thread of it
	for resource, limit := range map[int]uint64{unix.RLIMIT_FSIZE: 0, unix.RLIMIT_CORE: 0, unix.RLIMIT_DATA: reservable(memory)} {
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: limit, Max: limit}, nil)
	}
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0) // the OOM killer takes it first
}

// weigh kills a process that exceeds its memory.
func (p *Process) weigh(memory int64, look time.Duration) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		select {
		case <-p.gone:
			return
		case <-tick.C:
		}
		if filled(p.cmd.Process.Pid) > memory {
			p.grown.Store(true)
			p.Kill()
			return
		}
	}
}

// filled returns the resident memory in bytes of a process and its children; 0 after its end.
func filled(pid int) int64 {
	var size, resident int64
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid)) // proc(5)
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		return 0
	}
	sum := resident * int64(os.Getpagesize())
	for _, task := range names(fmt.Sprintf("/proc/%d/task", pid)) {
		started, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task))
		for _, each := range bytes.Fields(started) {
			var child int
			if _, err := fmt.Sscan(string(each), &child); err == nil {
				sum += filled(child)
			}
		}
	}
	return sum
}

// reservable is the RLIMIT_DATA of a child, in bytes: the kernel refuses more at once, while a child could fill
// the machine between two looks. It includes what this program reserves, since a similar program reserves more
// than it fills.
func reservable(memory int64) uint64 {
	var pages [6]uint64 // the last are those of data and stacks, proc(5)
	text, _ := os.ReadFile("/proc/self/statm")
	_, _ = fmt.Sscan(string(text), &pages[0], &pages[1], &pages[2], &pages[3], &pages[4], &pages[5])
	return pages[5]*uint64(os.Getpagesize()) + 4*uint64(memory)
}

func names(dir string) (all []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}
