//go:build linux

package archive_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// entry is one thing that a referee wrote as a whole: a new game, or events.
type entry struct {
	game    int64
	begin   *archive.Header
	events  []archive.Event
	touches []board.Touch
	from    int // calls before it was begun
	done    int // calls when it was acknowledged
}

// scribe is the archive of a referee, and notes what is written.
type scribe struct {
	*archive.Archive
	entries []entry
}

func (s *scribe) Begin(h archive.Header) (int64, error) {
	from := recorded.len()
	id, err := s.Archive.Begin(h)
	h.Started = toMillis(h.Started)
	s.note(entry{game: id, begin: &h, from: from}, err)
	return id, err
}

func (s *scribe) Append(id int64, events []archive.Event, touches []board.Touch) error {
	from := recorded.len()
	err := s.Archive.Append(id, events, touches)
	for i := range events {
		events[i].At = toMillis(events[i].At)
	}
	s.note(entry{game: id, events: events, touches: touches, from: from}, err)
	return err
}

func (s *scribe) note(e entry, err error) {
	if err == nil {
		e.done = recorded.len()
		s.entries = append(s.entries, e)
	}
}

// toMillis is an instant as the archive keeps it.
func toMillis(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// sight is what those who played saw of the game.
type sight struct {
	state  rules.State
	sealed bool
	steps  int
}

// life is the time from one start of the daemon to its end.
type life struct {
	files   map[string][]byte // of the archive, at its beginning
	calls   []call
	entries []entry       // those of earlier lives first
	seen    map[int]sight // after so many entries
}

// evening is games that are played at one table, with power cuts in between.
type evening struct {
	first  referee.NewGame
	lives  int
	turns  int    // in each life
	pragma string // of the archive
}

func game(name, dice string) referee.NewGame {
	choice := referee.DiceChoice{Kind: dice}
	if dice == "seeded" {
		choice.Seed = []byte("kill")
	}
	return referee.NewGame{Game: name, Dice: choice, Clock: "30+10"}
}

// How often the log is copied into the database: short games would not see it.
const often, seldom = "PRAGMA wal_autocheckpoint = 60", "PRAGMA wal_autocheckpoint"

var evenings = []evening{
	{game("rolechess", "fair"), 4, 40, often},
	{game("camelot", "seeded"), 3, 50, often},
	{game("kaleidochess", "fair"), 4, 40, often},
	{game("rolechess", "manual"), 2, 60, seldom},
	{game("dungeonchess", "seeded"), 2, 50, often},
	{game("chessbattle", "fair"), 2, 60, often},
	{game("rolechess", "seeded"), 1, 100, seldom},
}

// judgeOf makes the referee that a daemon makes at its start.
func judgeOf(a *archive.Archive, store referee.Archive, first referee.NewGame) (*referee.Judge, error) {
	cfg := referee.Config{Games: catalog.Games(), Archive: store, Random: bytes.NewReader(bytes.Repeat([]byte("fair"), 1000))}
	id, ok, err := a.Current()
	if err != nil {
		return nil, err
	}
	if !ok {
		return referee.NewJudge(cfg, nil, first)
	}
	h, events, err := a.Load(id)
	if err != nil {
		return nil, err
	}
	return referee.NewJudge(cfg, &referee.Recorded{ID: id, Header: h, Events: events}, first)
}

// live plays one life in dir, after those whose entries are there already. The
// archive is closed at its end, or the power is off.
func (e evening) live(tb *table, dir string, before []entry, closed bool) life {
	l := life{seen: map[int]sight{}}
	l.calls = record(tb.T, dir, func() {
		a, err := archive.Open(dir)
		must(tb, err)
		must(tb, a.Exec(e.pragma))
		s := &scribe{Archive: a, entries: slices.Clone(before)}
		tb.judge, err = judgeOf(a, s, e.first)
		must(tb, err)
		tb.wrote = func() {
			state, sealed := tb.judge.State()
			steps, _ := tb.judge.Steps(nil)
			l.seen[len(s.entries)] = sight{state, sealed, len(steps)}
		}
		tb.sit()
		for range e.turns {
			tb.turn()
		}
		l.entries = s.entries
		if !closed {
			recorded.stop()
		}
		must(tb, a.Close())
	})
	return l
}

// play plays the lives of an evening. Each goes on from what a power cut, or a
// daemon that was stopped, left of the one before.
func (e evening) play(t *testing.T, seed uint64) []life {
	rnd := rand.New(rand.NewPCG(seed, 11))
	tb := &table{T: t, rnd: rnd, next: e.first}
	dir := inMemory(t)
	fresh, err := archive.Open(dir)
	must(t, err)
	must(t, fresh.Close())
	files := filesOf(t, dir)
	var lives []life
	var before []entry
	for i := range e.lives {
		must(t, lay(dir, files))
		l := e.live(tb, dir, before, i%2 == 1)
		l.files = files
		lives = append(lives, l)
		at := len(l.calls) - rnd.IntN(2)*rnd.IntN(len(l.calls)/4)
		p := newPlatter(l.files)
		for _, c := range l.calls[:at] {
			p.take(c)
		}
		files = p.cut(rnd)
		n, err := l.check(dir, files, at)
		if err != nil {
			t.Fatalf("%s, life %d, cut at call %d of %d: %v", e.first.Game, i+1, at, len(l.calls), err)
		}
		before = slices.Clone(l.entries[:n])
		for k := range before {
			before[k].from, before[k].done = 0, 0
		}
	}
	return lives
}

// kill is a life that ended at a call, and what that left behind.
type kill struct {
	life  *life
	name  string
	at    int
	files map[string][]byte
}

// kills lets a life end count times: once at each of its calls, if count allows, and
// then at random instants.
func (l *life) kills(count int, name string, rnd *rand.Rand, out chan<- kill) {
	at := make([]int, count)
	for i := range at {
		at[i] = rnd.IntN(len(l.calls) + 1)
		if count > len(l.calls) && i <= len(l.calls) {
			at[i] = i
		}
	}
	slices.Sort(at)
	p, taken := newPlatter(l.files), 0
	for _, k := range at {
		for ; taken < k; taken++ {
			p.take(l.calls[taken])
		}
		files := p.cut(rnd)
		if rnd.IntN(4) == 0 { // the shared index is never synced: anything may be in it
			files["reeve.db-shm"] = bytes.Repeat([]byte{byte(rnd.Uint32())}, 32768)
		}
		out <- kill{l, name, k, files}
	}
}

// How many kills there are, unless REEVE_KILLS says otherwise.
const allKills, manyKills, fewKills = 10_000, 3_000, 120

func killsWanted(t *testing.T) int {
	text := os.Getenv("REEVE_KILLS")
	switch {
	case text != "":
	case strings.HasPrefix(t.Name(), "TestHours"):
		return allKills
	case strings.HasPrefix(t.Name(), "TestLong"):
		return manyKills
	default:
		return fewKills
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}

func TestLongKills(t *testing.T)  { TestKills(t) }
func TestHoursKills(t *testing.T) { TestKills(t) }

// Whenever the power goes, and whatever the disk made of what it had not been told
// to keep: no step that was acknowledged is lost, no half one is seen, and the
// game goes on from the last that is there.
func TestKills(t *testing.T) {
	names := map[*life]string{}
	var lives []*life
	calls, entries := 0, 0
	for i, e := range evenings {
		played := e.play(t, uint64(i))
		for k := range played {
			l := &played[k]
			lives = append(lives, l)
			names[l] = e.first.Game + " " + e.first.Dice.Kind + ", life " + strconv.Itoa(k+1)
			calls += len(l.calls)
		}
		entries += len(played[len(played)-1].entries)
	}
	wanted := killsWanted(t)
	out := make(chan kill, 4)
	go func() {
		rnd := rand.New(rand.NewPCG(10, 11))
		for _, l := range lives {
			l.kills(wanted*len(l.calls)/calls+1, names[l], rnd, out)
		}
		close(out)
	}()
	got := survive(t, out)
	t.Logf("%d lives with %d entries and %d calls; kills: %v", len(lives), entries, calls, got)
	if got.kills < wanted || got.partly == 0 {
		t.Errorf("too little was tried: %+v", got)
	}
}

// tally is what came of kills.
type tally struct {
	kills  int
	going  int // a game goes on
	partly int // the last entry had been begun, and was not acknowledged
	kept   int // of those, how often it is there
}

// survive checks what kills left behind, on all processors.
func survive(t *testing.T, in <-chan kill) (sum tally) {
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		dir := inMemory(t)
		workers.Go(func() {
			for k := range in {
				n, err := k.life.check(dir, k.files, k.at)
				mu.Lock()
				sum.add(k, n)
				if err != nil {
					t.Errorf("%s, cut at call %d of %d (%v): %v", k.name, k.at, len(k.life.calls), sizes(k.files), err)
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	return sum
}

func (s *tally) add(k kill, n int) {
	acked, begun := k.life.entriesAt(k.at)
	s.kills++
	if n > 0 {
		s.going++
	}
	if begun > acked {
		s.partly++
		if n > acked {
			s.kept++
		}
	}
}

func sizes(files map[string][]byte) map[string]int {
	out := map[string]int{}
	for name, data := range maps.All(files) {
		out[name] = len(data)
	}
	return out
}
