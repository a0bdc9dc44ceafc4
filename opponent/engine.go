package opponent

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"reeve/archive"
	"reeve/engine/process"
)

// Engine is a program that can play, as the settings name it.
type Engine struct {
	Command []string // its path, and its arguments
	Env     []string // all of its environment but PATH and LANG
}

// Limits bound what an engine may take; the zero value of each stands for its default.
type Limits struct {
	Start  time.Duration // until it has introduced itself; 20 s
	Think  time.Duration // until it has answered; 60 s: a small machine with much else to do
	Stop   time.Duration // until it has stopped thinking when it was told to; 1 s
	Memory int64         // bytes that it fills; 96 MiB
	Look   time.Duration // between two looks at its memory; 100 ms
}

func (l Limits) whole() Limits {
	set := func(d *time.Duration, standard time.Duration) {
		if *d == 0 {
			*d = standard
		}
	}
	set(&l.Start, 20*time.Second)
	set(&l.Think, time.Minute)
	set(&l.Stop, time.Second)
	set(&l.Look, 100*time.Millisecond)
	if l.Memory == 0 {
		l.Memory = process.Memory
	}
	return l
}

// Question is what an engine is asked, all of it what its seat may know.
type Question struct {
	View    json.RawMessage // the position as the seat sees it
	History []string        // the actions that it knows of, oldest first
	Legal   []string        // those that it can choose from, sorted
	Level   int             // from 1 on; 0: as well as it can
	Seed    uint64
}

// Reply is an engine's answer.
type Reply struct {
	Action string
	Score  float64  // the result that it expects for its seat, 0 a loss, 1 a win; -1 if it judged nothing
	Line   []string // the actions that it expects, its own first; nil if it said none
}

// conversation is a conversation with one engine, which is started when it is first asked something and
// whenever it had to be ended.
type conversation struct {
	engine      Engine
	limits      Limits
	child       *child
	who         archive.Identity  // as it has introduced itself
	best        map[string]uint64 // the options that it has, and the highest value of each
	toldOptions map[string]uint64 // those that the child was told
	toldHistory int               // how long the history was that it was last told; 0 begins a game
}

// ask returns the engine's answer. It kills an engine that gives none and returns a *Trouble, or ctx's error; the
// end of ctx stops the engine's search.
func (t *conversation) ask(ctx context.Context, q Question) (Reply, error) {
	if err := t.begin(); err != nil {
		return Reply{}, err
	}
	t.child.Wake()
	reply, err := t.answer(ctx, q)
	if err != nil {
		t.end()
	} else {
		t.child.Rest()
	}
	if ctx.Err() != nil {
		return Reply{}, ctx.Err()
	}
	return reply, err
}

// begin starts the engine unless it runs, and reads its introduction.
func (t *conversation) begin() error {
	if t.child != nil {
		select {
		case <-t.child.Gone():
			t.end()
		default:
			return nil
		}
	}
	c, err := launch(t.engine.Command, t.engine.Env, t.limits.Memory, t.limits.Look)
	if err != nil {
		return err
	}
	t.child, t.toldOptions, t.best, t.toldHistory = c, map[string]uint64{}, map[string]uint64{}, 0
	if err := t.greet(time.Now().Add(t.limits.Start)); err != nil {
		t.end()
		return err
	}
	return nil
}

// greet hears the introduction.
func (t *conversation) greet(until time.Time) error {
	if err := t.child.say("rgi", until); err != nil {
		return err
	}
	t.who, t.child.heard = archive.Identity{}, 0
	_ = t.child.Out.SetReadDeadline(until)
	for {
		line, err := t.child.readLine()
		name, named := strings.CutPrefix(line, "id name ")
		option, has := strings.CutPrefix(line, "option ")
		switch {
		case err != nil:
			return err
		case line == "rgiok":
			return nil
		case named:
			t.who = identity(name)
		case has:
			t.option(strings.Fields(option))
		}
	}
}

