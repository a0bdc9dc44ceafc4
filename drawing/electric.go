package drawing

import (
	"math"

	"reeve/config"
)

// Figures of the data sheets and of the trade that diagrams and lists are
// computed from. Currents are in mA, lengths in metres, sections in mm².
const (
	fullLED     = 60     // a WS2812B or APA102 with all three colours at full
	darkLED     = 1      // and dark
	supplyRoom  = 1.25   // a supply is never loaded beyond four fifths of it
	fuseRoom    = 0.75   // what a fuse carries for ever, of its rating (IEC 60127, at 25 °C)
	copper      = 0.0175 // resistance of a metre of one mm², Ω
	density     = 6000   // mA per mm² of a wire in the open
	feedLength  = 1.0    // from the supply to a feed
	feedDrop    = 0.15   // V that a feed may lose, there and back
	railSection = 0.5    // of the pair along the strip
	railDrop    = 0.25   // V that the pair along the strip may lose, both wires
)

// rowResistor lies between a line of the Pi and its row: 3.3 V through it are 15 mA, and a line gives 16 (BCM2835 ARM
// Peripherals, GPIO pads). A row of 16 closed contacts at 0.07 mA each loses 0.25 V in it, which still reads as low.
const rowResistor = "220 Ω"

// A divider brings the 5 V of a controller's TX to 3.3 V: more burns the Pi's RX (Raspberry Pi, "GPIO and the 40-pin
// header": no line stands 5 V).
const (
	dividerSeries = "1 kΩ"
	dividerGround = "2 kΩ"
)

// What can be bought.
var (
	fuses    = []int{500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000, 20000}
	supplies = []int{1000, 2000, 3000, 4000, 5000, 6000, 8000, 10000, 12000, 15000, 20000, 30000}
	sections = []float64{0.25, 0.5, 0.75, 1, 1.5, 2.5, 4, 6}
)

// power is how a strip is fed.
type power struct {
	limit   int     // mA that the program keeps to
	full    int     // mA that it would draw with everything at full
	fuse    int     // mA; 0 if none that is sold would do
	supply  int     // mA; 0 likewise
	section float64 // of each wire of a feed, mm²; 0 likewise
	rail    float64 // metres of strip
	feeds   []int   // LEDs at which it is fed: 0 is before the first, LEDs after the last
}

// powerOf works out how the LEDs of a driver are fed under a limit in mA, 0 for
// none. The rail is as long as the way through their places.
func powerOf(d config.Driver, limit int, rail float64) power {
	p := power{full: d.LEDs * fullLED, rail: rail}
	if p.limit = p.full; limit > 0 {
		p.limit = min(limit, p.full)
	}
	p.fuse = least(fuses, float64(p.limit)/fuseRoom)
	p.supply = least(supplies, float64(p.limit)*supplyRoom)
	need := max(float64(p.fuse)/density, 2*copper*feedLength*float64(p.limit)/1000/feedDrop)
	p.section = least(sections, need)
	n := feedsFor(p.limit, rail)
	for i := range n {
		p.feeds = append(p.feeds, d.LEDs*i/max(1, n-1))
	}
	return p
}

// least is the first of the rising values that is enough, 0 if none is.
func least[T int | float64](values []T, need float64) T {
	for _, v := range values {
		if float64(v) >= need-1e-9 {
			return v
		}
	}
	return 0
}

// feedsFor returns the number of feed points that keep the loss on the strip's own pair of wires below railDrop
// in the worst case: the whole limit is drawn evenly within one stretch. A pair fed at one end loses half of I·R
// on each wire; a stretch fed at both ends an eighth.
func feedsFor(limit int, rail float64) int {
	ohm := copper * rail / railSection
	amps := float64(limit) / 1000
	if amps*ohm <= railDrop {
		return 1
	}
	return 1 + int(math.Ceil(amps*ohm/4/railDrop))
}
