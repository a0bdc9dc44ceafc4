//go:build hardware

package hardware

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"reeve/hw/hwtest"
)

const firmware = "../firmware-protocol/firmware"

// pico starts the real firmware on an emulated Pico beside the machine, and returns the sockets of two serial
// ports: one is its USB, by USB/IP, and at the other its bench takes commands.
func pico(t *testing.T) []string {
	t.Helper()
	modules, err := hwtest.PicoEmulator(firmware + "/sim/pico")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "pico") // the path of a socket has to be short
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "reeve-pico-8x8.uf2")
	if said, err := exec.Command("make", "-s", "-C", firmware, "BUILD="+dir, file).CombinedOutput(); err != nil {
		t.Fatalf("make: %v\n%s", err, said)
	}
	var sockets []string
	var listeners []net.Listener
	for _, name := range []string{"usb", "bench", "chip"} {
		socket := filepath.Join(dir, name)
		listener, err := net.Listen("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		sockets, listeners = append(sockets, socket), append(listeners, listener)
	}
	chip := exec.Command("node", firmware+"/sim/pico/runner.mjs", modules, "8x8", file, "usbip", sockets[2])
	chip.Stderr = os.Stderr
	in, err := chip.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := chip.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := chip.Start(); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() { join(listeners[0], listeners[2]) })
	all.Go(func() { work(listeners[1], in, out) })
	t.Cleanup(func() {
		for _, l := range listeners {
			l.Close()
		}
		in.Close() // the bench ends
		all.Wait()
		if err := chip.Wait(); err != nil {
			t.Errorf("the emulated Pico: %v", err)
		}
		os.RemoveAll(dir)
	})
	return sockets[:2]
}

// join carries bytes between those that call at two sockets, until one has ended.
func join(a, b net.Listener) {
	from, err := a.Accept()
	if err != nil {
		return
	}
	defer from.Close()
	to, err := b.Accept()
	if err != nil {
		return
	}
	defer to.Close()
	go func() {
		io.Copy(to, from)
		to.Close()
	}()
	io.Copy(from, to)
}

// work lets who calls at a socket talk with the bench.
func work(at net.Listener, in io.Writer, out io.Reader) {
	line, err := at.Accept()
	if err != nil {
		return
	}
	go io.Copy(in, line)
	io.Copy(line, out)
	line.Close()
}
