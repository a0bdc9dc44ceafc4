package panel_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/inconsolata"
	"golang.org/x/image/math/fixed"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"reeve/hw/panel"
)

// screen is an SSD1306 as its data sheet has it, as far as it is spoken to: a window of columns and pages that data fill,
// column by column.
type screen struct {
	mu      sync.Mutex
	gone    bool
	on      bool
	memory  [8][128]byte
	window  [4]int // first and last column, first and last page
	column  int
	page    int
	longest int
	opened  int
}

func (s *screen) open() (i2c.BusCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return nil, fs.ErrNotExist
	}
	s.opened++
	s.window = [4]int{0, 127, 0, 7}
	return s, nil
}

func (s *screen) String() string                  { return "screen" }
func (s *screen) SetSpeed(physic.Frequency) error { return nil }
func (s *screen) Close() error                    { return nil }

func (s *screen) Tx(address uint16, w, r []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.longest = max(s.longest, len(w))
	switch {
	case s.gone:
		return errors.New("remote I/O error")
	case address != 0x3c || len(w) == 0:
		return errors.New("nobody is there")
	case w[0] == 0x40:
		for _, b := range w[1:] {
			s.memory[s.page&7][s.column&127] = b
			if s.column++; s.column > s.window[1] {
				s.column = s.window[0]
				if s.page++; s.page > s.window[3] {
					s.page = s.window[2]
				}
			}
		}
	case w[0] == 0:
		for c := w[1:]; len(c) > 0; {
			n := 1
			switch {
			case c[0] == 0x21 && len(c) > 2:
				s.window[0], s.window[1], s.column, n = int(c[1]), int(c[2]), int(c[1]), 3
			case c[0] == 0x22 && len(c) > 2:
				s.window[2], s.window[3], s.page, n = int(c[1]), int(c[2]), int(c[1]), 3
			case c[0] == 0x81, c[0] == 0xa8, c[0] == 0xd3, c[0] == 0xd5, c[0] == 0xd9, c[0] == 0xda, c[0] == 0xdb, c[0] == 0x8d, c[0] == 0x20:
				n = 2
			case c[0]&0xf8 == 0xb0:
				s.page = int(c[0] & 7)
			case c[0] < 0x10:
				s.column = s.column&0xf0 | int(c[0])
			case c[0] < 0x20:
				s.column = s.column&0x0f | int(c[0]&0x0f)<<4
			case c[0] == 0xae, c[0] == 0xaf:
				s.on = c[0] == 0xaf
			}
			c = c[min(n, len(c)):]
		}
	}
	return nil
}

// shows reports whether the points from a height on are those of a text.
func (s *screen) shows(text string, top int) bool {
	img := image.NewGray(image.Rect(0, 0, 128, 16))
	(&font.Drawer{Dst: img, Src: image.White, Face: inconsolata.Regular8x16, Dot: fixed.P(0, inconsolata.Regular8x16.Ascent-2)}).DrawString(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	for x := range 128 {
		for y := range 16 {
			at := top + y
			if (img.GrayAt(x, y).Y > 127) != (s.memory[at/8][x]>>(at%8)&1 == 1) {
				return false
			}
		}
	}
	return true
}

func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestPanel(t *testing.T) {
	for _, height := range []int{32, 64} {
		synctest.Test(t, func(t *testing.T) {
			s := &screen{gone: true}
			p := panel.New(s.open, height)
			ctx, cancel := context.WithCancel(t.Context())
			var mu sync.Mutex
			var told []error
			done := make(chan struct{})
			go func() {
				defer close(done)
				p.Run(ctx, func(err error) { mu.Lock(); told = append(told, err); mu.Unlock() })
			}()
			p.Show("Valkea 12:07", "Siirrä ratsu c3:een")
			wait(time.Minute) // nobody is held up, and it is told once
			s.mu.Lock()
			s.gone = false
			s.mu.Unlock()
			wait(6 * time.Second)
			gap := (height - 32) / 3
			if !s.on || !s.shows("Valkea 12:07", gap) {
				t.Errorf("%d: the first line is not shown, on %t", height, s.on)
			}
			p.Show("Biały", "Ruch")
			wait(100 * time.Millisecond)
			if !s.shows("Biały", gap) || !s.shows("Ruch", 2*gap+16) {
				t.Errorf("%d: new lines are not shown at once", height)
			}
			p.Show("White", "Put the Knight back on b1 now")
			seen := map[string]bool{}
			for range 12 {
				wait(1300 * time.Millisecond)
				for _, part := range []string{"Put the Knight", "back on b1 now"} {
					seen[part] = seen[part] || s.shows(part, 2*gap+16)
				}
			}
			if len(seen) != 2 || !seen["Put the Knight"] || !seen["back on b1 now"] {
				t.Errorf("%d: of a long line are shown %v", height, seen)
			}
			longest, lasts := map[string]int{}, map[string]int{} // how many seconds a part stands while a clock runs
			for second := range 20 {
				p.Show(fmt.Sprintf("White 0:%d", 59-second), "Put the Knight back on b1 now")
				wait(time.Second)
				for _, part := range []string{"Put the Knight", "back on b1 now"} {
					if lasts[part]++; !s.shows(part, 2*gap+16) {
						lasts[part] = 0
					}
					longest[part] = max(longest[part], lasts[part])
				}
			}
			if longest["Put the Knight"] < 2 || longest["back on b1 now"] < 2 {
				t.Errorf("%d: while a clock runs the parts of a long line stand for %v s", height, longest)
			}
			s.mu.Lock()
			s.gone = true
			s.mu.Unlock()
			wait(20 * time.Second)
			s.mu.Lock()
			s.gone = false
			s.mu.Unlock()
			p.Show("Black", "again")
			wait(10 * time.Second)
			if !s.shows("Black", gap) {
				t.Errorf("%d: after it was gone it shows nothing", height)
			}
			cancel()
			<-done
			if s.on || s.longest > 32 {
				t.Errorf("%d: at the end it is on: %t; a transfer had %d bytes", height, s.on, s.longest)
			}
			mu.Lock()
			defer mu.Unlock()
			text := ""
			for _, err := range told {
				text += map[bool]string{true: "+", false: "-"}[err == nil]
			}
			if !strings.HasPrefix(text, "-+-") || !strings.HasSuffix(text, "+") || len(text) > 6 {
				t.Errorf("%d: told %v", height, told)
			}
		})
	}
}
