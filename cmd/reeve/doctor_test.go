package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/config"
	"reeve/doctor"
	"reeve/firmware-protocol/wire"
	"reeve/hw/hwtest"
	"reeve/hw/i2c"
	"reeve/hw/serial"
	"reeve/hw/sim"
	"reeve/web"

	"github.com/spf13/cobra"
)

// truly is how the simulated board of these tests is wired; the doctor is given a
// file that does not know it.
const truly = `name: truly
drivers:
  - {name: box, kind: serial, device: /dev/ttyACM0, channels: 8, leds: 6}
surface: {width_mm: 150, height_mm: 100}
grids:
  - {files: 3, ranks: 2, pitch_mm: 50, channels: columns-serpentine, first_channel: 2, leds: rows-serpentine, leds_from: upper-right}
games: {rolechess: {}}
`

const unknowing = `name: unknowing # and it shows
drivers:
  - {name: box, kind: serial, device: /dev/ttyACM0, channels: 8, leds: 6}
surface: {width_mm: 150, height_mm: 100}
grids:
  - {files: 3, ranks: 2, pitch_mm: 50} # as we thought
games: {rolechess: {}}
`

// written writes a board file and returns its path.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// answered runs a verb of the doctor with a person who answers each line.
func answered(t *testing.T, cmd *cobra.Command, args []string, answer func(line string) (typed string, ok bool)) (string, int) {
	t.Helper()
	out, said := io.Pipe()
	typed, in := io.Pipe()
	cmd.SetArgs(args)
	cmd.SetOut(said)
	cmd.SetErr(said)
	cmd.SetIn(typed)
	ended := make(chan error, 1)
	go func() { err := cmd.ExecuteContext(t.Context()); said.Close(); ended <- err }()
	var all strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		fmt.Fprintln(&all, lines.Text())
		if text, ok := answer(lines.Text()); ok {
			fmt.Fprintln(in, text)
		}
	}
	in.Close()
	err := <-ended
	var exit exitError
	switch {
	case err == nil:
		return all.String(), 0
	case errors.As(err, &exit):
		return all.String() + err.Error(), exit.code
	}
	t.Fatal(err)
	return "", 0
}

// The doctor maps a simulated board behind a line, its contacts and its LEDs, and soaks its
// link, in virtual time.
func TestDoctorOverALine(t *testing.T) { synctest.Test(t, doctorOverALine) }

// onALine is the simulated board of these tests behind a line that may be unplugged, and the machine that has it.
func onALine(t *testing.T) (s *simboard, m machine, plugged *bool, running *sync.WaitGroup) {
	s, err := newSimboard(simboardOptions{board: written(t, "true.yaml", truly)})
	if err != nil {
		t.Fatal(err)
	}
	s.board.Bounce(sim.Heavy, 3)
	m, plugged, running = nowhere, new(bool), new(sync.WaitGroup)
	*plugged = true
	m.serial = func(string, int) (io.ReadWriteCloser, error) {
		if !*plugged {
			return nil, fs.ErrNotExist
		}
		host, far := net.Pipe()
		running.Go(func() {
			_ = sim.NewController(s.board, sim.Options{Name: s.name}).Run(context.Background(), far)
			far.Close()
		})
		return host, nil
	}
	return s, m, plugged, running
}

// walked answers a walk over the squares of that board, with a magnet on each.
func walked(t *testing.T, s *simboard) func(line string) (string, bool) {
	set := func(square string, closed bool) {
		if err := s.Contacts(t.Context(), []web.Contact{{Square: square, Closed: closed}}); err != nil {
			t.Error(err)
		}
	}
	return func(line string) (string, bool) {
		if square, ok := strings.CutPrefix(line, "Put a magnet on "); ok {
			square, _, _ = strings.Cut(square, ".")
			set(square, true)
		}
		if square, _, ok := strings.Cut(line, " is channel "); ok {
			set(square, false)
		}
		return "", strings.HasPrefix(line, "Take everything")
	}
}

