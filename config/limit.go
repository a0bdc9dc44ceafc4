package config

// Limits shares the current that all LEDs of the board may draw together, in mA, out over its drivers: by their numbers
// of LEDs, so that every frame of one keeps within its share whatever the others show just then. 0 is no limit and stays
// none; a driver whose share is less than 1 mA gets 1, which is less than its LEDs draw dark, so that they stay dark.
func (b *Board) Limits(limitMA int) []int {
	all := 0
	for _, d := range b.Drivers {
		if !d.Bought() { // it feeds its lights itself
			all += d.LEDs
		}
	}
	limits := make([]int, len(b.Drivers))
	for i, d := range b.Drivers {
		if limitMA > 0 && d.LEDs > 0 && !d.Bought() {
			limits[i] = max(1, limitMA*d.LEDs/all)
		}
	}
	return limits
}
