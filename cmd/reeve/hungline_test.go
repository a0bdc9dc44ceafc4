package main

import (
	"context"
	"io"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"reeve/hw/hwtest"
	"reeve/hw/serial"
	"reeve/hw/sim"
	"reeve/referee"
)

// hung is a terminal's far end that stops to take anything, as a converter does whose board has crashed.
type hung struct {
	io.ReadWriter
	stuck chan struct{} // closed: nothing is read any more
	over  chan struct{}
}

func (h *hung) Read(b []byte) (int, error) {
	select {
	case <-h.stuck:
		<-h.over
		return 0, io.EOF
	default:
		return h.ReadWriter.Read(b)
	}
}

// full is a port that has more to send than its terminal takes.
type full struct{ *serial.Port }

// fill writes until nothing goes any more, and on; the write ends with the port.
func (f full) fill(running *sync.WaitGroup) {
	running.Go(func() { f.Port.Write(make([]byte, 1<<20)) })
}

// Whatever hangs on a line, and however it hangs: the daemon comes to its end. Each driver of a terminal is told to end while its port
// takes no byte more and nobody reads what it took.
func TestTheDaemonEndsBesideALineThatNobodyReads(t *testing.T) {
	for file, run := range map[string]func(io.ReadWriter){
		"certabo-rolechess.yaml": shopModel("certabo").Run, "sentio-rolechess.yaml": shopModel("sentio").Run, "chesslink-rolechess.yaml": shopModel("chesslink").Run,
		"dgt-rolechess.yaml": hwtest.NewDGT().Run,
		"serial-rolechess.yaml": func(line io.ReadWriter) {
			_ = sim.NewController(sim.New(52, 49), sim.Options{}).Run(context.Background(), line)
		},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel() // they wait for their lights most of the time
			endsBeside(t, file, run)
		})
	}
}

func endsBeside(t *testing.T, file string, run func(io.ReadWriter)) {
	name, ports := filepath.Join(t.TempDir(), "board"), make(chan full, 8)
	far := &hung{stuck: make(chan struct{}), over: make(chan struct{})}
	line, err := plugIn(name, func(rw io.ReadWriter) { far.ReadWriter = rw; run(far) })
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	defer func() { close(far.over); line.pull(); running.Wait() }()
	m := linux
	m.serial = func(path string, baud int) (io.ReadWriteCloser, error) {
		port, err := serial.Open(path, baud)
		if err != nil {
			return nil, err
		}
		ports <- full{port}
		return full{port}, nil
	}
	text := read(t, "configs/boards/"+file)
	board := written(t, "board.yaml", regexp.MustCompile(`device: [^,}\n]*`).ReplaceAllLiteralString(text, "device: "+name))
	r := &shopLine{t: t, table: serveOn(t, bench{file: board, machine: m})}
	r.expect("the set-up", func(table *referee.Table) bool {
		return table.Status == referee.StatusSetup && table.Message.Key != "paused.board"
	})
	close(far.stuck)
	(<-ports).fill(&running)
	ended := make(chan error, 1)
	go func() { ended <- r.stop() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Fatal("the daemon does not end")
	}
}
