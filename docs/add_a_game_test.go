package docs_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fenced are the blocks of a document that are carried out: commands and patches.
var fenced = regexp.MustCompile("(?ms)^```(sh|diff)\n(.*?)^```$")

// add-a-game.md is followed to the letter in a fresh copy of the project: every command
// is run, every patch is applied, in their order. Robot hands play what comes out.
func TestLongTheGuideIsFollowed(t *testing.T) {
	last := follow(t, copyOf(t, "."), regexp.MustCompile(""))
	if !strings.Contains(last, "games: 20\n") || !strings.Contains(last, "wrong seals: 0\n") || !strings.Contains(last, "stuck games: 0\n") {
		t.Errorf("the robot says\n%s", last)
	}
}

// The patches of add-a-game.md fit the files that they change, whoever changed those.
func TestTheGuidesPatchesFit(t *testing.T) {
	dir := copyOf(t, "rules")
	follow(t, dir, regexp.MustCompile(`^(cp|rm|find|sed|gofmt) `))
	list, err := os.ReadFile(filepath.Join(dir, "rules/catalog/catalog.go"))
	if err != nil || !strings.Contains(string(list), "ram.Game") {
		t.Errorf("the game is not listed: %v", err)
	}
}

// follow applies the patches of the guide in dir and runs the commands that wanted
// matches; it returns what the last said.
func follow(t *testing.T, dir string, wanted *regexp.Regexp) (last string) {
	t.Helper()
	text, err := os.ReadFile("add-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := fenced.FindAllSubmatch(text, -1)
	if len(blocks) < 7 {
		t.Fatalf("only %d blocks", len(blocks))
	}
	for _, b := range blocks {
		todo := string(b[2])
		cmd := exec.Command("git", "apply", "-")
		if string(b[1]) == "sh" {
			cmd = exec.Command("sh", "-eux")
			lines := slices.DeleteFunc(strings.SplitAfter(todo, "\n"), func(line string) bool { return !wanted.MatchString(line) })
			todo = strings.Join(lines, "")
		}
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(todo)
		out, err := cmd.CombinedOutput()
		if last = string(out); err != nil {
			t.Fatalf("%s\n%s\n%v", todo, out, err)
		}
	}
	return last
}

// copyOf is a copy of a folder of the project, without its history, in a new one.
func copyOf(t *testing.T, folder string) string {
	t.Helper()
	dir := t.TempDir()
	err := filepath.WalkDir(filepath.Join("..", folder), func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel("..", path)
		switch to := filepath.Join(dir, rel); {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules"}, d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		case !d.Type().IsRegular() || d.Name() == ".git":
			return nil
		default:
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(to, text, 0o644)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
