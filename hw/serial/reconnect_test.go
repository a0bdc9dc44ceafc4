package serial

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"

	"reeve/hw/sim"
)

// descriptors counts what this process has open.
func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// hangup is a sink that pulls the plug as soon as the link is up.
type hangup struct {
	deafSink
	pull func()
	ups  int
}

func (h *hangup) Up(Info) { h.ups++; h.pull() }

func TestLongReconnectsLeakNothing(t *testing.T) { TestReconnectsLeakNothing(t) }

// TestReconnectsLeakNothing has the far end of a real terminal vanish as soon as the link is up, a hundred
// times (a thousand in the long run), and every other time no port to open at all.
func TestReconnectsLeakNothing(t *testing.T) {
	rounds := 100
	if strings.HasPrefix(t.Name(), "TestLong") {
		rounds = 1000
	}
	board, sink := sim.New(8, 2), &hangup{}
	ended := make(chan struct{}, 1)
	link := Dial(Config{Contacts: 8, LEDs: 2, Baud: 500000, Sink: sink, Open: func() (io.ReadWriteCloser, error) {
		master, slave, err := pty.Open()
		if err != nil {
			return nil, err
		}
		defer slave.Close()
		port, err := Open(slave.Name(), BootBaud)
		if err != nil {
			master.Close()
			return nil, err
		}
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			_ = sim.NewController(board, sim.Options{}).Run(ctx, master)
			ended <- struct{}{}
		}()
		sink.pull = func() { cancel(); master.Close() }
		return port, nil
	}})
	nothing := Dial(Config{Path: t.TempDir() + "/none", Sink: &deafSink{}})
	files, running := 0, 0
	for i := range rounds {
		if err := link.connect(t.Context()); !errors.Is(err, ErrHangup) {
			t.Fatalf("round %d: %v", i, err)
		}
		<-ended
		if err := nothing.connect(t.Context()); !errors.Is(err, os.ErrNotExist) {
			t.Fatalf("round %d: %v", i, err)
		}
		if i == 10 {
			files, running = descriptors(t), runtime.NumGoroutine()
		}
	}
	if sink.ups != rounds {
		t.Errorf("up %d times in %d rounds", sink.ups, rounds)
	}
	for late := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > running+2 && time.Now().Before(late); { // readers end
		runtime.Gosched()
	}
	if n := descriptors(t); n > files+2 {
		t.Errorf("%d files are open, %d were after ten rounds", n, files)
	}
	if n := runtime.NumGoroutine(); n > running+2 {
		t.Errorf("%d goroutines run, %d did after ten rounds", n, running)
	}
}

// TestNoSecondProcessWrites holds the lock of a port against another process, root's too, and against one that
// would come in while the first still has it.
func TestNoSecondProcessWrites(t *testing.T) {
	const ask = "REEVE_TEST_PORT"
	if path := os.Getenv(ask); path != "" {
		port, err := Open(path, 115200)
		if err == nil {
			port.Write([]byte("x"))
			t.Fatal("opened")
		}
		t.Log(err)
		return
	}
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal("no pseudo-terminal: ", err)
	}
	defer master.Close()
	defer slave.Close()
	other := func() string {
		cmd := exec.Command(os.Args[0], "-test.run=^TestNoSecondProcessWrites$", "-test.v")
		cmd.Env = append(os.Environ(), ask+"="+slave.Name())
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	port, err := Open(slave.Name(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	if out := other(); !strings.Contains(out, ErrBusy.Error()) || strings.Contains(out, "opened") {
		t.Errorf("a second process: %s", out)
	}
	if err := port.Close(); err != nil {
		t.Fatal(err)
	}
	if out := other(); !strings.Contains(out, "opened") {
		t.Errorf("after the first has closed: %s", out)
	}
}

// TestRetriesBackOff holds when a port that is not there is tried: after a quarter of a second, then ever later, and
// from the beginning again once it was up.
func TestRetriesBackOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const ms = time.Millisecond
		start, tries := time.Now(), []time.Duration{}
		link := Dial(Config{Sink: &deafSink{}, Open: func() (io.ReadWriteCloser, error) {
			tries = append(tries, time.Since(start).Round(ms))
			return nil, os.ErrNotExist
		}})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		_ = link.Run(ctx)
		want := []time.Duration{0, 250 * ms, 750 * ms, 1750 * ms, 3750 * ms, 7750 * ms, 12750 * ms, 17750 * ms}
		if !slices.Equal(tries, want) {
			t.Errorf("tried at %v, want %v", tries, want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		cable, tries := sim.NewCable(BootBaud, 1, sim.None), []time.Time{}
		var mu sync.Mutex
		ctx, cancel := context.WithCancel(t.Context())
		link := Dial(Config{Sink: &deafSink{}, Open: func() (io.ReadWriteCloser, error) {
			mu.Lock()
			defer mu.Unlock()
			tries = append(tries, time.Now())
			if n := len(tries); n > 5 && n < 10 || n < 4 {
				return nil, os.ErrNotExist
			}
			return cable.Open()
		}})
		done := make(chan struct{}, 2)
		go func() {
			_ = sim.NewController(sim.New(0, 0), sim.Options{}).Run(ctx, cable.Board())
			done <- struct{}{}
		}()
		go func() { _ = link.Run(ctx); done <- struct{}{} }()
		time.Sleep(20 * time.Second)
		cable.Cut()
		time.Sleep(time.Second)
		mu.Lock()
		if n := len(tries); n < 5 || tries[4].Sub(tries[3]) < 15*time.Second {
			t.Errorf("tried at %v", tries)
		} else if wait := tries[4].Sub(tries[3].Add(20*time.Second - 1750*time.Millisecond)); wait > 300*time.Millisecond {
			t.Errorf("after a session the port was tried after %v", wait)
		}
		mu.Unlock()
		cancel()
		<-done
		<-done
		cable.Board().Close()
		time.Sleep(time.Second)
	})
}
