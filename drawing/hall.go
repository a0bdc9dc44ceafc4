package drawing

import "fmt"

// The pins of a 74HC4067 (Texas Instruments SCHS209): its sixteen channels, and the rest.
var (
	muxInputs  = [16]int{9, 8, 7, 6, 5, 4, 3, 2, 23, 22, 21, 20, 19, 18, 17, 16}
	muxAddress = [4]int{10, 11, 14, 13}
)

const (
	muxTitle  = "74HC4067"
	muxCommon = 1
	muxEnable = 15
	muxInput  = 16 // sensors a chip
)

// The pins of the firmware's layout hall (rp2040/board.h), by chip.
var (
	hallAddress = [4]string{"GP4", "GP5", "GP6", "GP7"}
	hallEnable  = [4]string{"GP8", "GP8", "GP9", "GP9"}
	hallCommon  = [4]string{"GP26", "GP27", "GP26", "GP27"}
)

// muxes is how many multiplexers the channels of a driver need.
func (d *driverWiring) muxes() (n int) {
	for channel := range d.contacts {
		n = max(n, channel/muxInput+1)
	}
	return n
}

// sensed are the blocks of a driver's linear sensors: a multiplexer each, and what all have in common.
func (d controllerWiring) sensed() (list []block) {
	for n := range d.muxes() {
		list = append(list, d.mux(n))
	}
	return append(list, notes(d.Name+": linear Hall sensors", 110, []string{
		"Each sensor (49E and its like, three legs) has its supply at the Pico's 3V3 (pin 36), its ground at GND, its output at the multiplexer. A capacitor of 100 nF stands at each multiplexer and at every eighth sensor.",
		fmt.Sprintf("S0 to S3 of every 74HC4067 (pins %d, %d, %d, %d) go to %s, %s, %s, %s. VCC (pin 24) is 3.3 V, GND is pin 12.",
			muxAddress[0], muxAddress[1], muxAddress[2], muxAddress[3], hallAddress[0], hallAddress[1], hallAddress[2], hallAddress[3]),
		"No diodes: each sensor has an input of its own. White's magnets have one pole down, Black's the other.",
	}))
}

// mux draws one multiplexer with its sensors.
func (d controllerWiring) mux(n int) block {
	title := fmt.Sprintf("%s: %s number %d", d.Name, muxTitle, n)
	const top, body, reach = caption + 3, 20.0, 14.0
	height := top + (muxInput+1)*pitch + 6
	foot := []string{fmt.Sprintf("common (pin %d) to %s", muxCommon, hallCommon[n]), fmt.Sprintf("enable (pin %d) to %s", muxEnable, hallEnable[n])}
	return block{max(wide(title, caption), body+reach+24), height, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, title)
		p.box("body", x, y+top, body, (muxInput+0.4)*pitch)
		for i := range muxInput {
			at := y + top + (float64(i)+0.6)*pitch
			p.anchored("end", "pin", x+body-1, at+letter*0.35, letter, fmt.Sprintf("I%d %d", i, muxInputs[i]))
			name := d.contacts[n*muxInput+i].name
			if name == "" {
				continue
			}
			p.wire("wire", x+body, at, x+body+4, at)
			p.sensor(x+body+4, at)
			p.text("contact", x+body+reach, at+letter*0.35, letter, name)
		}
		for i, line := range foot {
			p.text("net", x, y+top+(muxInput+1.2+float64(i))*pitch, letter, line)
		}
	}}
}

// sensor is a linear Hall sensor, 8 mm long, from its output to the right.
func (p *pen) sensor(x, y float64) {
	p.box("wire", x, y-0.9, 5, 1.8)
	p.wire("wire", x+5, y-0.5, x+6.5, y-0.5)
	p.wire("wire", x+5, y+0.5, x+6.5, y+0.5)
}

// cloth is how thick the felt under a foot is, in millimetres.
const cloth = 0.5

// strata are what a square is made of from above: how thick, in millimetres, and what.
var strata = []struct {
	high float64
	what string
}{
	{0.3, "printed surface, 0.3 mm: paper that light comes through"},
	{3, "plywood, 3 mm; a hole of 5 mm over the LED, painted white inside"},
	{2, "room of 2 mm for sensor and LED: strips of cork or foam board"},
	{4, "bottom, 4 mm, with the wires"},
}

// CrossSection draws a square cut through, ten times its size: felt, surface, wood, sensor, LED and magnet, and how light
// comes through.
func CrossSection() []byte {
	const title, scale, left, width, labels = "A square, cut through", 10.0, 14.0, 150.0, 168.0
	p := &pen{}
	p.text("title", border, border+5, 4.5, title)
	p.text("note", border, border+10, letter, "heights ten times their size; the magnet's middle is some 6.5 mm above the sensor's element")
	const foot, footLeft, footWide, footHigh = 26.0, left + 60, 80.0, 50.0
	p.box("place", footLeft, foot, footWide, footHigh)
	p.text("note", footLeft+2, foot+5, letter, "the piece's foot (reeve board foot)")
	p.box("body", footLeft+20, foot+16, 40, 30)
	p.anchored("middle", "note", footLeft+40, foot+32, letter, "magnet 8 × 3 mm, N35")
	p.box("body", footLeft, foot+footHigh, footWide, cloth*scale)
	p.wire("wire", footLeft+footWide, foot+footHigh+cloth*scale/2, labels-2, foot+footHigh-3)
	p.text("note", labels, foot+footHigh-2.2, letter, "felt, 0.5 mm, under the foot alone")
	surface := foot + footHigh + cloth*scale
	y := surface
	for i, layer := range strata {
		p.box("body", left, y, width, layer.high*scale)
		at := y + layer.high*scale/2
		if i == 0 { // too thin for a line of text
			at = y + 3
		}
		p.wire("wire", left+width, y+layer.high*scale/2, labels-2, at)
		p.text("note", labels, at+0.8, letter, layer.what)
		y += layer.high * scale
	}
	wood, room := surface+3, surface+33
	p.box("page", left+18, wood, 24, 30)
	for _, x := range []float64{left + 24, left + 30, left + 36} {
		p.wire("cool", left+30, room+3, x, surface-13)
	}
	p.box("place", left+20, room+4, 20, 12)
	p.anchored("middle", "note", left+30, room+11, letter, "LED")
	p.box("place", footLeft+25, room, 30, 15)
	p.anchored("middle", "note", footLeft+40, room+8.5, letter, "49E, its face up")
	return p.alone(title, 264, y+border) // one sheet, of A4 or Letter
}
