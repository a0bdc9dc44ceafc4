// Package clitest makes the mistakes that people make at a terminal, with every command of a program, and finds programs under test a port.
package clitest

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Program is a program whose commands are mistaken.
type Program struct {
	Root  func() *cobra.Command
	Told  func(error) string  // what the program prints of an error
	Wrong map[string][]string // what cannot be in the place of an argument, by its name in the line of usage
}

// helps is how a message goes on with what to do.
var helps = regexp.MustCompile(`; |\bsay [a-z]|did you mean|take one of|[Tt]here are `)

// inside are words of the language that programs are written in, and of its libraries.
var inside = regexp.MustCompile(`(?i)unmarshal|\bnil\b|\bint64\b|strconv|\bEOF\b|0x[0-9a-f]{4}|%!|invalid character|parsing |out of memory|arg\(s\)|syscall|exec:`)

// Mistakes makes every mistake with every command, and fails for each that is not answered with what to do.
func (p Program) Mistakes(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"words.txt": "words\n", "empty": ""} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.Wrong = maps.Clone(p.Wrong)
	p.Wrong["FILE"] = append(p.Wrong["FILE"], "nofile", "nofolder/nofile", "folder", "words.txt", "empty")
	n := 0
	for _, line := range p.lines(p.Root()) {
		n++
		p.try(t, line)
	}
	if n < 60 {
		t.Errorf("only %d mistakes were made", n)
	}
	if made, err := filepath.Glob("*/*"); err != nil || len(made) > 0 {
		t.Errorf("mistakes made %v: %v", made, err)
	}
}

func (p Program) try(t *testing.T, line []string) {
	t.Helper()
	cmd := p.Root()
	cmd.SetIn(strings.NewReader(""))
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	cmd.SetArgs(line)
	err := cmd.ExecuteContext(t.Context())
	if err == nil {
		t.Errorf("%q is taken", line)
		return
	}
	if said := p.Told(err); !helps.MatchString(said) || inside.MatchString(said) || strings.Contains(said, "\n") {
		t.Errorf("%q: %s", line, said)
	}
}

// lines are the mistakes that can be made with cmd and those below it.
func (p Program) lines(cmd *cobra.Command) (list [][]string) {
	for _, sub := range cmd.Commands() {
		if sub.Name() != "help" && sub.Name() != "completion" {
			list = append(list, p.lines(sub)...)
		}
	}
	name := strings.Fields(cmd.CommandPath())[1:]
	with := func(args ...string) { list = append(list, slices.Concat(name, args)) }
	with("--nonsense")
	if cmd.HasAvailableSubCommands() {
		with("nonsense")
		return list
	}
	if cmd.Flags().Lookup("state") != nil || cmd.InheritedFlags().Lookup("state") != nil {
		name = append(name, "--state", "nostate")
	}
	return append(list, p.arguments(name, cmd.Use)...)
}

var placeholder = regexp.MustCompile(`(--[a-z]+ )?\[?(--[a-z]+ )?([A-Z]+)`)

// arguments are mistakes with the arguments in a line of usage: one too few, too many, and what cannot be.
func (p Program) arguments(name []string, use string) (list [][]string) {
	var args []string
	for _, m := range placeholder.FindAllStringSubmatch(use, -1) {
		if m[1] != "" || m[2] != "" {
			continue // of a flag
		}
		if !strings.HasPrefix(m[0], "[") {
			list = append(list, slices.Concat(name, args))
		}
		wrong := p.Wrong[m[3]]
		for _, w := range wrong {
			list = append(list, slices.Concat(name, args, []string{w}))
		}
		if len(wrong) == 0 {
			wrong = []string{"x"}
		}
		args = append(args, wrong[0])
	}
	if !strings.Contains(use, "...") {
		list = append(list, slices.Concat(name, args, []string{"more"}))
	}
	return list
}