func doctorOverALine(t *testing.T) {
	s, m, plugged, running := onALine(t)
	file := written(t, "b.yaml", unknowing)
	flags := []string{"--board", file}
	out, code := answered(t, doctorOn(m), append([]string{"map"}, flags...), walked(t, s))
	if code != 0 || !strings.Contains(out, "6 of 6 squares and 0 buttons are found and written to "+file) {
		t.Fatalf("map: status %d\n%s", code, out)
	}
	seen := map[string]bool{}
	out, code = answered(t, doctorOn(m), append([]string{"lights"}, flags...), func(line string) (string, bool) {
		if !strings.HasPrefix(line, "LED ") {
			return "", false
		}
		return lamp(t, s, seen, line), true
	})
	if code != 0 {
		t.Fatalf("lights: status %d\n%s", code, out)
	}
	got, err := config.LoadBoard(file)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := config.ParseBoard("true.yaml", []byte(truly))
	for i, p := range got.Places {
		if w := want.Places[i]; p.Channel != w.Channel || p.LEDs[0] != w.LEDs[0] {
			t.Errorf("%+v is truly %+v", p, w)
		}
	}
	text, _ := os.ReadFile(file)
	if !bytes.Contains(text, []byte("# as we thought")) || !bytes.Contains(text, []byte("columns-serpentine")) || bytes.Contains(text, []byte("squares")) {
		t.Errorf("%s", text)
	}
	if old, err := os.ReadFile(file + ".old"); err != nil || !bytes.Contains(old, []byte("columns-serpentine")) || bytes.Contains(old, []byte("leds_from")) {
		t.Errorf("the old file is\n%s\n%v", old, err)
	}
	out, code = verb(t, doctorOn(m), append([]string{"link", "--for", "1500ms"}, flags...)...)
	if code != 0 || !strings.Contains(out, `layout "truly", 8 contacts`) || !strings.Contains(out, "frames damaged: 0") || strings.Contains(out, "frames received: 0") {
		t.Errorf("link: status %d\n%s", code, out)
	}
	out, code = verb(t, doctorOn(m), append([]string{"live", "--for", "4s"}, flags...)...)
	if code != 0 || !strings.Contains(out, "0 failed; well") {
		t.Errorf("live: status %d\n%s", code, out)
	}
	*plugged = false
	out, code = verb(t, doctorOn(m), append([]string{"link", "--for", "300ms"}, flags...)...)
	if code != 1 || !strings.Contains(out, "never came up: ") {
		t.Errorf("no link: status %d\n%s", code, out)
	}
	out, code = verb(t, doctorOn(m), append([]string{"live", "--for", "300ms"}, flags...)...)
	if code != 1 || !strings.Contains(out, "does not exist") {
		t.Errorf("live without a board: status %d\n%s", code, out)
	}
	running.Wait()
}

// Whoever has walked over a board does not walk again because the disk failed meanwhile: what each verb found is printed,
// and the board file is as it was. Where nothing can be written nobody walks at all.
func TestWhatTheDoctorFoundIsPrintedWhereItCannotBeWritten(t *testing.T) {
	for verb, want := range map[string]string{"map": ": driver box, channel ", "lights": ": driver box, LED "} {
		virtually(t, verb, func(t *testing.T) { unwritten(t, verb, want) })
	}
	virtually(t, "nowhere", func(t *testing.T) {
		_, m, _, _ := onALine(t)
		for _, name := range []string{"map", "lights"} {
			t.Setenv("TMPDIR", "/nowhere")
			t.Chdir("/proc/self/fd")
			out, code := answered(t, doctorOn(m), []string{name, "--board", written(t, "b.yaml", unknowing), "-o", "/nowhere/b.yaml"}, func(string) (string, bool) { return "q", true })
			if code != 2 || !strings.Contains(out, "-o") || strings.Contains(out, "Take everything") {
				t.Errorf("%s: status %d\n%s", name, code, out)
			}
		}
	})
}

func unwritten(t *testing.T, name, want string) {
	s, m, _, running := onALine(t)
	file, folder := written(t, "b.yaml", unknowing), t.TempDir()
	seen, walk := map[string]bool{}, walked(t, s)
	out, code := answered(t, doctorOn(m), []string{name, "--board", file}, func(string) (string, bool) { return "q", true })
	if code != 1 || !strings.Contains(out, "nothing was found") {
		t.Errorf("%s that found nothing: status %d\n%s", name, code, out)
	}
	out, code = answered(t, doctorOn(m), []string{name, "--board", file, "-o", filepath.Join(folder, "b.yaml")}, func(line string) (string, bool) {
		if err := os.RemoveAll(folder); err != nil { // while somebody walks
			t.Error(err)
		}
		if strings.HasPrefix(line, "LED ") {
			return lamp(t, s, seen, line), true
		}
		return walk(line)
	})
	if text, err := os.ReadFile(file); code != 1 || strings.Count(out, want) != 6 || !strings.Contains(out, file+" is as it was") || string(text) != unknowing || err != nil {
		t.Errorf("%s: status %d\n%s\n%s", name, code, out, text)
	}
	running.Wait()
}

// lamp looks which square's LED shines, and answers the question about it. Those that were
// seen it has answered: the LED before shines until the next frame is there.
func lamp(t *testing.T, s *simboard, seen map[string]bool, question string) string {
	for late := time.Now().Add(time.Minute); time.Now().Before(late); time.Sleep(time.Millisecond) { // virtual time
		colours := s.Colours()
		for square := range colours {
			if len(colours) == 1 && !seen[square] {
				seen[square] = true
				if strings.Contains(question, " "+square+"?") {
					return ""
				}
				return square
			}
		}
	}
	t.Fatalf("no other LED shines: %s", question)
	return ""
}

