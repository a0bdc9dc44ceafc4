package eboard

// A Chessnut says reports: 01, how many bytes follow, 32 bytes with two fields each, the
// lower half first; the fields from h8 to a8, then h7 on. What follows them is its own: by
// Bluetooth 4 bytes (24), on USB 29 (3d).
const (
	reportPicture = 0x01
	reportBattery = 0x2a
	pictureBytes  = Fields / 2
)

var (
	chessnutSpeak   = []byte{0x21, 0x01, 0x00} // say pictures from now on; one that was switched off has forgotten
	chessnutBattery = []byte{0x29, 0x01, 0x00} // asked to hear whether it is there: a board on which nothing happens may say nothing
)

// reports finds pictures in reports, one a chunk.
type reports struct{}

func (reports) decode(report []byte) (h decodedBytes) {
	switch {
	case len(report) >= 4 && report[0] == reportBattery && report[1] == 2:
		h.sound = true
	case len(report) > 2 && report[0] == reportPicture && report[1] >= pictureBytes && len(report) >= 2+int(report[1]): // else it was cut
		var p picture
		for i, b := range report[2 : 2+pictureBytes] {
			if b&15 > chessnutPieces || b>>4 > chessnutPieces {
				return decodedBytes{}
			}
			rank, file := i/4, 7-i%4*2
			p[8*rank+file], p[8*rank+file-1] = ID(b&15), ID(b>>4)
		}
		h.sound, h.pictures = true, []picture{p}
	}
	return h
}

// chessnutPieces is how many codes of pieces there are; which is which is nobody's matter.
const chessnutPieces = 12

// chessnutLamps is a byte a rank from the eighth down, the highest bit the a-file.
func chessnutLamps(lit uint64) []byte {
	command := []byte{0x0a, 0x08}
	for rank := range 8 {
		b := byte(0)
		for file := range 8 {
			b = b<<1 | byte(lit>>(8*rank+file)&1)
		}
		command = append(command, b)
	}
	return command
}
