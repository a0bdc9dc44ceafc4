// Package spi drives what hangs on a Linux SPI port (spidev, through periph): LED
// strips of APA102 or SK9822 and of WS2812, and chains of 74HC165 that feel
// contacts. It knows LEDs, channels and bytes; it must not know squares, colours'
// meanings or debouncing. The one idea: SPI says nothing back, so whatever can be
// wrong and not be heard is either made visible (constant inputs in a chain) or
// repaired without being asked (a strip is shown its frame again every second).
package spi
