package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"reeve/hw/hwtest"
	"reeve/referee"
	"reeve/web"
	"reeve/web/webtest"
)

// Games through the real program on simulated DGT boards, two of them: the near one is White's. Beside commands of
// TestWhole_Scripts there are
//
//	boards FILE        writes that board file of configs/boards as board.yaml, with the terminals near and far for devices
//	plug BOARD         the board near or far is there; plugged in again it has forgotten what it was asked
//	pull BOARD         its cable is pulled
//	pieces TOUCH...    -b1 lifts, +c3 places, each until whoever sees that board knows of it
//	put TOUCH...       the same on a board that nobody hears
//	act SEAT ACTION    says an action on the seat's page
//	press SEAT BUTTON  presses a button there
//	seat SEAT WHAT...  is expect for what that seat sees
func TestWhole_DGTScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/dgt",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"daemon": startDaemon, "quit": stopDaemon, "expect": expect,
			"boards": writeBoards, "plug": plugDGT, "pull": pullDGT, "pieces": putPieces, "put": putUnheard, "act": actAs, "press": pressAs, "seat": expectSeat,
		},
		Setup: func(env *testscript.Env) error {
			env.Values[stageKey{}] = &stage{}
			env.Values[cablesKey{}] = cables{"near": {board: hwtest.NewDGT()}, "far": {board: hwtest.NewDGT()}}
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
	})
}

type cablesKey struct{}

// cables are the boards of a script by their names.
type cables map[string]*cable

type cable struct {
	board *hwtest.DGT
	line  *lead // nil unless plugged in
}

func cableOf(ts *testscript.TestScript, name string) *cable {
	return ts.Value(cablesKey{}).(cables)[name]
}

func writeBoards(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile("../../configs/boards/" + args[0])
	ts.Check(err)
	near, far := "/dev/serial/by-path/platform-usb-0:1.1:1.0", "/dev/serial/by-path/platform-usb-0:1.2:1.0"
	for _, device := range []string{near, far} {
		if !bytes.Contains(text, []byte(device)) {
			ts.Fatalf("%s has no device %s", args[0], device)
		}
	}
	moved := strings.NewReplacer(near, ts.MkAbs("near"), far, ts.MkAbs("far")).Replace(string(text))
	ts.Check(os.WriteFile(ts.MkAbs("board.yaml"), []byte(moved), 0o600))
}

func plugDGT(ts *testscript.TestScript, _ bool, args []string) {
	c := cableOf(ts, args[0])
	c.board.Restart()
	line, err := plugIn(ts.MkAbs(args[0]), func(line io.ReadWriter) { c.board.Run(line) })
	ts.Check(err)
	c.line = line
	ts.Defer(c.pull)
}

func (c *cable) pull() {
	if c.line != nil {
		c.line.pull()
		c.line = nil
	}
}

// lead is a terminal with somebody at its far end.
type lead struct {
	master  *os.File
	running sync.WaitGroup
}

// plugIn makes a terminal of that name, at whose far end somebody speaks until it is pulled.
func plugIn(name string, run func(io.ReadWriter)) (*lead, error) {
	master, slave, err := pty.Open()
	if err != nil {
		return nil, err
	}
	defer slave.Close() // from now on the daemon's end alone
	fd, err := unix.FcntlInt(master.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	err = errors.Join(err, rawMode(slave), unix.SetNonblock(fd, true), master.Close()) // its Read must end when it is closed
	keep, more := os.OpenFile(slave.Name(), os.O_RDWR|unix.O_NOCTTY, 0)                // or it hangs up before the daemon comes
	if err = errors.Join(err, more, os.Symlink(slave.Name(), name)); err != nil {
		return nil, err
	}
	l := &lead{master: os.NewFile(uintptr(fd), name)}
	l.running.Go(func() {
		defer keep.Close()
		run(l.master)
	})
	return l, nil
}

func (l *lead) pull() {
	l.master.Close()
	l.running.Wait()
}

func pullDGT(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.Remove(ts.MkAbs(args[0])))
	cableOf(ts, args[0]).pull()
}

// fieldOf is on which board a square of Chess Battle is, whose that is, and its number there: a DGT board counts from
// its own a8 along each rank, and the far one lies turned.
func fieldOf(square string) (board, seat string, n int) {
	var rank int
	fmt.Sscan(square[1:], &rank)
	file := int(square[0] - 'a')
	if rank <= 8 {
		return "near", "white", 8*(8-rank) + file
	}
	return "far", "black", 63 - (8*(16-rank) + file)
}

// put is one touch.
func put(ts *testscript.TestScript, touch string) (square string, placed bool, seat string) {
	square, placed = touch[1:], touch[0] == '+'
	board, seat, n := fieldOf(square)
	piece := byte(0)
	if placed {
		piece = 1
	}
	cableOf(ts, board).board.Put(n, piece)
	return square, placed, seat
}

func putUnheard(ts *testscript.TestScript, _ bool, args []string) {
	for _, touch := range args {
		put(ts, touch)
	}
}

func putPieces(ts *testscript.TestScript, _ bool, args []string) {
	for _, touch := range args {
		square, placed, seat := put(ts, touch)
		follow(ts, seat, touch, func(t *referee.Table) bool { return slices.Contains(t.Wood, square) == placed })
	}
}

// key is that of a seat.
func key(ts *testscript.TestScript, seat string) string {
	keys, err := web.ReadKeys(ts.MkAbs("state/keys.json"))
	ts.Check(err)
	return keys.Seats[seat].Key
}

func actAs(ts *testscript.TestScript, _ bool, args []string) {
	body, _ := json.Marshal(map[string]string{"seat": args[0], "action": strings.Join(args[1:], " ")})
	post(ts, "/api/action", key(ts, args[0]), string(body))
}

func pressAs(ts *testscript.TestScript, _ bool, args []string) {
	body, _ := json.Marshal(map[string]string{"seat": args[0], "button": args[1]})
	post(ts, "/api/button", key(ts, args[0]), string(body))
}

func expectSeat(ts *testscript.TestScript, _ bool, args []string) {
	follow(ts, args[0], strings.Join(args, " "), func(t *referee.Table) bool { return satisfied(ts, t, args[1:]) })
}

// follow reads the daemon's events, as a seat has them, until the table is so.
func follow(ts *testscript.TestScript, seat, what string, so func(*referee.Table) bool) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, on(ts).url+"/api/events?seat="+seat, nil)
	ts.Check(err)
	req.Header.Set("Authorization", "Bearer "+key(ts, seat))
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer resp.Body.Close()
	if last, err := new(webtest.Follower).Until(resp.Body, so); err != nil {
		text, _ := json.Marshal(last)
		ts.Fatalf("%s: %s sees %s", what, seat, text)
	}
}
