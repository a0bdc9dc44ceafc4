package serial

import (
	"errors"
	"os"
	"testing"

	"go.bug.st/serial"
	"golang.org/x/sys/unix"
)

// flushes counts how often what was not sent is discarded.
type flushes struct {
	serial.Port
	times int
}

func (f *flushes) Read([]byte) (int, error)   { return 0, unix.EIO }
func (f *flushes) SetMode(*serial.Mode) error { return unix.EIO }
func (f *flushes) ResetOutputBuffer() error   { f.times++; return nil }
func (f *flushes) Close() error               { return nil }

// What has not left is discarded, or the kernel waits for it; but not where the port is gone, in whichever call
// that was found: there Linux may hang for ever (docs/decisions/0582).
func TestCloseDiscardsOnlyWhereThePortIsThere(t *testing.T) {
	for _, tt := range []struct {
		name string
		call func(*Port) error
		want int
	}{
		{"nothing has failed", func(p *Port) error { _, err := p.Write([]byte{1}); return err }, 1},
		{"a read has failed", func(p *Port) error { _, err := p.Read(make([]byte, 1)); return err }, 0},
		{"a write has failed", func(p *Port) error { p.file.Close(); _, err := p.Write([]byte{1}); return err }, 0},
		{"the rate was not set", func(p *Port) error { return p.SetBaud(9600) }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			f := &flushes{}
			p := &Port{port: f, file: file}
			if err := tt.call(p); errors.Is(err, ErrHangup) == (tt.want > 0) {
				t.Fatalf("the call: %v", err)
			}
			p.Close()
			if f.times != tt.want {
				t.Errorf("discarded %d times", f.times)
			}
		})
	}
}
