package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"reeve/referee"
	"reeve/web"
	"reeve/web/webtest"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"reeve": func() { os.Exit(run()) }})
}

// Whole games through the real program. Beside testscript's own, the commands are
//
//	daemon ARG…        starts `reeve serve` on a free port and waits until it is ready
//	simboard ARG…      starts `reeve simboard`, for the daemon to play on over a pseudo-terminal
//	taken ARG…         runs the program with the daemon's own address for --listen, and it fails
//	unplug | quit      ends the daemon with SIGKILL, or with SIGTERM
//	hands TOUCH…       -b1 lifts, +c3 places, ~ waits a quiet time
//	post PATH JSON [STATUS], boardpost PATH JSON   to the daemon, to the simulated board
//	boardlight SQUARE  waits until the simulated board's LED glows
//	unplugboard        ends the simulated board with SIGKILL
//	playout SEED MOST  every seat acts at random through the interface until the game is over, or
//	                   somebody resigns after so many actions
//	attend MOST        lays the wood right, and does nothing else, until the computers' game is over or has so many steps
//	company NUMBER GAME  begins that game and plays it to its end, see company
//	companies FIRST GAME   plays it so with computers on every set of its seats
//	record ID…         verifies each game, and reads both forms of its record back
//	verifies ID TEXT   checks the record with examples/verify-dice.sh, which says so
//	tampered ID        and that it finds every throw that is another one
//	expect WHAT ARG…   reads the daemon's events until it is so, see satisfied
func TestWhole_Scripts(t *testing.T) { scripts(t, "testdata/script") }

// Those that take long.
func TestLongScripts(t *testing.T) { scripts(t, "testdata/long") }

// Whole games with computers on every set of seats.
func TestHoursScripts(t *testing.T) { scripts(t, "testdata/hours") }

func scripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"daemon": startDaemon, "taken": takenPort, "verifies": verifies, "tampered": tampered, "simboard": startSimboard, "unplug": killDaemon, "quit": stopDaemon,
			"hands": doHands, "post": doPost, "boardpost": postBoard, "boardlight": boardLight, "playout": playout, "attend": attend, "company": company, "companies": companies, "record": record, "unplugboard": unplugBoard, "expect": expect,
		},
		Condition: nil,
		Setup: func(env *testscript.Env) error {
			env.Values[stageKey{}] = &stage{}
			env.Setenv("HOME", env.WorkDir)
			examples, err := filepath.Abs(top + "/examples")
			env.Setenv("EXAMPLES", examples)
			return err
		},
	})
}

type stageKey struct{}

// stage is what one script has running.
type stage struct {
	daemon, controller *exec.Cmd
	args               []string // of the daemon
	url, board         string   // where the daemon and the simulated board answer
	die                string   // where the attack is thrown that was declared when last something was expected
}

func on(ts *testscript.TestScript) *stage { return ts.Value(stageKey{}).(*stage) }

// start runs the program in the background and returns it with the address it
// prints when it is ready.
func start(ts *testscript.TestScript, args ...string) (*exec.Cmd, string) {
	cmd := exec.Command("reeve", args...)
	path, err := exec.LookPath("reeve")
	ts.Check(err)
	cmd.Path = path
	cmd.Dir = ts.MkAbs(".")
	// The race detector sleeps for a second at the end of every program.
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("WORK"), "GORACE=atexit_sleep_ms=0")
	log, err := os.OpenFile(filepath.Join(cmd.Dir, args[0]+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	ts.Check(err)
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if said, _ := os.ReadFile(log.Name()); bytes.Contains(said, []byte("panic:")) {
			ts.Logf("reeve %v panicked:\n%s", args, said[bytes.Index(said, []byte("panic:")):])
		}
		log.Close()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if url, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
			return cmd, url
		}
	}
	said, _ := os.ReadFile(log.Name())
	ts.Fatalf("reeve %v ended before it was ready: %s", args, said)
	return nil, ""
}

func startDaemon(ts *testscript.TestScript, _ bool, args []string) {
	s := on(ts)
	s.args = args
	s.daemon, s.url = start(ts, append([]string{"serve", "--listen", "127.0.0.1:0", "--state", ts.MkAbs("state")}, args...)...)
	ts.Setenv("URL", s.url)
}

