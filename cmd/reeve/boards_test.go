package main

import (
	"bytes"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"reeve/board"
	"reeve/config"
	"reeve/hw/gpio"
	"reeve/hw/i2c"
	"reeve/hw/spi"
)

// nowhere is a machine on which nothing is; drivers are made for it all the same.
var nowhere = machine{
	lines:   func(string) gpio.Request { return nil },
	i2c:     func(string) i2c.Opener { return nil },
	spi:     func(string) spi.Opener { return nil },
	serial:  func(string, int) (io.ReadWriteCloser, error) { return nil, io.EOF },
	reports: func(string) (io.ReadWriteCloser, error) { return nil, io.EOF },
	program: func() (string, error) { return "", fs.ErrNotExist }, // a test is no engine
}

// shipped are the board files, and the games that each carries.
var shipped = map[string][]string{
	"dgt-rolechess.yaml": {"rolechess"}, "gpio-rolechess.yaml": {"rolechess"}, "hc165-rolechess.yaml": {"rolechess"},
	"mcp23017-rolechess.yaml": {"rolechess"}, "mega-rolechess.yaml": {"rolechess"}, "pico-rolechess.yaml": {"rolechess"}, "pico-hall-rolechess.yaml": {"rolechess"}, "serial-rolechess.yaml": {"rolechess"},
	"sim-rolechess.yaml": {"rolechess"}, "round-kaleidochess.yaml": {"kaleidochess"}, "serial-chessbattle.yaml": {"chessbattle"},
	"tca9555-camelot.yaml": {"camelot"}, "dgt-chessbattle.yaml": {"chessbattle"},
	"dgt-dungeonchess.yaml": {"dungeonchess", "rolechess"},
	"sentio-rolechess.yaml": {"rolechess"}, "certabo-rolechess.yaml": {"rolechess"}, "sentio-chessbattle.yaml": {"chessbattle"},
	"certabo-chessbattle.yaml": {"chessbattle"}, "certabo-dungeonchess.yaml": {"dungeonchess", "rolechess"},
	"sentio-dungeonchess.yaml": {"dungeonchess", "rolechess"}, "sentio-page-dungeonchess.yaml": {"dungeonchess", "rolechess"}, "chesslink-dungeonchess.yaml": {"dungeonchess", "rolechess"},
	"chessnut-rolechess.yaml": {"rolechess"}, "chessnut-chessbattle.yaml": {"chessbattle"}, "chessnut-dungeonchess.yaml": {"dungeonchess", "rolechess"},
	"chesslink-rolechess.yaml": {"rolechess"}, "chesslink-chessbattle.yaml": {"chessbattle"},
	"serial-grid.yaml": {"camelot", "chessbattle", "dungeonchess", "rolechess"},
}

func TestShippedBoardsCarryTheirGames(t *testing.T) {
	files, err := filepath.Glob("../../configs/boards/*.yaml")
	if err != nil || len(files) != len(shipped) {
		t.Fatalf("%d files, %d are known, %v", len(files), len(shipped), err)
	}
	for _, path := range files {
		b, err := config.LoadBoard(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if want := shipped[filepath.Base(path)]; !slices.Equal(b.Games(), want) {
			t.Errorf("%s carries %v, not %v", path, b.Games(), want)
		}
		if err := lookAtBoard(path, b); err != nil {
			t.Error(err)
		}
		for _, game := range b.Games() {
			start, err := begin(game)
			if err != nil {
				t.Fatal(err)
			}
			if worst := distortion(b, game, start.Topology()); worst > 0.01 {
				t.Errorf("%s: %s is distorted by %.3f mm", path, game, worst)
			}
		}
	}
}

// distortion is how far a board's distances differ at worst from those of a game
// that is drawn at the board's scale: neighbours of equal distance in the game
// must have equal distances on the board. Of two fields with a river between only
// each is looked at.
func distortion(b *config.Board, game string, on *board.Topology) (worst float64) {
	scale := 0.0
	for i := range on.Len() {
		p := on.Place(board.Square(i))
		for _, n := range p.Near {
			q := on.Place(n)
			here, _ := b.Place(game, p.Name)
			there, _ := b.Place(game, q.Name)
			drawn, built := math.Hypot(p.X-q.X, p.Y-q.Y), math.Hypot(here.X-there.X, here.Y-there.Y)
			if math.Abs(p.Y-q.Y) > 1.9*50 && game == "chessbattle" {
				continue // over the river
			}
			if scale == 0 {
				scale = built / drawn
			}
			worst = max(worst, math.Abs(drawn*scale-built))
		}
	}
	return worst
}

// The counts that a board file makes of a driver are the driver's own.
func TestBoardFilesCountAsDriversDo(t *testing.T) {
	boards := []string{"gpio-rolechess.yaml", "mcp23017-rolechess.yaml", "hc165-rolechess.yaml", "round-kaleidochess.yaml"}
	kinds := map[string]bool{}
	for _, name := range boards {
		b, err := config.LoadBoard("../../configs/boards/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range b.Drivers {
			kinds[d.Kind] = true
			if d.Channels == 0 {
				if _, err := nowhere.strip(d); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			s, err := nowhere.scanner(d)
			if err != nil || s.Channels() != d.Channels {
				t.Errorf("%s: %d channels in the file, %v, %v", name, d.Channels, s, err)
			}
		}
	}
	for _, kind := range []string{"gpio", "i2c", "hc165", "apa102", "ws2812"} {
		if !kinds[kind] {
			t.Errorf("no board has a driver %s", kind)
		}
	}
	for name, m := range models {
		s, err := nowhere.scanner(config.Driver{Kind: "i2c", Expanders: []config.Expander{{Model: name, Address: 0x20}}})
		if err != nil || s.Channels() != map[string]int{"mcp23017": 14, "tca9555": 16}[name] {
			t.Errorf("%s (%v): %v", name, m, err)
		}
	}
	if _, err := nowhere.scanner(config.Driver{Kind: "dgt"}); err == nil {
		t.Error("a DGT board is asked for its contacts")
	}
}

// The shutdown button and the status LED are on lines of the header that no board file of ours uses, and operations.md says the same.
func TestTheShutdownButtonTakesNoLineOfABoard(t *testing.T) {
	text, err := os.ReadFile("../../configs/raspberry-pi.txt")
	if err != nil {
		t.Fatal(err)
	}
	manual, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^dtoverlay=gpio-\w+,gpio(?:_pin)?=(\d+)`).FindAllSubmatch(text, -1)
	if len(found) != 2 {
		t.Fatalf("%d lines are taken, not two", len(found))
	}
	for _, overlay := range found {
		line, _ := strconv.Atoi(string(overlay[1]))
		if !bytes.Contains(manual, overlay[0]) {
			t.Errorf("operations.md does not say %s", overlay[0])
		}
		for file := range shipped {
			b, err := config.LoadBoard("../../configs/boards/" + file)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range b.Drivers {
				header := d.Kind == "gpio" && (slices.Contains(d.Rows, line) || slices.Contains(d.Columns, line) || slices.Contains(d.Direct, line))
				if header || d.Kind == "hc165" && d.Load == line {
					t.Errorf("%s: GPIO%d is a line of %s", overlay[0], line, file)
				}
			}
		}
	}
}
