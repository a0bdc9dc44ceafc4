package wire_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reeve/firmware-protocol/wire"
)

func TestCRCCheckValue(t *testing.T) {
	if got := wire.CRC([]byte("123456789")); got != 0x906E {
		t.Errorf("CRC = %04x, want 906e", got)
	}
}

func TestDecodeEncodeIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := wire.Frame{
			Type:    wire.Type(rapid.Byte().Draw(t, "type")),
			SID:     rapid.Byte().Draw(t, "sid"),
			Seq:     rapid.Byte().Draw(t, "seq"),
			Payload: rapid.SliceOfN(rapid.SampledFrom([]byte{0, 0, 1, 2, 254, 255}), 0, wire.MaxPayload).Draw(t, "payload"),
		}
		line := f.Append(nil)
		if bytes.IndexByte(line, 0) != len(line)-1 || len(line) > wire.MaxEncoded {
			t.Fatalf("encoded as %x", line)
		}
		frames, c := decode(line, rapid.IntRange(0, 9).Draw(t, "read"))
		want := fmt.Sprintf("%02x%02x%02x%x", byte(f.Type), f.SID, f.Seq, f.Payload)
		if c != (counts{OK: 1}) || len(frames) != 1 || frames[0] != want {
			t.Fatalf("decoded %v %+v, want %s", frames, c, want)
		}
	})
}

func TestTooLongPayloadPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	wire.Frame{Payload: make([]byte, wire.MaxPayload+1)}.Append(nil)
}

func TestResetForgetsAFrameBegun(t *testing.T) {
	line := wire.Frame{Type: wire.TypePing, SID: 1, Payload: []byte("abcd")}.Append(nil)
	var d wire.Decoder
	d.Next(line[:4])
	d.Reset()
	if f, _, ok := d.Next(line); !ok || f.Type != wire.TypePing || d.Counters().Damaged() != 0 {
		t.Errorf("got %v %v %+v", f, ok, d.Counters())
	}
}

func TestTypesSayWhatTheyAre(t *testing.T) {
	for typ, want := range map[wire.Type][3]bool{ // from the controller, ancillary, sequenced
		wire.TypeOpen: {}, wire.TypeEvAck: {}, wire.TypeLEDCommit: {2: true}, wire.TypeReboot: {2: true},
		wire.TypeHello: {0: true}, wire.TypeLog: {0: true, 1: true}, 0x41: {1: true}, 0xA0: {0: true},
	} {
		if got := [3]bool{typ.FromController(), typ.Ancillary(), typ.Sequenced()}; got != want {
			t.Errorf("%v: %v, want %v", typ, got, want)
		}
	}
	for _, s := range []fmt.Stringer{wire.Type(0x7f), wire.StatusCommitCRC, wire.Status(77)} {
		if s.String() == "" {
			t.Errorf("%#v has no name", s)
		}
	}
}

