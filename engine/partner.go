package engine

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// What a program may say, as the daemon has it, in bytes: one line, and all lines of an answer.
const (
	longestAnswerLine = 16 << 10
	mostAnswer        = 1 << 20
)

// partner is an engine's process and what it says.
type partner struct {
	cmd     *exec.Cmd
	in      *os.File
	lines   chan string
	tooLong bool          // a line was; read once lines is closed
	read    int           // bytes since something was said to it
	timeout time.Duration // for any line that is due
	seeds   bool          // it has the option seed
	fickle  bool          // and answered one question in two ways
}

func start(program string, args ...string) (*partner, error) {
	p := &partner{cmd: exec.Command(program, args...), lines: make(chan string, 64)}
	theirs, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	p.cmd.Stdin, p.in = theirs, in
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what it starts ends with it
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		in.Close()
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		in.Close()
		return nil, fmt.Errorf("%w: %s: %w", ErrStart, program, errors.Unwrap(err))
	}
	go func() {
		defer close(p.lines)
		scan := bufio.NewScanner(out)
		scan.Buffer(make([]byte, 0, 4096), longestAnswerLine)
		for scan.Scan() {
			p.lines <- scan.Text()
		}
		p.tooLong = errors.Is(scan.Err(), bufio.ErrTooLong)
	}()
	return p, nil
}

// say says a line. Who has ended, or does not read, is found out by silence.
func (p *partner) say(line string) {
	p.read = 0
	_ = p.in.SetWriteDeadline(time.Now().Add(p.timeout))
	fmt.Fprintln(p.in, line)
}

// kill ends the process and what reads from it.
func (p *partner) kill() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	for range p.lines {
	}
	p.in.Close()
	p.cmd.Wait()
}

// readLine returns the next line.
func (p *partner) readLine() (string, error) {
	select {
	case line, ok := <-p.lines:
		p.read += len(line) + 1
		switch {
		case !ok && p.tooLong:
			return "", fmt.Errorf("%w: a line has more than %d bytes", ErrEngine, longestAnswerLine)
		case !ok:
			return "", fmt.Errorf("%w: it has ended", ErrEngine)
		case p.read > mostAnswer:
			return "", fmt.Errorf("%w: it says more than %d bytes to one question", ErrEngine, mostAnswer)
		}
		return line, nil
	case <-time.After(p.timeout):
		return "", fmt.Errorf("%w: no line for %v", ErrEngine, p.timeout)
	}
}

func (p *partner) ended(wait time.Duration) bool {
	end := time.After(wait)
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				return true
			}
		case <-end:
			return false
		}
	}
}
