// Package uf2 reads the files that are dragged onto a Raspberry Pi Pico's drive, so that nothing goes there that it would not start.
// It must not know what the program does, nor how the file was made. Its one idea: a file is believed only as a whole, every block in
// its place, and with the check that the chip's boot ROM asks for.
//
// Sources: github.com/microsoft/uf2; RP2040 data sheet 2.8.1.3 and 2.8.4.2.
package uf2

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	// FlashStart is where the RP2040 has its flash.
	FlashStart = 0x10000000

	blockSize, dataAt, pageSize = 512, 32, 256
	magic0, magic1, magicEnd    = 0x0A324655, 0x9E5D5157, 0x0AB16F30
	familyPresent, rp2040       = 0x2000, 0xE48BFF56
	bootSize                    = 252 // before its check
)

// What can be wrong with a file. Errors wrap one of these.
var (
	ErrFormat = errors.New("this is no whole UF2 file: fetch it again")
	ErrFamily = errors.New("this UF2 file is for another chip than the RP2040 of a Raspberry Pi Pico: take a file whose name begins with reeve-pico")
	ErrBoot   = errors.New("the boot ROM would not start this program: the check of its first 252 bytes is wrong; fetch the file again")
)

// Image returns what a file puts into the flash of an RP2040, from FlashStart on, or why a Pico would not start it.
func Image(file []byte) ([]byte, error) {
	if len(file) == 0 || len(file)%blockSize != 0 {
		return nil, fmt.Errorf("%w (%d bytes are not blocks of %d)", ErrFormat, len(file), blockSize)
	}
	image := make([]byte, 0, len(file)/2)
	for n := range len(file) / blockSize {
		data, err := page(file[n*blockSize:][:blockSize], n, len(file)/blockSize)
		if err != nil {
			return nil, fmt.Errorf("%w (block %d)", err, n)
		}
		image = append(image, data...)
	}
	if CRC32(image[:bootSize]) != binary.LittleEndian.Uint32(image[bootSize:]) {
		return nil, ErrBoot
	}
	return image, nil
}

// page returns the data of one block, which must be number n of so many.
func page(block []byte, n, blocks int) ([]byte, error) {
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(block[at:]) }
	switch {
	case word(0) != magic0 || word(4) != magic1 || word(blockSize-4) != magicEnd:
		return nil, ErrFormat
	case word(8)&familyPresent == 0 || word(28) != rp2040:
		return nil, ErrFamily
	case word(20) != uint32(n) || word(24) != uint32(blocks) || word(16) != pageSize || word(12) != uint32(FlashStart+n*pageSize):
		return nil, ErrFormat
	}
	return block[dataAt:][:pageSize], nil
}

// CRC32 is the check of the boot ROM: polynomial 04C11DB7, from FFFFFFFF on, the highest bit first, nothing reversed.
func CRC32(data []byte) uint32 {
	crc := ^uint32(0)
	for _, b := range data {
		for mask := byte(0x80); mask != 0; mask >>= 1 {
			out := crc>>31 == 1
			crc <<= 1
			if out != (b&mask != 0) {
				crc ^= 0x04C11DB7
			}
		}
	}
	return crc
}
