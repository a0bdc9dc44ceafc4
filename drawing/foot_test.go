package drawing_test

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"reeve/drawing"
)

// TestLongAFootIsASolid has OpenSCAD itself make feet of the source, and measures the solids: closed, as wide and as high as
// was said, and with as much material as foot, pocket and hole leave. What cannot be is refused in its own words.
func TestLongAFootIsASolid(t *testing.T) {
	if _, err := exec.LookPath("openscad"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no openscad: make test-long installs it")
		}
		t.Skip("no openscad")
	}
	for _, f := range []struct{ wide, high, magnetWide, magnetHigh float64 }{{32, 9, 10, 3}, {25, 7, 8, 2}, {40, 12.5, 15, 5}} {
		solid, err := solidOf(t, f.wide, f.high, f.magnetWide, f.magnetHigh)
		if err != nil {
			t.Fatal(err)
		}
		size, volume := solid.measure(t)
		if !near(size, [3]float64{f.wide, f.wide, f.high}, 0.05) {
			t.Errorf("%v: the foot measures %.2f", f, size)
		}
		disc := func(wide, high float64) float64 { return math.Pi / 4 * wide * wide * high }
		want := disc(f.wide, f.high-1) + math.Pi/12*(f.wide*f.wide+f.wide*(f.wide-2)+(f.wide-2)*(f.wide-2)) -
			disc(f.magnetWide+0.4, f.magnetHigh+0.5) - disc(5, f.high-f.magnetHigh-1.5)
		if math.Abs(volume/want-1) > 0.005 { // circles are drawn with 96 corners
			t.Errorf("%v: %.1f mm³, want %.1f", f, volume, want)
		}
	}
	for _, f := range [][4]float64{{12, 9, 10, 3}, {32, 4, 10, 3}} {
		if _, err := solidOf(t, f[0], f[1], f[2], f[3]); err == nil {
			t.Errorf("%v: a magnet that does not fit is let in", f)
		}
	}
}

// solid is the triangles of a body.
type solid [][3][3]float64

func solidOf(t *testing.T, wide, high, magnetWide, magnetHigh float64) (s solid, err error) {
	t.Helper()
	source, body := filepath.Join(t.TempDir(), "foot.scad"), filepath.Join(t.TempDir(), "foot.stl")
	if err := os.WriteFile(source, drawing.Foot(wide, high, magnetWide, magnetHigh), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("openscad", "-o", body, source).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("openscad: %w\n%s", err, said)
	}
	file, err := os.Open(body)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var corners [][3]float64
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var p [3]float64
		if n, _ := fmt.Sscanf(lines.Text(), " vertex %g %g %g", &p[0], &p[1], &p[2]); n == 3 {
			corners = append(corners, p)
		}
	}
	for ; len(corners) >= 3; corners = corners[3:] {
		s = append(s, [3][3]float64(corners))
	}
	return s, nil
}

// measure returns the size and the volume of a solid, of which every edge has to have a triangle on either side.
func (s solid) measure(t *testing.T) (size [3]float64, volume float64) {
	t.Helper()
	low, high := [3]float64{1e9, 1e9, 1e9}, [3]float64{-1e9, -1e9, -1e9}
	edges := map[[2][3]float64]int{}
	for _, c := range s {
		for i, p := range c {
			q := c[(i+1)%3]
			edges[[2][3]float64{p, q}]++
			edges[[2][3]float64{q, p}]--
			for axis, v := range p {
				low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
			}
		}
		a, b, d := c[0], c[1], c[2]
		volume += (a[0]*(b[1]*d[2]-b[2]*d[1]) + a[1]*(b[2]*d[0]-b[0]*d[2]) + a[2]*(b[0]*d[1]-b[1]*d[0])) / 6
	}
	for edge, n := range edges {
		if n != 0 {
			t.Errorf("the solid is open at %v", edge)
		}
	}
	for axis := range size {
		size[axis] = high[axis] - low[axis]
	}
	return size, volume
}

func near(a, b [3]float64, within float64) bool {
	return math.Abs(a[0]-b[0]) < within && math.Abs(a[1]-b[1]) < within && math.Abs(a[2]-b[2]) < within
}
