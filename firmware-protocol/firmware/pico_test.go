package firmware

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"reeve/firmware-protocol/wire"
	"reeve/hw/hwtest"
)

// turn reports whether a test of a table takes that chip: an emulated Pico is for the long tests, and they for it.
func turn(t testing.TB, chip string) bool { return strings.HasPrefix(chip, "pico") == long(t) }

// benchModules is the folder with the emulator of the Pico's chip.
var benchModules = sync.OnceValues(func() (string, error) { return hwtest.PicoEmulator("sim/pico") })

// picoArgs are the arguments of node that run a program of the Pico. Layout vectors is the codec and nothing else.
func picoArgs(t testing.TB, layout, strip string) []string {
	t.Helper()
	tool(t, "make", "gcc", "arm-none-eabi-gcc", "node", "npm")
	modules, err := benchModules()
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	layout, _ = strings.CutSuffix(layout, "-usb")
	file := program(t, "reeve-pico-"+layout+strip+".uf2")
	if layout == "vectors" {
		layout = "8x8"
	}
	return []string{"sim/pico/runner.mjs", modules, layout, file}
}

// onUSB runs the program of a Pico whose port at USB is open.
func onUSB(t testing.TB, layout, strip string) machine {
	t.Helper()
	m := onChip(t, "pico-"+layout, strip)
	m.ask("plug")
	heard(t, m.pass(60*time.Millisecond), wire.TypeHello)
	return m
}

// picoOnTerminal starts a Pico in real time, its line at a terminal that outlives every reset.
func picoOnTerminal(t testing.TB, layout, strip string) (machine, string) {
	t.Helper()
	args := picoArgs(t, layout, strip)
	socket := filepath.Join(t.TempDir(), "line")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	master, terminal, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("stty", "-F", terminal.Name(), "raw", "-echo").CombinedOutput(); err != nil {
		t.Fatalf("stty: %v %s", err, out)
	}
	m := machine{start(t, "node", append(args, "socket", socket)...)}
	line, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	both.Go(func() { io.Copy(master, line) })
	both.Go(func() { io.Copy(line, master) })
	if strings.HasSuffix(layout, "-usb") {
		m.ask("plug")
	}
	t.Cleanup(func() {
		line.Close()
		terminal.Close()
		master.Close()
		both.Wait()
	})
	return m, terminal.Name()
}
