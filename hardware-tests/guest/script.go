//go:build hardware && linux

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"reeve/config"
	"reeve/referee"
	"reeve/rules"
)

// timeout is how long anything may take: the machine is emulated, perhaps beside much else.
const timeout = 3 * time.Minute

// quiet is longer than hands rest at the end of a turn.
const quiet = 500 * time.Millisecond

// tap is longer than a contact is open that no hand lifts (docs/hands.md, Fleeting), by the slow clock of an emulated chip, too.
const tap = 100 * time.Millisecond

// game is one game on one rig.
type game struct {
	daemon
	rig
	hardware
	places  map[string]config.Place
	buttons map[string]config.Button
	die     string // where the attack was thrown that was declared last
}

// play plays the whole script on a rig.
func play(r rig) (worked int, err error) {
	g := &game{rig: r, places: map[string]config.Place{}, buttons: map[string]config.Button{}}
	if err := g.open(); err != nil {
		return 0, err
	}
	if err = g.run("start\n" + opening + r.middle + ending); err != nil {
		err = errors.Join(err, g.kill())
	} else {
		worked = g.worked()
		err = errors.Join(g.stop(), g.verify(), g.check())
	}
	if err = errors.Join(err, g.end()); err != nil {
		err = fmt.Errorf("%w\nthe daemon said:\n%s", err, g.said())
	}
	return worked, err
}

// begin starts the daemon.
func (g *game) begin() error {
	if err := g.start(); err != nil || g.taken == nil {
		return err
	}
	return g.taken()
}

// open builds the rig and writes its board file.
func (g *game) open() (err error) {
	if g.dir, err = os.MkdirTemp("", g.name); err != nil {
		return err
	}
	g.board = g.dir + "/board.yaml"
	if err := os.WriteFile(g.board, []byte(g.file), 0o600); err != nil {
		return err
	}
	board, err := config.LoadBoard(g.board)
	if err != nil {
		return err
	}
	for _, p := range board.Places {
		g.places[p.Name] = p
	}
	for _, b := range board.Buttons {
		g.buttons[b.Name] = b
	}
	if g.hardware, err = g.build(); err != nil {
		return err
	}
	return errors.Join(grant(), os.Chmod(g.board, 0o644), os.Chown(g.dir, user, user))
}

// run runs a script line by line. Its words are
//
//	wood SQUARE…     closes exactly these contacts
//	hands TOUCH…     -b1 lifts, +c3 places, each until the daemon feels it; ~ rests
//	press, release   a button of the board
//	do ACT           one of the rig's acts
//	kill, start      the daemon
//	wear N           unplugs and plugs in again so often: no descriptor is left over
//	rival WHY…       another program wants the wires, and is told why not
//	dark             what the doctor does to the LEDs of a daemon that was killed: none shines
//	lamps            waits until every LED shows what the daemon says it does, and some shine
//	expect WHAT ARG… waits until the table is so, see satisfied
func (g *game) run(script string) error {
	lines := bufio.NewScanner(strings.NewReader(script))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		if err := g.line(words); err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
	}
	return nil
}

func (g *game) line(words []string) error {
	switch words[0] {
	case "wood":
		return g.wood(words[1:])
	case "hands":
		return g.hands(words[1:])
	case "press", "release":
		return g.button(words[1], words[0] == "press")
	case "do":
		return g.acts[words[1]]()
	case "kill":
		return g.kill()
	case "start":
		return g.begin()
	case "wear":
		return g.wear(words[1])
	case "rival":
		return g.rival(strings.Join(words[1:], " "))
	case "dark":
		return g.dark()
	case "lamps":
		return g.lamps()
	case "expect":
		return until(func(t *referee.Table) bool { return satisfied(t, words[1:]) })
	}
	return fmt.Errorf("no such word")
}

func (g *game) wood(squares []string) error {
	for name, p := range g.places {
		if err := g.set(p.Channel, slices.Contains(squares, name)); err != nil {
			return err
		}
	}
	return nil
}

func (g *game) hands(touches []string) error {
	for _, touch := range touches {
		if touch == "~" {
			time.Sleep(quiet)
			continue
		}
		square, closed := touch[1:], touch[0] == '+'
		if touch == "+die" {
			t, err := table()
			if err != nil {
				return err
			}
			g.die = t.Declared.Die[0]
		}
		if square == "die" {
			square = g.die
		}
		if err := g.set(g.places[square].Channel, closed); err != nil {
			return err
		}
		if err := until(func(t *referee.Table) bool { return slices.Contains(t.Wood, square) == closed }); err != nil {
			return fmt.Errorf("%s: %w", touch, err)
		}
		time.Sleep(tap)
	}
	return nil
}

