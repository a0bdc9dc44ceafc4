package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// notSent are the parts of a table that streams omit or send in another way. position.state.seen grows with the
// game and no page shows it.
var notSent = map[string]bool{"log": true, "rgb": true, "position.state.seen": true}

// pieces is the list whose elements are told one by one, by their id.
const pieces = "position.pieces"

// change is the difference of two JSON values: of an object the changed members, null for a removed one; of the
// list of pieces the changed ones. Nil if they are equal.
func change(path string, was, now json.RawMessage) (json.RawMessage, error) {
	switch {
	case bytes.Equal(was, now):
		return nil, nil
	case path == pieces:
		return changedPieces(was, now)
	case now[0] != '{':
		return now, nil
	}
	if len(was) == 0 || was[0] != '{' {
		was = nil
	}
	members, err := changed(path, was, now)
	if err != nil || len(members) == 0 && was != nil {
		return nil, err
	}
	return json.Marshal(members)
}

// changed are the members of an object that have changed.
func changed(path string, was, now json.RawMessage) (map[string]json.RawMessage, error) {
	before, after := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := decode(now, &after); err != nil {
		return nil, err
	}
	if err := decode(was, &before); err != nil {
		return nil, err
	}
	out := map[string]json.RawMessage{}
	for name, value := range after {
		at := name
		if path != "" {
			at = path + "." + name
		}
		if notSent[at] {
			continue
		}
		new, err := change(at, before[name], value)
		if err != nil {
			return nil, err
		}
		if new != nil {
			out[name] = new
		}
	}
	for name := range before {
		if _, stays := after[name]; !stays {
			out[name] = json.RawMessage("null")
		}
	}
	return out, nil
}

// changedPieces are the pieces that have changed, and of those that are gone
// the id alone.
func changedPieces(was, now json.RawMessage) (json.RawMessage, error) {
	before, err := byID(was)
	if err != nil {
		return nil, err
	}
	after, err := byID(now)
	if err != nil {
		return nil, err
	}
	out := []json.RawMessage{}
	for _, id := range slices.Sorted(maps.Keys(after)) {
		if !bytes.Equal(before[id], after[id]) {
			out = append(out, after[id])
		}
	}
	for _, id := range slices.Sorted(maps.Keys(before)) {
		if after[id] == nil {
			out = append(out, json.RawMessage(fmt.Sprintf(`{"id":%q}`, id)))
		}
	}
	return json.Marshal(out)
}

func byID(list json.RawMessage) (map[string]json.RawMessage, error) {
	var all []json.RawMessage
	out := map[string]json.RawMessage{}
	if err := decode(list, &all); err != nil {
		return nil, err
	}
	for _, piece := range all {
		var named struct{ ID string }
		if err := json.Unmarshal(piece, &named); err != nil {
			return nil, err
		}
		out[named.ID] = piece
	}
	return out, nil
}

// decode reads text; none is nothing.
func decode(text json.RawMessage, dst any) error {
	if len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, dst)
}
