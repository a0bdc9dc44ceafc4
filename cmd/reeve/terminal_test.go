package main

import (
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/creack/pty"

	"reeve/cli"
	"reeve/config"
)

// On a terminal the links stay where they were printed: only warnings come after them. A log that is kept has all.
func TestATerminalIsNotFilledWithSteps(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close(); slave.Close() })
	for _, c := range []struct {
		out   io.Writer
		steps bool
	}{{slave, false}, {io.Discard, true}} {
		log := newLog(c.out)
		if got := log.Enabled(t.Context(), slog.LevelInfo); got != c.steps || !log.Enabled(t.Context(), slog.LevelWarn) {
			t.Errorf("%T: steps %v, want %v", c.out, got, c.steps)
		}
	}
}

// A second daemon on the same folder is told who has it, and what to do.
func TestASecondDaemonIsToldWhatToDo(t *testing.T) {
	state := t.TempDir()
	_, stop := printed(t, state, 1, "")
	defer stop()
	settings, err := config.ParseSettings("second", []byte("listen: 127.0.0.1:0\nstate: "+state+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	err = serve(t.Context(), settings, io.Discard, io.Discard)
	if err == nil {
		t.Fatal("it runs")
	}
	if said := cli.Told(err, remedies); !strings.Contains(said, "process ") || !strings.Contains(said, "with --state") {
		t.Errorf("it is told: %s", said)
	}
}
