package process

import (
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// What a program may say, in bytes: one line, and all lines of an answer.
const (
	LongestLine = 16 << 10
	MostAnswer  = 1 << 20
)

// Memory is how many bytes a program may fill unless somebody says otherwise.
const Memory = 96 << 20

// Process is a program that runs.
type Process struct {
	In, Out *os.File
	cmd     *exec.Cmd
	gone    chan struct{} // closed once it has ended
	grown   atomic.Bool   // it was ended for its memory
}

// Start starts a program in its own session, so that the scheduler treats it and its children as one group
// (sched(7), autogroup), at the lowest priority. It gets only the given environment beside PATH and LANG, may write no
// file, and ends with this process, or once it fills more than memory, which is looked at so often.
func Start(command, env []string, memory int64, look time.Duration) (*Process, error) {
	theirs, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	out, said, err := os.Pipe()
	if err != nil {
		in.Close()
		return nil, err
	}
	defer said.Close()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.Dir, cmd.Stdin, cmd.Stdout = append([]string{"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}, env...), "/", theirs, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	p := &Process{In: in, Out: out, cmd: cmd, gone: make(chan struct{})}
	p.confine(memory)
	go func() {
		_ = cmd.Wait() // how it ended says nothing more
		close(p.gone)
	}()
	go p.weigh(memory, look)
	return p, nil
}

// ID is the process's number.
func (p *Process) ID() int { return p.cmd.Process.Pid }

// Gone is closed once the process has ended.
func (p *Process) Gone() <-chan struct{} { return p.gone }

// Grown reports whether it was ended for its memory.
func (p *Process) Grown() bool { return p.grown.Load() }

// Kill ends the process's session at once.
func (p *Process) Kill() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

// Rest stops the process's group (SIGSTOP) until Wake: a program that is not asked gets no processor time.
func (p *Process) Rest() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGSTOP) }

// Wake has it go on.
func (p *Process) Wake() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGCONT) }

// End ends the process and returns when it is gone.
func (p *Process) End() {
	p.Kill()
	<-p.gone
	p.In.Close()
	p.Out.Close()
}
