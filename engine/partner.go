package engine

import (
	"bufio"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"reeve/engine/process"
)

// partner is an engine's process and what it says.
type partner struct {
	*process.Process
	memory  int64 // that it may fill, in bytes
	lines   chan string
	tooLong bool          // a line was; read once lines is closed
	read    int           // bytes since something was said to it
	timeout time.Duration // for any line that is due
	seeds   bool          // it has the option seed
	fickle  bool          // and answered one question in two ways
}

// look is how often it is looked at how much the program fills.
const look = 20 * time.Millisecond

// start runs the program as the daemon would.
func start(memory int64, program string, args ...string) (*partner, error) {
	path, err := exec.LookPath(program)
	if err == nil {
		path, err = filepath.Abs(path) // it runs elsewhere
	}
	var runs *process.Process
	if err == nil {
		runs, err = process.Start(append([]string{path}, args...), nil, memory, look)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrStart, program, errors.Unwrap(err))
	}
	p := &partner{Process: runs, memory: memory, lines: make(chan string, 64)}
	go func() {
		defer close(p.lines)
		scan := bufio.NewScanner(runs.Out)
		scan.Buffer(make([]byte, 0, 4096), process.LongestLine)
		for scan.Scan() {
			p.lines <- scan.Text()
		}
		p.tooLong = errors.Is(scan.Err(), bufio.ErrTooLong)
	}()
	return p, nil
}

// say says a line to a program that stands still until then. Who has ended, or does not read, is found out by silence.
func (p *partner) say(line string) {
	p.read = 0
	p.Wake()
	_ = p.In.SetWriteDeadline(time.Now().Add(p.timeout))
	fmt.Fprintln(p.In, line)
}

// kill ends the process and what reads from it.
func (p *partner) kill() {
	p.Kill()
	for range p.lines {
	}
	p.End()
}

// readLine returns the next line.
func (p *partner) readLine() (string, error) {
	select {
	case line, ok := <-p.lines:
		p.read += len(line) + 1
		switch {
		case !ok && p.tooLong:
			return "", fmt.Errorf("%w: a line has more than %d bytes", ErrEngine, process.LongestLine)
		case !ok && p.grown():
			return "", fmt.Errorf("%w: it fills more than %d MiB", ErrEngine, p.memory>>20)
		case !ok:
			return "", fmt.Errorf("%w: it has ended", ErrEngine)
		case p.read > process.MostAnswer:
			return "", fmt.Errorf("%w: it says more than %d bytes to one question", ErrEngine, process.MostAnswer)
		}
		return line, nil
	case <-time.After(p.timeout):
		return "", fmt.Errorf("%w: no line for %v", ErrEngine, p.timeout)
	}
}

// grown reports, once it says no more, whether that is for its memory.
func (p *partner) grown() bool {
	p.Kill() // who has closed its output says no more either
	<-p.Gone()
	return p.Grown()
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
