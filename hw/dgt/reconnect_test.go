package dgt

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"reeve/hw/serial"
)

// puller is a sink that pulls the plug as soon as the board is heard.
type puller struct {
	discard
	pull  func()
	heard int
}

func (p *puller) State([]uint64, time.Duration) { p.heard++; p.pull() }

func TestLongReconnectsLeakNothing(t *testing.T) { TestReconnectsLeakNothing(t) }

// TestReconnectsLeakNothing has the far end of a real terminal vanish as soon as the board is heard, a
// hundred times (a thousand in the long run).
func TestReconnectsLeakNothing(t *testing.T) {
	rounds := 100
	if strings.HasPrefix(t.Name(), "TestLong") {
		rounds = 1000
	}
	descriptors := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	sink, ended := &puller{}, make(chan struct{}, 1)
	b := New(Config{Sink: sink, Open: func() (io.ReadWriteCloser, error) {
		master, slave, err := pty.Open()
		if err != nil {
			return nil, err
		}
		defer slave.Close()
		fd := int(master.Fd()) // its Read must end when it is closed
		if err := unix.SetNonblock(fd, true); err != nil {
			return nil, err
		}
		if fd, err = unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0); err != nil {
			return nil, err
		}
		master.Close()
		master = os.NewFile(uintptr(fd), "master")
		port, err := serial.Open(slave.Name(), Baud)
		if err != nil {
			master.Close()
			return nil, err
		}
		go func() { // a board that is faster than any
			master.Write(append([]byte{0x86, 0, 67}, make([]byte, Fields)...))
			io.Copy(io.Discard, master)
			ended <- struct{}{}
		}()
		sink.pull = func() { master.Close() }
		return port, nil
	}})
	files, running := 0, 0
	for i := range rounds {
		if heard, err := b.connect(t.Context()); !heard || !errors.Is(err, serial.ErrHangup) {
			t.Fatalf("round %d: %v, %v", i, heard, err)
		}
		b.forget()
		<-ended
		if i == 10 {
			files, running = descriptors(), runtime.NumGoroutine()
		}
	}
	for late := time.Now().Add(10 * time.Minute); runtime.NumGoroutine() > running+2 && time.Now().Before(late); {
		runtime.Gosched()
	}
	if n := descriptors(); n > files+2 || sink.heard < rounds {
		t.Errorf("%d files are open, %d were after ten rounds; heard %d times", n, files, sink.heard)
	}
	if n := runtime.NumGoroutine(); n > running+2 {
		t.Errorf("%d goroutines run, %d did after ten rounds", n, running)
	}
}

// TestRetriesBackOff holds when a port that is not there is tried: after a quarter of a second, then ever later.
func TestRetriesBackOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, tries := time.Now(), []time.Duration{}
		b := New(Config{Open: func() (io.ReadWriteCloser, error) {
			tries = append(tries, time.Since(start).Round(time.Millisecond))
			return nil, os.ErrNotExist
		}})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		_ = b.Run(ctx)
		const ms = time.Millisecond
		want := []time.Duration{0, 250 * ms, 750 * ms, 1750 * ms, 3750 * ms, 7750 * ms, 12750 * ms, 17750 * ms}
		if len(tries) != len(want) {
			t.Fatalf("tried at %v", tries)
		}
		for i, at := range tries {
			if at != want[i] {
				t.Errorf("try %d at %v, want %v", i, at, want[i])
			}
		}
	})
}