// Beside a line on which rubbish comes, or that breaks again and again, the doctor of every board behind a line ends, says that it was never
// read and why, and takes nothing for a contact.
func TestDoctorBesideRubbish(t *testing.T) {
	closed := regexp.MustCompile(`(?m)^ *\d+ [a-z]\d+ +#`)
	lines := map[string]func(io.ReadWriter){
		"rubbish": func(line io.ReadWriter) {
			random := rand.New(rand.NewPCG(3, 25))
			go io.Copy(io.Discard, line) // until it is closed
			for noise := make([]byte, 50); ; time.Sleep(5 * time.Millisecond) {
				for i := range noise {
					noise[i] = byte(random.Uint32())
				}
				if _, err := line.Write(noise); err != nil {
					return
				}
			}
		},
		"breaks": func(line io.ReadWriter) { line.Write([]byte{0x86, 0, 67, 1, ':', '1', ' '}) },
	}
	for _, kind := range []string{"certabo", "sentio", "chessnut", "chesslink", "dgt", "serial"} {
		for what, board := range lines {
			t.Run(kind+" "+what, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					cable := &hwtest.Cable{Board: board}
					m := nowhere
					m.serial = func(string, int) (io.ReadWriteCloser, error) { return cable.Open() }
					m.reports = func(string) (io.ReadWriteCloser, error) { return cable.Open() }
					out, code := verb(t, doctorOn(m), "live", "--board", "../../configs/boards/"+kind+"-rolechess.yaml", "--for", "12s")
					if code != 1 || !strings.Contains(out, ": was never read: ") || closed.MatchString(out) {
						t.Errorf("status %d\n%s", code, out)
					}
					cable.Wait()
					if n := cable.Opened(); n != 0 {
						t.Errorf("%d ports are still held", n)
					}
				})
			})
		}
	}
}

func TestDoctorLiveOnChips(t *testing.T) { synctest.Test(t, doctorLiveOnChips) }

func doctorLiveOnChips(t *testing.T) {
	b := i2cBench()
	b.contact(10, true)
	b.contact(49, true)
	file := "../../configs/boards/" + b.file
	out, code := verb(t, doctorOn(b.machine), "live", "--board", file, "--for", "400ms")
	if code != 0 || !strings.Contains(out, " 10 d2        #") || !strings.Contains(out, " 49 [confirm] #") || !strings.Contains(out, "  9 c2        .") {
		t.Errorf("status %d\n%s", code, out)
	}
	if n := b.opened(); n != 0 {
		t.Errorf("%d ports are still held", n)
	}
	silent := hwtest.NewI2C(&hwtest.Expander{Address: 0x20, MCP: true})
	m := nowhere
	m.i2c = func(string) i2c.Opener { return silent.Open }
	m.spi = b.machine.spi
	out, code = verb(t, doctorOn(m), "live", "--board", file, "--for", "200ms")
	if code != 1 || !strings.Contains(out, "WRONG reeds: was never read: ") {
		t.Errorf("status %d\n%s", code, out)
	}
}

// Strips that a daemon left lit, because it was killed, are made dark.
func TestDoctorDark(t *testing.T) {
	for _, b := range []bench{gpioBench(), hc165Bench()} {
		file, err := filepath.Abs("../../configs/boards/" + b.file)
		if err != nil {
			t.Fatal(err)
		}
		board, err := config.LoadBoard(file)
		if err != nil {
			t.Fatal(err)
		}
		light := func() {
			t.Helper()
			strip, err := b.machine.strip(board.Drivers[1])
			if err == nil {
				err = strip.Show(bytes.Repeat([]byte{9}, 3*49))
			}
			if err != nil || b.lit() != 49 {
				t.Fatalf("%d LEDs shine, %v", b.lit(), err)
			}
		}
		before := b.opened()
		settings := written(t, "reeve.yaml", "board: "+file+"\n")
		for n, args := range [][]string{{"--board", file}, {"--config", settings}} {
			light() // by a strip that nobody closes: that is what killed means
			out, code := verb(t, doctorOn(b.machine), append([]string{"dark"}, args...)...)
			if code != 0 || out != "" || b.lit() != 0 || b.opened() != before+n+1 {
				t.Errorf("%v: status %d, %d LEDs shine, %d ports are open\n%s", args, code, b.lit(), b.opened(), out)
			}
		}
	}
	if out, code := verb(t, doctorOn(nowhere), "dark", "--config", written(t, "reeve.yaml", "board: sim\n")); code != 0 || out != "" {
		t.Errorf("the simulated board: status %d\n%s", code, out)
	}
	gone := gpioBench()
	gone.strip.Break(true)
	if _, code := verb(t, doctorOn(gone.machine), "dark", "--board", "../../configs/boards/"+gone.file); code != 1 {
		t.Errorf("a port that is gone: status %d", code)
	}
	for _, args := range [][]string{{"dark"}, {"dark", "--config", "/nowhere.yaml"}, {"dark", "--config", written(t, "reeve.yaml", "colour: red\n")}, {"dark", "--board", "/nowhere.yaml"}} {
		if _, code := verb(t, doctorOn(nowhere), args...); code != 2 {
			t.Errorf("%v: status %d", args, code)
		}
	}
}

