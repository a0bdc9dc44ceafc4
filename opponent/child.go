package opponent

import (
	"bufio"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// What a child may do: one line is at most longest, and all lines of an answer at most most bytes.
const (
	longest = 16 << 10
	most    = 1 << 20
)

// child is a running engine process.
type child struct {
	cmd     *exec.Cmd
	in, out *os.File
	lines   *bufio.Reader
	heard   int           // bytes since the last question
	gone    chan struct{} // closed once it has ended
	grown   atomic.Bool   // it was ended for its memory
}

// launch starts an engine in its own session, so that the scheduler treats it and its children as one group
// (sched(7), autogroup), at the lowest priority. It gets only the given environment, may write no file, and ends
// with the daemon.
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
	c.confine(memory)
	go func() {
		_ = cmd.Wait() // how it ended says nothing more
		close(c.gone)
	}()
	go c.weigh(memory, look)
	return c, nil
}

// kill ends the child's session at once.
func (c *child) kill() { _ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL) }

// rest stops the child's process group (SIGSTOP) until wake: an engine that is not asked gets no processor time.
func (c *child) rest() { _ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGSTOP) }

// wake has it go on.
func (c *child) wake() { _ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGCONT) }

// end ends the child and returns when it is gone.
func (c *child) end() {
	c.kill()
	<-c.gone
	c.in.Close()
	c.out.Close()
}

// say writes one line before the deadline; a child that does not read fails it.
func (c *child) say(line string, until time.Time) error {
	_ = c.in.SetWriteDeadline(until) // pipes have deadlines
	_, err := c.in.WriteString(line + "\n")
	return c.why(err)
}

// readLine reads one line before the deadline of out, within the limits of a line and of an answer.
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

// why turns a failed read or write into a Trouble.
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
