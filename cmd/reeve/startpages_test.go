package main

import (
	"slices"
	"strings"
	"testing"
)

func TestOnlyThePartsOfTheProgramThatCannotBeWrittenAreDropped(t *testing.T) {
	const maps = `00400000-00c2b000 r-xp 00000000 fe:01 131 /usr/bin/reeve
00c2b000-0143d000 r--p 0082b000 fe:01 131 /usr/bin/reeve
0143d000-014a2000 rw-p 0103d000 fe:01 131 /usr/bin/reeve
c000000000-c000800000 rw-p 00000000 00:00 0
7f0000000000-7f0000200000 r--p 00000000 fe:01 77 /usr/lib/libc.so.6
7fff00000000-7fff00002000 r-xp 00000000 00:00 0 [vdso]
not-a-region r--p 0 fe:01 131 /usr/bin/reeve
`
	want := []region{{0x400000, 0xc2b000}, {0xc2b000, 0x143d000}}
	if got := readOnlyRegions(strings.NewReader(maps), "/usr/bin/reeve"); !slices.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

// A program whose pages were dropped goes on: what it reads again comes back.
func TestTheProgramGoesOnWithoutThePagesOfItsStart(t *testing.T) {
	for range 3 {
		if err := dropStartPages(); err != nil {
			t.Fatal(err)
		}
	}
}
