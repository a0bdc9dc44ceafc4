package second_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var (
	seed  = flag.Uint64("seed", 1, "of what is chosen and of the habits of hands")
	steps = flag.Int("steps", 50, "of players, at most, in a game")
)

// variants are the options with which a game is played; one that is not here is played as it comes.
var variants = map[string][]string{
	"kaleidochess": {`{"magic":true}`, `{"magic":true,"die":true}`},
	"dungeonchess": {`{"players":4,"calm":12}`},
	"chessbattle":  {`{}`, `{"combat":"sure"}`},
}

// A game waits for its hands nearly all of the time: all are played side by side, on however few processors.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "32"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestLongASecondRobotPlaysEveryGame(t *testing.T) {
	program := build(t)
	d := launch(t, program)
	var games []struct{ Name string }
	d.get(t, "", "/api/games", &games)
	if len(games) < 5 {
		t.Fatalf("the daemon has only %v", games)
	}
	for _, g := range games {
		options := variants[g.Name]
		if options == nil {
			options = []string{`{}`}
		}
		for i, o := range options {
			t.Run(g.Name+o, func(t *testing.T) {
				t.Parallel()
				p := begin(t, program, g.Name, o, uint64(i))
				p.opening()
				p.play(*steps)
				p.finish()
			})
		}
	}
}

// begin sits down at a board of its own.
func begin(t *testing.T, program, game, options string, stream uint64) *player {
	t.Helper()
	p := &player{daemon: launch(t, program), t: t, book: openRulebook(t, program)}
	var dealt struct {
		Seats map[string]struct{ Key string }
	}
	p.post(t, "", "/api/games", map[string]any{"game": game, "options": json.RawMessage(options)}, &dealt)
	for seat, link := range dealt.Seats {
		p.keys[seat] = link.Key
	}
	var about struct{ Verbs []verb }
	p.get(t, "", "/api/about", &about)
	p.verbs = about.Verbs
	var topology struct {
		Squares []struct {
			Name       string
			Neighbours []string
		}
	}
	p.get(t, "", "/api/topology", &topology)
	chosen := rand.New(rand.NewPCG(*seed, stream))
	p.hands = &hands{Rand: chosen, habits: habitsOf(chosen), near: map[string][]string{}}
	for _, s := range topology.Squares {
		p.board = append(p.board, s.Name)
		p.hands.near[s.Name] = s.Neighbours
	}
	for seat := range p.keys {
		p.listen(t, seat)
	}
	p.post(t, "", "/api/sim/setup", map[string]any{}, nil)
	return p
}

// finish brings the game to its end, if need be by a draw, and holds the record to what was meant.
func (p *player) finish() {
	p.t.Helper()
	p.conclude()
	p.await("all taken", p.taken)
	if !p.now.over() {
		p.draw()
	} else if p.hands.often(50) {
		p.ask("", "POST", "/api/button", map[string]string{"button": "confirm"})
	}
	p.await("the end", func(now table) bool { return now.Status == "over" })
	p.record()
	p.t.Logf("seed %d: %d steps, %d questions: %s", *seed, len(p.meant), len(p.questions), strings.Join(p.questions, "; "))
	if most := 2 + len(p.meant)/20; len(p.questions) > most {
		p.t.Errorf("%d questions are more than %d", len(p.questions), most)
	}
}

func (p *player) draw() {
	for _, seat := range p.seats() {
		p.post(p.t, seat, "/api/offer", map[string]any{"seat": seat, "kind": "draw"}, nil)
	}
}

// record holds the archive to what was meant.
func (p *player) record() {
	p.t.Helper()
	var verified struct{ Verified bool }
	p.get(p.t, "", "/api/archive/latest/verify", &verified)
	var kept struct{ Steps []entry }
	p.get(p.t, "", "/api/archive/latest", &kept)
	got := kept.Steps
	if n := len(got); n > 0 && got[n-1].By == "referee" {
		got = got[:n-1]
	}
	if !verified.Verified {
		p.fail("the record does not verify")
	}
	if !p.ends(got) {
		p.fail("the record does not have what was meant: %v", got)
	}
	status, text, err := p.ask("", "GET", "/api/archive/latest/export", nil)
	if err != nil || status != 200 {
		p.fail("the export: %d %v", status, err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `"kind":"undo"`) {
			p.fail("undone: %s", line)
		}
	}
}

// ends says whether behind the opening, which has chance and secrets of its own, the record has what was meant and
// nothing else.
func (p *player) ends(record []entry) bool {
	for i := range record {
		if n, whole := p.heard(record[i:]); whole && n == len(p.meant) {
			return true
		}
	}
	return false
}
