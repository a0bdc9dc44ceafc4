package firmware

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"reeve/referee"
	"reeve/web/webtest"
)

const boardFile = `name: a seven by seven board behind a controller
drivers:
  - {name: controller, kind: serial, device: /dev/null, baud: 115200, channels: 49, leds: 49}
surface: {width_mm: 350, height_mm: 350}
grids:
  - {files: 7, ranks: 7, pitch_mm: 50, channels: rows, leds: rows-serpentine}
games:
  rolechess: {}
`

// table is the daemon with a chip for a board, and hands at it.
type table struct {
	t   *testing.T
	m   machine
	url string
	die string // where the attack was thrown that was declared last
}

func channel(square string) int { return int(square[0]-'a') + 7*int(square[1]-'1') }

// daemon is the program that plays, built once.
var daemon = sync.OnceValues(func() (string, error) {
	path := filepath.Join(built.dir, "reeve")
	if out, err := exec.Command("go", "build", "-o", path, "reeve/cmd/reeve").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})

// serve starts the daemon on the chip's terminal.
func serve(t *testing.T, tty, dice string) string {
	t.Helper()
	reeve, err := daemon()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	board := filepath.Join(dir, "board.yaml")
	if err := os.WriteFile(board, []byte(boardFile), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(reeve, "serve", "--listen", "127.0.0.1:0", "--state", filepath.Join(dir, "state"),
		"--board", board, "--device", tty, "--dice", dice)
	cmd.Env = append(os.Environ(), "HOME="+dir)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if t.Failed() {
			t.Logf("the daemon said:\n%s", said.String())
		}
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if url, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
			return url
		}
	}
	t.Fatal("the daemon has ended")
	return ""
}

// expect follows the daemon's events until the table is as said.
func (b *table) expect(what string, so func(*referee.Table) bool) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+"/api/events", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	if t, err := new(webtest.Follower).Until(resp.Body, so); err != nil {
		last, _ := json.Marshal(t)
		b.t.Fatalf("expected %s; the table says %s, %+v, lift and place %+v, in %s", what, t.Status, t.Message, t.Settle, last)
	}
}

func (b *table) status(want referee.Status) {
	b.t.Helper()
	b.expect("status "+string(want), func(t *referee.Table) bool { return t.Status == want })
}

// log expects the actions at the end of the log, open ones in brackets.
func (b *table) log(want string) {
	b.t.Helper()
	b.expect("log "+want, func(t *referee.Table) bool {
		text := ""
		for _, e := range t.Log {
			if e.Open {
				text += " (" + e.Action + ")"
			} else {
				text += " " + e.Action
			}
		}
		return strings.HasSuffix(text, " "+want)
	})
}

// hands touches the board: -b1 lifts, +c3 places, ~ waits a quiet time.
func (b *table) hands(touches string) {
	b.t.Helper()
	for _, touch := range strings.Fields(touches) {
		if touch == "~" {
			b.m.ask("wait 400000")
			continue
		}
		square := touch[1:]
		if touch == "+die" {
			b.expect("a die", func(t *referee.Table) bool {
				if t.Declared != nil {
					b.die = t.Declared.Die[0]
				}
				return t.Declared != nil
			})
		}
		if square == "die" {
			square = b.die
		}
		b.m.ask("wait 60000") // no hand taps in less (docs/api.md)
		b.m.set(channel(square), touch[0] == '+')
	}
	b.m.ask("wait 15000")
}

// TestLongGameOnChip is a whole game that the real daemon plays on the simulated controller: the contacts bounce, bytes are
// changed and lost, ghosts appear while the diodes are missing, and the controller restarts.
func TestLongGameOnChip(t *testing.T) {
	t.Parallel()                                                 // it waits for real time
	for _, mcu := range []string{"atmega2560", "pico-8x8-usb"} { // a Pico's serial line: TestLongGamesOnAPico
		t.Run(mcu, func(t *testing.T) {
			t.Parallel()
			gameOnChip(t, mcu)
		})
	}
}

func gameOnChip(t *testing.T, mcu string) {
	tool(t, "go")
	m, tty := onTerminal(t, mcu, "")
	m.ask("bounce 8 3000 7")
	b := &table{t: t, m: m, url: serve(t, tty, "scripted:5,2,6,1,3,3,1,6,1")}
	b.status(referee.StatusSetup)
	for _, square := range strings.Fields("a1 b1 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2 a6 b6 c6 d6 e6 f6 g6 a7 b7 c7 d7 e7 f7 g7") {
		m.set(channel(square), true)
	}
	b.log("die 5 die 2")
	b.hands("-b1")
	b.expect("a light on c3", func(t *referee.Table) bool { return len(t.Lights["c3"]) > 0 })
	for lit := false; !lit; lit = bytes.ContainsFunc(m.leds()[3*16:3*17], func(v rune) bool { return v != 0 }) {
		m.ask("wait 10000")
	}
	b.hands("+c3")
	b.log("(b1-c3)")
	m.ask("noise 300 300 5")
	b.hands("-a6 +a5 ~")
	b.log("b1-c3 (a6-a5)")
	b.hands("-c3 +d5 ~ -d5 -e7 +e7 ~ +die")
	b.log("c3-d5 d5*e7 die 6 die 1")
	b.hands("-die +d5")
	b.status(referee.StatusPlay)
	m.ask("noise 0 0 0")

	m.ask("ghost 1")
	b.expect("ghosts to be noticed", func(t *referee.Table) bool { return t.Settle != nil })
	m.ask("ghost 0")
	b.expect("no more ghosts", func(t *referee.Table) bool { return t.Settle == nil && t.Status == referee.StatusPlay })

	m.ask("reset")
	b.status(referee.StatusPlay)
	if strings.HasSuffix(mcu, "-usb") { // a cable that comes loose
		m.ask("unplug")
		b.hands("~")
		m.ask("plug")
	}
	b.hands("~ -a5 +a4 ~ -f1 +e3 ~ -b6 +b5 ~ -e3 +g4 ~")
	b.log("(e3-g4)")
	m.ask("brownout")
	b.hands("~ -g4 -f6 +f6 ~ -d5 +d5 ~")
	b.expect("g4 and d5 against f6", func(t *referee.Table) bool {
		return t.Declared != nil && strings.Join(t.Declared.Attackers, " ") == "g4 d5" && t.Declared.Target == "f6"
	})
	b.hands("+die")
	b.log("e3-g4 g4+d5*f6 die 3 die 3 die 1")
	b.hands("-f6 -die +f6")
	b.log("(advance)")
	b.hands("-b5 +b4 ~")
	b.log("advance (b5-b4)")
	b.hands("-f6 -d7 +d7 ~ +die")
	b.status(referee.StatusOver)
	b.expect("white to win", func(t *referee.Table) bool {
		return t.Position.Outcome != nil && strings.Join(t.Position.Outcome.Winners, " ") == "white"
	})
}
