// Package panel shows two lines of text on a small display, an SSD1306 of 128 by 32 or 64
// points on an I²C bus. It knows text and points; it must not know games. The one idea: it
// is told what to show and shows the latest, for as long as there is a display; one that is
// not there, or goes, is tried again and holds nothing up.
package panel
