package speech

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os/exec"
	"strings"
	"time"
	"unicode"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
)

// Program is what speaks, by its Debian package's name too. It takes
// the voice as -v and reads the sentence from its standard input (espeak-ng(1)).
const Program = "espeak-ng"

// longest is how long one announcement may be spoken, and grace how long a
// speaker that was told to stop may hold its pipes.
const (
	longest = time.Minute
	grace   = time.Second
)

// Config is how to speak.
type Config struct {
	Command  string // "" is Program
	Language string // one of messages.Languages; "" is English
	Log      *slog.Logger
}

// Run says each new announcement of the tables until ctx ends or the tables do.
// It takes every table at once, so that whoever sends them never waits. A
// speaker that is missing is told of once.
func Run(ctx context.Context, tables <-chan *referee.Table, cfg Config) {
	v := voice{Config: cfg}
	if v.Command == "" {
		v.Command = Program
	}
	if v.Language == "" {
		v.Language = messages.English
	}
	defer v.silence()
	for {
		select {
		case t, more := <-tables:
			if !more {
				return
			}
			v.announce(ctx, Announcement(v.Language, t))
		case err := <-v.done:
			v.ended(ctx, err)
		case <-ctx.Done():
			return
		}
	}
}

// Announcement is what is said of a table in a language: the last step, what the board waits for, and what decided a
// game that a count ended.
func Announcement(lang string, t *referee.Table) string {
	say := func(key string, args map[string]string, english string) string {
		if m := (rules.Message{Key: key, Args: args}); messages.Has(key) {
			return messages.In(lang, m)
		}
		return english
	}
	var parts []string
	if n := len(t.Log); n > 0 {
		e := t.Log[n-1]
		parts = append(parts, say(e.Key, e.Args, e.Text))
	}
	for _, m := range append([]referee.Message{t.Message}, t.Counted...) {
		parts = append(parts, say(m.Key, m.Args, m.Text))
	}
	return strings.Trim(strings.Join(parts, ". "), ". ")
}

// voice is what is being said and what comes next. Run owns it.
type voice struct {
	Config
	last, next string
	stop       context.CancelFunc
	done       chan error // nil while nothing is said
	missing    bool
}

func (v *voice) announce(ctx context.Context, sentence string) {
	if sentence == v.last || sentence == "" || v.missing {
		return
	}
	v.last, v.next = sentence, sentence
	if v.done == nil {
		v.speak(ctx)
		return
	}
	v.stop()
}

// speak starts to say what comes next.
func (v *voice) speak(ctx context.Context) {
	ctx, stop := context.WithTimeout(ctx, longest)
	cmd := exec.CommandContext(ctx, v.Command, "-v", v.Language)
	cmd.Stdin = strings.NewReader(plain(v.next) + "\n")
	cmd.WaitDelay = grace
	v.next, v.stop, v.done = "", stop, make(chan error, 1)
	done := v.done
	go func() {
		err := cmd.Run()
		if ctx.Err() != nil {
			err = nil // it was told to stop
		}
		done <- err
	}()
}

// ended goes on with what came meanwhile.
func (v *voice) ended(ctx context.Context, err error) {
	v.stop()
	v.done = nil
	if errors.Is(err, exec.ErrNotFound) {
		v.missing = true
		v.log().Warn("nothing can be said aloud", "remedy", "apt install "+v.Command, "err", err)
		return
	}
	if err != nil {
		v.log().Warn("the speaker failed", "command", v.Command, "err", err)
	}
	if v.next != "" {
		v.speak(ctx)
	}
}

// silence ends what is being said and waits for its end.
func (v *voice) silence() {
	if v.done != nil {
		v.stop()
		<-v.done
	}
}

func (v *voice) log() *slog.Logger {
	if v.Log == nil {
		return slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	return v.Log
}

// plain is a sentence without what a speaker could take for orders: control
// characters, and the brackets that espeak-ng reads phonemes in.
func plain(sentence string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '[' || r == ']' || r == '<' || r == '>' {
			return ' '
		}
		return r
	}, sentence)
}
