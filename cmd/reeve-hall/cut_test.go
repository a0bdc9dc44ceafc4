package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The cable between hall and boards is pulled, at the hall's end (what boards say vanishes) and at the boards' (they hear that
// there is no way), while they play on: nothing is lost, doubled or out of order, and little is said again.
func TestLongCutsLoseNothing(t *testing.T) { apart(t, 2, 3*time.Second) }

func TestHoursTwentyCutsOfAMinuteLoseNothing(t *testing.T) { apart(t, 20, time.Minute) }

// inside says that the test runs in a network of its own.
const inside = "REEVE_TEST_APART"

// apart starts this test once more in a network of its own, where it may lay and pull cables; the machine's own is not touched.
func apart(t *testing.T, cuts int, each time.Duration) {
	if os.Getenv(inside) != "" {
		cut(t, cuts, each)
		return
	}
	tool(t, "ip", "iproute2")
	tool(t, "nsenter", "util-linux")
	cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v", "-test.timeout", "2h")
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) {
		t.Skipf("no network of one's own here: %v", err)
	}
	t.Logf("%s", out)
	switch {
	case bytes.Contains(out, []byte("--- SKIP: ")):
		t.SkipNow()
	case err != nil || !bytes.Contains(out, []byte("--- PASS: ")):
		t.Error(err)
	}
}

// cable leads from the boards' network to the hall's.
type cable struct {
	t    *testing.T
	hall string // whose network is the hall's: a process
}

// Addresses at both ends.
const (
	boardsEnd = "10.9.0.1"
	hallsEnd  = "10.9.0.2"
)

func laid(t *testing.T) cable {
	t.Helper()
	holder := exec.Command("sleep", "infinity")
	holder.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { holder.Process.Kill(); holder.Wait() })
	c := cable{t, strconv.Itoa(holder.Process.Pid)}
	if out, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		t.Skipf("nothing may be set in a network of one's own here: %v: %s", err, out)
	}
	c.ip("link add boards type veth peer name hall netns " + c.hall)
	c.ip("addr add " + boardsEnd + "/24 dev boards")
	c.ip("link set boards up")
	c.there("link set lo up")
	c.there("addr add " + hallsEnd + "/24 dev hall")
	c.there("link set hall up")
	return c
}

func (c cable) ip(args string) { does(c.t, "ip", strings.Fields(args)...) }

func (c cable) there(args string) {
	does(c.t, "nsenter", append([]string{"-t", c.hall, "-n", "ip"}, strings.Fields(args)...)...)
}

func does(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, out)
	}
}

// pulled pulls the cable at one end, or puts it back.
func (c cable) pulled(atHall, is bool) {
	to := map[bool]string{true: "down", false: "up"}[is]
	if atHall {
		c.there("link set hall " + to)
		return
	}
	c.ip("link set boards " + to)
}

var doubled = regexp.MustCompile(`(?m)^reeve_hall_lines_double_total (\d+)$`)

func cut(t *testing.T, cuts int, each time.Duration) {
	cable, dir := laid(t), t.TempDir()
	reeve, hallProgram := built(t, dir, "reeve"), built(t, dir, "reeve-hall")
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if text, err := os.ReadFile(log.Name()); t.Failed() && err == nil {
			t.Logf("the programs say:\n%s", text[max(0, len(text)-8000):])
		}
	})
	base, state := "http://"+hallsEnd+":8090", filepath.Join(dir, "hall")
	hall := &process{t: t, log: log, args: []string{"nsenter", "-t", cable.hall, "-n", hallProgram, "--state", state, "--listen", hallsEnd + ":8090", "--bus-listen", hallsEnd + ":4222"}}
	hall.start()
	defer hall.kill()
	hall.listens()
	var all []*wooden
	for i := range 3 {
		w := invited(t, hallProgram, reeve, state, base, log, i)
		defer func() { w.kill() }()
		all = append(all, w)
	}
	rnd, missed := rand.New(rand.NewPCG(26, 60)), 0
	had := compared(t, reeve, base, all)
	for n := range cuts {
		cable.pulled(n%2 == 0, true)
		end, next := time.After(each), time.NewTicker(100*time.Millisecond)
		for over := false; !over; {
			all[rnd.IntN(len(all))].play(rnd)
			select {
			case <-end:
				over = true
			case <-next.C:
			}
		}
		next.Stop()
		cable.pulled(n%2 == 0, false)
		began, lines := time.Now(), compared(t, reeve, base, all)
		t.Logf("cut %d: %d lines were missed, and told within %s", n+1, lines-had, time.Since(began).Round(100*time.Millisecond))
		if lines == had {
			t.Errorf("cut %d: nothing was played", n+1)
		}
		had, missed = lines, missed+lines-had
	}
	var metrics []byte
	if err := get(base+"/metrics", &metrics); err != nil {
		t.Fatal(err)
	}
	again := -1
	if m := doubled.FindSubmatch(metrics); m != nil {
		fmt.Sscan(string(m[1]), &again)
	}
	if t.Logf("%d lines were missed, %d said again", missed, again); again < 0 || again > 2*missed {
		t.Errorf("%d lines were said again, %d were missed", again, missed)
	}
}
