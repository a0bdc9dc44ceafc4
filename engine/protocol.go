package engine

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"reeve/rules"
)

// mostLine is the most bytes of a line: a view is some kilobytes, a long game's
// history some more.
const mostLine = 4 << 20

// errLine is why a line is not obeyed.
var errLine = errors.New("engine: line not understood")

// Session is one conversation by the protocol of docs/engine-protocol.md.
type Session struct {
	Games   []*rules.Game
	Version string
	Told    func(error) string // the text of an error for people; nil: its own

	out     *bufio.Writer
	lines   chan string
	pending []string // lines that came while it thought
	level   int
	seed    uint64
	table   *Table
	thinker Thinker
}

// Serve answers the lines of in on out until quit or the end of in. It returns the
// error with which out could not be written.
func (s *Session) Serve(in io.Reader, out io.Writer) error {
	s.out, s.lines, s.level, s.seed = bufio.NewWriter(out), make(chan string), 0, 1
	if s.Told == nil {
		s.Told = error.Error
	}
	done := make(chan struct{})
	defer close(done)
	go read(in, s.lines, done)
	for {
		line, ok := s.next()
		if !ok || line == "quit" {
			return s.out.Flush()
		}
		if err := s.obey(line); err != nil {
			s.say("error %.1000s", strings.Join(strings.Fields(s.Told(err)), " ")) // it quotes what may be megabytes long
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
	}
}

// read passes the lines of in on, until nobody wants them. What is more of a line than obey takes is left out.
func read(in io.Reader, lines chan<- string, done <-chan struct{}) {
	defer close(lines)
	text, from := []byte{}, bufio.NewReaderSize(in, 64<<10)
	for {
		part, err := from.ReadSlice('\n')
		text = append(text, part[:min(len(part), mostLine+1-len(text))]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err == nil || len(text) > 0 {
			select {
			case lines <- strings.TrimSpace(string(text)):
			case <-done:
				return
			}
		}
		if err != nil {
			return
		}
		text = text[:0]
	}
}

func (s *Session) next() (string, bool) {
	if len(s.pending) > 0 {
		line := s.pending[0]
		s.pending = s.pending[1:]
		return line, true
	}
	line, ok := <-s.lines
	return line, ok
}

func (s *Session) say(format string, args ...any) { fmt.Fprintf(s.out, format+"\n", args...) }

func (s *Session) obey(line string) error {
	if len(line) > mostLine {
		s.table = nil // it was a position, more likely than not
		return fmt.Errorf("%w: it has more than %d bytes", errLine, mostLine)
	}
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "":
		return nil
	case "rgi":
		s.introduce()
		return nil
	case "option":
		return s.option(rest)
	case "newgame":
		s.table = nil
		return nil
	case "position":
		return s.position(rest)
	case "go":
		return s.think(rest)
	case "stop":
		return nil // it thinks of nothing
	}
	return fmt.Errorf("%w: %q is no command", errLine, word)
}

func (s *Session) introduce() {
	s.say("id name reeve %s", s.Version)
	names := make([]string, len(s.Games))
	for i, g := range s.Games {
		names[i] = g.Name
	}
	s.say("games %s", strings.Join(names, " "))
	s.say("option level type int min 0 max %d default 0", Levels)
	s.say("option seed type int min 0 max %d default 1", uint64(1)<<53-1)
	s.say("rgiok")
}

func (s *Session) option(text string) error {
	name, value, _ := strings.Cut(text, " ")
	n, err := strconv.ParseUint(value, 10, 53)
	switch {
	case name == "level" && err == nil && n <= Levels:
		s.level = int(n)
	case name == "seed" && err == nil:
		s.seed = n
	default:
		return fmt.Errorf("%w: option %s cannot be %q", errLine, name, value)
	}
	return nil
}

// position reads "view {…} history […] legal […]". The legal actions are for who does
// not know the rules.
func (s *Session) position(text string) error {
	s.table = nil
	var view json.RawMessage
	history := []string{}
	for _, part := range []struct {
		word string
		to   any
	}{{"view ", &view}, {"history ", &history}} {
		after, ok := strings.CutPrefix(strings.TrimSpace(text), part.word)
		dec := json.NewDecoder(strings.NewReader(after))
		if !ok || dec.Decode(part.to) != nil {
			return fmt.Errorf("%w: position view {…} history […] legal […], each in JSON", errLine)
		}
		text = after[dec.InputOffset():]
	}
	_, seat, err := rules.ReadView(s.Games, view, history, func(int) int { return 0 })
	if err != nil {
		return err
	}
	s.table = &Table{Seat: seat, History: history, Sample: func(pick func(int) int) (rules.State, error) {
		state, _, err := rules.ReadView(s.Games, view, history, pick)
		return state, err
	}}
	return nil
}

// think answers "go", with "nodes N" or "time MS" or both.
func (s *Session) think(text string) error {
	if s.table == nil {
		return fmt.Errorf("%w: go comes after position", errLine)
	}
	l := Limits{Level: s.level, Seed: rules.Mix(s.seed, uint64(len(s.table.History)))} // who errs alike each time goes in circles
	var end time.Time
	words := strings.Fields(text)
	for ; len(words) > 1; words = words[2:] {
		n, err := strconv.Atoi(words[1])
		switch {
		case err != nil || n < 1:
			return fmt.Errorf("%w: %s %s", errLine, words[0], words[1])
		case words[0] == "nodes":
			l.Nodes = n
		case words[0] == "time":
			end = time.Now().Add(time.Duration(min(n, 1<<30)) * time.Millisecond)
		default:
			return fmt.Errorf("%w: go %s", errLine, words[0])
		}
	}
	if len(words) > 0 {
		return fmt.Errorf("%w: go %s", errLine, text)
	}
	if s.level == 0 && l.Nodes == 0 && !end.IsZero() {
		l.Nodes = math.MaxInt // as well as can be in that time
	}
	l.Stop = func() bool { return s.interrupted() || !end.IsZero() && time.Now().After(end) }
	l.Info = func(a Answer) { s.tell(a); s.out.Flush() }
	a, err := s.thinker.Think(*s.table, l)
	if err != nil {
		return err
	}
	s.tell(a)
	s.say("bestaction %s", a.Text[0])
	return nil
}

func (s *Session) tell(a Answer) {
	line, _ := json.Marshal(a.Text)
	s.say("info nodes %d score %.3f pv %s", a.Nodes, a.Score, line)
}

// interrupted reports whether stop or quit has come. Other lines wait.
func (s *Session) interrupted() bool {
	for {
		select {
		case line, ok := <-s.lines:
			if !ok {
				s.pending = append(s.pending, "quit")
				return true
			}
			if line == "stop" {
				return true
			}
			s.pending = append(s.pending, line)
		default:
			return slices.Contains(s.pending, "quit")
		}
	}
}
