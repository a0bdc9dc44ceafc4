package leds

import (
	"errors"
	"fmt"
	"strings"
)

// RGB is a colour as screens have it (sRGB): 128 appears half as bright as 255.
type RGB struct{ R, G, B uint8 }

// Palette gives each meaning a colour.
type Palette struct {
	Name    string
	Colours [meanings]RGB
	Empty   RGB   // energy that is nearly gone; Colours[Energy] is all of it
	Level   uint8 // the brightness of the whole palette, as it appears to the eye; 255 is full
}

// ErrPalette is the cause of every name that PaletteOf refuses.
var ErrPalette = errors.New("leds: unknown palette")

// palettes are the palettes there are. "colour-blind" has the colours of Okabe
// and Ito (Color Universal Design, 2008), which differ for every common kind of
// colour vision; "night" spares eyes that are used to the dark: long waves, dim.
var palettes = []Palette{
	{
		Name: "standard", Level: 255, Empty: RGB{255, 0, 0},
		Colours: [meanings]RGB{
			Origin: {0, 255, 128}, Declared: {255, 0, 160}, Throw: {255, 255, 255}, Legal: {0, 255, 0},
			Target: {255, 0, 0}, Partner: {255, 160, 0}, Last: {0, 120, 255}, Lift: {255, 64, 0},
			Place: {0, 255, 255}, Wrong: {255, 0, 0}, Choose: {160, 0, 255}, Damage: {255, 32, 32},
			Energy: {0, 255, 0}, Pip: {255, 255, 255}, Uncertain: {255, 255, 0}, Turn: {255, 255, 255},
			Thinks: {255, 255, 255}, Hint: {255, 255, 120},
		},
	},
	{
		Name: "colour-blind", Level: 255, Empty: RGB{213, 94, 0},
		Colours: [meanings]RGB{
			Origin: {86, 180, 233}, Declared: {204, 121, 167}, Throw: {255, 255, 255}, Legal: {0, 158, 115},
			Target: {213, 94, 0}, Partner: {230, 159, 0}, Last: {0, 114, 178}, Lift: {230, 159, 0},
			Place: {86, 180, 233}, Wrong: {213, 94, 0}, Choose: {204, 121, 167}, Damage: {213, 94, 0},
			Energy: {0, 114, 178}, Pip: {255, 255, 255}, Uncertain: {240, 228, 66}, Turn: {255, 255, 255},
			Thinks: {255, 255, 255}, Hint: {240, 228, 66},
		},
	},
	{
		Name: "night", Level: 150, Empty: RGB{255, 0, 0},
		Colours: [meanings]RGB{
			Origin: {255, 90, 0}, Declared: {255, 0, 0}, Throw: {255, 140, 40}, Legal: {255, 90, 0},
			Target: {255, 0, 0}, Partner: {255, 120, 0}, Last: {200, 40, 0}, Lift: {255, 50, 0},
			Place: {255, 110, 0}, Wrong: {255, 0, 0}, Choose: {255, 80, 20}, Damage: {255, 0, 0},
			Energy: {255, 120, 0}, Pip: {255, 120, 30}, Uncertain: {255, 110, 0}, Turn: {255, 60, 0},
			Thinks: {255, 60, 0}, Hint: {255, 130, 20},
		},
	},
}

// PaletteNames returns the names that PaletteOf knows, the default first.
func PaletteNames() []string {
	names := make([]string, len(palettes))
	for i, p := range palettes {
		names[i] = p.Name
	}
	return names
}

// PaletteOf returns the palette of that name. It wraps ErrPalette.
func PaletteOf(name string) (Palette, error) {
	for _, p := range palettes {
		if p.Name == name {
			return p, nil
		}
	}
	return Palette{}, fmt.Errorf("%w %q: there are %s", ErrPalette, name, strings.Join(PaletteNames(), ", "))
}