// option notes "NAME type int min A max B default C".
func (t *conversation) option(words []string) {
	if len(words) == 9 && words[1] == "type" && words[2] == "int" && words[5] == "max" {
		if most, err := strconv.ParseUint(words[6], 10, 64); err == nil && len(t.best) < 10 {
			t.best[words[0]] = most
		}
	}
}

// identity reads "NAME VERSION", of which either may be missing, no longer than people read.
func identity(text string) archive.Identity {
	words := strings.Fields(strings.ToValidUTF8(text, "?"))
	if len(words) == 0 {
		return archive.Identity{}
	}
	short := func(s string) string { return string([]rune(s)[:min(len([]rune(s)), 40)]) }
	if len(words) == 1 {
		return archive.Identity{Name: short(words[0])}
	}
	last := len(words) - 1
	return archive.Identity{Name: short(strings.Join(words[:last], " ")), Version: short(words[last])}
}

// answer puts a question and hears the answer.
func (t *conversation) answer(ctx context.Context, q Question) (Reply, error) {
	until := time.Now().Add(t.limits.Think)
	for _, line := range t.lines(q) {
		if err := t.child.say(line, until); err != nil {
			return Reply{}, err
		}
	}
	_ = t.child.Out.SetReadDeadline(until)
	defer t.heed(ctx)()
	t.child.heard = 0
	reply := Reply{Score: -1}
	for {
		line, err := t.child.readLine()
		if err != nil {
			return Reply{}, err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "info":
			reply.note(rest)
		case "bestaction":
			reply.Action = rest
			return reply, nil
		case "error":
			return Reply{}, trouble("engine.strange", fmt.Errorf("it says %.200q", rest))
		}
	}
}

// heed sends stop when ctx ends and shortens the read deadline; ask then kills an engine that does not answer in
// time. Its result ends the watching.
func (t *conversation) heed(ctx context.Context) (end func()) {
	c, told := t.child, make(chan struct{})
	off := context.AfterFunc(ctx, func() {
		defer close(told)
		soon := time.Now().Add(t.limits.Stop)
		_ = c.Out.SetReadDeadline(soon)
		_ = c.say("stop", soon) // who does not hear it is ended then
	})
	return func() {
		if !off() {
			<-told
		}
	}
}

// lines are what is said to put a question. Options that stand are not said again, and those that it does not
// have not at all.
func (t *conversation) lines(q Question) (lines []string) {
	for _, o := range []struct {
		name  string
		value uint64
	}{{"level", uint64(q.Level)}, {"seed", q.Seed}} {
		most, has := t.best[o.name]
		if value := min(o.value, most); has && t.toldOptions[o.name] != value {
			t.toldOptions[o.name] = value
			lines = append(lines, fmt.Sprintf("option %s %d", o.name, value))
		}
	}
	if t.toldHistory == 0 || len(q.History) < t.toldHistory {
		lines = append(lines, "newgame")
	}
	t.toldHistory = len(q.History) + 1
	history, _ := json.Marshal(append([]string{}, q.History...))
	legal, _ := json.Marshal(append([]string{}, q.Legal...))
	return append(lines, fmt.Sprintf("position view %s history %s legal %s", q.View, history, legal), "go")
}

// note takes in a line of info: "… score 0.512 … pv […]".
func (r *Reply) note(text string) {
	head, line, ok := strings.Cut(text, "pv ")
	if ok && json.Unmarshal([]byte(line), &r.Line) != nil {
		r.Line = nil
	}
	said, words := map[string]float64{}, strings.Fields(head)
	for i := 0; i+1 < len(words); i++ {
		if n, err := strconv.ParseFloat(words[i+1], 64); err == nil {
			said[words[i]] = n
		}
	}
	if score, ok := said["score"]; ok && said["nodes"] > 1 && score >= 0 && score <= 1 { // who looked at nothing judges nothing
		r.Score = score
	}
}

// end ends the engine; the next question starts it again.
func (t *conversation) end() {
	if t.child != nil {
		t.child.End()
		t.child = nil
	}
}
