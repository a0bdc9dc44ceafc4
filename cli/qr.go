package cli

import (
	"strings"

	"rsc.io/qr"
)

// HalfBlocks draws a QR code for a terminal, two rows of it a line, dark on
// light with the margin of four that readers need.
func HalfBlocks(code *qr.Code) string {
	const margin = 4
	var b strings.Builder
	for y := -margin; y < code.Size+margin; y += 2 {
		for x := -margin; x < code.Size+margin; x++ {
			b.WriteString([...]string{"█", "▀", "▄", " "}[dark(code, x, y)*2+dark(code, x, y+1)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func dark(code *qr.Code, x, y int) int {
	if code.Black(x, y) {
		return 1
	}
	return 0
}
