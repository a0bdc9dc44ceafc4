package wire_test

import (
	"fmt"

	"reeve/firmware-protocol/wire"
)

// A controller says that a piece was lifted and another put down 30 ticks later; the host finds the frame in what comes over the line,
// though noise came before it.
func Example() {
	edges := wire.Events{First: 7, Tick: 120_000}
	edges.Records = wire.AppendEdge(edges.Records, wire.Edge{Index: 12})
	edges.Records = wire.AppendEdge(edges.Records, wire.Edge{Index: 28, Closed: true, Dt: 30})
	line := wire.Frame{Type: wire.TypeEvents, SID: 1, Payload: edges.Append(nil)}.Append(nil)

	var decoder wire.Decoder
	noise := []byte{0x42, 0x17, wire.Delimiter}
	frame, _, ok := decoder.Next(append(noise, line...))
	fmt.Printf("%v %v, damaged before it: %d\n", frame.Type, ok, decoder.Counters().Damaged())

	got, err := wire.ParseEvents(frame.Payload)
	if err != nil {
		panic(err)
	}
	for i := range got.Len() {
		e := got.Edge(i)
		fmt.Printf("edge %d: contact %d closed=%v, %d ticks later\n", int(got.First)+i, e.Index, e.Closed, e.Dt)
	}
	// Output:
	// EVENTS true, damaged before it: 1
	// edge 7: contact 12 closed=false, 0 ticks later
	// edge 8: contact 28 closed=true, 30 ticks later
}
