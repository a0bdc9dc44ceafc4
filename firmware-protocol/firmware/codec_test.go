package firmware

import (
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"reeve/firmware-protocol/wire"
)

type counts struct{ OK, Long, COBS, Short, CRC uint64 }

type streamVector struct {
	Name      string
	HexIn     string   `json:"hex_in"`
	FramesOut []string `json:"frames_out"`
	Counters  counts
	Encode    bool
	Feed      int
	Note      string
}

type messageVector struct {
	Name, Type, Payload, Error, Note string
	Want                             any
}

// asker is the codec in C, asked about single vectors.
type asker interface {
	ask(format string, args ...any) []string
}

// chipAsker asks a simulated microcontroller over its serial line.
type chipAsker struct{ machine }

func (c chipAsker) ask(format string, args ...any) []string {
	text := fmt.Sprintf(format, args...) + "\n"
	for len(text) > 0 { // a line of the runner is not endless
		n := min(len(text), 4000)
		c.machine.ask("feed %x", text[:n])
		text = text[n:]
	}
	var said []byte
	for i := 0; !strings.HasSuffix(string(said), "ok\n"); i++ {
		if i == 1000 {
			c.t.Fatalf("no answer to %.40q: %q", fmt.Sprintf(format, args...), said)
		}
		said = append(said, c.bytes(c.machine.ask("pass 5000"), "line")...)
	}
	lines := strings.Split(strings.TrimSuffix(string(said), "\n"), "\n")
	return lines[:len(lines)-1]
}

func askOnHost(t testing.TB) asker { return start(t, hostProgram(t, "ask")) }

// askOnChip asks a microcontroller that runs the codec and nothing else.
func askOnChip(t testing.TB, mcu string) asker {
	c := chipAsker{}
	if mcu == "pico" {
		c.machine = onChip(t, "pico-vectors", "")
	} else {
		tool(t, "make", "gcc", "avr-gcc")
		c.machine = machine{start(t, program(t, "runner"), mcu, program(t, "vectors.elf"))}
	}
	c.pass(settle) // it starts up
	return c
}

// decodeInC returns the frames in a stream and what was counted.
func decodeInC(t testing.TB, c asker, stream string) ([]string, counts) {
	t.Helper()
	lines := c.ask("s %s", stream)
	frames := []string{}
	for _, s := range lines[:len(lines)-1] {
		frames = append(frames, strings.TrimPrefix(s, "f "))
	}
	var n counts
	if _, err := fmt.Sscanf(lines[len(lines)-1], "c %d %d %d %d %d", &n.OK, &n.Long, &n.COBS, &n.Short, &n.CRC); err != nil {
		t.Fatalf("%q: %v", lines, err)
	}
	return frames, n
}

// decodeInGo does the same with wire.
func decodeInGo(stream []byte) ([]string, counts) {
	var d wire.Decoder
	frames := []string{}
	for len(stream) > 0 {
		var f wire.Frame
		var ok bool
		if f, stream, ok = d.Next(stream); ok {
			frames = append(frames, fmt.Sprintf("%02x%02x%02x%x", byte(f.Type), f.SID, f.Seq, f.Payload))
		}
	}
	return frames, counts(d.Counters())
}

func testStreams(t *testing.T, c asker) {
	for _, file := range []string{"codec.jsonl", "damage.jsonl", "resync.jsonl", "counters.jsonl"} {
		for _, v := range vectors[streamVector](t, file) {
			if frames, n := decodeInC(t, c, v.HexIn); !slices.Equal(frames, v.FramesOut) || n != v.Counters {
				t.Errorf("%s/%s: %v %+v, want %v %+v", file, v.Name, frames, n, v.FramesOut, v.Counters)
			}
			if !v.Encode {
				continue
			}
			var line strings.Builder
			for _, f := range v.FramesOut {
				line.WriteString(strings.TrimPrefix(c.ask("e %s", f)[0], "x "))
			}
			if line.String() != v.HexIn {
				t.Errorf("%s/%s: encoded %s, want %s", file, v.Name, line.String(), v.HexIn)
			}
		}
	}
}

// render writes the fields of a vector as the program in C does.
func render(want any) map[string]string {
	out := map[string]string{}
	switch want := want.(type) {
	case []any:
		words := []string{}
		for _, v := range want {
			words = append(words, strconv.Itoa(int(v.(float64))))
		}
		out["words"] = strings.Join(words, ",")
	case map[string]any:
		for name, v := range want {
			if n, ok := v.(float64); ok {
				v = strconv.FormatUint(uint64(n), 10)
			}
			out[name] = v.(string)
		}
	}
	return out
}

func testMessages(t *testing.T, c asker) {
	for _, v := range vectors[messageVector](t, "messages.jsonl") {
		answer := c.ask("m %s%s", v.Type, v.Payload)[0]
		rest, ok := strings.CutPrefix(answer, "v")
		if v.Error != "" || !ok {
			if answer != v.Error {
				t.Errorf("%s: %s, want %q", v.Name, answer, v.Error)
			}
			continue
		}
		got := map[string]string{}
		for _, field := range strings.Fields(rest) {
			name, value, named := strings.Cut(field, "=")
			if !named {
				name, value = "words", field
			}
			got[name] = value
		}
		if want := render(v.Want); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", v.Name, got, want)
		}
	}
}

func TestVectorsOnHost(t *testing.T) {
	c := askOnHost(t)
	t.Run("streams", func(t *testing.T) { testStreams(t, c) })
	t.Run("messages", func(t *testing.T) { testMessages(t, c) })
}

func TestLongVectorsOnChip(t *testing.T) { TestVectorsOnChip(t) }

