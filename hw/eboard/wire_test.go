package eboard_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/eboard"
	"reeve/hw/hwtest"
)

// The vectors of a Chessnut: the start position as a test of others has it, and e2 and
// e4 lit.
func TestVectorsOfAChessnut(t *testing.T) {
	start := "012458233185" + "44444444" + strings.Repeat("00", 16) + "77777777" + "a6c99b6a" + "ffffffff"
	said, err := hex.DecodeString(start)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := eboard.Chessnut.Picture(said)
	text := ""
	for _, id := range p {
		text += ".qkbpnRPrBNQK"[id : id+1]
	}
	if want := "rnbqkbnrpppppppp" + strings.Repeat(".", 32) + "PPPPPPPPRNBQKBNR"; !ok || text != want {
		t.Errorf("the start position is read as %s", text)
	}
	real := hwtest.NewChessnut()
	for field, id := range p {
		real.Put(field, uint64(id))
	}
	for real.Short = range map[bool]int{false: 63, true: 38} { // on USB and by Bluetooth
		got := real.Picture()
		if again, ok := eboard.Chessnut.Picture(got); !bytes.Equal(got[2:34], said[2:34]) || int(got[1]) != len(got)-2 || !ok || again != p {
			t.Errorf("the model says %x, which is read as %v", got, again)
		}
	}
	if got := fmt.Sprintf("%x", eboard.Chessnut.Lamps(1<<52|1<<36)); got != "0a080000000008000800" {
		t.Errorf("e2 and e4 are lit by %s", got)
	}
	for _, damaged := range [][]byte{said[:33], append([]byte{0x01, 0x24}, bytes.Repeat([]byte{0xd0}, 36)...), append([]byte{0x01, 0x1f}, said[2:]...), {0x2a}, nil} {
		if _, ok := eboard.Chessnut.Picture(damaged); ok {
			t.Errorf("%x is a picture", damaged)
		}
	}
}

// The vectors of a ChessLink: what is said and answered, with parity; frames' checks; no
// damaged frame is one.
func TestVectorsOfAChessLink(t *testing.T) {
	for text, want := range map[string]string{
		"V": "d6b5b6", "v0103": "76b031b0b33734", "S": "d3b5b3", "X": "58b538", "T": "54b534", "W0203": "57b032b0b3b5b6",
		"W0114": "57b0313134b5b3", "W0400": "57b034b0b0b5b3", "R02": "52b032b5b0", "l": "ecb643", "x": "f83738",
	} {
		if got := hex.EncodeToString(eboard.LinkFrame(text)); got != want {
			t.Errorf("%s is said as %s, not %s", text, got, want)
		}
		if got := hex.EncodeToString(hwtest.LinkFrame(text)); got != want {
			t.Errorf("the model says %s as %s, not %s", text, got, want)
		}
	}
	plain := func(frame []byte) string {
		out := slices.Clone(frame)
		for i := range out {
			out[i] &= 0x7f
		}
		return string(out)
	}
	for text, check := range map[string]string{"L10" + strings.Repeat("00", 81): "4D", "L32" + strings.Repeat("FF", 81): "4D"} {
		if got := plain(eboard.LinkFrame(text)); len(got) != 167 || got[165:] != check {
			t.Errorf("%s… ends with %s", text[:3], got[165:])
		}
	}
	board := "rnbqkbnrpppppppp" + strings.Repeat(".", 32) + "PPPPPPPPRNBQKBNR"
	frame := eboard.LinkFrame("s" + board)
	if !strings.HasSuffix(plain(frame), "73") {
		t.Errorf("the start position ends with %s", plain(frame)[65:])
	}
	p, ok := eboard.ChessLink.Picture(frame)
	text := ""
	for _, id := range p {
		text += ".KQRNBPkqrnbp"[id : id+1]
	}
	if !ok || text != board {
		t.Errorf("the start position is read as %s", text)
	}
	for at := range frame {
		for bit := range 8 {
			damaged := slices.Clone(frame)
			damaged[at] ^= 1 << bit
			if _, ok := eboard.ChessLink.Picture(damaged); ok {
				t.Errorf("bit %d of byte %d is turned, and it still is a picture", bit, at)
			}
		}
	}
	if _, ok := eboard.ChessLink.Picture(append([]byte("lsssss\x00"), frame...)); !ok {
		t.Error("a frame behind others' beginnings is lost")
	}
}

