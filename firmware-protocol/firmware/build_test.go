package firmware

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// built is where the programs of the Makefile are, made once for all tests.
var built struct {
	sync.Mutex
	dir  string
	done map[string]error
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "firmware")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built.dir, built.done = dir, map[string]error{}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// tool skips a test that needs a program which is not there; the machine that judges must have all.
func tool(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is missing", name)
			}
			t.Skipf("%s is missing", name)
		}
	}
}

// program returns the path of one of the Makefile's programs.
func program(t testing.TB, name string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	path := filepath.Join(built.dir, name)
	err, done := built.done[name]
	if !done {
		var out []byte
		if out, err = exec.Command("make", "-s", "BUILD="+built.dir, path).CombinedOutput(); err != nil {
			err = fmt.Errorf("make %s: %w\n%s", name, err, out)
		}
		built.done[name] = err
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func hostProgram(t testing.TB, name string) string {
	t.Helper()
	tool(t, "make", "gcc")
	return program(t, name)
}

// console is a program that answers each line with lines of which the last is "ok".
type console struct {
	t   testing.TB
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func start(t testing.TB, name string, args ...string) *console {
	t.Helper()
	c := &console{t: t, cmd: exec.Command(name, args...)}
	c.cmd.Stderr = os.Stderr
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewReaderSize(out, 1<<16)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.in.Close()
		if err := c.cmd.Wait(); err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
		}
	})
	return c
}

func (c *console) line() string {
	s, err := c.out.ReadString('\n')
	if err != nil {
		c.t.Fatalf("the program has ended: %v", err)
	}
	return strings.TrimSuffix(s, "\n")
}

// ask sends a line and returns the answer without its "ok".
func (c *console) ask(format string, args ...any) []string {
	fmt.Fprintf(c.in, format+"\n", args...)
	var lines []string
	for {
		s := c.line()
		if s == "ok" {
			return lines
		}
		if strings.HasPrefix(s, "error") {
			c.t.Fatalf("%s: %s", fmt.Sprintf(format, args...), s)
		}
		lines = append(lines, s)
	}
}

// bytes returns what stands in hexadecimal behind a word.
func (c *console) bytes(lines []string, word string) []byte {
	for _, s := range lines {
		if rest, ok := strings.CutPrefix(s, word+" "); ok {
			b, err := hex.DecodeString(rest)
			if err != nil {
				c.t.Fatal(err)
			}
			return b
		}
	}
	c.t.Fatalf("no %q in %q", word, lines)
	return nil
}

// controller is what a script can be played on, in a time of its own.
type controller interface {
	feed(line []byte)
	set(contact int, closed bool)
	press(button int, pressed bool)
	restart()
	pass(d time.Duration) []byte // what it said meanwhile
	rate(baud int)               // of the host's side: the wrong one garbles
	baud() int                   // of the controller's
}

// machine is the core on this machine, or the program on a simulated chip: all understand the same words.
type machine struct{ *console }

func (m machine) feed(line []byte)          { m.ask("feed %x", line) }
func (m machine) set(n int, closed bool)    { m.ask("set %d %d", n, bit(closed)) }
func (m machine) press(n int, pressed bool) { m.ask("press %d %d", n, bit(pressed)) }
func (m machine) restart()                  { m.ask("reset") }
func (m machine) rate(baud int)             { m.ask("rate %d", baud) }

func (m machine) baud() (n int) {
	fmt.Sscanf(m.ask("baud")[0], "baud %d", &n)
	return n
}

func (m machine) pass(d time.Duration) []byte {
	return m.bytes(m.ask("pass %d", d.Microseconds()), "line")
}

func (m machine) leds() []byte { return m.bytes(m.ask("leds"), "leds") }

// fresh is the same machine for another test, just switched on.
func (m machine) fresh(t testing.TB) machine {
	c := *m.console
	c.t = t
	c.ask("fresh")
	return machine{&c}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func onHost(t testing.TB) machine { return machine{start(t, hostProgram(t, "machine"))} }

// onChip runs the program of a microcontroller under simavr, or of a Pico.
func onChip(t testing.TB, mcu, strip string) machine {
	t.Helper()
	if layout, ok := strings.CutPrefix(mcu, "pico-"); ok {
		return machine{start(t, "node", picoArgs(t, layout, strip)...)}
	}
	tool(t, "make", "gcc", "avr-gcc")
	return machine{start(t, program(t, "runner"), mcu, program(t, "reeve-"+mcu+strip+".elf"))}
}