func TestVectorsOnChip(t *testing.T) {
	for _, mcu := range []string{"atmega2560", "pico"} {
		if !turn(t, mcu) {
			continue
		}
		t.Run(mcu, func(t *testing.T) {
			c := askOnChip(t, mcu)
			t.Run("streams", func(t *testing.T) { testStreams(t, c) })
			t.Run("messages", func(t *testing.T) { testMessages(t, c) })
		})
	}
}

// TestCommandVectorsAsCommands gives the commands among the messages to the core itself, with 256 LEDs: what the
// vectors call an error of length or range must be that status, and the rest must not be.
// CALIBRATE is for a controller with linear sensors; the other does not support it.
func TestCommandVectorsAsCommands(t *testing.T) {
	commandVectors(t, "machine256", func(typ wire.Type) bool { return true })
	commandVectors(t, "machine-hall", func(typ wire.Type) bool { return typ == wire.TypeCalibrate })
}

func commandVectors(t *testing.T, controller string, takes func(wire.Type) bool) {
	m := machine{start(t, hostProgram(t, controller))}
	m.pass(time.Second) // linear sensors are looked at for a while before anything is said
	m.feed(wire.Frame{Type: wire.TypeOpen, Payload: wire.Open{SID: 5}.Append(nil)}.Append([]byte{0}))
	m.pass(settle)
	seq, n := uint8(0), 0
	for _, v := range vectors[messageVector](t, "messages.jsonl") {
		b, err := hex.DecodeString(v.Type + v.Payload)
		if err != nil {
			t.Fatal(err)
		}
		typ := wire.Type(b[0])
		if !typ.Sequenced() || !takes(typ) || typ == wire.TypeSetBaud || typ == wire.TypeReboot && v.Error == "" {
			continue
		}
		m.feed(wire.Frame{Type: typ, SID: 5, Seq: seq, Payload: b[1:]}.Append([]byte{0}))
		seq++
		n++
		frames, _ := decodeInGo(m.pass(settle))
		status := -1
		for _, f := range frames {
			if strings.HasPrefix(f, "86") {
				fmt.Sscanf(f[8:10], "%x", &status)
			}
		}
		switch want := map[string]int{"length": 3, "range": 4, "": 0}[v.Error]; {
		case typ == wire.TypeCalibrate && controller == "machine256" && status == int(wire.StatusUnsupported):
		case status == want:
		case v.Error == "" && (status == 4 || status == 6 || status == 3 && typ == wire.TypeLEDMask):
			// right in itself, but not for what this controller has or shows
		default:
			t.Errorf("%s: status %d, want %d", v.Name, status, want)
		}
	}
	if n < 20 && controller == "machine256" || n == 0 {
		t.Errorf("only %d commands", n)
	}
}

// FuzzDifferential decodes anything at all with both codecs, and encodes anything with both.
func FuzzDifferential(f *testing.F) {
	for _, file := range []string{"codec.jsonl", "damage.jsonl", "resync.jsonl", "counters.jsonl"} {
		for _, v := range vectors[streamVector](f, file) {
			if stream, err := hex.DecodeString(v.HexIn); err == nil {
				f.Add(stream)
			}
		}
	}
	c := askOnHost(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 2000 {
			return
		}
		frames, n := decodeInGo(slices.Clone(in))
		if inC, m := decodeInC(t, c, hex.EncodeToString(in)); !slices.Equal(inC, frames) || m != n {
			t.Errorf("%x: in C %v %+v, in Go %v %+v", in, inC, m, frames, n)
		}
		if len(in) < 3 || len(in) > 3+wire.MaxPayload {
			return
		}
		want := fmt.Sprintf("x %x", wire.Frame{Type: wire.Type(in[0]), SID: in[1], Seq: in[2], Payload: in[3:]}.Append(nil))
		if got := c.ask("e %x", in)[0]; got != want {
			t.Errorf("%x: encoded %s, want %s", in, got, want)
		}
	})
}

func TestLongDifferentialNoise(t *testing.T) { TestDifferentialNoise(t) }

// TestDifferentialNoise is FuzzDifferential without a fuzzer: thousands of streams of frames that were cut, glued and
// damaged, the same in every run.
func TestDifferentialNoise(t *testing.T) {
	c, random := askOnHost(t), rand.New(rand.NewPCG(3, 9))
	rounds, damaged := 500, 0
	if long(t) {
		rounds = 5000
	}
	for range rounds {
		var stream []byte
		for range 1 + random.IntN(4) {
			payload := make([]byte, random.IntN(wire.MaxPayload+1)>>random.IntN(7))
			for i := range payload {
				payload[i] = byte(random.Uint32()) & byte(-random.IntN(2)) // many zeros
			}
			stream = wire.Frame{Type: wire.Type(random.Uint32()), SID: byte(random.Uint32()), Payload: payload}.Append(stream)
		}
		for range random.IntN(4) {
			at := random.IntN(len(stream))
			switch random.IntN(3) {
			case 0:
				stream[at] ^= byte(random.Uint32())
			case 1:
				stream = slices.Delete(stream, at, min(at+1+random.IntN(20), len(stream)))
			default:
				stream = slices.Insert(stream, at, byte(random.Uint32()))
			}
			if len(stream) == 0 {
				stream = []byte{0}
			}
		}
		frames, n := decodeInGo(slices.Clone(stream))
		inC, m := decodeInC(t, c, hex.EncodeToString(stream))
		if !slices.Equal(inC, frames) || m != n {
			t.Fatalf("%x: in C %v %+v, in Go %v %+v", stream, inC, m, frames, n)
		}
		if n.CRC+n.COBS+n.Short+n.Long > 0 {
			damaged++
		}
	}
	if damaged < rounds/4 {
		t.Errorf("only %d of %d streams were damaged", damaged, rounds)
	}
}