// checked runs the verifier of the examples over a record.
func checked(ts *testscript.TestScript, record string) (string, error) {
	cmd := exec.Command(ts.Getenv("EXAMPLES") + "/verify-dice.sh")
	cmd.Stdin = strings.NewReader(record)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func exported(ts *testscript.TestScript, id string) string {
	ts.Check(ts.Exec("reeve", "archive", "export", id, "--state", ts.MkAbs("state")))
	return ts.ReadFile("stdout")
}

func verifies(ts *testscript.TestScript, _ bool, args []string) {
	said, err := checked(ts, exported(ts, args[0]))
	if ok, _ := regexp.MatchString(args[1], said); err != nil || !ok {
		ts.Fatalf("game %s: %s %v, want %s", args[0], said, err, args[1])
	}
}

func tampered(ts *testscript.TestScript, _ bool, args []string) {
	whole := exported(ts, args[0])
	thrown := regexp.MustCompile(`"die ([1-6])"`)
	all := thrown.FindAllStringSubmatchIndex(whole, -1)
	for _, at := range [][]int{all[0], all[len(all)-1]} {
		face := (whole[at[2]]-'0')%6 + 1
		if said, err := checked(ts, whole[:at[2]]+string('0'+rune(face))+whole[at[3]:]); err == nil || !strings.Contains(said, "the seed gives") {
			ts.Fatalf("another face is not found: %s", said)
		}
	}
}

func takenPort(ts *testscript.TestScript, _ bool, args []string) {
	if ts.Exec("reeve", append(args, "--listen", strings.TrimPrefix(on(ts).url, "http://"))...) == nil {
		ts.Fatalf("two programs listen on %s", on(ts).url)
	}
}

func startSimboard(ts *testscript.TestScript, _ bool, args []string) {
	s := on(ts)
	s.controller, s.board = start(ts, append([]string{"simboard", "--listen", "127.0.0.1:0"}, args...)...)
}

func unplugBoard(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Check(on(ts).controller.Process.Kill())
	on(ts).controller.Wait()
}

func postBoard(ts *testscript.TestScript, _ bool, args []string) {
	send(ts, on(ts).board+args[0], args[1], http.StatusOK)
}

func killDaemon(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Check(on(ts).daemon.Process.Signal(syscall.SIGKILL))
	on(ts).daemon.Wait()
}

func stopDaemon(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Check(on(ts).daemon.Process.Signal(syscall.SIGTERM))
	if err := on(ts).daemon.Wait(); err != nil {
		ts.Fatalf("the daemon ended with %v", err)
	}
}

// doHands touches the simulated board as hands do: a machine with much else to do may
// not look at a contact that is open for less.
func doHands(ts *testscript.TestScript, _ bool, args []string) {
	const apart = 160 // ms between two touches: at a load of 20 a tap of 80 was not seen once
	var contacts []map[string]any
	after := apart
	for _, word := range args {
		if word == "~" {
			after += 600
			continue
		}
		square := word[1:]
		if square == "die" {
			square = on(ts).die
		}
		contacts = append(contacts, map[string]any{"square": square, "closed": word[0] == '+', "after_ms": after})
		after = apart
	}
	if after > apart && len(contacts) > 0 { // wait by touching nothing new
		last := contacts[len(contacts)-1]
		contacts = append(contacts, map[string]any{"square": last["square"], "closed": last["closed"], "after_ms": after})
	}
	text, _ := json.Marshal(contacts)
	url := on(ts).board
	if url == "" {
		url = on(ts).url
	}
	send(ts, url+"/api/sim/contacts", string(text), http.StatusOK)
}

func doPost(ts *testscript.TestScript, _ bool, args []string) {
	status := http.StatusOK
	if len(args) == 3 {
		_, err := fmt.Sscan(args[2], &status)
		ts.Check(err)
	}
	send(ts, on(ts).url+args[0], args[1], status)
}

func send(ts *testscript.TestScript, url, body string, status int) {
	req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	ts.Check(err)
	if keys, err := web.ReadKeys(ts.MkAbs("state/keys.json")); err == nil {
		req.Header.Set("Authorization", "Bearer "+keys.Admin.Key)
	}
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer resp.Body.Close()
	answer, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != status {
		ts.Fatalf("POST %s %s: %d %s, want %d", url, body, resp.StatusCode, answer, status)
	}
}

// playout plays the game on the table to its end.
func playout(ts *testscript.TestScript, _ bool, args []string) {
	var seed uint64
	var most int
	_, err := fmt.Sscan(strings.Join(args, " "), &seed, &most)
	ts.Check(err)
	random := rand.New(rand.NewPCG(seed, 1))
	keys, err := web.ReadKeys(ts.MkAbs("state/keys.json"))
	ts.Check(err)
	seats := slices.Sorted(maps.Keys(keys.Seats))
	for range most {
		var t referee.Table
		get(ts, "/api/table", "", &t)
		if t.Status == referee.StatusOver {
			return
		}
		if t.Status != referee.StatusPlay {
			send(ts, on(ts).url+"/api/sim/setup", "{}", http.StatusOK)
		}
		seat := seats[random.IntN(len(seats))]
		for range seats { // whoever has something to do
			get(ts, "/api/seat/"+seat, keys.Seats[seat].Key, &t)
			if len(t.Legal) > 0 {
				break
			}
			seat = seats[(slices.Index(seats, seat)+1)%len(seats)]
		}
		if len(t.Legal) == 0 {
			continue
		}
		body, _ := json.Marshal(map[string]string{"action": t.Legal[random.IntN(len(t.Legal))], "seat": seat})
		post(ts, "/api/action", keys.Seats[seat].Key, string(body))
	}
	for _, seat := range seats[1:] {
		post(ts, "/api/resign", keys.Seats[seat].Key, `{"seat":"`+seat+`"}`)
	}
}

// attend lets computers play: it only lays the wood as the lights ask.
func attend(ts *testscript.TestScript, _ bool, args []string) {
	var most int
	_, err := fmt.Sscan(args[0], &most)
	ts.Check(err)
	wait, stop := changes(ts, nil)
	defer stop()
	for ; ; wait() {
		var t referee.Table
		get(ts, "/api/table", "", &t)
		switch {
		case t.Status == referee.StatusOver || t.Length >= most:
			return
		case t.Status == referee.StatusSettle || t.Status == referee.StatusSetup:
			send(ts, on(ts).url+"/api/sim/setup", "{}", http.StatusOK)
		}
		for seat, c := range t.Computers {
			if c.Trouble != nil {
				ts.Fatalf("%s: %s", seat, c.Trouble.Text)
			}
		}
	}
}

// changes follows the table, and the tables of seats with their keys. What it returns waits until one of them has changed since
// that was called last.
func changes(ts *testscript.TestScript, keys map[string]string) (wait, stop func()) {
	ctx, stop := context.WithCancel(context.Background())
	changed := make(chan bool, 1)
	for _, seat := range append(slices.Collect(maps.Keys(keys)), "") {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, on(ts).url+"/api/events?seat="+seat, nil)
		ts.Check(err)
		if seat != "" {
			req.Header.Set("Authorization", "Bearer "+keys[seat])
		}
		resp, err := http.DefaultClient.Do(req)
		ts.Check(err)
		if resp.StatusCode != http.StatusOK {
			ts.Fatalf("GET %s: %d", req.URL, resp.StatusCode)
		}
		go func() {
			defer resp.Body.Close()
			var follower webtest.Follower
			follower.Open(resp.Body)
			for ctx.Err() == nil {
				if _, err := follower.Next(); err != nil {
					return
				}
				select {
				case changed <- true:
				default: // nobody has looked since
				}
			}
		}()
	}
	return func() {
		select {
		case <-changed:
		case <-time.After(patience):
			ts.Fatalf("nobody goes on")
		}
	}, stop
}

