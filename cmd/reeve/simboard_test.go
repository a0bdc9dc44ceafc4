package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"reeve/config"
	"reeve/hw/serial"
)

// startBoard runs `reeve simboard` and returns its link, its address and what ends it.
func startBoard(t *testing.T, args ...string) (link, url string, stop func() error) {
	t.Helper()
	link = filepath.Join(t.TempDir(), "tty")
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	cmd := simboardCommand()
	cmd.SetArgs(append([]string{"--pty", link, "--listen", "127.0.0.1:0"}, args...))
	cmd.SetOut(in)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	ended := make(chan error, 1)
	go func() { err := cmd.ExecuteContext(ctx); in.CloseWithError(io.EOF); ended <- err }()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if lines.Text() != "tty "+link {
			url = strings.TrimPrefix(lines.Text(), "listening on ")
			break
		}
	}
	if url == "" {
		t.Fatal(<-ended)
	}
	return link, url, func() error { cancel(); return <-ended }
}

func ask(t *testing.T, method, url, body string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, strings.TrimSpace(string(text))
}

// heard is a serial.Sink that writes down what it hears.
type heard chan string

func (h heard) Edge(channel int, closed bool, _ time.Duration) {
	h <- fmt.Sprintf("edge %d %v", channel, closed)
}
func (h heard) State(levels []uint64, _ time.Duration) { h <- fmt.Sprintf("state %x", levels) }
func (h heard) Button(int, bool, time.Duration)        {}
func (h heard) Down(err error)                         { h <- "down" }
func (h heard) Up(info serial.Info)                    { h <- fmt.Sprintf("up %s %d", info.Layout, info.Contacts) }

func (h heard) expect(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		select {
		case got := <-h:
			if got != w {
				t.Fatalf("heard %q, want %q", got, w)
			}
		case <-time.After(patience):
			t.Fatalf("heard nothing, want %q", w)
		}
	}
}

func TestSimboardPlaysOverThePseudoTerminal(t *testing.T) {
	link, url, stop := startBoard(t, "--noise", "heavy", "--seed", "7")
	if code, text := ask(t, "POST", url+"/api/sim/setup", `{"squares":["a1","g7"]}`, nil); code != http.StatusOK {
		t.Fatalf("setup: %d %s", code, text)
	}
	sink := make(heard, 100)
	daemon := serial.Dial(serial.Config{Path: link, Contacts: 49, LEDs: 49, Sink: sink})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- daemon.Run(ctx) }()
	defer func() { cancel(); <-ended }()
	sink.expect(t, "up simboard 49", "state [1000000000001]")

	code, text := ask(t, "POST", url+"/api/sim/contacts",
		`[{"square":"a1","closed":false},{"square":"b1","closed":true,"after_ms":30},{"square":"a2","closed":true,"after_ms":30}]`, nil)
	if code != http.StatusOK {
		t.Fatalf("contacts: %d %s", code, text)
	}
	sink.expect(t, "edge 0 false", "edge 1 true", "edge 7 true")

	frame := make([]byte, 3*49)
	copy(frame[3:], []byte{0, 0xff, 0x40})
	if err := daemon.Show(frame); err != nil {
		t.Fatal(err)
	}
	if _, text = ask(t, "GET", url+"/api/sim/leds?lit=b1", "", nil); text != `{"b1":"00ff40"}` {
		t.Fatalf("LEDs show %s", text)
	}

	if err := stop(); err != nil {
		t.Errorf("stopped with %v", err)
	}
	if _, err := os.Lstat(link); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the link is still there: %v", err)
	}
	sink.expect(t, "down")
}

// mixedBoard is a board whose second driver is a serial one, with its own order of channels.
const mixedBoard = `
name: mixed
drivers:
  - {name: pi, kind: sim, channels: 1, leds: 1}
  - {name: box, kind: serial, device: /dev/ttyACM0, channels: 3, leds: 6}
surface: {width_mm: 90, height_mm: 30}
squares:
  near: {x_mm: 10, y_mm: 10, driver: pi, channel: 0, led_driver: pi, leds: [0]}
  mid: {x_mm: 40, y_mm: 10, driver: box, channel: 2, led_driver: box, leds: [0, 1]}
  far: {x_mm: 70, y_mm: 10, driver: box, channel: 0, led_driver: box, leds: [4]}
games:
  rolechess: {names: {a1: near, b1: mid, c1: far}}
buttons:
  - {name: confirm, driver: box, number: 1}
`

func TestSimboardFromABoardFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mixed.yaml")
	if err := os.WriteFile(file, []byte(mixedBoard), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := newSimboard(simboardOptions{board: file})
	if err != nil {
		t.Fatal(err)
	}
	if contacts, leds := s.board.Len(); contacts != 3 || leds != 6 || s.buttons != 2 || s.name != "mixed" {
		t.Errorf("%d contacts, %d LEDs, %d buttons, %q", contacts, leds, s.buttons, s.name)
	}
	if err := s.Setup(t.Context(), []string{"mid"}); err != nil || s.board.Contacts()[0] != 1<<2 {
		t.Errorf("levels %b, %v", s.board.Contacts(), err)
	}
	if err := s.Setup(t.Context(), []string{"near"}); err == nil {
		t.Error("a square of another driver was set up")
	}
	frame := make([]byte, 18)
	frame[3], frame[12] = 1, 2
	s.board.Show(frame)
	if got := fmt.Sprint(s.Colours()); got != "map[far:020000 mid:010000]" {
		t.Errorf("colours %s", got)
	}
}