func TestDoctorSurvey(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{"proc/device-tree/model": "Raspberry Pi Zero W", "dev/ttyACM0": "", "etc/group": "root:x:0:"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file := written(t, "b.yaml", unknowing)
	out, code := verb(t, doctorCommand(), "--root", root, "--board", file)
	if code != 0 || !strings.Contains(out, "Raspberry Pi Zero W") || !strings.Contains(out, "ok    driver box: /dev/ttyACM0 is there for you") {
		t.Errorf("status %d\n%s", code, out)
	}
	out, code = verb(t, doctorCommand(), "--root", root, "--board", file, "--device", "/dev/ttyACM7")
	if code != 1 || !strings.Contains(out, "WRONG driver box: its device /dev/ttyACM7 is not there") {
		t.Errorf("status %d\n%s", code, out)
	}
	for _, args := range [][]string{
		{"live"}, {"map"}, {"lights"}, {"link"}, {"cure"}, {"--colour"}, {"live", "--board", "/nowhere.yaml"}, {"--board", "/nowhere.yaml"},
		{"link", "--board", "../../configs/boards/sim-rolechess.yaml"}, {"link", "--board", "../../configs/boards/serial-chessbattle.yaml", "--device", "/dev/x"},
	} {
		if _, code := verb(t, doctorCommand(), args...); code != 2 {
			t.Errorf("%v: status %d", args, code)
		}
	}
}

// TestDoctorAsksExpanders asks a bus of models of chips, of which one is silent.
func TestDoctorAsksExpanders(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{"dev/i2c-1": "", "dev/spidev0.0": "", "etc/group": "root:x:0:"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var chips []*hwtest.Expander
	for i := range 4 {
		chips = append(chips, &hwtest.Expander{Address: uint16(0x20 + i), MCP: true})
	}
	bus, m := hwtest.NewI2C(chips...), nowhere
	m.i2c = func(path string) i2c.Opener {
		if path != filepath.Join(root, "dev/i2c-1") {
			t.Errorf("%s is opened", path)
		}
		return bus.Open
	}
	args := []string{"--root", root, "--board", "../../configs/boards/mcp23017-rolechess.yaml"}
	out, code := verb(t, doctorOn(m), args...)
	if code != 0 || !strings.Contains(out, "expanders answer at 20, 21, 22, 23") {
		t.Errorf("status %d\n%s", code, out)
	}
	bus.Silence(2, true)
	out, code = verb(t, doctorOn(m), args...)
	if code != 1 || !strings.Contains(out, "WRONG driver reeds: nobody answers on /dev/i2c-1 at 22\n      look at the address pins") {
		t.Errorf("status %d\n%s", code, out)
	}
	bus.Stick(true)
	out, code = verb(t, doctorOn(m), args...)
	if !strings.Contains(out, "somebody holds the bus") {
		t.Errorf("status %d\n%s", code, out)
	}
	if n := bus.Opened(); n != 0 {
		t.Errorf("the bus is open %d times", n)
	}
}

// Every counter of a link that tells of harm makes the soak end with 1, with a remedy; those that count work never do.
func TestTheSoakOfALinkJudgesItsCounters(t *testing.T) {
	work := map[string]bool{"frames received": true, "edges": true, "edges received again": true}
	quiet := doctor.Judge(counts(serial.Counters{Counters: wire.Counters{OK: 9}, Sessions: 1}, wire.Stats{}), time.Minute)
	if n := doctor.Report(io.Discard, quiet); n != 0 {
		t.Errorf("a good link has %d faults: %+v", n, quiet)
	}
	bad := serial.Counters{Counters: wire.Counters{OK: 9, CRC: 20}, Edges: 9, Duplicates: 9, Echo: 9, Ignored: 9, Rewinds: 9, Lost: 9,
		Mismatches: 9, Resent: 9, Refused: 9, Slowed: 9, Repaints: 20, Sessions: 9}
	for i := range bad.Controller {
		bad.Controller[i] = 9
	}
	for _, f := range doctor.Judge(counts(bad, wire.Stats{}), time.Minute) {
		if (f.Grade == doctor.Wrong) == work[f.What] || (f.Remedy == "") != work[f.What] {
			t.Errorf("%+v", f)
		}
	}
}
