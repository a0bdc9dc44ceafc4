package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"reeve/cli/clitest"
)

// process is a program that is killed and started again.
type process struct {
	t    *testing.T
	args []string
	log  *os.File
	cmd  *exec.Cmd
	said chan struct{} // closed when it listens
}

func (p *process) start() {
	p.t.Helper()
	p.cmd = exec.Command(p.args[0], p.args[1:]...)
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	said := make(chan struct{})
	p.said = said
	go func() {
		defer out.Close()
		for s := bufio.NewScanner(out); s.Scan(); {
			if strings.HasPrefix(s.Text(), "listening on ") {
				close(said)
				io.Copy(io.Discard, out)
			}
		}
	}()
}

// listens waits until the program says that it listens.
func (p *process) listens() {
	p.t.Helper()
	select {
	case <-p.said:
	case <-time.After(patience):
		p.t.Fatalf("%s does not come up", p.args[0])
	}
}

func (p *process) kill() {
	p.cmd.Process.Kill() // SIGKILL
	p.cmd.Wait()
}

// wooden is a board: a daemon with simulated wood, on which somebody plays by HTTP.
type wooden struct {
	process
	url, state string
	game       int
	equal      map[int64]int // lines of games that are over and were held to the hall's
}

// built builds a program of the house.
func built(t *testing.T, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if out, err := exec.Command("go", "build", "-o", path, "../"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

func get(url string, into any) error {
	client := http.Client{Timeout: patience}
	r, err := client.Get(url)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", r.Status, text)
	}
	if raw, ok := into.(*[]byte); ok {
		*raw = text
		return err
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

func post(url string, body any) error {
	text, _ := json.Marshal(body)
	client := http.Client{Timeout: patience}
	r, err := client.Post(url, "application/json", bytes.NewReader(text))
	if err != nil {
		return err
	}
	defer r.Body.Close()
	answer, _ := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", r.Status, answer)
	}
	return nil
}

// play does one thing on the board, if it is there.
func (w *wooden) play(rnd *rand.Rand) {
	var table struct {
		Status   string
		Position struct {
			ToAct any `json:"to_act"`
		}
	}
	if get(w.url+"/api/table", &table) != nil {
		return
	}
	if table.Status == "over" || rnd.IntN(60) == 0 {
		w.game++
		post(w.url+"/api/games", map[string]any{"game": []string{"camelot", "rolechess", "kaleidochess"}[w.game%3]})
		return
	}
	post(w.url+"/api/sim/setup", struct{}{})
	seat, _ := table.Position.ToAct.(string)
	var own struct{ Legal []string }
	if seat == "" || get(w.url+"/api/seat/"+seat, &own) != nil || len(own.Legal) == 0 {
		return
	}
	post(w.url+"/api/action", map[string]string{"seat": seat, "action": own.Legal[rnd.IntN(len(own.Legal))]})
}

// Killed with SIGKILL at random, hall and boards lose nothing, double nothing and
// mix nothing up: what the hall exports is what the boards export.
func TestLongKilledHallAndBoardsLoseNothing(t *testing.T) { killed(t, 3, 12) }

func TestHoursKilledHallAndBoardsLoseNothing(t *testing.T) { killed(t, 3, 200) }

// invited is a board that has joined the hall, and plays.
func invited(t *testing.T, hallProgram, reeve, state, base string, log *os.File, i int) *wooden {
	t.Helper()
	out, err := exec.Command(hallProgram, "invite", "--state", state, "--base", base, "Table "+strconv.Itoa(i+1)).Output()
	if err != nil {
		t.Fatal(err)
	}
	listen := clitest.FreePort(t)
	w := &wooden{url: "http://127.0.0.1:" + listen, state: filepath.Join(filepath.Dir(state), "board"+strconv.Itoa(i)), game: i}
	w.process = process{t: t, log: log, args: []string{reeve, "serve", "--open", "off", "--listen", "127.0.0.1:" + listen, "--state", w.state, "--hall", strings.TrimSpace(string(out))}}
	w.start()
	w.listens()
	return w
}

func killed(t *testing.T, boards, kills int) {
	dir := t.TempDir()
	reeve, hallProgram := built(t, dir, "reeve"), built(t, dir, "reeve-hall")
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(26, uint64(kills)))
	pages, bus, state := clitest.FreePort(t), clitest.FreePort(t), filepath.Join(dir, "hall")
	base := "http://127.0.0.1:" + pages
	hall := &process{t: t, log: log, args: []string{hallProgram, "--state", state, "--listen", "127.0.0.1:" + pages, "--bus-listen", "127.0.0.1:" + bus}}
	hall.start()
	defer func() { hall.kill() }()
	hall.listens()
	var all []*wooden
	for i := range boards {
		w := invited(t, hallProgram, reeve, state, base, log, i)
		defer func() { w.kill() }()
		all = append(all, w)
	}
	for n := range kills {
		for range 2 + rnd.IntN(6) {
			all[rnd.IntN(boards)].play(rnd)
		}
		victim := hall
		if k := rnd.IntN(boards + 1); k < boards {
			victim = &all[k].process
		}
		victim.kill()
		victim.start()
		if n%20 == 19 {
			for _, w := range all {
				w.listens()
			}
		}
	}
	hall.listens()
	if lines := compared(t, reeve, base, all); lines < 2*kills {
		t.Errorf("only %d lines were compared", lines)
	}
}

// compared waits until the hall has of every board what the board has, holds each game's export to the
// board's own, once if it is over, and returns how many lines all have.
func compared(t *testing.T, reeve, base string, all []*wooden) (lines int) {
	t.Helper()
	var list struct {
		Games []struct {
			Board, Name, State, Why, File string
			Number                        int64
		}
	}
	games := 0
	for i, w := range all {
		w.listens()
		out, err := exec.Command(reeve, "archive", "list", "--json", "--state", w.state).Output()
		if err != nil {
			t.Fatal(err)
		}
		var own []struct {
			ID    int64
			Ended string
		}
		if err := json.Unmarshal(out, &own); err != nil {
			t.Fatal(err)
		}
		if w.equal == nil {
			w.equal = map[int64]int{}
		}
		for _, g := range own {
			if n := w.equal[g.ID]; n > 0 {
				games, lines = games+1, lines+n
				continue
			}
			var want, got []byte
			soon(t, fmt.Sprintf("game %d of board %d in the hall is the board's", g.ID, i), func() bool {
				// Each time anew: what was done last may be sealed, and told, after a first look.
				if want, err = exec.Command(reeve, "archive", "export", "--state", w.state, strconv.FormatInt(g.ID, 10)).Output(); err != nil {
					t.Fatal(err)
				}
				if get(base+"/games.json", &list) != nil {
					return false
				}
				for _, each := range list.Games {
					if each.Name != "Table "+strconv.Itoa(i+1) || each.Number != g.ID {
						continue
					}
					if each.State == "wrong" {
						t.Fatalf("game %d of board %d: %s", g.ID, i, each.Why)
					}
					return get(base+each.File, &got) == nil && bytes.Equal(got, want)
				}
				return false
			})
			n := bytes.Count(want, []byte("\n"))
			games, lines = games+1, lines+n
			if g.Ended != "" {
				w.equal[g.ID] = n
			}
		}
	}
	t.Logf("%d games with %d lines are equal", games, lines)
	return lines
}
