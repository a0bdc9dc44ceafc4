package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// maxFile is the most bytes a file may have.
const maxFile = 256 << 10

// maxText is the most bytes a text in a board file may have.
const maxText = 200

// document reads text as one YAML document whose top is a mapping. It returns
// nil and adds to f what is wrong if it is not.
func (f *faults) document(text []byte) *yaml.Node {
	if len(text) > maxFile {
		f.add("yaml", "the file has %d bytes; %d can be", len(text), maxFile)
		return nil
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		f.add("yaml", "the file is empty; write `key: value` lines")
		return nil
	} else if err != nil {
		f.add("yaml", "%s%s", oneLine(err), hint(err))
		return nil
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		f.add("yaml", "something follows the first document; take it and its --- out")
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		f.add("yaml", "line %d: this is no mapping; write `key: value` lines", top.Line)
		return nil
	}
	return top
}

// hint is what most often is behind what YAML says.
func hint(err error) string {
	if strings.Contains(err.Error(), "cannot start any token") {
		return "; is it a tab? lines are indented with spaces"
	}
	return ""
}

func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.TrimPrefix(err.Error(), "yaml: ")), " ")
}

// decode reads a mapping into the struct that into points to. What does not fit
// is added to f and left out, so that the rest can be looked at all the same.
func (f *faults) decode(top *yaml.Node, into any) {
	f.shape(top, reflect.TypeOf(into).Elem(), "")
	text, err := yaml.Marshal(top)
	if err == nil {
		dec := yaml.NewDecoder(bytes.NewReader(text))
		dec.KnownFields(true)
		err = dec.Decode(into)
	}
	if err != nil && len(f.list) == 0 {
		f.add("yaml", "%s", oneLine(err))
	}
}

// shape checks that a node has the form of t, and cuts out of it what has not.
func (f *faults) shape(n *yaml.Node, t reflect.Type, path string) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		f.add(path, "line %d: aliases and anchors are not read; write the value out", n.Line)
		return false
	}
	switch t.Kind() {
	case reflect.Pointer:
		return f.shape(n, t.Elem(), path)
	case reflect.Struct, reflect.Map:
		return f.mapping(n, t, path)
	case reflect.Slice:
		return f.sequence(n, t, path)
	}
	return f.scalar(n, t, path)
}

func (f *faults) mapping(n *yaml.Node, t reflect.Type, path string) bool {
	if n.Kind != yaml.MappingNode {
		f.add(path, "line %d: a mapping is wanted here; write `key: value` lines", n.Line)
		return false
	}
	var sound []*yaml.Node
	first := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		at := join(path, key.Value)
		elem, known := member(t, key.Value)
		switch {
		case key.Kind != yaml.ScalarNode || key.Tag != "!!str" || key.Anchor != "" || !plainKey.MatchString(key.Value):
			f.add(path, "line %d: a key is text of letters, digits, _ and -", key.Line)
		case first[key.Value] > 0:
			f.add(at, "line %d: stands twice, first in line %d; take one out", key.Line, first[key.Value])
		case !known:
			f.add(at, "line %d: unknown key; there are %s", key.Line, strings.Join(keys(t), ", "))
		case value.Tag == "!!null": // as good as not there
			first[key.Value] = key.Line
		default:
			first[key.Value] = key.Line
			if f.shape(value, elem, at) {
				sound = append(sound, key, value)
			}
		}
	}
	n.Content = sound
	return true
}

func (f *faults) sequence(n *yaml.Node, t reflect.Type, path string) bool {
	if n.Kind != yaml.SequenceNode {
		f.add(path, "line %d: a list is wanted here; write [a, b] or lines with -", n.Line)
		return false
	}
	var sound []*yaml.Node
	for i, item := range n.Content {
		if f.shape(item, t.Elem(), fmt.Sprintf("%s[%d]", path, i)) {
			sound = append(sound, item)
		}
	}
	whole := len(sound) == len(n.Content)
	n.Content = sound
	// A list of scalars with one left out would mean something else.
	return whole || t.Elem().Kind() == reflect.Struct
}

var (
	plainKey = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	whole    = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,8})$`)
	decimal  = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,6})?$`)
)

// scalar is stricter than YAML: a number is written as people write it (010 is
// not 8), and text that looks like a number is no text.
func (f *faults) scalar(n *yaml.Node, t reflect.Type, path string) bool {
	want := ""
	switch plain := n.Kind == yaml.ScalarNode && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0; t.Kind() {
	case reflect.Int:
		if !plain || n.Tag != "!!int" || !whole.MatchString(n.Value) {
			want = "a whole number of nine digits at most"
		}
	case reflect.Float64:
		if !plain || n.Tag != "!!int" && n.Tag != "!!float" || !decimal.MatchString(n.Value) {
			want = "a number such as 12 or 12.5, of six digits at most before and after the point,"
		}
	case reflect.Bool:
		if !plain || n.Value != "true" && n.Value != "false" {
			want = "true or false"
		}
	default:
		if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
			want = `text (in "quotes" if it looks like a number)`
		} else if len(n.Value) > maxText || strings.ContainsFunc(n.Value, func(r rune) bool { return !unicode.IsPrint(r) }) {
			want = "one line of text that can be printed, of 200 bytes at most," // it stands in drawings, logs and on terminals
		}
	}
	if want != "" {
		f.add(path, "line %d: %s is wanted here", n.Line, want)
	}
	return want == ""
}

// member returns the type of what stands under a key of t.
func member(t reflect.Type, key string) (reflect.Type, bool) {
	if t.Kind() == reflect.Map {
		return t.Elem(), true
	}
	for i := range t.NumField() {
		if field := t.Field(i); field.Tag.Get("yaml") == key {
			return field.Type, true
		}
	}
	return nil, false
}

// keys lists the keys of a struct.
func keys(t reflect.Type) []string {
	var list []string
	for i := range t.NumField() {
		list = append(list, t.Field(i).Tag.Get("yaml"))
	}
	slices.Sort(list)
	return list
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
