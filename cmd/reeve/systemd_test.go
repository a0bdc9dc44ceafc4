package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"
)

// manager is a service manager's end of the socket.
type manager int

// manage is the environment that a service manager gives a program that it
// watches; allowed is for its watchdog, "" for none.
func manage(t *testing.T, allowed string) manager {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err == nil {
		err = unix.Bind(fd, &unix.SockaddrUnix{Name: path})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	t.Setenv("NOTIFY_SOCKET", path)
	t.Setenv("WATCHDOG_USEC", allowed)
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	return manager(fd)
}

// heard returns what has come since it was asked last.
func (m manager) heard(t *testing.T) string {
	t.Helper()
	var said []string
	for {
		message := make([]byte, 100)
		n, _, err := unix.Recvfrom(int(m), message, unix.MSG_DONTWAIT)
		if errors.Is(err, unix.EAGAIN) {
			return strings.Join(said, " ")
		}
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, string(message[:n]))
	}
}

func TestTheServiceManagerHearsOfStartAndStop(t *testing.T) {
	m := manage(t, "")
	ready(slog.Default())
	stopping(slog.Default())
	if got := m.heard(t); got != "READY=1 STOPPING=1" {
		t.Errorf("heard %q", got)
	}
}

func TestTheWatchdogIsFedTwiceInItsTime(t *testing.T) {
	m := manage(t, "30000000")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		go watchdog(ctx, slog.Default(), func(context.Context) {})
		for range 3 {
			time.Sleep(15*time.Second - time.Nanosecond)
			synctest.Wait()
			if got := m.heard(t); got != "" {
				t.Errorf("heard %q too early", got)
			}
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			if got := m.heard(t); got != "WATCHDOG=1" {
				t.Errorf("heard %q after half the time", got)
			}
		}
		cancel()
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := m.heard(t); got != "" {
			t.Errorf("heard %q after the end", got)
		}
	})
}

func TestTheWatchdogStarvesWhileTheGameHangs(t *testing.T) {
	m := manage(t, "30000000")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		hangs := make(chan struct{})
		go watchdog(ctx, slog.Default(), func(context.Context) { <-hangs })
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if got := m.heard(t); got != "" {
			t.Errorf("heard %q of a game that hangs", got)
		}
		close(hangs)
		synctest.Wait()
		if got := m.heard(t); !strings.HasPrefix(got, "WATCHDOG=1") {
			t.Errorf("heard %q of a game that goes on", got)
		}
	})
}

// TestNobodyWatches: the program is started by hand, or as another's child.
func TestNobodyWatches(t *testing.T) {
	for name, env := range map[string]map[string]string{
		"no watchdog":       {"WATCHDOG_USEC": ""},
		"another's":         {"WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"},
		"not a time":        {"WATCHDOG_USEC": "soon"},
		"no time at all":    {"WATCHDOG_USEC": "0"},
		"not even a socket": {"WATCHDOG_USEC": "", "NOTIFY_SOCKET": ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := manage(t, "")
			for k, v := range env {
				t.Setenv(k, v)
			}
			watchdog(t.Context(), slog.New(slog.DiscardHandler), func(context.Context) { t.Error("asked whether the game goes on") })
			if got := m.heard(t); got != "" {
				t.Errorf("heard %q", got)
			}
		})
	}
}

func TestASilentServiceManagerIsNoReasonToStop(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "gone"))
	var log bytes.Buffer
	ready(slog.New(slog.NewTextHandler(&log, nil)))
	if !strings.Contains(log.String(), "the service manager is not reached") {
		t.Errorf("log: %s", &log)
	}
}
