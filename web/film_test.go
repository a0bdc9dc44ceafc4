package web_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"golang.org/x/image/draw"
)

// film takes pictures of a page while it is played, and puts them into one that moves: the
// README's. FILM names its file; without it nothing is taken.
type film struct {
	b      *browser
	file   string
	of     image.Rectangle
	shots  []*image.RGBA
	delays []int // hundredths of a second
}

// shownWide is how wide a film is, in pixels.
const shownWide = 540

// filmed begins a film of a page that is open: of its headline and its board.
func filmed(b *browser) *film {
	f := &film{b: b, file: os.Getenv("FILM")}
	if f.file != "" {
		b.run(chromedp.EmulateViewport(600, 820))
		b.until(`innerWidth === 600`)
	}
	at := evaluate[[4]float64](b, `(() => { const r = ["status", "board"].map((id) => document.getElementById(id).getBoundingClientRect());
		return [Math.min(...r.map((x) => x.left)), Math.min(...r.map((x) => x.top)), Math.max(...r.map((x) => x.right)), Math.min(innerHeight, Math.max(...r.map((x) => x.bottom)))]; })()`)
	if f.of = image.Rect(int(at[0]), int(at[1]), int(at[2]), int(at[3])); f.of.Dx() < 300 || f.of.Dy() < 300 {
		b.t.Fatalf("of the page there is %v to be filmed", f.of)
	}
	return f
}

// shot takes a picture that is shown so long.
func (f *film) shot(hundredths int) {
	if f.file == "" {
		return
	}
	f.b.t.Helper()
	text, err := chromedp.Run(f.b, chromedp.CaptureScreenshot())
	if err != nil {
		f.b.t.Fatal(err)
	}
	shot, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		f.b.t.Fatal(err)
	}
	small := image.NewRGBA(image.Rect(0, 0, shownWide, f.of.Dy()*shownWide/f.of.Dx()))
	draw.CatmullRom.Scale(small, small.Bounds(), shot, f.of, draw.Src, nil)
	f.shots, f.delays = append(f.shots, small), append(f.delays, hundredths)
}

// carry drags from a point to another, with pictures on the way.
func (f *film) carry(from, to point) {
	f.b.t.Helper()
	at := func(part float64) point {
		return point{from.X + part*(to.X-from.X), from.Y + part*(to.Y-from.Y)}
	}
	f.b.run(mouse(pressed, from), mouse(moved, at(0.5)))
	f.shot(45)
	f.b.run(mouse(moved, to))
	f.shot(20)
	f.b.run(mouse(released, to))
}

// develop writes the film.
func (f *film) develop() {
	if f.file == "" {
		return
	}
	f.b.t.Helper()
	out := gif.GIF{Delay: f.delays}
	colours := commonest(f.shots, 63)
	for i, shot := range f.shots {
		var before *image.RGBA
		if i > 0 {
			before = f.shots[i-1]
		}
		out.Image = append(out.Image, changed(shot, before, colours))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &out); err != nil {
		f.b.t.Fatal(err)
	}
	if err := os.WriteFile(f.file, b.Bytes(), 0o644); err != nil {
		f.b.t.Fatal(err)
	}
	f.b.t.Logf("%s: %d pictures, %d bytes", f.file, len(f.shots), b.Len())
}

// commonest are so many colours that shots have most of, and a transparent one before them.
func commonest(shots []*image.RGBA, most int) color.Palette {
	count := map[color.RGBA]int{}
	for _, shot := range shots {
		for i := 0; i < len(shot.Pix); i += 4 {
			count[color.RGBA{shot.Pix[i] &^ 7, shot.Pix[i+1] &^ 7, shot.Pix[i+2] &^ 7, 255}]++
		}
	}
	var list []color.RGBA
	for c := range count {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b color.RGBA) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(a.R)<<16 + int(a.G)<<8 + int(a.B) - int(b.R)<<16 - int(b.G)<<8 - int(b.B)
	})
	colours := color.Palette{color.RGBA{}}
	for _, c := range list[:min(most, len(list))] {
		colours = append(colours, color.RGBA{c.R + 3, c.G + 3, c.B + 3, 255})
	}
	return colours
}

// changed is a shot in those colours, where it differs from the one before.
func changed(shot, before *image.RGBA, colours color.Palette) *image.Paletted {
	near := map[color.RGBA]uint8{}
	paint := func(of *image.RGBA, x, y int) uint8 {
		c := of.RGBAAt(x, y)
		i, ok := near[c]
		if !ok {
			i = uint8(1 + colours[1:].Index(c))
			near[c] = i
		}
		return i
	}
	whole, dirty := image.NewPaletted(shot.Bounds(), colours), image.Rectangle{}
	for y := range shot.Bounds().Dy() {
		for x := range shot.Bounds().Dx() {
			if i := paint(shot, x, y); before == nil || i != paint(before, x, y) {
				whole.SetColorIndex(x, y, i)
				dirty = dirty.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if dirty.Empty() {
		dirty = image.Rect(0, 0, 1, 1)
	}
	return whole.SubImage(dirty).(*image.Paletted)
}

// A film shows what was taken: each picture, with what did not change left out.
func TestAFilmShowsItsPictures(t *testing.T) {
	first, second := image.NewRGBA(image.Rect(0, 0, 8, 4)), image.NewRGBA(image.Rect(0, 0, 8, 4))
	draw.Draw(first, first.Bounds(), image.NewUniform(color.RGBA{240, 240, 240, 255}), image.Point{}, draw.Src)
	copy(second.Pix, first.Pix)
	second.SetRGBA(5, 2, color.RGBA{200, 0, 0, 255})
	colours := commonest([]*image.RGBA{first, second}, 127)
	if len(colours) != 3 {
		t.Errorf("%d colours", len(colours))
	}
	if whole := changed(first, nil, colours); whole.Bounds() != first.Bounds() || whole.ColorIndexAt(0, 0) == 0 {
		t.Errorf("the first picture is %v", whole.Bounds())
	}
	part := changed(second, first, colours)
	if r, _, _, _ := part.At(5, 2).RGBA(); part.Bounds() != image.Rect(5, 2, 6, 3) || r>>8 < 190 {
		t.Errorf("the second picture is %v, %v", part.Bounds(), part.At(5, 2))
	}
}
