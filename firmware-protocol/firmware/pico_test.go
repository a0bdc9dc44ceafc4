package firmware

import (
	"fmt"
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
)

// turn reports whether a test of a table takes that chip: an emulated Pico is for the long tests, and they for it.
func turn(t testing.TB, chip string) bool { return strings.HasPrefix(chip, "pico") == long(t) }

// benchModules is the folder with the emulator of the Pico's chip, as sim/pico/package-lock.json pins it. It is got for
// tests only, into the temporary folder.
var benchModules = sync.OnceValues(func() (string, error) {
	lock, err := os.ReadFile("sim/pico/package-lock.json")
	if err != nil {
		return "", err
	}
	folder := filepath.Join(os.TempDir(), "reeve-rp2040js-1.4.1")
	if have, err := os.ReadFile(filepath.Join(folder, "done")); err == nil && string(have) == string(lock) {
		return folder, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join("sim/pico", name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return "", err
		}
	}
	if out, err := exec.Command("npm", "ci", "--silent", "--no-audit", "--no-fund", "--prefix", folder).CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	return folder, os.WriteFile(filepath.Join(folder, "done"), lock, 0o644)
})

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
