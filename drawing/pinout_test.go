package drawing_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reeve/drawing"
)

// The outline of a controller has the size of the real board, its pins their raster, and just those are filled that the
// diagram wires.
func TestOutlinesAreTheRealBoards(t *testing.T) {
	ring := regexp.MustCompile(`<circle class="(dot|place)" cx="([\d.]+)" cy="([\d.]+)" r="0.5"/>\n<text class="printed"[^>]*>([^<]+)</text>`)
	for file, c := range map[string]struct {
		w, h string
		pins int
		used []string
	}{
		"mega-rolechess.yaml":      {"101.6", "53.3", 64 + 9, []string{"49", "48", "47", "46", "45", "44", "43", "22", "23", "24", "25", "26", "27", "28", "A0", "A1", "51"}},
		"pico-rolechess.yaml":      {"21", "51", 40, []string{"GP4", "GP5", "GP6", "GP7", "GP8", "GP9", "GP10", "GP12", "GP13", "GP14", "GP15", "GP16", "GP17", "GP18", "GP20", "GP21", "GP2"}},
		"pico-hall-rolechess.yaml": {"21", "51", 40, []string{"GP4", "GP5", "GP6", "GP7", "GP8", "GP9", "GP26", "GP27", "GP20", "GP21", "GP2", "3V3"}},
	} {
		text, err := drawing.Wiring(load(t, file), drawing.Game{}, drawing.Options{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), `width="`+c.w+`" height="`+c.h+`"`) {
			t.Errorf("%s: no board of %s × %s mm", file, c.w, c.h)
		}
		var used []string
		var at [][2]float64
		for _, m := range ring.FindAllStringSubmatch(string(text), -1) {
			x, _ := strconv.ParseFloat(m[2], 64)
			y, _ := strconv.ParseFloat(m[3], 64)
			at = append(at, [2]float64{x, y})
			if m[1] == "dot" {
				used = append(used, m[4])
			}
		}
		slices.Sort(used)
		slices.Sort(c.used)
		if !slices.Equal(used, c.used) {
			t.Errorf("%s: filled are %v, wired %v", file, used, c.used)
		}
		for i, p := range at {
			near := math.Inf(1)
			for j, q := range at {
				if i != j {
					near = min(near, math.Hypot(p[0]-q[0], p[1]-q[1]))
				}
			}
			if math.Abs(near-2.54) > 0.01 {
				t.Errorf("%s: a pin stands %.2f mm from the next", file, near)
			}
		}
		if len(at) < c.pins {
			t.Errorf("%s: %d pins", file, len(at))
		}
	}
}
