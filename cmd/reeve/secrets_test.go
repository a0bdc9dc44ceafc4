package main

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// pair is a game played twice, differently only in what is secret from the viewers.
type pair struct {
	name     string
	settings string
	viewers  []string // whose secret it is not; "" is everybody
	leds     []int    // the squares of the viewers' board
	script   []string // what is done, one beat each: "THIS | OR THIS" where the ways differ, with "," between several things
}

// beatTime is how long a beat of a script is, in both ways the same.
const beatTime = 4 * time.Second

const (
	settingsBattle  = "game: chessbattle\ndice: seeded:04\n"
	settingsDungeon = "game: dungeonchess\ndice: seeded:01\n"
	opened          = "white camp b2, white camp g2, black camp b15, black camp g15, white bridge d, black bridge e"
	revealed        = "white done white, black done black"
)

// whitesBoard are the squares a1 to h8, blacksBoard a9 to h16.
var whitesBoard, blacksBoard = func() (white, black []int) {
	for sq := range 64 {
		white, black = append(white, sq), append(black, 64+sq)
	}
	return white, black
}()

var pairs = []pair{
	{"cards laid in espionage", settingsBattle, []string{"", "black"}, blacksBoard, []string{
		"setup", opened, "white spy 7h, white spy 2d | white spy 10d, white spy 3h", "black spy 9s",
	}},
	{"an army, its payment and the training", settingsBattle, []string{"", "black"}, blacksBoard, []string{
		"setup", opened, revealed, "black army levy=1, black pays",
		"white army levy=2 | ", " | white army knights=1 pikemen=1, white pay 10d", " | white press undo", "white pays",
		"white train 1, white press undo, white train 2 | ", "white pays | white train 0", "black train 0",
		"white resign",
	}},
	{"the army of who buys first", settingsBattle, []string{""}, blacksBoard, []string{
		"setup", opened, "black done black, white done white", "white army levy=2 | ", "white pays | white army knights=1 pikemen=1, white pays",
		" | black army levy=3", "black army | black pays", "white train 3 | ", "white pays | white train 0",
	}},
	{"an army with clocks", settingsBattle + "clock: 30+5\n", []string{"", "black"}, blacksBoard, []string{
		"setup", opened, revealed, "black army levy=1, black pays",
		"white army levy=2, white pays | white army levy=5 knights=2, white pays",
		"white train 0 | white train 1, white pays", "black train 0", "white deploy king e1 | ", "white resign", "clear", "begin rolechess",
	}},
	{"a deployment by the page and by hand", settingsBattle, []string{"", "black"}, blacksBoard, []string{
		"setup", opened, "setup", revealed, "black army levy=1, black pays, white army levy=2 pikemen=1, white pays", "white train 0, black train 0",
		"white deploy king e1 | ", "hands +a3 | hands +h5 +c1", "hands -a3 | hands +c3", "white deploy levy b1 | hands -c3", "black press energy",
		"hands +c3 | ", " | hands -h5", " | white press undo", "black deploy king d16",
		"black resign", "clear", "begin dungeonchess",
	}},
	{"whether anything was bought before somebody resigned", settingsBattle, []string{"", "black"}, blacksBoard, []string{
		"setup", opened, revealed, "black army levy=1, black pays", "white army levy=2 | ", "white resign", "clear", "begin camelot",
	}},
	{"the card kept", settingsDungeon, []string{"", "north"}, nil, []string{
		"setup", "south keep first | south keep second", "north keep first", "south c1-c2 | south c1-c2", "setup",
	}},
}

// mirrored are those in which Black has the secret, for TestLong alone.
var mirrored = []pair{
	{"Black's army, payment, training and deployment", settingsBattle, []string{"", "white"}, whitesBoard, []string{
		"setup", opened, "black done black, white done white", "white army levy=1, white pays",
		"black army levy=2, black pays | black army knights=1 pikemen=1, black pays", "white train 0", "black train 0 | black train 1, black pays",
		"black deploy king e16 | hands +a10", " | hands -a10 +c12", "white deploy king e1", "white resign",
	}},
}

// What is a seat's own stays with it: two games that differ in nothing else give
// everybody else the same bytes at the same instants, by every route and stream, the
// command line, the log, the voice and the LEDs.
func TestWhole_SecretsMoveNoByte(t *testing.T) {
	tried := pairs
	if strings.HasPrefix(t.Name(), "TestLong") {
		tried = slices.Concat(pairs, mirrored)
	}
	for _, p := range tried {
		thorough := strings.HasPrefix(t.Name(), "TestLong")
		t.Run(p.name, func(t *testing.T) {
			p.compare(t, len(p.script), false, thorough)
			for beat, said := range p.script { // whatever others do in a moment of difference
				if !strings.Contains(said, "|") {
					continue
				}
				p.compare(t, beat+1, true, false)
				if !thorough {
					break
				}
			}
		})
	}
}

func TestLongSecretsMoveNoByte(t *testing.T) { TestWhole_SecretsMoveNoByte(t) }

// compare plays both ways up to a beat and compares what was told.
func (p pair) compare(t *testing.T, beats int, posts, thorough bool) {
	t.Helper()
	var ways [2]string
	for way := range ways {
		synctest.Test(t, func(t *testing.T) { ways[way] = p.play(t, way, beats, posts, thorough) })
	}
	if len(ways[0]) < 20_000 {
		t.Errorf("only %d bytes are compared", len(ways[0]))
	}
	if at := firstDifference(ways[0], ways[1]); at >= 0 {
		t.Errorf("after %d beats others can tell the two apart:\n%s\n%s", beats, lineAt(ways[0], at), lineAt(ways[1], at))
	}
}

// play plays one way so many beats and returns all that others get of it: with posts
// what everything is answered that they may say then, else what they may ask for after
// each beat if thorough, without it after those in which the ways differ and the last.
func (p pair) play(t *testing.T, way, beats int, posts, thorough bool) string {
	s := newStage(t, p.settings)
	begun := time.Now()
	s.joinHall()
	s.overhear(p.viewers)
	s.watch("the viewers", p.leds)
	time.Sleep(time.Until(begun.Add(beatTime)))
	begun = time.Now()
	for i, said := range p.script[:beats] {
		both, other, differs := strings.Cut(said, "|")
		if differs && way == 1 {
			both = other
		}
		for _, each := range strings.Split(both, ",") {
			if each = strings.TrimSpace(each); each != "" {
				s.do(each)
			}
		}
		time.Sleep(time.Until(begun.Add(time.Duration(i+1) * beatTime)))
		synctest.Wait()
		if !posts && (thorough || differs || i == beats-1) {
			s.gets(p.viewers)
			s.commands()
		}
	}
	if posts {
		s.posts(p.viewers, p.settings == settingsDungeon)
		s.gets(p.viewers)
	}
	time.Sleep(time.Minute) // a minute later they know no more
	synctest.Wait()
	s.end()
	synctest.Wait()
	return s.all()
}

// firstDifference is where two texts part, -1 if they do not.
func firstDifference(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// lineAt is what stands around a place, with the beginning of its line.
func lineAt(text string, at int) string {
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	return text[begin:min(begin+100, at)] + " … " + text[max(begin, at-200):min(len(text), at+200)]
}
