package example_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// planted are the faults that strangers make when they write a game: in which file, what
// stands there instead, and the file that the suite must tell them to change, if it is
// another.
var planted = []struct {
	what, file, old, new, change string
}{
	{"a capture that takes nothing off", "hands.go", "rules.CaptureHands(from, to)", "rules.CarryHands(from, to)", ""},
	{"all moves on the page", "hands.go", "rules.CarryHands(from, to)", "rules.NoHands(rules.OnPage)", ""},
	{"hands that go the other way", "hands.go", "rules.CarryHands(from, to)", "rules.CarryHands(to, from)", ""},
	{"a wrong owner", "state.go", "Owner: p.owner()", "Owner: 1 - p.owner()", ""},
	{"squares forgotten", "state.go", "range s.at {\n\t\tif sq != board.None {\n\t\t\tset.Add", "range s.at[:perSide] {\n\t\tif sq != board.None {\n\t\t\tset.Add", ""},
	{"a sentence forgotten", "words/en.json", `"example.capture"`, `"example.captured"`, ""},
	{"a sentence forgotten in one language", "words/fi.json", `"now.example.turn"`, `"now.example.go"`, ""},
	{"an option without words", "words/book.en.json", `"means.example.rows"`, `"mean.example.rows"`, ""},
	{"a card without words", "words/book.sv.json", `"card.example.end"`, `"card.example.ends"`, ""},
	{"a key misspelt", "tell.go", `"now.example.turn"`, `"now.example.trun"`, ""},
	{"a gap that nothing fills", "tell.go", `"to", topology.Name(to)`, `"at", topology.Name(to)`, ""},
	{"a reason without words", "refuse.go", `"no.reach"`, `"no.far"`, ""},
	{"what is not legal is taken", "refuse.go", "case to == board.None || way < 0:", "case to == board.None:", ""},
	{"captures that are not listed", "legal.go", "i != straight", "i == 0", ""},
	{"captures of one's own", "legal.go", "p.owner() != s.turn && i", "i", ""},
	{"a removal that nobody is told of", "apply.go", "fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: to, To: board.None})", "", ""},
	{"an end that nobody is told of", "apply.go", "return append(fx, rules.Effect{Kind: rules.EffectOver, From: board.None, To: board.None})", "return fx", ""},
	{"an end without words", "state.go", `"reached"`, `"arrived"`, "words/en.json"},
	{"a way that pages cannot take apart", "text.go", `kindMove: "-"`, `kindMove: ">"`, ""},
	{"one text for two steps", "text.go", `kindCapture: "x"`, `kindCapture: "-"`, ""},
	{"pieces in no order", "view.go", "rules.SortPieces(v.Pieces)", "", ""},
	{"a kind misspelt", "view.go", `Kind: "pawn"`, `Kind: "pwan"`, ""},
	{"an option that the position forgets", "view.go", `rules.Options{"rows": int(s.rows)}`, `rules.Options{}`, ""},
	{"a turn that is not read", "read.go", "if s.turn, err =", "if _, err =", ""},
	{"a finished position read as a turn", "read.go", "return s.end.Winners == 0 && white", "return s.end.Why == \"\" || white", ""},
	{"a panic", "apply.go", "s.at[s.on(from)] = to", "s.at[s.on(to)] = to", ""},
	{"an illegal fight on the card", "card.go", `"c3xd4"`, `"c3xc4"`, ""},
	{"a gain below nothing", "scratch.go", "return 10", "return -10", ""},
	{"an option that does not say what it means", "game.go", `"How many rows of pawns each side has (rule 2)."`, `""`, ""},
	{"a default that cannot be", "game.go", "Default: 2", "Default: 3", ""},
	{"a game without its rules", "game.go", "Law:     law,", "", ""},
}

// rooms are what a game needs to be tried.
var rooms = []string{"board", "messages", "rules", "symbols"}

// scratchCopy returns a copy of the rooms, in which games can be added.
func scratchCopy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range rooms {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("../..", name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		write(t, filepath.Join(dir, name), read(t, filepath.Join("../..", name)))
	}
	return dir
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// plant copies the example as a game of another name, with one text in one file changed.
func plant(t *testing.T, dir, name, file, old, new string) {
	t.Helper()
	found := old == ""
	for _, pattern := range []string{"*.go", "*.json", "*.md", "words/*.json"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			text := read(t, path)
			if path == filepath.FromSlash(file) && strings.Contains(text, old) {
				text, found = strings.Replace(text, old, new, 1), true
			}
			write(t, filepath.Join(dir, "rules", name, path), strings.ReplaceAll(text, "example", name))
		}
	}
	if !found {
		t.Fatalf("%s does not say %q", file, old)
	}
}

// Each fault is planted in a copy of this game, in the place where a stranger makes it:
// the suite finds it and names the file to change. A copy without a fault passes.
func TestPlantedFaultsAreFoundAndTheirFilesNamed(t *testing.T) {
	dir := scratchCopy(t)
	var imports, list strings.Builder
	for i := range len(planted) + 1 {
		name := fmt.Sprintf("toy%02d", i)
		if i == len(planted) {
			plant(t, dir, name, "", "", "")
		} else {
			plant(t, dir, name, planted[i].file, planted[i].old, planted[i].new)
		}
		fmt.Fprintf(&imports, "\t\"reeve/rules/%s\"\n", name)
		fmt.Fprintf(&list, "%s.Game, ", name)
	}
	write(t, filepath.Join(dir, "planted", "main.go"), fmt.Sprintf(`package main

import (
	"encoding/json"
	"os"

	"reeve/rules"
	"reeve/rules/rulestest"
%s)

func main() {
	var said []string
	for _, g := range []*rules.Game{%s} {
		said = append(said, "")
		if err := rulestest.Examine(g, nil, map[string]any{"rows": 1}); err != nil {
			said[len(said)-1] = err.Error()
		}
	}
	json.NewEncoder(os.Stdout).Encode(said)
}
`, &imports, &list))
	cmd := exec.Command("go", "run", "-trimpath", "./planted")
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var said []string
	if err := json.Unmarshal(out, &said); err != nil || len(said) != len(planted)+1 {
		t.Fatalf("%d games, %v", len(said), err)
	}
	for i, p := range planted {
		change := p.change
		if change == "" {
			change = p.file
		}
		_, files, _ := strings.Cut(said[i], "\nchange ")
		files, _, _ = strings.Cut(files, "\n")
		want := fmt.Sprintf("rules/toy%02d/%s", i, change)
		if !strings.Contains(files, want) {
			t.Errorf("%s: want %s, got %s", p.what, want, said[i])
		}
		t.Logf("%s: change %s", p.what, files)
	}
	if last := said[len(planted)]; last != "" {
		t.Errorf("a copy without a fault: %s", last)
	}
}