func TestRecordsOfMessages(t *testing.T) {
	edges := []wire.Edge{{Index: 255, Class: wire.Aux, Closed: true, Dt: 65535}, {Index: 3, Rebuilt: true}}
	var ev wire.Events
	for _, e := range edges {
		ev.Records = wire.AppendEdge(ev.Records, e)
	}
	if ev.Len() != 2 || ev.Edge(0) != edges[0] || ev.Edge(1) != edges[1] {
		t.Errorf("edges %+v", ev)
	}
	entry := wire.Entry{R: 1, G: 2, B: 3, Effect: wire.Pulse, Period: 4}
	if p := (wire.LEDPalette{Entries: wire.AppendEntry(make([]byte, 5), entry)}); p.Len() != 2 || p.Entry(1) != entry {
		t.Errorf("entries %+v", p)
	}
	runs := wire.LEDRuns{Runs: wire.AppendRun(wire.AppendRun(nil, 9, 256, 15), 1, 2, 3)}
	if first, count, e := runs.Run(0); runs.Len() != 2 || first != 9 || count != 256 || e != 15 {
		t.Errorf("run %d %d %d", first, count, e)
	}
	idx := wire.LEDIdx4{Count: 3, Nibbles: []byte{0x21, 0x03}}
	if idx.At(0) != 1 || idx.At(1) != 2 || idx.At(2) != 3 {
		t.Error("nibbles are not low first")
	}
	if led, e := (wire.LEDSet{Pairs: []byte{1, 2, 3, 4}}).Pair(1); led != 3 || e != 4 {
		t.Errorf("pair %d %d", led, e)
	}
	long := wire.AppendTLV(nil, 7, make([]byte, 255))
	if tag, value, rest, ok := wire.NextTLV(long); tag != 7 || len(value) != 255 || len(rest) != 0 || !ok {
		t.Errorf("the longest value: %d, %d bytes, %d left, %v", tag, len(value), len(rest), ok)
	}
	tlvs := wire.AppendTLV(wire.AppendTLV(nil, 1, []byte("ab")), 2, nil)
	tag, value, rest, ok := wire.NextTLV(tlvs)
	if tag != 1 || string(value) != "ab" || !ok {
		t.Errorf("tag %d %q %v", tag, value, ok)
	}
	if tag, _, rest, ok = wire.NextTLV(rest); tag != 2 || len(rest) != 0 || !ok {
		t.Errorf("tag %d, %d left, %v", tag, len(rest), ok)
	}
}

func TestNoAllocationInSteadyState(t *testing.T) {
	line := make([]byte, 0, 4*wire.MaxEncoded)
	payload := make([]byte, 0, wire.MaxPayload)
	var d wire.Decoder
	edges := 0
	allocs := testing.AllocsPerRun(100, func() {
		line, payload = line[:0], payload[:0]
		ev := wire.Events{First: 1, Tick: 2, Records: payload[6:6]}
		for i := range wire.EventsPerFrame {
			ev.Records = wire.AppendEdge(ev.Records, wire.Edge{Index: uint8(i)})
		}
		line = wire.Frame{Type: wire.TypeEvents, Payload: ev.Append(payload)}.Append(line)
		line = wire.Frame{Type: wire.TypeBeat, Payload: wire.Beat{Tick: 1}.Append(payload)}.Append(line)
		line = wire.Frame{Type: wire.TypeLEDRGB, Payload: line[:wire.MaxPayload&^0xff+60]}.Append(line)
		for rest := line; len(rest) > 0; {
			var f wire.Frame
			if f, rest, _ = d.Next(rest); f.Type == wire.TypeEvents {
				m, err := wire.ParseEvents(f.Payload)
				if err != nil {
					panic(err)
				}
				edges += m.Len()
			}
		}
	})
	if allocs != 0 || edges == 0 {
		t.Errorf("%v allocations a run, %d edges", allocs, edges)
	}
}

func FuzzDecoder(f *testing.F) {
	for _, file := range streamFiles {
		for _, v := range lines[streamVector](f, file) {
			stream, _ := hex.DecodeString(v.HexIn)
			f.Add(stream, v.Feed)
		}
	}
	next := wire.Frame{Type: wire.TypeHello, Payload: []byte("next")}
	f.Fuzz(func(t *testing.T, stream []byte, n int) {
		whole, c := decode(stream, 0)
		parts, c2 := decode(stream, n&63)
		if fmt.Sprint(whole) != fmt.Sprint(parts) || c != c2 {
			t.Fatalf("%v %+v in one read, %v %+v in parts of %d", whole, c, parts, c2, n&63)
		}
		blocks := uint64(0)
		for _, b := range bytes.Split(stream, []byte{0}) {
			if len(b) > 0 {
				blocks++
			}
		}
		if len(stream) > 0 && stream[len(stream)-1] != 0 {
			blocks-- // not ended yet
		}
		if got := c.OK + c.Long + c.COBS + c.Short + c.CRC; c.OK != uint64(len(whole)) || (got != blocks && len(stream) > 0) {
			t.Fatalf("%d blocks, counters %+v, %d frames", blocks, c, len(whole))
		}
		frames, _ := decode(next.Append(append(stream[:len(stream):len(stream)], 0)), 0)
		if len(frames) == 0 || !strings.HasPrefix(frames[len(frames)-1], "810000") {
			t.Fatal("the next frame was lost")
		}
	})
}

