// Package gpio feels contacts on lines of a Linux GPIO chip (the character
// device, through periph's gpioioctl): one contact a line, or a matrix. It knows
// lines and channels; it must not know squares or debouncing. The one idea: a
// set of lines is read in one system call, so a scan is a snapshot and nothing
// depends on edges, of which the kernel may lose some.
package gpio
