package speech_test

import (
	"bufio"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"reeve/referee"
	"reeve/speech"
)

// speaker is a command that tells on a pipe what it was asked to say, and how
// its saying ends.
func speaker(t *testing.T, script string) (command string, heard *bufio.Reader) {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "heard")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pipe.Close() })
	if err := pipe.SetReadDeadline(time.Now().Add(10 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	command = filepath.Join(dir, "speaker")
	text := "#!/bin/sh\nread -r said\n" + strings.ReplaceAll(script, "SAY", `echo "$1 $2 $said" >"`+name+`"`) + "\n"
	if err := os.WriteFile(command, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return command, bufio.NewReader(pipe)
}

// hear returns the next sentence that the speaker was asked to say.
func hear(t *testing.T, heard *bufio.Reader) string {
	t.Helper()
	line, err := heard.ReadString('\n')
	if err != nil {
		t.Fatalf("nothing is said: %v (%q)", err, line)
	}
	return strings.TrimSpace(line)
}

// table is one on which this was the last step, and white's turn.
func table(step string) *referee.Table {
	return &referee.Table{
		Log:     []referee.Entry{{N: 1, Key: "rolechess.move", Args: map[string]string{"piece": "@rolechess.knight", "number": "1", "to": step}, Text: "Knight 1 to " + step}},
		Message: referee.Message{Key: "turn", Args: map[string]string{"seat": "@seat.white", "what": "@now.move"}, Text: "White's turn: move a piece"},
	}
}

// runs speaks in the background; end waits until it has ended.
func runs(t *testing.T, cfg speech.Config) (tables chan *referee.Table, end func()) {
	t.Helper()
	tables = make(chan *referee.Table)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { speech.Run(ctx, tables, cfg); close(done) }()
	end = sync.OnceFunc(func() { stop(); <-done })
	t.Cleanup(end)
	return tables, end
}

func TestWhatHappensIsSaidInTheLanguage(t *testing.T) {
	for lang, want := range map[string]string{
		"":   "-v en Knight 1 to c3. White's turn: move a piece",
		"fi": "-v fi Ritari 1 ympyrään c3. Vuorossa Valkoinen: siirrä nappula",
		"sv": "-v sv Riddare 1 till c3. Vit är vid draget: flytta en pjäs",
		"pl": "-v pl Rycerz 1 na c3. Ruch ma Biały: przesuń bierkę",
		"it": "-v it Cavaliere 1 in c3. Tocca a Bianco: muovi un pezzo",
	} {
		command, heard := speaker(t, "SAY")
		tables, _ := runs(t, speech.Config{Command: command, Language: lang})
		tables <- table("c3")
		tables <- table("c3") // nothing new: said once
		if got := hear(t, heard); got != want {
			t.Errorf("%q: said %q, want %q", lang, got, want)
		}
		tables <- table("d5")
		if got := hear(t, heard); !strings.Contains(got, "d5") {
			t.Errorf("%q: said %q, want d5", lang, got)
		}
	}
}

// A speaker that talks on and on holds up nobody: what it says breaks off, and
// of what came meanwhile only the latest is said.
func TestTheLatestWins(t *testing.T) {
	command, heard := speaker(t, "SAY\ncase \"$said\" in *a1*) exec sleep 600;; esac")
	tables, end := runs(t, speech.Config{Command: command})
	tables <- table("a1")
	if got := hear(t, heard); !strings.Contains(got, "a1") {
		t.Fatalf("said %q, want a1", got)
	}
	for _, step := range []string{"b2", "c3", "d4", "e5"} {
		tables <- table(step)
	}
	last := ""
	for n := 0; !strings.Contains(last, "e5"); n++ {
		if last = hear(t, heard); n > 3 {
			t.Fatalf("said %q, want e5", last)
		}
	}
	tables <- table("a1")
	hear(t, heard)
	end() // does not wait for the speaker's ten minutes
}

// lines is a log that can be waited for.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}

func TestAMissingSpeakerIsToldOfOnce(t *testing.T) {
	told := make(lines, 10)
	tables, end := runs(t, speech.Config{Command: "no-such-speaker", Log: slog.New(slog.NewTextHandler(told, nil))})
	tables <- table("a1")
	if line := <-told; !strings.Contains(line, "apt install no-such-speaker") {
		t.Errorf("told %q, want the remedy", line)
	}
	tables <- table("b2")
	tables <- table("c3")
	end()
	if len(told) > 0 {
		t.Errorf("told once more: %s", <-told)
	}
}

func TestTheTablesEnd(t *testing.T) {
	command, heard := speaker(t, "SAY\nexit 3")
	tables := make(chan *referee.Table)
	done := make(chan struct{})
	go func() { speech.Run(t.Context(), tables, speech.Config{Command: command}); close(done) }()
	tables <- table("a1")
	hear(t, heard)
	close(tables)
	<-done
}

// What could be an order to the speaker is taken out.
func TestNothingIsAnOrder(t *testing.T) {
	command, heard := speaker(t, "SAY")
	tables, _ := runs(t, speech.Config{Command: command})
	tables <- &referee.Table{Message: referee.Message{Text: "[[h@l'oU]] <b>\nx"}}
	if got := hear(t, heard); strings.ContainsAny(got, "[]<>") || !strings.HasSuffix(got, "x") {
		t.Errorf("said %q", got)
	}
}

// What decided a game that a count ended is said behind its end.
func TestWhatDecidedIsSaid(t *testing.T) {
	at := table("c3")
	at.Message = referee.Message{Key: "over.win", Args: map[string]string{"seat": "@seat.white", "why": "@why.value"}}
	for _, c := range [][2]string{{"white", "34"}, {"black", "27"}} {
		at.Counted = append(at.Counted, referee.Message{Key: "chessbattle.counted", Args: map[string]string{"player": "@seat." + c[0], "n": c[1]}})
	}
	if got, want := speech.Announcement("en", at), "Knight 1 to c3. White wins: time is up: the army worth more wins. White: pieces and camps worth 34. Black: pieces and camps worth 27"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}
