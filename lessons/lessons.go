// Package lessons is what each game teaches of itself: data, one file a game,
// and the position that a lesson is played in.
//
// It must not know lights, hands, wood or time. The one idea: a lesson is a
// position of the game that takes fewer actions than the rules would, so that
// referee, lights, pages and speech need not know that they teach.
package lessons

import (
	"bytes"
	"embed"
	"fmt"
	"slices"

	"reeve/rules"

	"go.yaml.in/yaml/v3"
)

//go:embed *.yaml
var files embed.FS

// Course is the lessons of a game, in order.
type Course struct {
	Game    *rules.Game // hides nothing: who learns sees all
	Lessons []*Lesson
}

// Lesson is a position and the steps that are taught from it. A battle has no steps:
// the learner, who has the game's first seat, plays as the rules allow, and wins.
type Lesson struct {
	Name     string       `yaml:"name"`
	Position rules.Sketch `yaml:"position"`
	Dice     []int        `yaml:"dice"` // what is thrown and drawn, in order, as dice.Scripted takes it: practice dice; none in a battle, which has its own
	Steps    []Step       `yaml:"steps"`
	Battle   bool         `yaml:"battle"`
	Rules    []int        `yaml:"rules"` // the rules that a battle shows

	game  *rules.Game
	start rules.State
}

// Step is one thing that is taught: a sentence of the catalogue,
// "lesson.GAME.SAY", and the actions by which it goes on.
type Step struct {
	Say    string   `yaml:"say"`
	Accept []string `yaml:"accept"` // as the interchange writes them, of whoever acts then
	Rules  []int    `yaml:"rules"`  // the numbers of the rules that it shows
}

// For returns the course of a game, whose positions are read by it. It wraps
// rules.ErrPosition where an owner's own board has no room for a lesson.
func For(g *rules.Game) (*Course, error) {
	text, err := files.ReadFile(g.Name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("lessons: %s: %w", g.Name, err)
	}
	open := *g
	open.Hidden = false
	c := &Course{Game: &open}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&c.Lessons); err != nil {
		return nil, fmt.Errorf("lessons: %s: %w", g.Name, err)
	}
	for _, l := range c.Lessons {
		l.game = c.Game
		if l.start, err = g.Compose(l.Position); err != nil {
			return nil, fmt.Errorf("lessons: %s, %s: %w", g.Name, l.Name, err)
		}
	}
	return c, nil
}

// Steps counts the steps of the whole course; a battle is one.
func (c *Course) Steps() (n int) {
	for _, l := range c.Lessons {
		n += l.count()
	}
	return n
}

// Before counts the steps of the lessons before lesson n.
func (c *Course) Before(n int) (steps int) {
	for _, l := range c.Lessons[:n] {
		steps += l.count()
	}
	return steps
}

func (l *Lesson) count() int { return max(1, len(l.Steps)) }

// Start is the position that the lesson begins in.
func (l *Lesson) Start() State { return State{State: l.start, lesson: l} }

// Shows lists the rules that the course shows, each once, rising.
func (c *Course) Shows() (numbers []int) {
	for _, l := range c.Lessons {
		numbers = append(numbers, l.Rules...)
		for _, s := range l.Steps {
			numbers = append(numbers, s.Rules...)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}
