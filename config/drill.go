package config

import "math"

// Drill says what is drilled for each place, in millimetres.
type Drill struct {
	Reed         float64 // diameter of the reed's hole
	ReedX, ReedY float64 // from the place's middle, right and up
	LED          float64 // diameter of an LED's hole
	LEDX, LEDY   float64 // from the place's middle to the middle of its LEDs
	LEDPitch     float64 // between two LEDs of one place, side by side
}

// drill fills in what is usual: a reed away from the middle, under which it would
// open, and the LED in it.
func (b *builder) drill() {
	f, d := b.file.Drill, &b.board.Drill
	*d = Drill{Reed: 3, ReedX: 12, LED: 5, LEDPitch: 8}
	for _, k := range []struct {
		key         string
		from        *float64
		to          *float64
		least, most float64
	}{
		{"reed_mm", f.Reed, &d.Reed, 0.5, 50}, {"led_mm", f.LED, &d.LED, 0.5, 50}, {"led_pitch_mm", f.LEDPitch, &d.LEDPitch, 1, 100},
		{"reed_x_mm", f.ReedX, &d.ReedX, -200, 200}, {"reed_y_mm", f.ReedY, &d.ReedY, -200, 200},
		{"led_x_mm", f.LEDX, &d.LEDX, -200, 200}, {"led_y_mm", f.LEDY, &d.LEDY, -200, 200},
	} {
		if k.from == nil {
			continue
		}
		if *k.to = *k.from; *k.to < k.least || *k.to > k.most || math.IsNaN(*k.to) {
			b.add("drill."+k.key, "%s is out of range; %s to %s can be", mm(*k.to), mm(k.least), mm(k.most))
		}
	}
}