// FuzzParse reads any payload as any message: no parser panics, and what it accepts it writes the same again.
func FuzzParse(f *testing.F) {
	for _, v := range lines[messageVector](f, "messages.jsonl") {
		var typ uint8
		fmt.Sscanf(v.Type, "%x", &typ)
		payload, _ := hex.DecodeString(v.Payload)
		f.Add(typ, payload)
	}
	f.Fuzz(func(t *testing.T, typ uint8, payload []byte) {
		parse := parsers[wire.Type(typ)]
		if parse == nil || len(payload) > wire.MaxPayload {
			return
		}
		m, err := parse(payload)
		if err != nil {
			return
		}
		if h, ok := m.(wire.Hello); ok && h.Major != wire.Major {
			return
		}
		if again := m.Append(nil); !bytes.HasPrefix(payload, again) {
			t.Fatalf("%v: %x was read as %+v, which is %x", wire.Type(typ), payload, m, again)
		}
		walk(m)
	})
}

// walk touches every record of a message.
func walk(m message) {
	switch m := m.(type) {
	case wire.LEDPalette:
		each(m.Len(), func(i int) { m.Entry(i) })
	case wire.LEDIdx4:
		each(m.Count, func(i int) { m.At(i) })
	case wire.LEDRuns:
		each(m.Len(), func(i int) { m.Run(i) })
	case wire.LEDSet:
		each(m.Len(), func(i int) { m.Pair(i) })
	case wire.Events:
		each(m.Len(), func(i int) { m.Edge(i) })
	}
}

func each(n int, f func(int)) {
	for i := range n {
		f(i)
	}
}

// table holds the payload bytes of each row of the bandwidth table of PROTOCOL.md.
var table = map[string][]int{
	"EVENTS, 1 edge":          {len(events(1))},
	"EVENTS, 12 edges":        {len(events(12))},
	"EVENTS, 256 edges":       append(repeat(21, len(events(12))), len(events(4))),
	"STATE, 49 contacts":      {len(wire.State{Levels: make([]byte, 7)}.Append(nil))},
	"STATE, 256 contacts":     {len(wire.State{Levels: make([]byte, 32)}.Append(nil))},
	"BEAT":                    {len(wire.Beat{}.Append(nil))},
	"PING":                    {len(wire.Ping{}.Append(nil))},
	"PONG":                    {len(wire.Pong{}.Append(nil))},
	"EV_ACK":                  {len(wire.EvAck{}.Append(nil))},
	"ACK":                     {len(wire.Ack{}.Append(nil))},
	"STATS":                   {len(wire.Stats{}.Append(nil))},
	"HELLO without TLVs":      {len(wire.Hello{}.Append(nil))},
	"OPEN":                    {len(wire.Open{}.Append(nil))},
	"LED_PALETTE, 16 entries": {len(wire.LEDPalette{Entries: make([]byte, 5*16)}.Append(nil))},
	"LED_SET, 27 LEDs":        {len(wire.LEDSet{Pairs: make([]byte, 2*27)}.Append(nil))},
	"LED_MASK, 256 LEDs":      {len(wire.LEDMask{Mask: make([]byte, 32)}.Append(nil))},
	"LED_IDX4, 256 LEDs":      {len(wire.LEDIdx4{Count: 256, Nibbles: make([]byte, 128)}.Append(nil))},
	"LED_RGB, 49 LEDs":        {len(rgb(49))},
	"LED_RGB, 256 LEDs":       {len(rgb(82)), len(rgb(82)), len(rgb(82)), len(rgb(10))},
	"LED_COMMIT":              {len(wire.LEDCommit{}.Append(nil))},
	"longest frame":           {wire.MaxPayload},
}