// record holds that the games verify and that their exports read back whole.
func record(ts *testscript.TestScript, _ bool, args []string) {
	state := []string{"--state", ts.MkAbs("state")}
	for i, id := range args {
		ts.Check(ts.Exec("reeve", append([]string{"archive", "verify", id}, state...)...))
		copied := fmt.Sprint(2*i + len(args) + 1)
		ts.Check(ts.Exec("reeve", append([]string{"archive", "export", id}, state...)...))
		whole := ts.ReadFile("stdout")
		ts.Check(os.WriteFile(ts.MkAbs("one.jsonl"), []byte(whole), 0o600))
		ts.Check(ts.Exec("reeve", append([]string{"archive", "import", ts.MkAbs("one.jsonl")}, state...)...))
		ts.Check(ts.Exec("reeve", append([]string{"archive", "export", copied}, state...)...))
		if ts.ReadFile("stdout") != whole {
			ts.Fatalf("game %s is exported otherwise after it was read back", id)
		}
		ts.Check(ts.Exec("reeve", append([]string{"archive", "export", "--score", id}, state...)...))
		score := ts.ReadFile("stdout")
		ts.Check(os.WriteFile(ts.MkAbs("one.score"), []byte(score), 0o600))
		ts.Check(ts.Exec("reeve", append([]string{"archive", "import", ts.MkAbs("one.score")}, state...)...))
		scored := fmt.Sprint(2*i + len(args) + 2)
		ts.Check(ts.Exec("reeve", append([]string{"archive", "export", "--score", scored}, state...)...))
		if ts.ReadFile("stdout") != score {
			ts.Fatalf("the score of game %s reads otherwise after it was read back", id)
		}
	}
}

// get reads what the daemon answers to the holder of a key.
func get(ts *testscript.TestScript, path, key string, dst any) {
	call(ts, http.MethodGet, path, key, "", dst)
}

