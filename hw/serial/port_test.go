package serial_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"reeve/hw/serial"
	"reeve/hw/sim"
)

// openPTY returns both ends of a pseudo-terminal; the test ends them.
func openPTY(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal("no pseudo-terminal: ", err)
	}
	t.Cleanup(func() { master.Close(); slave.Close() })
	return master, slave
}

// patience is how long a test waits for what must come: longer than any machine takes,
// however busy, so that only what is dead comes too late.
const patience = 10 * time.Minute

// soon fails the test if nothing ever comes.
func soon[T any](t *testing.T, what string, ch <-chan T) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-time.After(patience):
		t.Fatal("no ", what)
		panic("unreachable")
	}
}

func TestPortIsTransparent(t *testing.T) {
	master, slave := openPTY(t)
	port, err := serial.Open(slave.Name(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	defer port.Close()
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	got := make([]byte, 256)
	if _, err := port.Write(all); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(master, got); err != nil || !bytes.Equal(got, all) {
		t.Errorf("out: %x, %v", got, err)
	}
	if _, err := master.Write(all); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(port, got); err != nil || !bytes.Equal(got, all) {
		t.Errorf("in: %x, %v", got, err)
	}
}

func TestPortIsOursAlone(t *testing.T) {
	_, slave := openPTY(t)
	port, err := serial.Open(slave.Name(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := serial.Open(slave.Name(), 115200); !errors.Is(err, serial.ErrBusy) {
		t.Errorf("second Open: %v", err)
	}
	list, err := exec.Command("ls", "-l", "/proc/self/fd").CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(list), slave.Name()) {
		t.Errorf("a child has the port: %s", list)
	}
	if err := errors.Join(port.Close(), port.Close()); err != nil {
		t.Error(err)
	}
	if _, err := port.Write([]byte("x")); !errors.Is(err, serial.ErrClosed) {
		t.Errorf("Write after Close: %v", err)
	}
	if _, err := port.Read(make([]byte, 1)); !errors.Is(err, serial.ErrClosed) {
		t.Errorf("Read after Close: %v", err)
	}
	again, err := serial.Open(slave.Name(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

func TestOpenWhatIsNotThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tty")
	if _, err := serial.Open(path, 115200); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := serial.Open(path, 115200); err == nil {
		t.Error("an ordinary file was opened as a port")
	}
}

func TestCloseEndsRead(t *testing.T) {
	_, slave := openPTY(t)
	port, err := serial.Open(slave.Name(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := port.Read(make([]byte, 1))
		ended <- err
	}()
	port.Close()
	if err := soon(t, "end of Read", ended); !errors.Is(err, serial.ErrClosed) {
		t.Errorf("Read: %v", err)
	}
}

func TestHangup(t *testing.T) {
	master, slave := openPTY(t)
	port, err := serial.Open(slave.Name(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	defer port.Close()
	ended := make(chan error)
	go func() {
		_, err := port.Read(make([]byte, 1))
		ended <- err
	}()
	master.Close()
	if err := soon(t, "end of Read", ended); !errors.Is(err, serial.ErrHangup) {
		t.Errorf("Read: %v", err)
	}
	if _, err := port.Write([]byte("x")); !errors.Is(err, serial.ErrHangup) {
		t.Errorf("Write: %v", err)
	}
}

func TestCloseFreesABlockedWrite(t *testing.T) {
	master, slave := openPTY(t)
	port, err := serial.Open(slave.Name(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := port.Write(make([]byte, 1<<20)) // nobody reads
		ended <- err
	}()
	if _, err := io.ReadFull(master, make([]byte, 1)); err != nil { // it has begun
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		t.Fatalf("a megabyte went nowhere: %v", err)
	default:
	}
	port.Close()
	if err := soon(t, "end of Write", ended); !errors.Is(err, serial.ErrClosed) {
		t.Errorf("Write: %v", err)
	}
	again, err := serial.Open(slave.Name(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

// events is a Sink of channels.
type events struct {
	edges chan edge
	ups   chan serial.Info
	downs chan error
	state chan []uint64
}

func (e events) Edge(channel int, closed bool, at time.Duration) {
	e.edges <- edge{channel, closed, at}
}
func (e events) State(levels []uint64, _ time.Duration) {
	e.state <- append([]uint64(nil), levels...)
}
func (e events) Button(int, bool, time.Duration) {}
func (e events) Down(err error)                  { e.downs <- err }
func (e events) Up(info serial.Info)             { e.ups <- info }

// TestUnplugAndReplug takes a link over a real pseudo-terminal whose far end vanishes and comes back.
func TestUnplugAndReplug(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tty")
	board := sim.New(8, 2)
	plug := func() (unplug func()) {
		master, slave := openPTY(t)
		next := path + ".next"
		if err := errors.Join(os.Symlink(slave.Name(), next), os.Rename(next, path)); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			sim.NewController(board, sim.Options{}).Run(ctx, master)
		}()
		return func() { cancel(); <-done; master.Close(); slave.Close() }
	}
	unplug := plug()
	sink := events{make(chan edge, 100), make(chan serial.Info, 100), make(chan error, 100), make(chan []uint64, 100)}
	link := serial.Dial(serial.Config{Path: path, Contacts: 8, LEDs: 2, Baud: 500000, Sink: sink})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- link.Run(ctx) }()

	soon(t, "Up", sink.ups)
	soon(t, "State", sink.state)
	board.Set(3, true)
	if e := soon(t, "edge", sink.edges); e.channel != 3 || !e.closed {
		t.Errorf("edge %+v", e)
	}
	shown := board.Watch()
	link.Show([]byte{1, 2, 3, 4, 5, 6})
	soon(t, "light", shown)

	for late := time.Now().Add(patience); link.Counters().Baud != 500000; { // a terminal has every rate
		if time.Now().After(late) {
			t.Fatalf("%+v", link.Counters())
		}
		time.Sleep(time.Millisecond)
	}
	unplug()
	if err := soon(t, "Down", sink.downs); !errors.Is(err, serial.ErrHangup) {
		t.Errorf("down: %v", err)
	}
	board.Set(4, true)
	unplug = plug()
	defer func() { unplug() }()
	if info := soon(t, "Up", sink.ups); info.Resumed {
		t.Error("a new controller was resumed")
	}
	if levels := soon(t, "State", sink.state); levels[0] != 1<<3|1<<4 {
		t.Errorf("levels %b", levels)
	}
	cancel()
	if err := soon(t, "end of Run", ended); !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
}
