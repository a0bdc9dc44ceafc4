package wire

// crcTable holds CRC-16/X-25 (poly 0x1021 reflected) for every byte.
var crcTable = func() (t [256]uint16) {
	for i := range t {
		crc := uint16(i)
		for range 8 {
			crc = crc>>1 ^ 0x8408*(crc&1)
		}
		t[i] = crc
	}
	return t
}()

// CRC returns the CRC-16/X-25 of p: reflected polynomial 0x8408, initial value and final xor 0xFFFF. The
// check value of "123456789" is 0x906E.
func CRC(p []byte) uint16 {
	crc := uint16(0xFFFF)
	for _, b := range p {
		crc = crc>>8 ^ crcTable[byte(crc)^b]
	}
	return ^crc
}