// Lights stand on corners: fields that are not meant are never lit on all of theirs, for every
// group of fields that lies as moves do, and for most that lie anyhow.
func TestNeighboursAreToldApartByTheirCorners(t *testing.T) {
	if groups, _ := eboard.Turns(1<<0 | 1<<16); len(groups) != 2 {
		t.Errorf("a8 and a6 light a7, and are shown in %d turns", len(groups))
	}
	if groups, _ := eboard.Turns(1<<0 | 1<<8 | 1<<16); len(groups) != 1 {
		t.Errorf("three in a line are shown in %d turns", len(groups))
	}
	checks := uint64(0xaa55aa55aa55aa55)
	sets := []uint64{0, ^uint64(0), checks, ^checks}
	for at := range 64 { // a Rook's, a Bishop's, a Queen's and a Knight's moves, and a King's
		var rook, bishop, knight, king uint64
		for to := range 64 {
			dx, dy := to%8-at%8, to/8-at/8
			switch {
			case dx == 0 && dy == 0:
			case dx == 0 || dy == 0:
				rook |= 1 << to
			case dx == dy || dx == -dy:
				bishop |= 1 << to
			}
			if dx*dx+dy*dy == 5 {
				knight |= 1 << to
			}
			if dx*dx+dy*dy <= 2 {
				king |= 1 << to
			}
		}
		sets = append(sets, rook, bishop, rook|bishop, knight, king, knight|1<<at)
	}
	for _, lit := range sets {
		if _, n := eboard.Turns(lit); n > 0 {
			t.Errorf("%x cannot be told apart", lit)
		}
	}
	random, deceived := rand.New(rand.NewPCG(1, 2)), 0
	for range 2000 {
		groups, n := eboard.Turns(random.Uint64() & random.Uint64())
		deceived += n
		if len(groups) == 0 {
			t.Fatal("no groups")
		}
	}
	if deceived > 0 {
		t.Errorf("%d of 2000 sets cannot be told apart", deceived)
	}
}

// A field is lit on every board by the command that means it, whichever way the cable lies.
func TestEveryFieldCanBeLit(t *testing.T) {
	for _, kind := range eboard.Kinds {
		for _, turned := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(kind, models[kind.String()](), turned)
				defer r.stop()
				wait(time.Second)
				for _, sets := range [][]int{{0}, {7}, {56}, {63}, {27, 28}, {0, 2}, {52, 36, 35, 37}} {
					frame := make([]byte, 3*64)
					for _, f := range sets {
						frame[3*f] = 40
					}
					if err := r.Show(frame); err != nil {
						t.Fatal(err)
					}
					wait(2 * time.Second)
					for f := range 64 {
						at := f
						if turned {
							at = 63 - f
						}
						if r.real.Lit(at) != slices.Contains(sets, f) {
							t.Errorf("%s, turned %v: with %v lit, field %d shines: %v", kind, turned, sets, f, r.real.Lit(at))
						}
					}
				}
			})
		}
	}
}

// A board that restarts unseen is told again what it must know, and a command that it
// missed is told again.
func TestABoardThatForgotIsToldAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		real := hwtest.NewChessLink()
		r := newRig(eboard.ChessLink, real, false)
		defer r.stop()
		wait(time.Minute)
		if _, registers := real.Told(); registers != 1 {
			t.Errorf("registers were written %d times in a minute", registers)
		}
		real.Restart()
		wait(5 * time.Second)
		real.Put(3, 2)
		wait(200 * time.Millisecond) // well before it is asked
		if _, registers := real.Told(); registers != 2 || r.marks[3] != 2 {
			t.Errorf("after a restart registers were written %d times, and a touch is %v", registers, r.marks[3])
		}
		real.Lose(3)
		frame := make([]byte, 3*64)
		frame[3*9] = 1
		if err := r.Show(frame); err != nil {
			t.Fatal(err)
		}
		wait(2 * time.Second)
		if !real.Lit(9) {
			t.Error("a command to the lights was lost, and is not said again")
		}
	})
	synctest.Test(t, func(t *testing.T) {
		real := hwtest.NewChessnut()
		r := newRig(eboard.Chessnut, real, false)
		defer r.stop()
		wait(time.Second)
		real.Restart()
		wait(3 * time.Second)
		real.Put(3, 12)
		wait(10 * time.Millisecond)
		if r.marks[3] != 12 {
			t.Errorf("after a restart a touch is %v", r.marks[3])
		}
	})
}

// What comes between pictures is no touch, on a board that says each change once.
func TestStrayWordsAreNoTouch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		real := hwtest.NewChessLink()
		real.Put(0, 1) // before the first picture
		r := newRig(eboard.ChessLink, real, false)
		defer r.stop()
		wait(time.Second)
		for _, junk := range []string{"s", strings.Repeat("s", 200), "\x00\xff", string(hwtest.LinkFrame("s" + strings.Repeat("?", 64))), string(hwtest.LinkFrame("r0300")), "l99"} {
			real.Stray(junk)
			wait(2 * time.Second)
		}
		r.want(t, "junk", "=1")
		real.Put(0, 0)
		wait(time.Second)
		r.want(t, "one lifted", "0-")
	})
}