func (g *game) wear(times string) error {
	n, err := strconv.Atoi(times)
	pid := g.process.Process.Pid
	before, err2 := descriptors(pid)
	if err = errors.Join(err, err2); err != nil {
		return err
	}
	for i := range n {
		if err := g.run("do unplug\nexpect message paused.board\ndo replug\nexpect hardware well\n"); err != nil {
			return fmt.Errorf("the %dth time: %w", i+1, err)
		}
	}
	var after []string
	err = await("descriptors as before", func() bool {
		after, err = descriptors(pid)
		return err == nil && slices.Equal(after, before)
	})
	if err != nil {
		return fmt.Errorf("%w: before %q, after %q", err, before, after)
	}
	return nil
}

// button works a button. It is held until something shows that it was felt.
func (g *game) button(name string, down bool) error {
	b := g.buttons[name]
	if b.Channel < 0 {
		return g.press(b.Number, down)
	}
	return g.set(b.Channel, down)
}

// dark has the doctor make the LEDs dark, of which some shine.
func (g *game) dark() error {
	shine := func() (n int) {
		for _, p := range g.places {
			for _, led := range p.LEDs {
				if g.led(led) != [3]byte{} {
					n++
				}
			}
		}
		return n
	}
	before := shine()
	out, err := g.reeve("doctor", "dark", "--board", g.board).CombinedOutput()
	if after := shine(); err != nil || before == 0 || after > 0 {
		return fmt.Errorf("%d LEDs shone, %d do now, %v: %s", before, after, err, out)
	}
	return nil
}

// lamps compares what the daemon says of its LEDs with what the LEDs say. Both
// move on, so they are looked at again until they agree.
func (g *game) lamps() error {
	var differs string
	err := until(func(t *referee.Table) bool {
		differs = ""
		shine := 0
		for name, p := range g.places {
			said := t.RGB[name]
			if said == "" {
				said = "000000"
			} else {
				shine++
			}
			for _, led := range p.LEDs {
				if shown := fmt.Sprintf("%x", g.led(led)); shown != said {
					differs += fmt.Sprintf(" %s is said to be %s, LED %d shows %s;", name, said, led, shown)
				}
			}
		}
		return differs == "" && shine > 0
	})
	if err != nil {
		return fmt.Errorf("%s %w", differs, err)
	}
	return nil
}

// until asks for the table until it is so.
func until(so func(*referee.Table) bool) error {
	for end := time.Now().Add(timeout); ; time.Sleep(50 * time.Millisecond) {
		t, err := table()
		if err != nil {
			return err
		}
		if so(t) {
			return nil
		}
		if time.Now().After(end) {
			short, _ := json.Marshal(map[string]any{"status": t.Status, "message": t.Message.Text, "faults": t.Hardware.Faults, "wood": t.Wood, "lights": t.Lights, "log": actions(t)})
			return fmt.Errorf("not so after %v; the table is %s", timeout, short)
		}
	}
}

// satisfied reports whether the table is as said: status S, light SQUARE MEANING,
// energy ID N, log ACTION… (its end; "(a)" is open), message KEY, hardware well,
// declared SQUARE…, winner SEAT.
func satisfied(t *referee.Table, words []string) bool {
	arg := strings.Join(words[1:], " ")
	switch words[0] {
	case "status":
		return string(t.Status) == arg
	case "message":
		return t.Message.Key == arg
	case "hardware":
		return arg == "well" && len(t.Hardware.Faults) == 0
	case "light":
		return slices.Contains(t.Lights[words[1]], words[2])
	case "energy":
		return slices.ContainsFunc(t.Position.Pieces, energyOf(arg))
	case "log":
		return strings.HasSuffix(" "+actions(t), " "+arg)
	case "declared":
		return t.Declared != nil && strings.Join(t.Declared.Attackers, " ")+" "+t.Declared.Target == arg
	case "winner":
		return t.Position.Outcome != nil && strings.Join(t.Position.Outcome.Winners, " ") == arg
	}
	return false
}

// energyOf finds the piece with that identity and energy.
func energyOf(want string) func(rules.Piece) bool {
	return func(p rules.Piece) bool { return p.Energy != nil && fmt.Sprint(p.ID, " ", *p.Energy) == want }
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
