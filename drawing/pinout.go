package drawing

import (
	"slices"
	"strings"
)

// pinout is a controller's board as it lies on the table: its outline and its rows of pins, by the makers' drawings, in
// millimetres.
type pinout struct {
	w, h float64
	usb  [4]float64 // where its socket looks out: its upper left corner, and how large it is
	rows []pinRow
}

// pinRow are pins one after another, with what is printed at them; "" is none there.
type pinRow struct {
	x, y   float64 // of the first
	dx, dy float64 // to the next
	side   string  // where their names stand: left, right, above, below
	names  []string
}

const raster = 2.54

// picoSupply is where a Pico gives 3.3 V to what hangs on it.
const picoSupply = "3V3, pin 36"

// pinouts are those of the controllers that there is a program for, by their titles.
var pinouts = map[string]pinout{
	picoTitle: {21, 51, [4]float64{6.5, -2.5, 8, 2.4}, []pinRow{
		{1.61, 1.37, 0, raster, "right", []string{
			"GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7", "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
		}},
		{19.39, 1.37, 0, raster, "left", []string{
			"VBUS", "VSYS", "GND", "3V3 EN", "3V3", "ADC VREF", "GP28", "GND", "GP27", "GP26", "RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16",
		}},
	}},
	megaTitle: {101.6, 53.3, [4]float64{-6, 9, 12, 12}, []pinRow{
		{18.8, 2.54, raster, 0, "below", []string{"SCL", "SDA", "", "", "13", "12", "11", "10", "9", "8"}},
		{45.7, 2.54, raster, 0, "below", []string{"7", "6", "5", "4", "3", "2", "1", "0"}},
		{68.6, 2.54, raster, 0, "below", []string{"14", "15", "16", "17", "18", "19", "20", "21"}},
		{27.94, 50.8, raster, 0, "above", []string{"", "IOREF", "RESET", "3V3", "5V", "GND", "GND", "VIN"}},
		{50.8, 50.8, raster, 0, "above", []string{"A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7"}},
		{73.7, 50.8, raster, 0, "above", []string{"A8", "A9", "A10", "A11", "A12", "A13", "A14", "A15"}},
		{93.98, 4.0, 0, raster, "left", []string{"5V", "22", "24", "26", "28", "30", "32", "34", "36", "38", "40", "42", "44", "46", "48", "50", "52", ""}},
		{96.52, 4.0, 0, raster, "right", []string{"5V", "23", "25", "27", "29", "31", "33", "35", "37", "39", "41", "43", "45", "47", "49", "51", "53", "GND"}},
	}},
}

// used are the pins of a driver's controller that something hangs on.
func (d controllerWiring) used() (pins []string) {
	c := d.chip
	columns, rows := d.inUse(len(c.rows))
	switch {
	case c.hall:
		n := d.muxes()
		pins = slices.Concat(hallAddress[:], hallEnable[:n], hallCommon[:n], []string{"3V3"})
	case len(c.columns) == 0:
		for _, row := range d.alone() {
			pins = append(pins, strings.TrimPrefix(row.line, "pin "))
		}
	case c.chain != nil:
		pins = slices.Concat(c.chain, c.rows[:rows], []string{"3V3"})
	default:
		pins = slices.Concat(c.columns[:columns], c.rows[:rows])
	}
	for _, b := range d.buttons {
		pins = append(pins, c.buttons[b.Number])
	}
	if d.LEDs > 0 {
		pins = append(pins, c.data)
		if c.clock != "" {
			pins = append(pins, c.clock)
		}
	}
	return pins
}

// outline draws the controller's board from above, as large as it is: pins that something hangs on are filled. There is none of
// a board that is sold in several shapes.
func (d controllerWiring) outline() (list []block) {
	const size, inset = 1.6, 8.0
	c := d.chip
	board, known := pinouts[c.title]
	if !known {
		return nil
	}
	used := d.used()
	title := d.Name + ": " + c.title + ", as large as it is; filled pins are in use, and any GND"
	height := caption + 6 + board.h + 2
	return []block{{max(wide(title, caption), board.w+2*inset), height, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, title)
		left, top := x+inset, y+caption+6
		p.box("body", left, top, board.w, board.h)
		p.box("wire", left+board.usb[0], top+board.usb[1], board.usb[2], board.usb[3])
		for _, row := range board.rows {
			for i, name := range row.names {
				if name == "" {
					continue
				}
				px, py := left+row.x+float64(i)*row.dx, top+row.y+float64(i)*row.dy
				class := "place"
				if slices.Contains(used, name) {
					class = "dot"
				}
				p.ring(class, px, py, 0.5)
				switch row.side {
				case "left":
					p.anchored("end", "printed", px-1.2, py+size*0.35, size, name)
				case "right":
					p.text("printed", px+1.2, py+size*0.35, size, name)
				case "above":
					p.anchored("middle", "printed", px, py-1.2-float64(i%2)*2.2, size, name) // two names side by side would touch
				default:
					p.anchored("middle", "printed", px, py+1.2+size*0.75+float64(i%2)*2.2, size, name)
				}
			}
		}
	}}}
}
