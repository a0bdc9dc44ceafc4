package uf2

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// file packs an image as a Pico wants it, without the help of host/pack.c.
func file(image []byte) []byte {
	image = slices.Clone(image)
	binary.LittleEndian.PutUint32(image[bootSize:], CRC32(image[:bootSize]))
	var out []byte
	for n := range len(image) / pageSize {
		for _, word := range []uint32{magic0, magic1, familyPresent, uint32(FlashStart + n*pageSize), pageSize, uint32(n), uint32(len(image) / pageSize), rp2040} {
			out = binary.LittleEndian.AppendUint32(out, word)
		}
		out = append(out, image[n*pageSize:][:pageSize]...)
		out = append(out, make([]byte, blockSize-dataAt-pageSize-4)...)
		out = binary.LittleEndian.AppendUint32(out, magicEnd)
	}
	return out
}

func image(pages int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	out := make([]byte, pages*pageSize)
	for i := range out {
		out[i] = byte(random.Uint32())
	}
	return out
}

// The check value of CRC-32/MPEG-2, which this is (reveng.sourceforge.io).
func TestCRC32(t *testing.T) {
	if got := CRC32([]byte("123456789")); got != 0x0376E6E7 {
		t.Errorf("%08x", got)
	}
}

func TestImage(t *testing.T) {
	want := image(5)
	got, err := Image(file(want))
	if err != nil || !slices.Equal(got[pageSize:], want[pageSize:]) || !slices.Equal(got[:bootSize], want[:bootSize]) {
		t.Fatalf("%v, or another image", err)
	}
}

// Whatever is changed is noticed: in the head and the end of any block, in the boot program, and whole blocks.
func TestImageOfADamagedFile(t *testing.T) {
	whole := file(image(4))
	for name, c := range map[string]struct {
		damage func([]byte) []byte
		want   error
	}{
		"nothing":         {func(b []byte) []byte { return nil }, ErrFormat},
		"cut":             {func(b []byte) []byte { return b[:len(b)-1] }, ErrFormat},
		"a block less":    {func(b []byte) []byte { return b[:len(b)-blockSize] }, ErrFormat},
		"a block twice":   {func(b []byte) []byte { return append(b, b[:blockSize]...) }, ErrFormat},
		"another chip":    {func(b []byte) []byte { b[blockSize+28] ^= 1; return b }, ErrFamily},
		"another address": {func(b []byte) []byte { b[blockSize+13] ^= 1; return b }, ErrFormat},
		"no end":          {func(b []byte) []byte { b[2*blockSize-1] ^= 1; return b }, ErrFormat},
		"boot program":    {func(b []byte) []byte { b[dataAt+7] ^= 0x10; return b }, ErrBoot},
		"boot check":      {func(b []byte) []byte { b[dataAt+bootSize] ^= 1; return b }, ErrBoot},
	} {
		if _, err := Image(c.damage(slices.Clone(whole))); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func FuzzImage(f *testing.F) {
	f.Add(file(image(2)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, err := Image(b); err == nil && len(got) != len(b)/2 {
			t.Errorf("%d bytes of %d", len(got), len(b))
		}
	})
}
