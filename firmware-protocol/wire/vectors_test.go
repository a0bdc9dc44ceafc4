package wire_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"reeve/firmware-protocol/wire"
)

// lines decodes a JSON-lines file of vectors.
func lines[V any](t testing.TB, file string) []V {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../vectors", file))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []V
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	for dec.More() {
		var v V
		if err := dec.Decode(&v); err != nil {
			t.Fatalf("%s: vector %d: %v", file, len(vectors)+1, err)
		}
		vectors = append(vectors, v)
	}
	if len(vectors) == 0 {
		t.Fatalf("%s is empty", file)
	}
	return vectors
}

type counts struct{ OK, Long, COBS, Short, CRC uint64 }

type streamVector struct {
	Name      string
	HexIn     string   `json:"hex_in"`
	FramesOut []string `json:"frames_out"`
	Counters  counts
	Encode    bool // encoding the frames gives the stream
	Feed      int  // bytes a read, 0 is all at once
	Note      string
}

var streamFiles = []string{"codec.jsonl", "damage.jsonl", "resync.jsonl", "counters.jsonl"}

// decode returns the frames in stream as type, sid, seq and payload, read n bytes at a time.
func decode(stream []byte, n int) ([]string, counts) {
	var d wire.Decoder
	frames := []string{}
	if n == 0 {
		n = len(stream)
	}
	for len(stream) > 0 {
		chunk := append([]byte(nil), stream[:min(n, len(stream))]...)
		stream = stream[len(chunk):]
		for {
			var f wire.Frame
			var ok bool
			if f, chunk, ok = d.Next(chunk); !ok {
				break
			}
			head := []byte{byte(f.Type), f.SID, f.Seq}
			frames = append(frames, hex.EncodeToString(append(head, f.Payload...)))
		}
	}
	return frames, counts(d.Counters())
}

func TestStreamVectors(t *testing.T) {
	for _, file := range streamFiles {
		for _, v := range lines[streamVector](t, file) {
			t.Run(file+"/"+v.Name, func(t *testing.T) {
				stream, err := hex.DecodeString(v.HexIn)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range []int{v.Feed, 1, 2, 7} {
					frames, c := decode(stream, n)
					if !reflect.DeepEqual(frames, v.FramesOut) || c != v.Counters {
						t.Errorf("%d bytes a read: %v %+v, want %v %+v", n, frames, c, v.FramesOut, v.Counters)
					}
				}
				if v.Encode {
					checkEncoding(t, v.FramesOut, stream)
				}
			})
		}
	}
}

func checkEncoding(t *testing.T, frames []string, want []byte) {
	var got []byte
	for _, s := range frames {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		before := len(got)
		got = wire.Frame{Type: wire.Type(b[0]), SID: b[1], Seq: b[2], Payload: b[3:]}.Append(got)
		if n := len(got) - before; n != wire.EncodedLen(len(b)-3) {
			t.Errorf("EncodedLen(%d) = %d, is %d", len(b)-3, wire.EncodedLen(len(b)-3), n)
		}
	}
	if !bytes.Equal(got, want) {
		t.Errorf("encoded %x, want %x", got, want)
	}
}

// TestEveryDamageIsFollowedByTheNextFrame holds for every vector, whatever it is: after one more delimiter an
// intact frame arrives.
func TestEveryDamageIsFollowedByTheNextFrame(t *testing.T) {
	next := wire.Frame{Type: wire.TypeHello, SID: 7, Seq: 99, Payload: []byte("next")}
	for _, file := range streamFiles {
		for _, v := range lines[streamVector](t, file) {
			stream, _ := hex.DecodeString(v.HexIn)
			frames, _ := decode(next.Append(append(stream, wire.Delimiter)), 0)
			if len(frames) == 0 || frames[len(frames)-1] != "810763"+hex.EncodeToString(next.Payload) {
				t.Errorf("%s/%s: the next frame was lost", file, v.Name)
			}
		}
	}
}

