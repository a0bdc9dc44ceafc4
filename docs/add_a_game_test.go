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
	text, err := os.ReadFile("add-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := copyOfTheProject(t)
	blocks := fenced.FindAllSubmatch(text, -1)
	if len(blocks) < 7 {
		t.Fatalf("only %d blocks", len(blocks))
	}
	last := ""
	for _, b := range blocks {
		cmd := exec.Command("sh", "-eux")
		if string(b[1]) == "diff" {
			cmd = exec.Command("patch", "-p1", "--fuzz=0", "--no-backup-if-mismatch")
		}
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(b[2]))
		out, err := cmd.CombinedOutput()
		if last = string(out); err != nil {
			t.Fatalf("%s\n%s\n%v", b[2], out, err)
		}
	}
	if !strings.Contains(last, "games: 20\n") || !strings.Contains(last, "wrong seals: 0\n") || !strings.Contains(last, "stuck games: 0\n") {
		t.Errorf("the robot says\n%s", last)
	}
}

// copyOfTheProject is a copy in a folder of its own, without its history and what it is
// not made of.
func copyOfTheProject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
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