func post(ts *testscript.TestScript, path, key, body string) {
	call(ts, http.MethodPost, path, key, body, &struct{}{})
}

func call(ts *testscript.TestScript, method, path, key, body string, dst any) {
	req, err := http.NewRequest(method, on(ts).url+path, strings.NewReader(body))
	ts.Check(err)
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	ts.Check(err)
	if resp.StatusCode != http.StatusOK {
		ts.Fatalf("%s %s %s: %d %s", method, path, body, resp.StatusCode, answer)
	}
	ts.Check(json.Unmarshal(answer, dst))
}

// boardLight waits until an LED of the simulated board's square glows.
func boardLight(ts *testscript.TestScript, _ bool, args []string) {
	for end := time.Now().Add(patience); time.Now().Before(end); { // an answer waits for a minute at most
		resp, err := http.Get(on(ts).board + "/api/sim/leds?lit=" + args[0])
		ts.Check(err)
		var colours map[string]string
		err = json.NewDecoder(resp.Body).Decode(&colours)
		resp.Body.Close()
		ts.Check(err)
		if colours[args[0]] != "" {
			return
		}
	}
	ts.Fatalf("no LED of %s glows", args[0])
}

// patience is how long a test waits for what must come: longer than any machine takes,
// however busy, so that only what is dead comes too late.
const patience = 10 * time.Minute

// expect follows the daemon's events until the table is as said.
func expect(ts *testscript.TestScript, neg bool, args []string) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, on(ts).url+"/api/events?rgb=1", nil)
	ts.Check(err)
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer resp.Body.Close()
	last, err := new(webtest.Follower).Until(resp.Body, func(t *referee.Table) bool { return satisfied(ts, t, args) != neg })
	if err != nil {
		text, _ := json.Marshal(last)
		ts.Fatalf("expected %v; the table is %s", args, text)
	}
	if last.Declared != nil {
		on(ts).die = last.Declared.Die[0]
	}
}

// satisfied reports whether the table is as said: status S, at ID SQUARE (or -),
// energy ID N, light SQUARE MEANING, rgb SQUARE, log ACTIONS ("(a)" is open; the
// end of it), message KEY, trouble SEAT KEY, lift SQUARES, place SQUARES, declared SQUARES, winner SEAT.
func satisfied(ts *testscript.TestScript, t *referee.Table, args []string) bool {
	arg := strings.Join(args[1:], " ")
	switch args[0] {
	case "status":
		return string(t.Status) == arg
	case "message":
		return t.Message.Key == arg
	case "hardware":
		return (len(t.Hardware.Faults) == 0) == (arg == "well")
	case "at", "energy":
		return slices.Contains(pieces(t, args[0]), arg)
	case "light":
		return slices.Contains(t.Lights[args[1]], args[2])
	case "rgb":
		return t.RGB[arg] != ""
	case "log":
		return strings.HasSuffix(" "+actions(t), " "+arg)
	case "damage":
		var kinds []string
		for _, m := range t.Damage {
			kinds = append(kinds, strings.TrimPrefix(m.Key, "damage."))
		}
		return strings.Join(kinds, " ") == arg
	case "lift":
		return t.Settle != nil && strings.Join(t.Settle.Lift, " ") == arg
	case "place":
		return t.Settle != nil && strings.Join(t.Settle.Place, " ") == arg
	case "declared":
		return t.Declared != nil && strings.Join(t.Declared.Attackers, " ")+" "+t.Declared.Target == arg
	case "computer":
		c := t.Computers[args[1]]
		return fmt.Sprint(c.Engine, " ", c.Level) == strings.Join(args[2:], " ") && c.Trouble == nil
	case "trouble":
		c := t.Computers[args[1]]
		return c.Trouble != nil && c.Trouble.Key == args[2]
	case "winner":
		return t.Position.Outcome != nil && strings.Join(t.Position.Outcome.Winners, " ") == arg
	}
	ts.Fatalf("expect %s: what is that?", args[0])
	return false
}

func pieces(t *referee.Table, what string) []string {
	var out []string
	for _, p := range t.Position.Pieces {
		if what == "energy" {
			out = append(out, fmt.Sprint(p.ID, " ", *p.Energy))
		} else if p.At == nil {
			out = append(out, p.ID+" -")
		} else {
			out = append(out, p.ID+" "+*p.At)
		}
	}
	return out
}

func actions(t *referee.Table) string {
	var out []string
	for _, e := range t.Log {
		if e.Open {
			out = append(out, "("+e.Action+")")
		} else {
			out = append(out, e.Action)
		}
	}
	return strings.Join(out, " ")
}
