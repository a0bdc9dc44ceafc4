package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"reeve/archive"
	"reeve/opponent"
	"reeve/referee"
	"reeve/rules"
	"reeve/web"
)

// analyses queues finished games, has a child process analyse one at a time, and keeps the results in a file of
// the state folder. Only the worker, Run, writes files.
type analyses struct {
	records records
	engine  opponent.Engine
	limits  opponent.Limits
	folder  string
	log     *slog.Logger
	jobs    chan job

	mu     sync.Mutex
	inWork map[int64]analysis // those that wait or are worked at, and those that failed
}

// job is a game that is to be analysed.
type job struct {
	id     int64
	record []byte
}

// analysis is how far a game's analysis is, and what came of it.
type analysis struct {
	State string            `json:"state"` // none, waits, works or done
	Done  int               `json:"done,omitempty"`
	Of    int               `json:"of,omitempty"`
	Steps []json.RawMessage `json:"steps,omitempty"`
	Total json.RawMessage   `json:"totals,omitempty"`
	why   *referee.Refusal  // why it failed
}

// analysisFile is the form of the file.
type analysisFile struct {
	Record  string // SHA-256 of the export that was judged
	Version string // of the program that judged
	opponent.Analysis
}

// mostWaiting is how many games may wait.
const mostWaiting = 4

func (c *computers) newAnalyses(r records) *analyses {
	e := c.engines()[builtIn]
	if len(e.Command) > 0 {
		e.Command = []string{e.Command[0], "analyse", "--json", "-"}
	}
	return &analyses{records: r, engine: e, limits: c.limits(), folder: filepath.Join(c.settings.State, "analysis"), log: c.log,
		jobs: make(chan job, mostWaiting), inWork: map[int64]analysis{}}
}

// Analysis says how far the analysis of a game is that is over and open to everybody; begin has it begun.
func (a *analyses) Analysis(_ context.Context, id string, by web.Reader, begin bool) (any, error) {
	g, seen, err := a.records.see(id, by)
	switch {
	case err != nil:
		return nil, err
	case g.Ended.IsZero():
		return nil, referee.Refuse(409, rules.Say("no.goes.on", "n", gameNumber(g)), rules.Say("do.step.over"))
	}
	var record bytes.Buffer
	h, events := seen.Header, seen.Events
	open, err := archive.Visible(games(), h, events, rules.Table)
	if err != nil {
		return nil, err
	}
	if !seen.Whole || !open.Whole {
		return nil, referee.Refuse(409, rules.Say("no.sealed", "n", gameNumber(g)), rules.Say("do.step.over"))
	}
	if err := archive.Export(&record, open); err != nil {
		return nil, err
	}
	if k, ok := a.read(g.ID, record.Bytes()); ok {
		return analysis{State: "done", Steps: k.Steps, Total: k.Totals}, nil
	}
	return a.stateOf(job{g.ID, record.Bytes()}, begin)
}

// stateOf returns the progress of a job; begin starts it. A failure is reported once, and may then be retried.
func (a *analyses) stateOf(j job, begin bool) (any, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now, known := a.inWork[j.id]
	switch {
	case known && now.why != nil:
		delete(a.inWork, j.id)
		return nil, now.why
	case known:
		return now, nil
	case !begin:
		return analysis{State: "none"}, nil
	}
	select {
	case a.jobs <- j:
		a.inWork[j.id] = analysis{State: "waits"}
		return a.inWork[j.id], nil
	default:
		return nil, referee.Refuse(409, rules.Say("no.analysis.busy"), rules.Say("do.later"))
	}
}

// Run works until ctx is done.
func (a *analyses) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-a.jobs:
			a.work(ctx, j)
		}
	}
}

func (a *analyses) work(ctx context.Context, j job) {
	out, err := opponent.Analyse(ctx, a.engine, a.limits, j.record, func(done, of int) {
		a.note(j.id, analysis{State: "works", Done: done, Of: of})
	})
	if err == nil {
		err = a.keep(j, out)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.inWork, j.id)
	if err != nil && ctx.Err() == nil {
		a.log.Warn("a game is not analysed", "part", "analysis", "game", j.id, "err", err)
		a.inWork[j.id] = analysis{why: referee.Refuse(409, rules.Say("no.analysis", "n", strconv.FormatInt(j.id, 10)), rules.Say("do.later"))}
	}
}

func (a *analyses) note(id int64, now analysis) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.inWork[id] = now
}

func (a *analyses) path(id int64) string {
	return filepath.Join(a.folder, strconv.FormatInt(id, 10)+".json")
}

func recordSum(record []byte) string {
	sum := sha256.Sum256(record)
	return hex.EncodeToString(sum[:])
}

// read returns what is kept of a game; not what another version of this program said, nor of another record.
func (a *analyses) read(id int64, record []byte) (analysisFile, bool) {
	var k analysisFile
	text, err := os.ReadFile(a.path(id))
	if err != nil || json.Unmarshal(text, &k) != nil {
		return k, false
	}
	return k, k.Record == recordSum(record) && k.Version == version
}

// keep writes the file whole or not at all.
func (a *analyses) keep(j job, out opponent.Analysis) error {
	text, err := json.Marshal(analysisFile{recordSum(j.record), version, out})
	if err == nil {
		err = os.MkdirAll(a.folder, 0o700)
	}
	if err == nil {
		err = os.WriteFile(a.path(j.id)+".new", text, 0o600)
	}
	if err == nil {
		err = os.Rename(a.path(j.id)+".new", a.path(j.id))
	}
	return err
}
