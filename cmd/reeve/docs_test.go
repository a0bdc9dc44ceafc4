package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"reeve/leds"
	"reeve/rules"
	"reeve/web"
)

// top is the project's folder as seen from here.
const top = "../.."

// documents returns every document of the project by its path from the top.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, path := range filesOf(t) {
		if filepath.Ext(path) == ".md" {
			texts[path] = read(t, path)
		}
	}
	if len(texts) < 20 {
		t.Fatalf("only %d documents", len(texts))
	}
	return texts
}

// filesOf returns the paths of all files of the project, but for what is built.
func filesOf(t *testing.T) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		if err == nil && d.IsDir() && path != top && (strings.HasPrefix(name, ".") || name == "bin" || name == "build" || name == "node_modules") {
			return filepath.SkipDir
		}
		if err == nil && !d.IsDir() {
			path, _ = filepath.Rel(top, path)
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	linked  = regexp.MustCompile(`\]\(([^)\s]+)(?: "[^"]*")?\)`)
	coded   = regexp.MustCompile("`([^`\n]+)`")
	fenced  = regexp.MustCompile("(?s)```.*?```")
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// prose is a document without its blocks of code.
func prose(text string) string { return fenced.ReplaceAllString(text, "") }

// exists reports whether there is a file or folder; * stands for any name.
func exists(path string) bool {
	found, err := filepath.Glob(filepath.Join(top, path))
	return err == nil && len(found) > 0
}

func TestDocumentsLinkToWhatThereIs(t *testing.T) {
	texts, n := documents(t), 0
	for path, text := range texts {
		for _, m := range linked.FindAllStringSubmatch(prose(text), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			n++
			if target = filepath.Join(filepath.Dir(path), target); m[1][0] == '#' {
				target = path
			}
			if !exists(target) {
				t.Errorf("%s: there is no %s", path, target)
			}
			if anchor != "" && !slices.ContainsFunc(heading.FindAllStringSubmatch(texts[target], -1), func(h []string) bool { return slug(h[1]) == anchor }) {
				t.Errorf("%s: %s has no section %s", path, target, anchor)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d links", n)
	}
}

// slug is how a heading is called in an address.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, heading)
}

// anyName are words in the names of files that stand for any name.
var anyName = regexp.MustCompile(`\b(GAME|NAME|KIND|LANG)\b`)

// TestDocumentsNameFilesThereAre looks at what stands in the text as code and is
// written as a path from the top or from the document, and at names of sources.
func TestDocumentsNameFilesThereAre(t *testing.T) {
	files, n := filesOf(t), 0
	folder := map[string]bool{}
	for _, path := range files {
		first, _, _ := strings.Cut(path, "/")
		folder[first] = true
	}
	source := regexp.MustCompile(`^[a-z0-9_]+\.(go|js|txtar)$`)
	pathlike := regexp.MustCompile(`^[A-Za-z0-9_.*-]+(/[A-Za-z0-9_.*-]+)+/?$`)
	for path, text := range documents(t) {
		for _, m := range coded.FindAllStringSubmatch(prose(text), -1) {
			name := anyName.ReplaceAllString(m[1], "*")
			first, _, _ := strings.Cut(name, "/")
			switch {
			case source.MatchString(name):
				n++
				if !slices.ContainsFunc(files, func(f string) bool { return filepath.Base(f) == name }) {
					t.Errorf("%s: there is no file %s", path, m[1])
				}
			case pathlike.MatchString(name) && folder[first] && !dotted.MatchString(name):
				n++
				if !exists(name) && !exists(filepath.Join(filepath.Dir(path), name)) {
					t.Errorf("%s: there is no %s", path, m[1])
				}
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d files", n)
	}
}

// Comments name documents that there are.
func TestPaper_SourcesNameDocumentsThereAre(t *testing.T) {
	named, n := regexp.MustCompile(`\b(docs|rules|configs|firmware-protocol)/[\w/-]+\.md\b`), 0
	for _, path := range filesOf(t) {
		if filepath.Ext(path) != ".go" {
			continue
		}
		for _, name := range named.FindAllString(read(t, path), -1) {
			n++
			if !exists(name) {
				t.Errorf("%s: there is no %s", path, name)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d documents are named", n)
	}
}

var (
	gap      = regexp.MustCompile(`\s{2,}|\s[#<>]`)
	optional = strings.NewReplacer("[", "", "]", "", "…", "", "...", "", "<!-- ", "", " -->", "")
)

// commands returns the command lines of `reeve` in a document, without what
// explains them: those of its blocks of code alone, or those within its text, too.
func commands(text string, blocks bool) (lines []string) {
	for _, block := range fenced.FindAllString(text, -1) {
		lines = append(lines, strings.Split(block, "\n")...)
	}
	for _, m := range coded.FindAllStringSubmatch(prose(text), -1) {
		if !blocks {
			lines = append(lines, m[1])
		}
	}
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "sudo -u reeve ")
	}
	lines = slices.DeleteFunc(lines, func(line string) bool {
		return !strings.HasPrefix(line, "reeve ") && !strings.HasPrefix(line, "go run ./cmd/reeve")
	})
	for i, line := range lines {
		lines[i] = optional.Replace(gap.Split(line, 2)[0])
	}
	return lines
}

// TestDocumentsNameCommandsThereAre holds every command line of every document to
// what the program takes. A verb may be named without its arguments.
func TestDocumentsNameCommandsThereAre(t *testing.T) {
	n := 0
	for path, text := range documents(t) {
		for _, line := range commands(text, false) {
			n++
			line, _, _ := strings.Cut(line, " | ") // what takes its output is the shell's
			args := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(line, "go run ./cmd/"), "reeve"))
			for i, arg := range args {
				if arg == "N" || strings.HasSuffix(arg, "=N") {
					args[i] = strings.TrimSuffix(arg, "N") + "1"
				}
			}
			cmd, rest, err := rootCommand().Find(args)
			if err == nil {
				err = cmd.ParseFlags(rest)
			}
			if err != nil && strings.HasPrefix(err.Error(), "flag needs an argument") { // a flag is named without its value
				err = cmd.ParseFlags(append(rest, "1"))
			}
			if words := cmd.Flags().Args(); err == nil && len(words) > 0 {
				err = cmd.ValidateArgs(words)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", path, line, err)
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d commands", n)
	}
}

// Every command line that stands in a block of code of docs is run by a script,
// but for those that need hardware, a file of the reader's or a name for one.
func TestCommandsOfDocumentsAreRun(t *testing.T) {
	runs := read(t, "cmd/reeve/testdata/script/docs.txtar") + read(t, "cmd/reeve/testdata/script/docs-board.txtar")
	not := regexp.MustCompile(`\b[A-Z]+\b|/`)
	n := 0
	for path, text := range documents(t) {
		for _, line := range commands(text, true) {
			if not.MatchString(line) {
				continue
			}
			n++
			line = strings.Replace("\nexec "+strings.TrimSpace(line), "\nexec reeve serve", "\ndaemon", 1)
			if !strings.Contains(runs, line) {
				t.Errorf("%s: no script runs%s", path, line)
			}
		}
	}
	if n < 12 {
		t.Errorf("only %d commands", n)
	}
}

// The board file of docs/add-a-board.md is the one that the script plays on.
func TestTheBoardOfTheDocumentIsTried(t *testing.T) {
	_, block, _ := strings.Cut(read(t, "docs/add-a-board.md"), "```yaml\n")
	block, _, _ = strings.Cut(block, "```")
	if block == "" || !strings.Contains(read(t, "cmd/reeve/testdata/script/docs-board.txtar"), "-- board.yaml --\n"+block) {
		t.Error("docs-board.txtar has another board.yaml")
	}
}

// Targets of make that documents name are in a Makefile.
func TestDocumentsNameTargetsThereAre(t *testing.T) {
	rules := read(t, "Makefile") + read(t, "firmware-protocol/firmware/Makefile")
	target := regexp.MustCompile(`(?m)^make ([a-z-]+)`)
	n := 0
	for path, text := range documents(t) {
		var lines []string
		for _, m := range coded.FindAllStringSubmatch(prose(text), -1) {
			lines = append(lines, m[1])
		}
		for _, m := range target.FindAllStringSubmatch(strings.Join(append(lines, fenced.FindAllString(text, -1)...), "\n"), -1) {
			n++
			if !regexp.MustCompile(`(?m)^` + m[1] + `:`).MatchString(rules) {
				t.Errorf("%s: nothing makes %s", path, m[1])
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d targets", n)
	}
}

// Every address of the interface is in docs/api.md with its method, and no other.
func TestTheInterfaceIsDocumented(t *testing.T) {
	text := read(t, "docs/api.md")
	address := func(s string) string { // {…}, ID, N and S stand for one part
		return regexp.MustCompile(`/(\{\w+\}|ID|S|N|NAME|GAME)(/|$)`).ReplaceAllString(s, "/*$2")
	}
	there := map[string]bool{}
	for _, r := range new(web.Server).Routes() {
		there[r.Method+" "+address(strings.TrimSuffix(r.Pattern, "{$}"))] = true
	}
	told := map[string]bool{}
	for _, m := range regexp.MustCompile("`(GET|POST) (/[^`\\s?]*)").FindAllStringSubmatch(text, -1) {
		told[m[1]+" "+address(m[2])] = true
	}
	for route := range there {
		if !told[route] {
			t.Errorf("%s is not documented", route)
		}
	}
	for route := range told {
		if !there[route] && route != "GET /api/sim/leds" { // `reeve simboard` has that
			t.Errorf("there is no %s", route)
		}
	}
	if len(there) < 30 {
		t.Errorf("only %d addresses", len(there))
	}
}

// Each meaning of a light has its line in docs/light.md, with its rhythm, and the
// glossary is sorted.
func TestLightsAndWordsAreDocumented(t *testing.T) {
	text := read(t, "docs/light.md")
	for m := leds.Origin; m <= leds.Turn; m++ {
		rhythm := leds.RhythmOf(m)
		shape := map[leds.Shape]string{leds.Steady: "steady", leds.Blink: "blinks, ", leds.Pulse: "pulses, ", leds.Flashes: "flashes ", leds.Fade: "fades, "}[rhythm.Shape]
		period := ""
		if rhythm.Period > 0 {
			period = fmt.Sprintf(".*%g s", rhythm.Period.Seconds())
		}
		if !regexp.MustCompile(`(?m)^\| ` + "`" + m.String() + "`" + ` \|.*\| ` + shape + period).MatchString(text) {
			t.Errorf("docs/light.md lacks %s, which %s%s", m, shape, period)
		}
	}
	var words []string
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|]+) \| `).FindAllStringSubmatch(read(t, "docs/glossary.md"), -1) {
		words = append(words, m[1])
	}
	if words = words[1:]; !slices.IsSorted(words) || len(words) != len(slices.Compact(slices.Clone(words))) {
		t.Errorf("the glossary is not sorted: %v", words)
	}
}

// The page of each game lists its options, and nothing else as one.
func TestEachGameHasItsPage(t *testing.T) {
	for _, g := range games() {
		text := read(t, "docs/games/"+g.Name+".md")
		_, text, _ = strings.Cut(text, "\n## Option")
		text, _, _ = strings.Cut(text, "\n## ")
		var told, there []string
		for _, m := range regexp.MustCompile("(?m)^- `([a-z_]+)`").FindAllStringSubmatch(text, -1) {
			told = append(told, m[1])
		}
		for _, o := range g.Options {
			there = append(there, o.Name)
		}
		slices.Sort(told)
		if slices.Sort(there); !slices.Equal(told, there) {
			t.Errorf("%s: options %v are documented, there are %v", g.Name, told, there)
		}
		if !strings.Contains(read(t, "README.md"), "docs/games/"+g.Name+".md") {
			t.Errorf("the README does not lead to %s", g.Name)
		}
	}
}

// A number in "rule 12" of docs/hands.md, wherever it is cited in gesture and
// referee, is one of its rules.
func TestRulesOfHandsAreNumbered(t *testing.T) {
	last := 0
	for _, m := range regexp.MustCompile(`(?m)^([0-9]+)\. \*\*`).FindAllStringSubmatch(read(t, "docs/hands.md"), -1) {
		n, _ := strconv.Atoi(m[1])
		if n != last+1 {
			t.Errorf("rule %d follows rule %d", n, last)
		}
		last = n
	}
	for _, path := range filesOf(t) {
		if dir := filepath.Dir(path); filepath.Ext(path) != ".go" || dir != "gesture" && dir != "referee" {
			continue
		}
		for _, m := range regexp.MustCompile(`\(rules? ([0-9]+)`).FindAllStringSubmatch(read(t, path), -1) {
			if n, _ := strconv.Atoi(m[1]); n < 1 || n > last {
				t.Errorf("%s cites rule %d", path, n)
			}
		}
	}
}

// The actions that docs/interchange.md shows of each game are actions of it, and
// are written as the game writes them.
func TestActionsOfTheInterchangeAreActions(t *testing.T) {
	_, sections, _ := strings.Cut(read(t, "docs/interchange.md"), "\n## RoleChess")
	n := 0
	for _, section := range strings.Split("RoleChess"+sections, "\n## ") {
		head, text, _ := strings.Cut(section, "\n")
		name := coded.FindStringSubmatch(head)
		_, text, ok := strings.Cut(text, "\nActions: ")
		if name == nil || !ok {
			continue
		}
		g, err := rules.Find(games(), name[1])
		if err != nil {
			t.Error(err)
			continue
		}
		start, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ = strings.Cut(text, "\n\n")
		for _, m := range coded.FindAllStringSubmatch(text, -1) {
			n++
			if step, err := start.Parse(m[1]); err != nil || start.Text(step) != m[1] {
				t.Errorf("%s: %s: %v", g.Name, m[1], err)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d actions", n)
	}
}
