//go:build ignore

// Yardstick does a fixed piece of work of the kind the reader of hands does: maps, sorting, small values. How long it takes says
// how fast a machine is; nothing of the house is in it, so no change of the house makes it faster.
package main

import (
	"fmt"
	"slices"
	"syscall"
)

// square mixes n into a number that looks like chance.
func square(n uint64) uint64 {
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	return n ^ n>>27
}

// work fills, reads and sorts for about a second.
func work() (sum uint64) {
	for round := range uint64(60) {
		seen, list := map[uint64]uint64{}, []uint64{}
		for i := range uint64(40_000) {
			key := square(i*7+round) % 10_000
			seen[key] += i
			list = append(list, seen[key])
		}
		slices.Sort(list)
		sum += list[len(list)/2]
	}
	return sum
}

// The milliseconds of processor time that the work took, and its result, so that nothing is left out.
func main() {
	sum := work()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	fmt.Println(used.Utime.Nano()/1e6, sum)
}
