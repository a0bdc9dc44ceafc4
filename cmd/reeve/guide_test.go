package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/config"
	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
)

// pico is the Pico's program with linear Hall sensors, run on this machine, and the wood on it: the sensors are wired in the opposite
// order of the board file's, and those that are not there yet read nothing.
type pico struct {
	talk    sync.Mutex
	mu      sync.Mutex // guards magnets and bare
	in      io.Writer
	out     *bufio.Reader
	squares []config.Place
	magnets map[string]int // by square: what it adds to the reading
	bare    bool           // only a1's sensor is there
}

// newPico builds the program and starts it.
func newPico(t *testing.T, b *config.Board) *pico {
	t.Helper()
	for _, name := range []string{"make", "gcc"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	path := filepath.Join(t.TempDir(), "machine-hall")
	if out, err := exec.Command("make", "-s", "-C", "../../firmware-protocol/firmware", "BUILD="+filepath.Dir(path), path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	return &pico{in: in, out: bufio.NewReaderSize(out, 1<<20), squares: b.Places, magnets: map[string]int{}}
}

// ask sends a line and returns what is answered, up to "ok".
func (p *pico) ask(format string, args ...any) (lines []string, err error) {
	p.talk.Lock()
	defer p.talk.Unlock()
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		return nil, err
	}
	for {
		line, err := p.out.ReadString('\n')
		if err != nil || line == "ok\n" {
			return lines, err
		}
		lines = append(lines, strings.TrimSpace(line))
	}
}

// put lays a magnet on a square, or with 0 takes it off.
func (p *pico) put(square string, swing int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.magnets[square] = swing
}

// only says whether there is but the one sensor, that of a1.
func (p *pico) only(one bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bare = one
}

// readings is what each sensor reads now, as the program takes it.
func (p *pico) readings() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var text strings.Builder
	for ch := range 64 {
		v := 0
		if i := len(p.squares) - 1 - ch; i >= 0 && (!p.bare || p.squares[i].Name == "a1") {
			v = 2000 + 3*ch + p.magnets[p.squares[i].Name]
		}
		fmt.Fprintf(&text, "%02x%02x", v&255, v>>8)
	}
	return text.String()
}

// open is its USB port, until the host closes it: what the host says is told to the program, and time goes by there as it does here.
func (p *pico) open(running *sync.WaitGroup) (io.ReadWriteCloser, error) {
	host, far := net.Pipe()
	heard := make(chan []byte, 64)
	running.Go(func() {
		defer close(heard)
		for {
			chunk := make([]byte, 512)
			n, err := far.Read(chunk)
			if err != nil {
				return
			}
			heard <- chunk[:n]
		}
	})
	running.Go(func() {
		defer far.Close()
		for {
			time.Sleep(5 * time.Millisecond) // virtual time
			lines, err := p.let(heard)
			if err != nil {
				return
			}
			for _, line := range lines {
				if text, ok := strings.CutPrefix(line, "line "); ok {
					said, _ := hex.DecodeString(text)
					if _, err := far.Write(said); err != nil {
						return
					}
				}
			}
		}
	})
	return host, nil
}

// let tells the program what was heard, and lets 5 ms go by.
func (p *pico) let(heard <-chan []byte) ([]string, error) {
	for {
		select {
		case chunk, open := <-heard:
			if !open {
				return nil, io.EOF
			}
			if _, err := p.ask("feed %x", chunk); err != nil {
				return nil, err
			}
			continue
		default:
		}
		if _, err := p.ask("hall %s", p.readings()); err != nil {
			return nil, err
		}
		return p.ask("pass 5000")
	}
}

// lit is the one LED that shines, -1 if none or more do.
func (p *pico) lit() int {
	lines, err := p.ask("leds")
	if err != nil || len(lines) != 1 {
		return -1
	}
	return alone(strings.TrimPrefix(lines[0], "leds "))
}

func (p *pico) places() []config.Place { return p.squares }

