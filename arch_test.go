package reeve_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// law says which rooms of the house each room may import. A room that is not
// listed fails: whoever adds one decides its place here.
var law = map[string][]string{
	"":                           {},
	"board":                      {},
	"rules":                      {"board"},
	"rules/rulestest":            {"board", "messages", "rules", "symbols"},
	"rules/legal":                {"board", "rules"},
	"gesture":                    {"board", "rules", "rules/legal"},
	"lessons":                    {"board", "rules"},
	"dice":                       {"rules"},
	"archive":                    {"board", "rules"},
	"messages":                   {"rules"},
	"story":                      {"board", "rules"},
	"symbols":                    {},
	"docs":                       {},
	"guide":                      {"messages", "rules"},
	"sensors":                    {"board"},
	"leds":                       {"board"},
	"authority":                  {},
	"cli":                        {"messages", "rules"},
	"cli/clitest":                {},
	"configs":                    {},
	"config":                     {"board", "configs", "rules/catalog"},
	"referee":                    {"archive", "board", "dice", "gesture", "leds", "lessons", "messages", "referee/guidance", "referee/health", "rules"},
	"referee/guidance":           {"board", "gesture", "messages", "rules"},
	"referee/health":             {"board", "gesture"},
	"web":                        {"board", "docs", "guide", "messages", "referee", "rules", "story", "symbols"},
	"web/webtest":                {"referee"},
	"firmware-protocol/wire":     {},
	"firmware-protocol/uf2":      {},
	"firmware-protocol/firmware": {},
	"hw/serial":                  {"firmware-protocol/wire"},
	"hw/sim":                     {"firmware-protocol/wire"},
	"hw/spi":                     {},
	"hw/i2c":                     {},
	"hw/gpio":                    {},
	"hw/dgt":                     {"hw/serial"},
	"hw/eboard":                  {"hw/serial"},
	"hw/panel":                   {},
	"hw/hwtest":                  {"hw/gpio"},
	"doctor":                     {"config", "sensors"},
	"drawing":                    {"board", "config", "guide", "messages", "rules", "symbols"},
	"drawing/drawingtest":        {},
	"packaging":                  {},
	"speech":                     {"messages", "referee", "rules"},
	"engine":                     {"engine/process", "rules"},
	"engine/process":             {},
	"opponent":                   {"archive", "engine/process", "referee", "rules"},
	"robot":                      {"archive", "board", "hw/sim", "referee", "referee/health", "rules", "sensors"},
	"robot/second":               {},
	"bus":                        {},
	"bus/embed":                  {},
	"hall/wire":                  {"rules"},
	"hall/link":                  {"archive", "bus", "hall/wire", "messages", "referee", "rules"},
	"hall":                       {"archive", "board", "bus", "hall/wire", "pairing", "rules"},
	"hall/home":                  {"hall", "hall/wire"},
	"hall/home/door":             {},
	"hall/simulate":              {"archive", "board", "leds", "referee", "rules"},
	"pairing":                    {},
	"pairing/bbp":                {"pairing"},
	"cmd/reeve-hall": {
		"archive", "bus", "bus/embed", "cli", "dice", "hall", "hall/home", "hall/home/door", "hall/link", "hall/simulate", "hall/wire", "pairing", "pairing/bbp", "rules", "rules/catalog", "web",
	},
	"cmd/reeve": {
		"archive", "authority", "board", "bus", "cli", "config", "configs", "dice", "docs", "doctor", "drawing", "engine", "engine/process", "firmware-protocol/firmware", "firmware-protocol/uf2", "firmware-protocol/wire", "hall/link", "hw/dgt", "hw/eboard", "hw/gpio",
		"hw/i2c", "hw/panel", "hw/serial",
		"hw/sim", "hw/spi", "leds", "messages", "opponent", "referee", "referee/health", "robot", "speech", "rules", "rules/catalog", "sensors", "web",
	},
}

// model is the game to copy, which nothing but tests plays.
const model = "rules/example"

// games are the rooms of the games: every folder of rules that is none of its tools.
func games(t *testing.T) (out []string) {
	t.Helper()
	dirs, err := os.ReadDir("rules")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if name := "rules/" + d.Name(); d.IsDir() && law[name] == nil && name != "rules/catalog" {
			out = append(out, name)
		}
	}
	return out
}

// place is what the law allows a room: a game knows the rules, the catalog all games
// but the model.
func place(name string, games []string) (may []string, listed bool) {
	switch {
	case slices.Contains(games, name):
		return []string{"board", "rules"}, true
	case name == "rules/catalog":
		may = slices.DeleteFunc(slices.Clone(games), func(g string) bool { return g == model })
		return append(may, "rules"), true
	}
	may, listed = law[name]
	return may, listed
}

type room struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Dir          string
	GoFiles      []string
}

// rooms are every package of the program; the go tool is asked once.
func rooms(t *testing.T) []room {
	t.Helper()
	all, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return all
}

var listed = sync.OnceValues(func() (all []room, err error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports,Dir,GoFiles", "./...").Output()
	for dec := json.NewDecoder(bytes.NewReader(out)); err == nil && dec.More(); {
		var r room
		err = dec.Decode(&r)
		all = append(all, r)
	}
	return all, err
})

