package opponent

import (
	"bufio"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"time"

	"reeve/engine/process"
)

// child is a running engine process.
type child struct {
	*process.Process
	lines *bufio.Reader
	heard int // bytes since the last question
}

// launch starts an engine.
func launch(command, env []string, memory int64, look time.Duration) (*child, error) {
	if len(command) == 0 { // a game that was begun with an engine that the settings no longer have
		return nil, trouble("engine.missing", errors.New("the settings name no such engine"))
	}
	p, err := process.Start(command, env, memory, look)
	if err != nil {
		return nil, trouble("engine.missing", err)
	}
	return &child{Process: p, lines: bufio.NewReaderSize(p.Out, process.LongestLine)}, nil
}

// say writes one line before the deadline; a child that does not read fails it.
func (c *child) say(line string, until time.Time) error {
	_ = c.In.SetWriteDeadline(until) // pipes have deadlines
	_, err := c.In.WriteString(line + "\n")
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
	if c.heard += len(line); c.heard > process.MostAnswer {
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
	case c.Grown():
		return trouble("engine.grown", nil)
	case errors.Is(err, fs.ErrClosed):
		return err
	}
	return trouble("engine.crashed", nil)
}
