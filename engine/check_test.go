package engine

import (
	"errors"
	"strings"
	"testing"
	"time"

	"reeve/rules/catalog"
)

// obedient is a program in the shell's language that keeps to the protocol in Camelot: it takes the first legal action.
const obedient = `while read -r word rest; do case $word in
rgi) echo id name shell 1; echo games camelot; echo rgiok;;
position) legal=${rest##*legal [\"}; legal=${legal%%\"*};;
go) echo "info nodes 1 score 0.5 pv []"; echo "bestaction $legal";;
quit) exit;;
esac; done`

// Programs that do not keep to the protocol, by mistake or on purpose, are each told what they do; none holds the check
// up or fills its memory.
func TestProgramsAreChecked(t *testing.T) {
	change := func(from, to string) string {
		if !strings.Contains(obedient, from) {
			t.Fatalf("no %q", from)
		}
		return strings.Replace(obedient, from, to, 1)
	}
	const answers = `echo "bestaction $legal"`
	for _, c := range []struct{ name, program, want string }{
		{"good", obedient, ""},
		{"no game", change("games camelot", "games chess"), "names no game"},
		{"ends at once", "exit 3", "it has ended"},
		{"crashes", change(answers, "exit 3"), "it has ended"},
		{"lies", change(answers, "echo bestaction checkmate"), "no legal action"},
		{"chats", change(answers, "echo hello"), "info or bestaction is awaited"},
		{"complains", change(answers, "echo error I know better"), "it says"},
		{"greets for ever", change("echo rgiok", "exec yes hello"), "bytes to one question"},
		{"nameless", change("echo id name shell 1;", ""), "id name TEXT"},
		{"an option as UCI has it", change("echo rgiok", "echo option name Hash type spin; echo rgiok"), "option NAME type int"},
		{"sure to win more than all", change("score 0.5", "score 7.5"), "from 0 to 1"},
		{"sure of nothing", change("score 0.5", "score NaN"), "from 0 to 1"},
		{"a line as UCI has it", change("pv []", "pv e2e4"), "no list of actions"},
		{"looks further than it may", change("nodes 1", "nodes 101"), "at most 100 positions"},
		{"thinks aloud for ever", change(answers, "exec yes info nodes 1"), "bytes to one question"},
		{"one line for ever", change(answers, "exec tr '\\0' x </dev/zero"), "a line has more than"},
		{"fills all memory", change("echo rgiok", `x=xxxxxxxx; while :; do x=$x$x; done; echo rgiok`), "it fills more than 48 MiB"},
		{"starts others", change(answers, "yes info nodes 1 & wait"), "bytes to one question"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			verdict(t, c.want, time.Hour, c.program)
		})
	}
	for _, c := range []struct{ name, program, want string }{
		{"mute", "sleep 1000", "no line for"},
		{"does not read", `read -r word; echo id name shell; echo games camelot; echo rgiok; exec sleep 1000`, "no line for"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			verdict(t, c.want, time.Second/5, c.program)
		})
	}
}

// A program that has a seed and answers otherwise with it all the same may do that, and is told.
func TestLongAProgramThatAnswersOtherwiseIsTold(t *testing.T) {
	program := strings.NewReplacer("echo rgiok;", "echo option seed type int min 0 max 9 default 1; echo rgiok;",
		`legal=${legal%%\"*};;`, `[ "$other" ] && legal=${legal##*,\"} && other= || other=1; legal=${legal%%\"*};;`).Replace(obedient)
	told := false
	if err := Check(catalog.Games(), 1, 48<<20, time.Hour, func(line string) { told = told || strings.Contains(line, "otherwise") }, "/bin/sh", "-c", program); err != nil || !told {
		t.Errorf("told: %v, %v", told, err)
	}
}

func verdict(t *testing.T, want string, timeout time.Duration, program string) {
	t.Helper()
	err := Check(catalog.Games(), 1, 48<<20, timeout, func(string) {}, "/bin/sh", "-c", program)
	if want == "" && err == nil {
		return
	}
	if !errors.Is(err, ErrEngine) || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
