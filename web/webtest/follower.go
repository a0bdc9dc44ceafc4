// Package webtest follows the daemon's event stream as its clients are told to
// (docs/api.md, "Following the table"), and gets what pages are held to, for tests of any room.
//
// It must not know how the stream is made. The one idea: tests read the stream
// through the joining that the document promises, or not at all.
package webtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"reeve/referee"
)

// Follower reads one stream after another, and keeps what it was told.
type Follower struct {
	ID      string // of the last whole table, for Last-Event-ID
	Longest int    // bytes of the longest event
	Bytes   int    // of all events

	in    *bufio.Reader
	known map[string]any
	on    []any // the lists that go on in the next event
}

// Open begins to read a new stream: of what is known only the log stays.
func (f *Follower) Open(stream io.Reader) {
	f.in = bufio.NewReader(stream)
	log, _ := f.known["log"].([]any)
	f.known = map[string]any{"log": append([]any{}, log...)}
	f.on = nil
}

// Next reads until a table is whole, or colours have changed, and returns the
// table then.
func (f *Follower) Next() (referee.Table, error) {
	var t referee.Table
	for {
		name, id, data, err := f.event()
		if err != nil {
			return t, err
		}
		if whole, err := f.take(name, data); err != nil {
			return t, err
		} else if !whole {
			continue
		}
		if id != "" {
			f.ID = id
		}
		text, err := json.Marshal(f.known)
		if err != nil {
			return t, err
		}
		return t, json.Unmarshal(text, &t)
	}
}

// Until reads a new stream until a table is so, and returns it; or the last one, and why the stream has ended before.
func (f *Follower) Until(stream io.Reader, so func(*referee.Table) bool) (last referee.Table, err error) {
	f.Open(stream)
	for {
		next, err := f.Next()
		if err != nil {
			return last, err
		}
		if last = next; so(&last) {
			return last, nil
		}
	}
}

// event reads one event; comments are passed over.
func (f *Follower) event() (name, id, data string, err error) {
	size := 0
	for {
		line, err := f.in.ReadString('\n')
		if err != nil {
			return "", "", "", err
		}
		size += len(line)
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch field {
		case "event":
			name = value
		case "id":
			id = value
		case "data":
			data = value
		case "":
			if name == "" {
				size = 0
				continue
			}
			f.Longest, f.Bytes = max(f.Longest, size), f.Bytes+size
			return name, id, data, nil
		}
	}
}

func (f *Follower) take(name, data string) (whole bool, err error) {
	if name == "beat" { // the line is alive, and nothing has changed
		return false, nil
	}
	var told map[string]any
	dec := json.NewDecoder(bytes.NewReader([]byte(data)))
	dec.UseNumber()
	if err := dec.Decode(&told); err != nil {
		return false, fmt.Errorf("event %s: %w", name, err)
	}
	if name == "rgb" {
		f.known = join(f.known, map[string]any{"rgb": told}, nil)
		return true, nil
	}
	more, goesOn := told["more"].([]any)
	delete(told, "more")
	f.known = join(f.known, told, f.on)
	f.on = more
	if length, err := f.known["log_length"].(json.Number).Int64(); err == nil {
		log, _ := f.known["log"].([]any)
		f.known["log"] = log[:min(int(length), len(log))]
	}
	return !goesOn, nil
}

// join joins what is told to what is known.
func join(known, told map[string]any, on []any) map[string]any {
	out := map[string]any{}
	for name, value := range known {
		out[name] = value
	}
	for name, value := range told {
		list, isList := value.([]any)
		object, isObject := value.(map[string]any)
		was, _ := known[name].([]any)
		inner, _ := known[name].(map[string]any)
		switch {
		case value == nil:
			delete(out, name)
		case isList && name == "pieces":
			out[name] = each("id", was, list)
		case isList && name == "log":
			out[name] = each("n", was, list)
		case isList && slices.Contains(on, any(name)):
			out[name] = slices.Concat(was, list)
		case isObject:
			out[name] = join(inner, object, nil)
		default:
			out[name] = value
		}
	}
	return out
}

// each puts the elements told in the places of those known by the same key.
func each(key string, known, told []any) []any {
	out := append([]any{}, known...)
	for _, e := range told {
		object := e.(map[string]any)
		i := slices.IndexFunc(out, func(old any) bool { return old.(map[string]any)[key] == object[key] })
		switch {
		case len(object) == 1 && i >= 0:
			out = slices.Delete(out, i, i+1)
		case i >= 0:
			out[i] = e
		default:
			out = append(out, e)
		}
	}
	if key == "id" {
		slices.SortFunc(out, func(a, b any) int {
			return strings.Compare(a.(map[string]any)[key].(string), b.(map[string]any)[key].(string))
		})
	}
	return out
}
