// Package i2c feels contacts through port expanders on an I²C bus: MCP23017 and
// TCA9555 (and TCA9535, PCA9555), wired one contact a pin or as a matrix. It knows
// chips, pins and channels; it must not know squares or debouncing. The one idea:
// a chip whose supply dipped forgets what it was told and goes on answering, so
// every scan proves that the chips are set up as they should be, and a scan that
// cannot prove it is an error, never wood.
package i2c
