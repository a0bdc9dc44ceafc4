//go:build linux

package archive_test

import (
	"fmt"
	"reflect"
	"slices"

	"reeve/archive"
	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"

	"github.com/google/go-cmp/cmp"
)

// entriesAt is how many entries had been acknowledged at a call, and how many
// had been begun.
func (l *life) entriesAt(cut int) (acked, begun int) {
	for _, e := range l.entries {
		if e.done <= cut {
			acked++
		}
		if e.from < cut || e.done == 0 {
			begun++
		}
	}
	return acked, begun
}

// check opens what a power cut at a call left behind, goes on with the game as a
// daemon would, and returns how many entries are there.
func (l *life) check(dir string, files map[string][]byte, cut int) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if err := lay(dir, files); err != nil {
		return 0, err
	}
	a, err := archive.Open(dir)
	if err != nil {
		return 0, err
	}
	defer a.Close()
	if damage := a.Damage(); len(damage.Faults) > 0 {
		return 0, fmt.Errorf("a power cut is told as damage: %v", damage)
	}
	if n, err = l.count(a); err != nil {
		return n, err
	}
	if acked, begun := l.entriesAt(cut); n < acked || n > begun {
		return n, fmt.Errorf("%d entries are there, %d were acknowledged and %d begun", n, acked, begun)
	}
	games := gamesOf(l.entries[:n])
	for i, g := range games {
		if err := g.compare(a, int64(i+1)); err != nil {
			return n, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return n, l.resume(a, games, n)
}

// count returns how many entries are there, judging by the numbers of games and
// events alone.
func (l *life) count(a *archive.Archive) (n int, err error) {
	list, err := a.List()
	if err != nil {
		return 0, err
	}
	there := len(list)
	for _, s := range list {
		there += s.Events
	}
	left := there
	for n = 0; left > 0 && n < len(l.entries); n++ {
		left -= l.entries[n].size()
	}
	if left != 0 {
		return n, fmt.Errorf("%d games and events are there: no whole number of entries", there)
	}
	return n, nil
}

func (e entry) size() int {
	if e.begin != nil {
		return 1
	}
	return len(e.events)
}

// kept is what the archive has to have of a game.
type kept struct {
	header  archive.Header
	events  []archive.Event
	touches []archive.Touched
}

// gamesOf returns what entries make, by the games' numbers from 1.
func gamesOf(entries []entry) []kept {
	var games []kept
	for _, e := range entries {
		if e.begin != nil {
			games = append(games, kept{header: *e.begin})
			continue
		}
		g := &games[e.game-1]
		g.events = append(g.events, e.events...)
		if len(e.touches) > 0 {
			g.touches = append(g.touches, archive.Touched{After: len(g.events), Touches: e.touches})
		}
	}
	return games
}

func (g kept) ended() bool {
	return len(g.events) > 0 && g.events[len(g.events)-1].Kind == archive.End
}

// compare says what the archive has otherwise.
func (g kept) compare(a *archive.Archive, id int64) error {
	h, events, err := a.Load(id)
	if err != nil {
		return err
	}
	touches, err := a.Touches(id)
	if err != nil {
		return err
	}
	if got := (kept{h, events, touches}); !reflect.DeepEqual(g, got) {
		return fmt.Errorf("the record differs: %s", cmp.Diff(g, got, cmp.AllowUnexported(kept{})))
	}
	return nil
}

// resume goes on with the game on the table.
func (l *life) resume(a *archive.Archive, games []kept, n int) error {
	id, ok, err := a.Current()
	if err != nil {
		return err
	}
	going := len(games) > 0 && !games[len(games)-1].ended()
	if ok != going || going && id != int64(len(games)) {
		return fmt.Errorf("game %d goes on (%t), there are %d (%t)", id, ok, len(games), going)
	}
	if !ok {
		return nil
	}
	g := games[id-1]
	next := &memory{}
	judge, err := judgeOf(a, next, referee.NewGame{})
	if err != nil {
		return err
	}
	if err := g.resumed(judge); err != nil {
		return err
	}
	state, sealed := judge.State()
	steps, _ := judge.Steps(nil)
	if live, ok := l.seen[n]; ok && live != (sight{state, sealed, len(steps)}) {
		return fmt.Errorf("before the cut %d steps stood, sealed: %t; now %d, %t", live.steps, live.sealed, len(steps), sealed)
	}
	return l.goOn(judge, next, g, n)
}

// resumed says what a referee has otherwise than the record, folded.
func (g kept) resumed(judge *referee.Judge) error {
	standing, err := archive.Fold(g.events)
	if err != nil {
		return err
	}
	rule, err := rules.Find(catalog.Games(), g.header.Game)
	if err != nil {
		return err
	}
	want, err := rule.Start(g.header.Options)
	if err != nil {
		return err
	}
	sealed := 0
	for i, st := range standing {
		step, referees := rules.ParseReferee(rule, st.Action)
		if !referees {
			if step, err = want.Parse(st.Action); err != nil {
				return err
			}
		}
		if want, _, err = want.Apply(step, nil); err != nil {
			return err
		}
		if !st.Open {
			sealed = i + 1
		}
	}
	state, all := judge.State()
	steps, gotSealed := judge.Steps(nil)
	open := len(standing) > 0 && standing[len(standing)-1].Open
	if state != want || len(steps) != len(standing) || gotSealed != sealed || all == open {
		return fmt.Errorf("the referee has %d steps, %d sealed (all: %t); the record %d, %d (%t), or another position", len(steps), gotSealed, all, len(standing), sealed, !open)
	}
	return nil
}

// goOn lays the wood as the position has it and lets the game go on: it waits for
// nothing, and a throw that was due falls as it would have fallen.
func (l *life) goOn(judge *referee.Judge, next *memory, g kept, n int) error {
	state, _ := judge.State()
	judge.Wood(state.Occupied(rules.Full), 0)
	judge.Proceed(0)
	if judge.Settling() {
		return fmt.Errorf("the board settles wood that lies as it should")
	}
	if err := judge.Flush(); err != nil {
		return err
	}
	for i, e := range next.events {
		if e.N != len(g.events)+1+i {
			return fmt.Errorf("the record goes on with event %d after %d", e.N, len(g.events)+i)
		}
	}
	if g.header.Dice == "manual" {
		return nil
	}
	if err := throws(judge); err != nil {
		return err
	}
	if n == len(l.entries) || l.entries[n].begin != nil {
		return nil
	}
	if would := l.entries[n].events[0]; would.Kind == archive.Stepped && would.By == "chance" {
		if len(next.events) == 0 || next.events[0].Action != would.Action || next.events[0].By != would.By {
			return fmt.Errorf("event %d would have been %s, now it is %v", would.N, would.Action, slices.Clip(next.events))
		}
	}
	return nil
}

// throws says what keeps a throw that is to come from falling: where a step before
// it is open still, the button has to be enough.
func throws(judge *referee.Judge) error {
	if state, _ := judge.State(); !state.ToAct().Has(rules.Chance) {
		return nil
	}
	if err := judge.Do(referee.Press{Button: "confirm"}, 0); err != nil {
		return fmt.Errorf("a throw waits for ever: %w", err)
	}
	if state, _ := judge.State(); state.ToAct().Has(rules.Chance) {
		return fmt.Errorf("a throw waits although all is sealed")
	}
	return nil
}

// memory keeps what a referee writes.
type memory struct{ events []archive.Event }

func (m *memory) Begin(archive.Header) (int64, error) { return 0, fmt.Errorf("another game is begun") }

func (m *memory) Append(_ int64, events []archive.Event, _ []board.Touch) error {
	m.events = append(m.events, events...)
	return nil
}
