package opponent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Analysis is what is said of a finished game, in the form of docs/api.md.
type Analysis struct {
	Steps  []json.RawMessage `json:"steps"`
	Totals json.RawMessage   `json:"totals"`
}

// mostSteps bounds how many steps a game can be said to have.
const mostSteps = 50_000

// Analyse runs e, a program that reads a record and writes the output of `reeve analyse --json`, on a finished
// game, and reports progress. It returns a *Trouble, or ctx's error.
func Analyse(ctx context.Context, e Engine, l Limits, record []byte, tell func(done, of int)) (Analysis, error) {
	l = l.whole()
	c, err := launch(e.Command, e.Env, l.Memory, l.Look)
	if err != nil {
		return Analysis{}, err
	}
	defer c.End()
	defer context.AfterFunc(ctx, c.Kill)()
	_ = c.In.SetWriteDeadline(time.Now().Add(l.Start))
	if _, err := c.In.Write(record); err != nil {
		return Analysis{}, c.why(err)
	}
	c.In.Close()
	out, err := c.judged(l, tell)
	if ctx.Err() != nil {
		return Analysis{}, ctx.Err()
	}
	return out, err
}

// judged hears how many steps there are, what is said of each, and the sums.
func (c *child) judged(l Limits, tell func(done, of int)) (Analysis, error) {
	var head struct{ Of int }
	var last struct{ Totals json.RawMessage }
	out := Analysis{Steps: []json.RawMessage{}}
	line, err := c.part(l)
	if err == nil && (json.Unmarshal(line, &head) != nil || head.Of < 1 || head.Of > mostSteps) {
		err = trouble("engine.strange", fmt.Errorf("it says %.200q", line))
	}
	for err == nil && len(out.Steps) < head.Of {
		tell(len(out.Steps), head.Of)
		if line, err = c.part(l); err == nil {
			out.Steps = append(out.Steps, line)
		}
	}
	if err == nil {
		line, err = c.part(l)
	}
	if err == nil && (json.Unmarshal(line, &last) != nil || len(last.Totals) == 0) {
		err = trouble("engine.strange", errors.New("it says no sums"))
	}
	out.Totals = last.Totals
	return out, err
}

// part hears one line, JSON.
func (c *child) part(l Limits) (json.RawMessage, error) {
	_ = c.Out.SetReadDeadline(time.Now().Add(l.Think))
	c.heard = 0
	line, err := c.readLine()
	if err == nil && !json.Valid([]byte(line)) {
		err = trouble("engine.strange", fmt.Errorf("it says %.200q", line))
	}
	return bytes.Clone([]byte(line)), err
}