func events(n int) []byte { return wire.Events{Records: make([]byte, 4*n)}.Append(nil) }
func rgb(n int) []byte    { return wire.LEDRGB{RGB: make([]byte, 3*n)}.Append(nil) }

func repeat(n, v int) (list []int) {
	for range n {
		list = append(list, v)
	}
	return list
}

func lineBytes(payloads []int) (n int) {
	for _, p := range payloads {
		n += wire.EncodedLen(p)
	}
	return n
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }

// rows returns the cells of the table in the document that has this heading row.
func rows(t *testing.T, heading string) [][]string {
	doc, err := os.ReadFile("../PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(doc), heading+"\n")
	if !found {
		t.Fatalf("PROTOCOL.md has no table %q", heading)
	}
	var out [][]string
	for _, line := range strings.Split(after, "\n")[1:] {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " *")
		}
		out = append(out, cells)
	}
	return out
}

func TestBandwidthTable(t *testing.T) {
	cells := rows(t, "| frame | bytes | 115 200 | 1 000 000 |")
	for _, c := range cells {
		payloads, ok := table[c[0]]
		n := lineBytes(payloads)
		want := []string{c[0], fmt.Sprint(n), ms(wire.LineTime(n, 115200)), ms(wire.LineTime(n, 1000000))}
		if !ok || strings.Join(c, "|") != strings.Join(want, "|") {
			t.Errorf("PROTOCOL.md says %v, the codec %v", c, want)
		}
	}
	if len(cells) != len(table) {
		t.Errorf("%d rows, want %d", len(cells), len(table))
	}
}

// TestLatencyTable recomputes the rows that come from the codec, and both sums.
func TestLatencyTable(t *testing.T) {
	codec := map[string]int{
		"one frame already on the line":  lineBytes(table["EVENTS, 12 edges"]),
		"the frame itself":               lineBytes(table["EVENTS, 1 edge"]),
		"lights: LED_SET and LED_COMMIT": lineBytes(table["LED_SET, 27 LEDs"]) + lineBytes(table["LED_COMMIT"]),
	}
	bauds := []int{115200, 1000000}
	sums := [2]float64{}
	for _, c := range rows(t, "| part | 115 200 | 1 000 000 |") {
		for i, baud := range bauds {
			var v float64
			if _, err := fmt.Sscan(c[i+1], &v); err != nil {
				t.Fatalf("%v: %v", c, err)
			}
			if n, ok := codec[c[0]]; ok && c[i+1] != ms(wire.LineTime(n, baud)) {
				t.Errorf("%v, the codec says %s", c, ms(wire.LineTime(n, baud)))
			}
			switch {
			case strings.HasPrefix(c[0], "worst"):
				if got := fmt.Sprintf("%.2f", sums[i]); got != c[i+1] {
					t.Errorf("%v, the rows above sum to %s", c, got)
				}
			case strings.HasPrefix(c[0], "each lost frame"):
				if want := ms(wire.RTO(baud) + wire.LineTime(codec["the frame itself"], baud)); want != c[i+1] {
					t.Errorf("%v, the codec says %s", c, want)
				}
			default:
				sums[i] += v
			}
		}
	}
}

// TestDocumentNamesEveryType keeps the tables of PROTOCOL.md complete.
func TestDocumentNamesEveryType(t *testing.T) {
	doc, err := os.ReadFile("../PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	for v := range 256 {
		typ := wire.Type(v)
		if strings.HasPrefix(typ.String(), "type ") {
			continue
		}
		if !regexp.MustCompile(fmt.Sprintf("(?m)^#### %02x %s", v, typ)).Match(doc) {
			t.Errorf("PROTOCOL.md has no section %02x %v", v, typ)
		}
	}
}
