package packaging_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// folder is where these tests build.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "reeve-packaging"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// program is the program as it stands, built once.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(folder, "reeve")
	if out, err := exec.Command("go", "build", "-o", path, "../cmd/reeve").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// ask runs the program and returns what it says.
func ask(t *testing.T, args ...string) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatalf("go build: %v", err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = []string{"HOME=" + t.TempDir()}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("reeve %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// manual is what a command line can hold: every command, the words that commands
// stand under (which may do something by themselves), and the flags of all commands
// that begin with the same word.
type manual struct {
	commands, groups []string
	flags            map[string][]string
}

func (m *manual) flag(command, flag string) {
	first, _, _ := strings.Cut(command, " ")
	if !slices.Contains(m.flags[first], flag) && flag != "-h" && flag != "--help" {
		m.flags[first] = append(m.flags[first], flag)
	}
}

// offered asks the program's completion.
func offered(t *testing.T) manual {
	m := manual{flags: map[string][]string{}}
	var walk func(path []string)
	walk = func(path []string) {
		below := complete(t, path, "")
		if len(path) > 0 && (path[0] == "completion" || path[0] == "help") {
			below = nil // cobra's own: one entry each will do
		}
		if len(path) > 0 {
			m.take(t, path, len(below) > 0)
		}
		for _, word := range below {
			walk(append(slices.Clone(path), word))
		}
	}
	walk(nil)
	return m
}

// take takes in what the program offers of a command.
func (m *manual) take(t *testing.T, path []string, group bool) {
	command := strings.Join(path, " ")
	if group {
		m.groups = append(m.groups, command)
	} else {
		m.commands = append(m.commands, command)
	}
	if command == "completion" {
		path = append(path, "bash")
	}
	for _, flag := range complete(t, path, "-") {
		m.flag(command, flag)
	}
}

// complete returns how the program would complete word after path.
func complete(t *testing.T, path []string, word string) (words []string) {
	t.Helper()
	for line := range strings.Lines(ask(t, slices.Concat([]string{"__complete"}, path, []string{word})...)) {
		if found, _, described := strings.Cut(line, "\t"); described {
			words = append(words, found)
		}
	}
	return words
}

var (
	manItem = regexp.MustCompile(`^\.It Cm ([a-z]+(?: [a-z]+)?)`)
	manFlag = regexp.MustCompile(`(?:Fl|,) (\\-[a-z]\S+|[a-z]\b)`) // mdoc puts a dash before each
)

// described reads the manual page's commands.
func described(t *testing.T) manual {
	text, err := os.ReadFile("reeve.1")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), ".Sh COMMANDS\n")
	section, _, _ = strings.Cut(section, ".Sh ")
	m := manual{flags: map[string][]string{}}
	command := ""
	for line := range strings.Lines(section) {
		if item := manItem.FindStringSubmatch(line); item != nil {
			command = strings.TrimSuffix(item[1], " bash")
			m.commands = append(m.commands, command)
		}
		for _, flag := range manFlag.FindAllStringSubmatch(line, -1) {
			m.flag(command, "-"+strings.ReplaceAll(flag[1], `\-`, "-"))
		}
	}
	return m
}

func TestTheManualTellsEveryCommandAndFlag(t *testing.T) {
	has, says := offered(t), described(t)
	alone := func(command string) bool { return slices.Contains(has.groups, command) }
	compare(t, "commands", has.commands, slices.DeleteFunc(says.commands, alone))
	for _, command := range slices.Sorted(maps.Keys(has.flags)) {
		compare(t, "flags of "+command, has.flags[command], says.flags[command])
	}
}

func compare(t *testing.T, what string, has, says []string) {
	t.Helper()
	if len(has) == 0 {
		t.Errorf("the program says nothing of its %s", what)
	}
	for _, h := range has {
		if !slices.Contains(says, h) {
			t.Errorf("%s: reeve.1 does not describe %s", what, h)
		}
	}
	for _, s := range says {
		if !slices.Contains(has, s) {
			t.Errorf("%s: reeve.1 describes %s, which the program does not have", what, s)
		}
	}
}

// TestTheVersionIsThatOfTheChanges: the package takes its version from there, and
// a program that is built by hand has its own.
func TestTheVersionIsThatOfTheChanges(t *testing.T) {
	text, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, newest, _ := strings.Cut(string(text), "\n## ")
	newest, _, _ = strings.Cut(newest, "\n")
	if said, _, _ := strings.Cut(ask(t, "version"), "\n"); said != "reeve "+newest {
		t.Errorf("the program is %q, CHANGELOG.md begins with %q", said, newest)
	}
}
