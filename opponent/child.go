package opponent

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// What a child may do: one line is at most longest, and all lines of an answer at most most bytes.
const (
	longest = 16 << 10
	most    = 1 << 20
)

// child is an engine that runs.
type child struct {
	cmd     *exec.Cmd
	in, out *os.File
	lines   *bufio.Reader
	heard   int           // bytes since the last question
	gone    chan struct{} // closed once it has ended
	grown   atomic.Bool   // it was ended for its memory
}

// launch starts an engine in a session of its own, so that the kernel weighs it against the
// daemon as one (sched(7), autogroup), at the lowest priority. It gets no environment but what
// is given, may write no file, and ends with the daemon.
func launch(command, env []string, memory int64, look time.Duration) (*child, error) {
	if len(command) == 0 { // a game that was begun with an engine that the settings no longer have
		return nil, trouble("engine.missing", errors.New("the settings name no such engine"))
	}
	theirs, in, err := os.Pipe()
	if err != nil {
		return nil, trouble("engine.missing", err)
	}
	defer theirs.Close()
	out, said, err := os.Pipe()
	if err != nil {
		in.Close()
		return nil, trouble("engine.missing", err)
	}
	defer said.Close()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.Dir, cmd.Stdin, cmd.Stdout = append([]string{"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}, env...), "/", theirs, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		in.Close()
		out.Close()
		return nil, trouble("engine.missing", err)
	}
	c := &child{cmd: cmd, in: in, out: out, lines: bufio.NewReaderSize(out, longest), gone: make(chan struct{})}
	c.confine()
	go func() {
		_ = cmd.Wait() // how it ended says nothing more
		close(c.gone)
	}()
	go c.weigh(memory, look)
	return c, nil
}

// confine takes from a child what it does not need. What the system refuses, as in a container,
// it has all the same: the rest still holds.
func (c *child) confine() {
	pid := c.cmd.Process.Pid
	_ = unix.Setpriority(unix.PRIO_PGRP, pid, 19) // every thread of it
	for resource, limit := range map[int]uint64{unix.RLIMIT_FSIZE: 0, unix.RLIMIT_CORE: 0} {
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: limit, Max: limit}, nil)
	}
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0) // where memory is short, it goes first
}

// weigh ends a child that fills more memory than it may.
func (c *child) weigh(memory int64, look time.Duration) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		select {
		case <-c.gone:
			return
		case <-tick.C:
		}
		if filled(c.cmd.Process.Pid) > memory {
			c.grown.Store(true)
			c.kill()
			return
		}
	}
}

// filled is the memory in bytes that a process and those it has started fill; 0 of one that has ended.
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

func names(dir string) (all []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// kill ends the child's session at once.
func (c *child) kill() { _ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL) }

// end ends the child and returns when it is gone.
func (c *child) end() {
	c.kill()
	<-c.gone
	c.in.Close()
	c.out.Close()
}

// say writes one line before the deadline. A child that does not read fails it.
func (c *child) say(line string, until time.Time) error {
	_ = c.in.SetWriteDeadline(until) // pipes have deadlines
	_, err := c.in.WriteString(line + "\n")
	return c.why(err)
}

// readLine reads one line before the deadline of out, at most so much of it and of an answer in all.
func (c *child) readLine() (string, error) {
	line, err := c.lines.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return "", trouble("engine.flood", nil)
	}
	if err != nil {
		return "", c.why(err)
	}
	if c.heard += len(line); c.heard > most {
		return "", trouble("engine.flood", nil)
	}
	return string(bytes.TrimRight(line, "\r\n")), nil
}

// why says in our words why the child was not understood.
func (c *child) why(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return trouble("engine.silent", nil)
	case c.grown.Load():
		return trouble("engine.grown", nil)
	case errors.Is(err, fs.ErrClosed):
		return err
	}
	return trouble("engine.crashed", nil)
}