func TestSimboardRefusesWhatChangesNothing(t *testing.T) {
	_, url, stop := startBoard(t)
	defer stop()
	many := strings.Repeat(`{"square":"a1","closed":true},`, 1000)
	for _, c := range []struct {
		name, path, body string
		change           func(*http.Request)
		want             int
	}{
		{"unknown square", "contacts", `[{"square":"a1","closed":true},{"square":"h1","closed":true}]`, nil, 422},
		{"unknown square in a set-up", "setup", `{"squares":["a1","z9"]}`, nil, 422},
		{"1001 contacts", "contacts", "[" + many + `{"square":"a1","closed":true}]`, nil, 422},
		{"over a minute", "contacts", `[{"square":"a1","closed":true,"after_ms":59000},{"square":"a1","closed":true,"after_ms":2000}]`, nil, 422},
		{"no JSON", "contacts", `a1`, nil, 400},
		{"another name", "contacts", `[{"square":"a1","closed":true}]`, func(r *http.Request) { r.Host = "board.example" }, 403},
		{"another origin", "contacts", `[{"square":"a1","closed":true}]`, func(r *http.Request) { r.Header.Set("Origin", "http://board.example") }, 403},
		{"no such call", "lift", `{}`, nil, 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, text := ask(t, "POST", url+"/api/sim/"+c.path, c.body, c.change)
			if code != c.want || !strings.Contains(text, `"error":`) {
				t.Errorf("%d %s, want %d", code, text, c.want)
			}
		})
	}
	if code, text := ask(t, "GET", url+"/api/sim/leds", "", nil); code != 200 || text != "{}" {
		t.Errorf("leds: %d %s", code, text)
	}
}

func TestSimboardNeverReplacesAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tty")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := openTTY(path)
	if exit, ok := errors.AsType[exitError](err); !ok || exit.code != 2 {
		t.Errorf("a file: %v", err)
	}
	if text, err := os.ReadFile(path); string(text) != "mine" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	os.Remove(path)
	if err := os.Symlink("/dev/pts/of-a-board-that-died", path); err != nil {
		t.Fatal(err)
	}
	tty, err := openTTY(path)
	if err != nil {
		t.Fatal(err)
	}
	if target, _ := os.Readlink(path); target != tty.slave.Name() {
		t.Errorf("the link leads to %s", target)
	}
	tty.Close()
}

func TestSimboardTerminalOutlivesAKilledDaemon(t *testing.T) {
	tty, err := openTTY(filepath.Join(t.TempDir(), "tty"))
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	claimed := func() (n int) {
		if err := control(tty.slave, func(fd int) (err error) { n, err = unix.IoctlGetInt(fd, unix.TIOCGEXCL); return err }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	port, err := serial.Open(tty.link, 115200) // never closed, as by a daemon that is killed
	if err != nil {
		t.Fatal(err)
	}
	defer port.Close()
	if claimed() == 0 {
		t.Error("an open port is not claimed")
	}
	if err := tty.share(); err != nil || claimed() != 0 {
		t.Errorf("still claimed, %v", err)
	}
}

func TestSimboardFlags(t *testing.T) {
	for _, args := range [][]string{
		{}, {"--pty", "x", "--noise", "loud"}, {"--pty", "x", "--contacts", "0"}, {"--pty", "x", "--contacts", "257"},
		{"--pty", "x", "--board", "none.yaml"}, {"--pty", "x", "--board", "none.yaml", "--contacts", "3"},
	} {
		cmd := simboardCommand()
		cmd.SetArgs(args)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		if exit, ok := errors.AsType[exitError](cmd.ExecuteContext(t.Context())); !ok || exit.code != 2 {
			t.Errorf("%v passed", args)
		}
	}
	for _, no := range []string{"x", "8081", "a b:1", ":65536", "http://127.0.0.1:8081"} {
		root := rootCommand()
		root.SetArgs([]string{"simboard", "--pty", "x", "--listen", no})
		root.SetErr(io.Discard)
		if err := root.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "--listen takes an address such as ") {
			t.Errorf("--listen %s: %v", no, err)
		}
	}
}

// Of a board with several serial drivers each is simulated by a simboard of its own, and none by chance.
func TestSimboardSimulatesTheDriverThatIsNamed(t *testing.T) {
	file, err := config.LoadBoard("../../configs/boards/serial-chessbattle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	felt := map[string]bool{}
	for i, d := range file.Drivers {
		n, err := chosen(file, d.Name)
		if err != nil || n != i {
			t.Fatalf("driver %s is number %d, %v", d.Name, n, err)
		}
		s, err := driverOf(file, n)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.squares {
			if felt[p.Name] {
				t.Errorf("%s is felt twice", p.Name)
			}
			felt[p.Name] = true
		}
	}
	if len(felt) != len(file.Places) {
		t.Errorf("%d of %d squares are felt", len(felt), len(file.Places))
	}
	for name, want := range map[string]string{"": "2 serial drivers", "middle": "no driver middle"} {
		if _, err := chosen(file, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--driver %q: %v", name, err)
		}
	}
}
