package opponent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"reeve/opponent"
	"reeve/rules/camelot"

	"golang.org/x/sys/unix"
)

// quick are limits that misbehaviour runs into soon, whatever the machine.
var quick = opponent.Limits{Start: time.Hour, Think: time.Hour, Stop: time.Hour, Look: time.Millisecond}

func engine(t *testing.T, manner string) opponent.Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return opponent.Engine{Command: []string{self}, Env: []string{playAs + "=" + manner}}
}

func question(t *testing.T) opponent.Question {
	t.Helper()
	s, err := camelot.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	view, err := json.Marshal(s.View(s.Seated().All()[0]))
	if err != nil {
		t.Fatal(err)
	}
	return opponent.Question{View: view, Legal: []string{"A1-A2", "B1-B2"}, Level: 4, Seed: 7}
}

// Whatever an engine does, it is ended and said what it did; the next question starts it again.
func TestMisbehaviourIsBoundedAndTold(t *testing.T) {
	soon := func(l opponent.Limits) opponent.Limits {
		l.Start, l.Think = 50*time.Millisecond, 50*time.Millisecond
		return l
	}
	for _, tt := range []struct {
		manner, key string
		limits      opponent.Limits
	}{
		{"mute", "engine.silent", soon(quick)},
		{"stillborn", "engine.crashed", quick},
		{"hang", "engine.silent", opponent.Limits{Think: 50 * time.Millisecond, Look: time.Second}},
		{"crash", "engine.crashed", quick},
		{"one line for ever", "engine.flood", quick},
		{"lines for ever", "engine.flood", quick},
		{"grow", "engine.grown", quick},
		{"complain", "engine.strange", quick},
	} {
		t.Run(tt.manner, func(t *testing.T) {
			t.Parallel()
			talk := opponent.NewTalk(engine(t, tt.manner), tt.limits)
			defer talk.End()
			for range 2 {
				_, err := talk.Ask(t.Context(), question(t))
				var what *opponent.Trouble
				if !errors.As(err, &what) || what.Key != tt.key {
					t.Fatalf("%v, want %s", err, tt.key)
				}
				if talk.Pid() != 0 {
					t.Fatal("it still runs")
				}
			}
		})
	}
}

func TestAProgramThatIsNotThereIsTold(t *testing.T) {
	_, err := opponent.NewTalk(opponent.Engine{Command: []string{"/nowhere/engine"}}, quick).Ask(t.Context(), question(t))
	var what *opponent.Trouble
	if !errors.As(err, &what) || what.Key != "engine.missing" || !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
}

// One child answers question after question, with its line and what it expects.
func TestAnEngineAnswers(t *testing.T) {
	talk := opponent.NewTalk(engine(t, "well"), quick)
	defer talk.End()
	q, pid := question(t), 0
	for range 3 {
		r, err := talk.Ask(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if r.Action != "A1-A2" || r.Score != 0.625 || len(r.Line) != 1 {
			t.Fatalf("%+v", r)
		}
		if pid != 0 && pid != talk.Pid() {
			t.Fatal("it was started again")
		}
		pid = talk.Pid()
	}
	if talk.Who() != "test engine|1.2" {
		t.Fatal(talk.Who())
	}
}

// A child has a session of its own and the lowest priority, may write no file, and knows nothing of the
// daemon's environment.
func TestAChildIsConfined(t *testing.T) {
	t.Setenv("REEVE_ADMIN_KEY", "hush-hush")
	talk := opponent.NewTalk(engine(t, "well"), quick)
	defer talk.End()
	if _, err := talk.Ask(t.Context(), question(t)); err != nil {
		t.Fatal(err)
	}
	pid := talk.Pid()
	if sid, err := unix.Getsid(pid); err != nil || sid != pid {
		t.Errorf("its session is %d, %v", sid, err)
	}
	if nice, err := syscall.Getpriority(syscall.PRIO_PROCESS, pid); err != nil || 20-nice != 19 { // getpriority(2): the kernel answers 20-nice
		t.Errorf("its nice value is %d, %v", 20-nice, err)
	}
	var files unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, nil, &files); err != nil || files.Max != 0 {
		t.Errorf("its files may have %d bytes, %v", files.Max, err)
	}
	var data unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_DATA, nil, &data); err != nil || data.Max < 4*96<<20 || data.Max == unix.RLIM_INFINITY {
		t.Errorf("it may reserve %d bytes, %v", data.Max, err)
	}
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil || strings.Contains(string(env), "hush") || strings.Contains(string(env), "HOME=") {
		t.Errorf("it knows %q, %v", env, err)
	}
}

// Who is not asked stands still, whatever it would do, and goes on when it is asked again.
func TestWhoIsNotAskedNeedsNoProcessor(t *testing.T) {
	talk := opponent.NewTalk(engine(t, "spin"), quick)
	defer talk.End()
	q, pid := question(t), 0
	for range 3 {
		if _, err := talk.Ask(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		if pid != 0 && pid != talk.Pid() {
			t.Fatal("it was started again")
		}
		pid = talk.Pid()
		for !still(t, pid) { // the signal is on its way
			runtime.Gosched()
		}
	}
}

// still reports whether no thread of a process goes on.
func still(t *testing.T, pid int) bool {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("%v, %v", threads, err)
	}
	return !slices.ContainsFunc(threads, func(path string) bool {
		text, err := os.ReadFile(path)
		return err == nil && !strings.Contains(string(text), ") T ") // stopped, proc(5)
	})
}

// Who does not want the answer any more has it stop at once; one that does not is ended.
func TestThinkingIsStopped(t *testing.T) {
	limits := quick
	limits.Stop = 50 * time.Millisecond
	talk := opponent.NewTalk(engine(t, "hang"), limits)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := talk.Ask(ctx, question(t)); !errors.Is(err, context.Canceled) || talk.Pid() != 0 {
		t.Fatalf("%v, %d", err, talk.Pid())
	}
}

// A game may have been begun with an engine that the settings do not name any more.
func TestAnEngineThatNobodyNamesIsMissing(t *testing.T) {
	talk := opponent.NewTalk(opponent.Engine{}, quick)
	defer talk.End()
	var what *opponent.Trouble
	if _, err := talk.Ask(t.Context(), question(t)); !errors.As(err, &what) || what.Key != "engine.missing" {
		t.Errorf("got %v", err)
	}
}