func TestImportsPointOneWay(t *testing.T) {
	games := games(t)
	if len(games) < 2 || !slices.Contains(games, model) {
		t.Fatalf("the games are %v", games)
	}
	for _, r := range rooms(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(r.ImportPath, "reeve"), "/")
		may, listed := place(name, games)
		if !listed {
			t.Errorf("%s has no place in the law", r.ImportPath)
		}
		for _, imp := range r.Imports {
			if own, ok := strings.CutPrefix(imp, "reeve/"); ok && !slices.Contains(may, own) {
				t.Errorf("%s must not import %s", r.ImportPath, imp)
			}
		}
	}
}

// The second robot knows the documents alone: its tests, which are all of it, import nothing of the house either.
func TestTheSecondRobotSharesNothing(t *testing.T) {
	for _, r := range rooms(t) {
		if r.ImportPath != "reeve/robot/second" {
			continue
		}
		for _, imp := range slices.Concat(r.Imports, r.TestImports, r.XTestImports) {
			if strings.Contains(imp, ".") || strings.HasPrefix(imp, "reeve") {
				t.Errorf("%s must not import %s", r.ImportPath, imp)
			}
		}
		return
	}
	t.Error("there is no second robot")
}

func TestGamesKnowNoTimeSystemNetworkOrRandomness(t *testing.T) {
	pure := append(games(t), "rules", "rules/catalog", "story")
	for _, r := range rooms(t) {
		if !slices.Contains(pure, strings.TrimPrefix(r.ImportPath, "reeve/")) {
			continue
		}
		for _, imp := range r.Imports {
			if slices.Contains([]string{"time", "os", "math/rand", "math/rand/v2", "crypto/rand"}, imp) || strings.HasPrefix(imp, "net") {
				t.Errorf("%s must not import %s", r.ImportPath, imp)
			}
		}
	}
}

// meets is what code says in which goroutines meet.
var meets = regexp.MustCompile(`(?m)^\s*go (func\(|[\w.]+\()|\.Go\(func|\bchan (struct|<-|\w)`)

// Every room whose own code has goroutines that meet is tested under the race detector:
// its name stands in the Makefile's MEET. Of robot's only the workers of a soak meet, and
// the tests of cmd/reeve have them work.
func TestWhereGoroutinesMeetTheRaceDetectorLooks(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(makefile), "\nMEET = ")
	list, _, _ = strings.Cut(list, "\n")
	looked := append(strings.Fields(list), "robot")
	for _, r := range rooms(t) {
		for _, file := range r.GoFiles {
			text, err := os.ReadFile(filepath.Join(r.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			room := strings.TrimPrefix(r.ImportPath, "reeve/")
			if found := meets.Find(text); found != nil && !slices.Contains(looked, room) {
				t.Errorf("%s/%s says %q: put %s into MEET in the Makefile", room, file, found, room)
			}
		}
	}
}

// Virtual time under the race detector needs one processor (decision 0542).
func TestTheRaceDetectorHasOneProcessor(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(makefile), "\n") {
		if strings.Contains(line, "-race ") && !strings.Contains(line, "-cpu 1 ") && !strings.HasPrefix(line, "#") {
			t.Errorf("Makefile: %q lets two timers of virtual time run at once: add -cpu 1", line)
		}
	}
}

// Where goroutines meet, tests that PLAIN names are left out of the race: PLAIN_IN has to have just the rooms with such tests, or
// nobody runs them.
func TestWhatRunsPlainlyIsRun(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := func(name string) []string {
		_, rest, _ := strings.Cut(string(makefile), "\n"+name+" = ")
		line, _, _ := strings.Cut(rest, "\n")
		return strings.Fields(line)
	}
	plain := regexp.MustCompile(`(?m)^func ` + strings.TrimPrefix(list("PLAIN")[0], "^"))
	named := map[string]bool{}
	err = filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if plain.Match(text) {
			named[filepath.ToSlash(filepath.Dir(path))] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	meet, run := list("MEET"), list("PLAIN_IN")
	for room := range named {
		if slices.Contains(meet, room) && !slices.Contains(run, room) {
			t.Errorf("%s has tests that nobody runs: put it into PLAIN_IN in the Makefile", room)
		}
	}
	for _, room := range run {
		if !named[room] || !slices.Contains(meet, room) {
			t.Errorf("PLAIN_IN in the Makefile: %s has no such test, or runs them otherwise", room)
		}
	}
}

// What a program has made is no source: it is made again, and weighs on everybody who fetches the house.
func TestNothingMadeIsKept(t *testing.T) {
	const most = 512 << 10 // bytes; the largest there is, the README's picture, has 320 kB
	made := [][]byte{[]byte("\x7fELF"), []byte("!<arch>\n"), []byte("\x00asm"), []byte("SQLite format 3\x00")}
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{".git", "bin", "build", "node_modules"}, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if len(text) > most {
			t.Errorf("%s has %d bytes", path, len(text))
		}
		if slices.ContainsFunc(made, func(magic []byte) bool { return bytes.HasPrefix(text, magic) }) {
			t.Errorf("%s is what a program has made", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What CONTRIBUTING tells newcomers to run and to read is there.
func TestContributorsAreToldWhatThereIs(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	targets := regexp.MustCompile("`make ([a-z-]+)`").FindAllSubmatch(text, -1)
	for _, m := range targets {
		if !bytes.Contains(makefile, slices.Concat([]byte("\n"), m[1], []byte(":"))) {
			t.Errorf("there is no make %s", m[1])
		}
	}
	links := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllSubmatch(text, -1)
	for _, m := range links {
		if _, err := os.Stat(string(m[1])); err != nil {
			t.Error(err)
		}
	}
	if len(targets) < 6 || len(links) < 6 {
		t.Errorf("only %d commands and %d links are named", len(targets), len(links))
	}
}