// alone is the one LED of a frame that is not dark, -1 if none or more are not.
func alone(text string) int {
	found := -1
	for i := 0; 6*i+6 <= len(text); i++ {
		if text[6*i:6*i+6] != "000000" {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

var (
	stepOf   = regexp.MustCompile(`(?m)^(\d+)\. `)
	reeveRun = regexp.MustCompile("`(reeve [^`]+)`")
)

// stepsOf is the commands of each step of a section of the guide.
func stepsOf(t *testing.T, section string, steps int) (list [][]string) {
	t.Helper()
	_, text, ok := strings.Cut(read(t, "docs/build-a-board.md"), "\n## "+section+". ")
	text, _, _ = strings.Cut(text, "\n## ")
	at := stepOf.FindAllStringIndex(text, -1)
	if !ok || len(at) != steps {
		t.Fatalf("%d steps", len(at))
	}
	for i, from := range at {
		step := text[from[0]:]
		if i+1 < len(at) {
			step = text[from[0]:at[i+1][0]]
		}
		var lines []string
		for _, m := range reeveRun.FindAllStringSubmatch(step, -1) {
			lines = append(lines, m[1])
		}
		list = append(list, lines)
	}
	return list
}

// TestLongTheSecondPathIsWalked does what the guide says from the Pico to the first game, every command as it stands there, on the Pico's
// program with sensors that were wired in another order. After each step its check holds.
func TestLongTheSecondPathIsWalked(t *testing.T) {
	const file = "configs/boards/pico-hall-rolechess.yaml"
	text := read(t, file)
	b, err := config.ParseBoard(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	wood := newPico(t, b)
	walkThrough(t, stepsOf(t, "12", 10), text, wood, map[int][]string{
		1: {"reeve-pico-hall.uf2 is on ", "is there for you"}, 2: {"frames damaged: 0"}, 3: {"a1 is channel 48, its swing is "}, 5: {"a1 is channel 48", "g1 is channel 42"},
		6: {"49 of 49 squares"}, 7: {"What was learned is kept.", "afterwards reeve doctor map", "0 failed"}, 8: {"49 of 49 squares and 0 buttons are found"},
	})
}

// The same for the first power-on of any board: here of one behind a controller, whose contacts and LEDs were wired by columns.
func TestLongTheFirstPowerOnIsWalked(t *testing.T) {
	text := read(t, "configs/boards/serial-rolechess.yaml")
	truth := strings.Replace(text, "channels: rows, leds: rows-serpentine", "channels: columns-serpentine, leds: columns", 1)
	s, err := newSimboard(simboardOptions{board: written(t, "true.yaml", truth)})
	if err != nil || truth == text {
		t.Fatal(err)
	}
	walkThrough(t, stepsOf(t, "10", 9), text, &wooden{s}, map[int][]string{
		4: {"is there for you"}, 5: {"0 failed"}, 6: {"49 of 49 squares and 0 buttons are found"}, 7: {"49 of 49 squares"}, 8: {"frames damaged: 0"},
	})
}

// wooden is a board of contacts behind a controller.
type wooden struct{ *simboard }

func (w *wooden) only(bool)              {}
func (w *wooden) places() []config.Place { return w.squares }

func (w *wooden) put(square string, swing int) {
	channel, err := w.channel(square)
	if err == nil {
		w.board.Set(channel, swing != 0)
	}
}

func (w *wooden) open(running *sync.WaitGroup) (io.ReadWriteCloser, error) {
	host, far := net.Pipe()
	running.Go(func() {
		_ = sim.NewController(w.board, sim.Options{Name: w.name, Buttons: w.buttons}).Run(context.Background(), far)
		far.Close()
	})
	return host, nil
}

func (w *wooden) lit() int { return alone(hex.EncodeToString(w.board.Frame())) }

// walkThrough does what a section says, from a board file on.
func walkThrough(t *testing.T, steps [][]string, text string, wood built, checks map[int][]string) {
	t.Helper()
	programs := firmwares(t)
	t.Chdir(t.TempDir())
	lay(t, "board.yaml", []byte(text), 0o644)
	b, err := config.LoadBoard("board.yaml")
	if err != nil {
		t.Fatal(err)
	}
	drive, root := filepath.Join(t.TempDir(), "RPI-RP2"), t.TempDir()
	for _, dir := range []string{drive, filepath.Join(root, "etc"), filepath.Join(root, filepath.Dir(b.Drivers[0].Device))} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	lay(t, filepath.Join(drive, driveNote), []byte("Board-ID: RPI-RP2\r\n"), 0o644)
	lay(t, filepath.Join(root, b.Drivers[0].Device), nil, 0o666)
	lay(t, filepath.Join(root, "etc/group"), []byte("root:x:0:"), 0o644)
	synctest.Test(t, func(t *testing.T) {
		w := &walker{t: t, wood: wood, checks: checks, flags: map[string][]string{
			"firmware install": {"--folder", programs, "--drive", drive}, "doctor --board": {"--root", root}, "doctor link": {"--for", "2s"}, "doctor live": {"--for", "8s"},
		}}
		w.machine = nowhere
		w.machine.serial = func(string, int) (io.ReadWriteCloser, error) { return wood.open(&w.running) }
		for i, lines := range steps {
			w.step(i+1, lines)
		}
		w.running.Wait()
		if len(w.played) != 1 {
			t.Errorf("%d games were begun", len(w.played))
		}
	})
}

// built is a board that somebody has built: magnets are put on it, and its LEDs shine.
type built interface {
	open(running *sync.WaitGroup) (io.ReadWriteCloser, error)
	put(square string, swing int)
	only(one bool) // only the first sensor is there
	lit() int      // the one LED that shines, -1 if none or more do
	places() []config.Place
}

// walker is somebody who follows the guide.
type walker struct {
	t       *testing.T
	wood    built
	checks  map[int][]string // what must stand in what the commands of a step print, beside that nothing is WRONG
	played  []string         // the commands that began a game
	machine machine
	running sync.WaitGroup
	flags   map[string][]string // that only a test needs, by the words of a command
	asked   int                 // squares that were asked for
}

func (w *walker) step(n int, lines []string) {
	w.t.Helper()
	w.wood.only(n == 3)
	var said strings.Builder
	for _, line := range lines {
		if strings.HasPrefix(line, "reeve serve ") {
			w.play(line)
			continue
		}
		out, code := w.run(n, line)
		if code != 0 {
			w.t.Errorf("step %d: %s: status %d\n%s", n, line, code, out)
		}
		said.WriteString(out)
	}
	for _, want := range w.checks[n] {
		if !strings.Contains(said.String(), want) {
			w.t.Errorf("step %d does not say %q\n%s", n, want, &said)
		}
	}
	if strings.Contains(said.String(), "WRONG") {
		w.t.Errorf("step %d: what is WRONG?\n%s", n, &said)
	}
}

// run carries out a command as it stands in the guide.
func (w *walker) run(step int, line string) (string, int) {
	args := strings.Fields(line)[1:]
	cmd := rootCommand()
	for words, flags := range w.flags {
		if strings.HasPrefix(strings.Join(args, " "), words) {
			args = append(args, flags...)
		}
	}
	if args[0] == "doctor" {
		cmd, args = doctorOn(w.machine), args[1:]
	}
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	w.asked = 0
	return answered(w.t, cmd, args, func(said string) (string, bool) { return w.answer(step, said) })
}

// answer is what somebody does and types where the doctor says something.
func (w *walker) answer(step int, said string) (string, bool) {
	if square, ok := strings.CutPrefix(strings.ReplaceAll(said, "Put a magnet", "Put the magnet"), "Put the magnet on "); ok {
		square, _, _ = strings.Cut(square, ".")
		w.asked++
		if step == 3 && w.asked > 1 || step == 5 && w.asked > 8 {
			return "q", true
		}
		w.wood.put(square, 700)
	}
	if square, _, ok := strings.Cut(said, " is channel "); ok {
		w.wood.put(square, 0)
	}
	if strings.HasPrefix(said, "LED ") {
		return w.lamp(said), true
	}
	return "", strings.HasPrefix(said, "Take everything")
}

// lamp looks which LED shines. The strip runs as the board file says, so that what is guessed is right.
func (w *walker) lamp(question string) string {
	var led int
	fmt.Sscanf(question, "LED %d ", &led)
	for late := time.Now().Add(time.Minute); w.wood.lit() != led; time.Sleep(5 * time.Millisecond) { // virtual time
		if time.Now().After(late) {
			w.t.Fatalf("LED %d does not shine: %s", led, question)
		}
	}
	for _, p := range w.wood.places() {
		if slices.Contains(p.LEDs, led) {
			return p.Name
		}
	}
	return "-"
}

// play starts the daemon on the board file that was written, and puts the pieces where they belong: White's magnets one way round, Black's
// the other.
func (w *walker) play(line string) {
	if line != "reeve serve --board board.yaml --game rolechess" {
		w.t.Fatalf("the last command is %s", line)
	}
	w.played = append(w.played, line)
	path, err := filepath.Abs("board.yaml")
	if err != nil {
		w.t.Fatal(err)
	}
	r := serveOn(w.t, bench{file: path, machine: w.machine})
	r.until(w.t, "set up", func(table *referee.Table) bool { return table.Status == referee.StatusSetup })
	for _, p := range r.session.Table(rules.Table).Position.Pieces {
		swing := 700
		if p.Owner == "black" {
			swing = -700
		}
		w.wood.put(*p.At, swing)
	}
	r.until(w.t, "begun", func(table *referee.Table) bool { return table.Status == referee.StatusPlay })
	r.stop()
}