type messageVector struct {
	Name, Type, Payload, Error, Note string
	Want                             any
}

// message is what every message can do.
type message interface{ Append(dst []byte) []byte }

// parsers holds one parser per type that has a payload.
var parsers = map[wire.Type]func([]byte) (message, error){
	wire.TypeOpen:        erase(wire.ParseOpen),
	wire.TypePing:        erase(wire.ParsePing),
	wire.TypeReadingsReq: erase(wire.ParseReadingsReq),
	wire.TypeCalibrate:   erase(wire.ParseCalibrate),
	wire.TypeEvAck:       erase(wire.ParseEvAck),
	wire.TypeLEDPalette:  erase(wire.ParseLEDPalette),
	wire.TypeLEDIdx4:     erase(wire.ParseLEDIdx4),
	wire.TypeLEDRuns:     erase(wire.ParseLEDRuns),
	wire.TypeLEDRGB:      erase(wire.ParseLEDRGB),
	wire.TypeLEDSet:      erase(wire.ParseLEDSet),
	wire.TypeLEDMask:     erase(wire.ParseLEDMask),
	wire.TypeLEDCommit:   erase(wire.ParseLEDCommit),
	wire.TypeConfig:      erase(wire.ParseConfig),
	wire.TypeSetBaud:     erase(wire.ParseSetBaud),
	wire.TypeReboot:      erase(wire.ParseReboot),
	wire.TypeHello:       erase(wire.ParseHello),
	wire.TypeOpened:      erase(wire.ParseOpened),
	wire.TypePong:        erase(wire.ParsePong),
	wire.TypeState:       erase(wire.ParseState),
	wire.TypeStats:       erase(wire.ParseStats),
	wire.TypeAck:         erase(wire.ParseAck),
	wire.TypeEvents:      erase(wire.ParseEvents),
	wire.TypeBeat:        erase(wire.ParseBeat),
	wire.TypeReadings:    erase(wire.ParseReadings),
}

func erase[M message](parse func([]byte) (M, error)) func([]byte) (message, error) {
	return func(p []byte) (message, error) {
		m, err := parse(p)
		return m, err
	}
}

// fields renders a message as the vectors do: bytes in hexadecimal, numbers as they are.
func fields(m message) any {
	v := reflect.ValueOf(m)
	if v.Kind() == reflect.Array {
		list := []any{}
		for i := range v.Len() {
			list = append(list, float64(v.Index(i).Uint()))
		}
		return list
	}
	out := map[string]any{}
	for i := range v.NumField() {
		field := v.Field(i)
		switch {
		case field.CanUint():
			out[v.Type().Field(i).Name] = float64(field.Uint())
		case field.CanInt():
			out[v.Type().Field(i).Name] = float64(field.Int())
		default:
			out[v.Type().Field(i).Name] = hex.EncodeToString(field.Bytes())
		}
	}
	return out
}

var causes = map[string]error{"length": wire.ErrLength, "range": wire.ErrRange}

func TestMessageVectors(t *testing.T) {
	seen := map[wire.Type]bool{}
	for _, v := range lines[messageVector](t, "messages.jsonl") {
		t.Run(v.Name, func(t *testing.T) {
			var typ wire.Type
			if _, err := fmt.Sscanf(v.Type, "%x", &typ); err != nil {
				t.Fatal(err)
			}
			seen[typ] = true
			payload, err := hex.DecodeString(v.Payload)
			if err != nil {
				t.Fatal(err)
			}
			m, err := parsers[typ](payload)
			if v.Error != "" {
				if !errors.Is(err, causes[v.Error]) || !strings.HasPrefix(err.Error(), "wire: "+typ.String()) {
					t.Errorf("error %v, want cause %s", err, v.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := fields(m); !reflect.DeepEqual(got, v.Want) {
				t.Errorf("got %v, want %v", got, v.Want)
			}
		})
	}
	for typ := range parsers {
		if !seen[typ] {
			t.Errorf("no vector for %v", typ)
		}
	}
}
