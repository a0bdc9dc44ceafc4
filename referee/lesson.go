package referee

import (
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/dice"
	"reeve/lessons"
	"reeve/rules"
)

// Learn begins a lesson of a game, from 0 on. The game on the table is put aside
// meanwhile; nothing of a lesson is recorded.
type Learn struct {
	Game   string
	Lesson int
}

// Leave ends the lessons: the game that was put aside is on the table again.
type Leave struct{}

// pause is how long the end of a lesson is shown before hands at the board are
// shown the next one.
const pause = 20 * time.Second

// lesson is what a match that teaches has besides.
type lesson struct {
	course *lessons.Course
	n      int           // of the lesson
	aside  *match        // the game that was on the table
	next   time.Duration // when the next lesson begins; 0 while this one goes on
}

// Teaching is what a table tells of a lesson.
type Teaching struct {
	Lesson  int     `json:"lesson"` // from 0 on
	Lessons int     `json:"lessons"`
	Step    int     `json:"step"` // of the whole course, from 0 on
	Steps   int     `json:"steps"`
	Say     Message `json:"say"`
	Ways    []Way   `json:"ways"` // what it goes on by now
	Done    bool    `json:"done"` // all of this lesson is done
	Won     bool    `json:"won"`
}

// Way is an action by which a lesson goes on: whose, with the squares that show it.
type Way struct {
	By      string   `json:"by"`
	Action  string   `json:"action"`
	Squares []string `json:"squares"`
}

// do begins a lesson.
func (c Learn) do(j *Judge, _ time.Duration) error {
	g, err := rules.Find(j.cfg.Games, c.Game)
	if err != nil {
		return refused(err)
	}
	course, err := lessons.For(g)
	if err != nil {
		return refused(err)
	}
	if c.Lesson < 0 || c.Lesson >= len(course.Lessons) {
		return Refuse(404, rules.Say("no.lesson.there"), nothing)
	}
	start := course.Lessons[c.Lesson].Start()
	if on := start.Topology(); j.cfg.Carries != nil && !j.cfg.Carries(on) {
		return Refuse(409, rules.Say("no.carry", "game", g.Title), rules.Say("do.carry"))
	}
	aside := j.match
	if aside.lesson != nil {
		aside = aside.lesson.aside
	}
	source, err := dice.New(practice(course.Lessons[c.Lesson]), j.cfg.Random)
	if err != nil {
		return refused(err)
	}
	m := newMatch(archive.Header{Game: g.Name, Dice: string(source.Choice().Kind)}, course.Game, start, source)
	m.lesson = &lesson{course: course, n: c.Lesson, aside: aside}
	j.lay(m)
	return nil
}

// practice is where a lesson's chance comes from: its own dice, or always the same.
func practice(l *lessons.Lesson) dice.Choice {
	if l.Battle || len(l.Dice) == 0 {
		return dice.Choice{Kind: dice.Seeded, Seed: []byte("reeve teaches")}
	}
	return dice.Choice{Kind: dice.Scripted, Script: l.Dice}
}

// do puts the game on the table again that was put aside.
func (Leave) do(j *Judge, now time.Duration) error {
	if j.match.lesson == nil {
		return Refuse(409, rules.Say("no.lesson.on"), nothing)
	}
	m := j.match.lesson.aside
	m.clocks.lastTick = now
	j.lay(m)
	return nil
}

// teach goes on by itself when a lesson is over and hands have had time to look:
// to the next lesson, the same battle again, or the game that was put aside. It
// returns when it wants to be asked again.
func (j *Judge) teach(now time.Duration) time.Duration {
	m := j.match
	if m.lesson == nil {
		return 0
	}
	r, over := m.state().Result()
	switch l := m.lesson; {
	case !over || m.isOpen():
		l.next = 0
		return 0
	case l.next == 0:
		l.next = now + pause
	case now < l.next:
	case r.Why == lessons.Again:
		_ = Learn{m.game.Name, l.n}.do(j, now)
		return 0
	case l.n+1 < len(l.course.Lessons):
		_ = Learn{m.game.Name, l.n + 1}.do(j, now)
		return 0
	default:
		_ = Leave{}.do(j, now)
		return 0
	}
	return m.lesson.next
}

// teaching is what everybody is told of the lesson in position s, whose last step may be open; nil if there is none.
func (l *lesson) teaching(s rules.State, open bool) *Teaching {
	if l == nil {
		return nil
	}
	now, _ := lessons.Of(s)
	r, over := s.Result()
	done, _, _ := now.Step()
	t := &Teaching{Lesson: l.n, Lessons: len(l.course.Lessons), Step: l.course.Before(l.n) + done, Steps: l.course.Steps(), Say: say(l.coach(s)),
		Ways: []Way{}, Done: over && !open, Won: r.Why == lessons.Done}
	on := s.Topology()
	for _, w := range now.Ways() {
		names := []string{}
		for _, sq := range w.Squares {
			names = append(names, on.Name(sq))
		}
		t.Ways = append(t.Ways, Way{By: s.Game().SeatName(w.By), Action: w.Action, Squares: names})
	}
	return t
}

// coach is what the learner is told in s.
func (l *lesson) coach(s rules.State) rules.Message {
	now, _ := lessons.Of(s)
	r, over := s.Result()
	switch {
	case over && r.Why == lessons.Again:
		return rules.Say("lesson.again")
	case over && l.n+1 == len(l.course.Lessons):
		return rules.Say("lesson.finished")
	case over:
		return rules.Say("lesson.done")
	}
	return rules.Say(now.Say())
}

// first are the squares that a lesson lights before anything is in hand: the piece
// to take, where there are no more than a few.
func (l *lesson) first(s rules.State) (first board.Set) {
	if l == nil {
		return first
	}
	now, _ := lessons.Of(s)
	for _, w := range now.Ways() {
		if len(w.Squares) > 0 {
			first.Add(w.Squares[0])
		}
	}
	if first.Len() > 3 {
		return board.Set{}
	}
	return first
}

// Lessons counts the lessons of each game that has a course.
func Lessons(games []*rules.Game) map[string]int {
	out := map[string]int{}
	for _, g := range games {
		if c, err := lessons.For(g); err == nil {
			out[g.Name] = len(c.Lessons)
		}
	}
	return out
}
