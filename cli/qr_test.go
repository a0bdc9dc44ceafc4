package cli

import (
	"strings"
	"testing"

	"rsc.io/qr"
)

// Black modules are blanks: the code is dark on light in a terminal that writes
// light on dark.
func TestHalfBlocksDrawEveryModule(t *testing.T) {
	code, err := qr.Encode("http://127.0.0.1:8080/seat/white?key=K", qr.M)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(HalfBlocks(code), "\n"), "\n")
	if want := (code.Size + 8 + 1) / 2; len(lines) != want {
		t.Fatalf("%d lines, want %d", len(lines), want)
	}
	for y := range code.Size {
		row := []rune(lines[(y+4)/2])
		for x := range code.Size {
			cell := row[x+4]
			upper := y%2 == 0
			black := cell == ' ' || cell == '▄' && upper || cell == '▀' && !upper
			if black != code.Black(x, y) {
				t.Fatalf("module %d,%d is drawn as %q", x, y, cell)
			}
		}
	}
}
