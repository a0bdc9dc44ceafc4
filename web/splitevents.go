package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// longest is the most bytes of one event; the rest goes into further events.
const longest = 8000

// first are the members that stand in every event, in this order; the longest
// lists come last, and only lists are cut.
var (
	first = []string{"seq", "game", "status"}
	last  = []string{"legal", "log"}
)

// burst writes members as one event `table`, or, if they are too long for one, as that and events `more`. All but
// the last have a member more, which names a list that continues in the next event. The last has the id.
func burst(members map[string]json.RawMessage, id string) ([]byte, error) {
	b := burstWriter{name: "table"}
	for _, name := range order(members) {
		if err := b.add(name, members[name]); err != nil {
			return nil, err
		}
	}
	b.id = id
	b.flush()
	return b.out.Bytes(), nil
}

func order(members map[string]json.RawMessage) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(first, name) && !slices.Contains(last, name) {
			names = append(names, name)
		}
	}
	names = slices.Concat(first, names, last)
	return slices.DeleteFunc(names, func(name string) bool { return members[name] == nil })
}

// burstWriter is a burst in the making.
type burstWriter struct {
	out  bytes.Buffer
	name string // of the event in the making
	data bytes.Buffer
	id   string
}

// frame is the room in an event reserved for all but its members.
const frame = 160

func (b *burstWriter) fits(n int) bool { return b.data.Len()+n <= longest-frame }

// add puts a member in, whole or in parts.
func (b *burstWriter) add(name string, value json.RawMessage) error {
	switch {
	case b.fits(len(name) + len(value)):
		b.put(name, value)
		return nil
	case value[0] != '[':
		b.goOn(`[]`)
		b.put(name, value)
		return nil
	}
	var items []json.RawMessage
	if err := json.Unmarshal(value, &items); err != nil {
		return err
	}
	for {
		n, size := 0, len(name)+4
		for n < len(items) && b.fits(size+len(items[n])+1) {
			size += len(items[n]) + 1
			n++
		}
		b.put(name, slices.Concat([]byte("["), bytes.Join(raw(items[:n]), []byte(",")), []byte("]")))
		if items = items[n:]; len(items) == 0 {
			return nil
		}
		b.goOn(`["` + name + `"]`)
	}
}

func raw(items []json.RawMessage) [][]byte {
	out := make([][]byte, len(items))
	for i, item := range items {
		out[i] = item
	}
	return out
}

func (b *burstWriter) put(name string, value []byte) {
	if b.data.Len() > 0 {
		b.data.WriteByte(',')
	}
	b.data.WriteString(`"` + name + `":`)
	b.data.Write(value)
}

// goOn ends the event and announces another.
func (b *burstWriter) goOn(cut string) {
	b.put("more", []byte(cut))
	b.flush()
	b.name = "more"
}

func (b *burstWriter) flush() {
	b.out.WriteString("event: " + b.name + "\ndata: {")
	b.out.Write(b.data.Bytes())
	b.out.WriteString("}\n")
	if b.id != "" {
		b.out.WriteString("id: " + b.id + "\n")
	}
	b.out.WriteString("\n")
	b.data.Reset()
}
