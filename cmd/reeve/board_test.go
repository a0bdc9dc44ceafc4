package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBoardDraws(t *testing.T) {
	const grid = "../../configs/boards/serial-grid.yaml"
	out, code := verb(t, boardCommand(), "svg", grid, "--game", "camelot")
	if code != 0 || strings.Count(out, `class="place"`) != 160 || !strings.Contains(out, `data-square="A6"`) {
		t.Errorf("status %d\n%.300s", code, out)
	}
	path := filepath.Join(t.TempDir(), "t.svg")
	if out, code := verb(t, boardCommand(), "template", grid, "-o", path); code != 0 || out != "" {
		t.Errorf("status %d\n%.300s", code, out)
	}
	if text, err := os.ReadFile(path); err != nil || strings.Count(string(text), `class="reed"`) != 192 {
		t.Errorf("%v\n%.300s", err, text)
	}
	for _, args := range [][]string{
		{}, {"png"}, {"svg"}, {"svg", "/nowhere.yaml"}, {"svg", grid, "--game", "chess"}, {"svg", grid, "--game", "kaleidochess"}, {"svg", grid, "--colour", "red"},
	} {
		if _, code := verb(t, boardCommand(), args...); code != 2 {
			t.Errorf("%v: status %d", args, code)
		}
	}
	if _, code := verb(t, boardCommand(), "svg", grid, "-o", "/nowhere/t.svg"); code != 1 {
		t.Errorf("a file that cannot be written: status %d", code)
	}
}
