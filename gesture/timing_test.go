package gesture_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	timed = regexp.MustCompile(`(?m)^\t(\w+) += (.*?) *// (.*) \| (physical|habit|bound) \| ?(\w*)$`)
	sized = regexp.MustCompile(`(?m)^(?:const |\t)(\w+) += [^\n]*time\.(?:Milli|Micro)?[sS]econd\b`)
	units = strings.NewReplacer(" * time.Millisecond", " ms", " * time.Second", " s", "time.Second", "1 s", "_", " ")
)

// Every time and count of the reader stands in timing.go with its reason, its kind and a test that there is, and
// docs/hands.md shows that table.
func TestTheDocumentShowsTheTimes(t *testing.T) {
	text, err := os.ReadFile("timing.go")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../docs/hands.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := source(t, "*_test.go") + source(t, "../referee/*_test.go")
	var rows []string
	for _, m := range timed.FindAllStringSubmatch(string(text), -1) {
		if m[5] != "" && !strings.Contains(tests, "func "+m[5]+"(") {
			t.Errorf("%s: there is no %s", m[1], m[5])
		}
		if m[4] == "physical" && m[5] == "" {
			t.Errorf("%s is physical, and has no test", m[1])
		}
		rows = append(rows, fmt.Sprintf("| %s | %s | %s | %s | %s |", m[1], units.Replace(m[2]), m[3], m[4], m[5]))
	}
	if len(rows) < 25 {
		t.Fatalf("only %d rows", len(rows))
	}
	if want := strings.Join(rows, "\n"); !strings.Contains(string(doc), "\n"+want+"\n") {
		t.Errorf("docs/hands.md does not show the table:\n%s", want)
	}
	files, _ := filepath.Glob("*.go")
	for _, path := range files {
		if path == "timing.go" || strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, m := range sized.FindAllStringSubmatch(source(t, path), -1) {
			t.Errorf("%s: %s is a time that does not stand in timing.go", path, m[1])
		}
	}
}

// source is the text of files.
func source(t *testing.T, glob string) (all string) {
	files, err := filepath.Glob(glob)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all += string(text)
	}
	return all
}

// docs/hands.md is two pages: ten lines for players, a model whose rules are short, and the table of times.
func TestHandsFitOnTwoPages(t *testing.T) {
	doc := source(t, "../docs/hands.md")
	players, model, _ := strings.Cut(doc, "\n## The model\n")
	if n := strings.Count(players, "\n| ") - 1; n != 10 {
		t.Errorf("players are told %d lines", n)
	}
	for _, rule := range regexp.MustCompile(`(?m)^[0-9]+\. .*$`).FindAllString(model, -1) {
		if n := len(strings.Fields(rule)); n > 65 {
			t.Errorf("a rule of %d words: %s", n, rule)
		}
	}
	if n := len(strings.Fields(strings.ReplaceAll(doc, "|", ""))); n > 1700 {
		t.Errorf("%d words are more than two pages", n)
	}
}
