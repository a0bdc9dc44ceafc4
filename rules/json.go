package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// ErrGoesOn is why a text is refused that goes on behind its JSON value.
var ErrGoesOn = errors.New("text after the end of the JSON value")

// ReadJSON decodes one JSON value strictly into dst: no member that dst does not
// know by exactly that name, none twice, nothing behind the value, nothing but UTF-8, of which the decoder would make other texts. Its errors are for people: they name what is
// wrong, where, and what would be right, in words of JSON.
func ReadJSON(text []byte, dst any) error {
	if !utf8.Valid(text) {
		return errors.New("it is not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(dst); err != nil {
		return inWords(err, dst)
	}
	if _, err := dec.Token(); err != io.EOF {
		return ErrGoesOn
	}
	return exact(json.NewDecoder(bytes.NewReader(text)), reflect.TypeOf(dst))
}

// inWords says what the decoder found.
func inWords(err error, dst any) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("it is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it breaks off")
	case errors.As(err, &syntax):
		return fmt.Errorf("from character %d on it is no JSON", syntax.Offset)
	case errors.As(err, &kind):
		what := "it"
		if at := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:]; at != "" {
			what = strings.ToLower(at)
		}
		found, _, _ := strings.Cut(kind.Value, " ")
		return fmt.Errorf("%s is %s and has to be %s", what, given[found], expected(kind.Type))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		if near := Nearest(strings.Trim(name, `"`), members(reflect.TypeOf(dst))); near != "" {
			return fmt.Errorf("nothing is known of the field %s; did you mean %q?", name, near)
		}
		return fmt.Errorf("nothing is known of the field %s", name)
	}
	return err
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// exact reads a value that was decoded into a t, and refuses members whose names differ in case, which the decoder
// takes for the same, and those that stand there twice. A t that reads itself, or nil, takes anything.
func exact(dec *json.Decoder, t reflect.Type) error {
	for t != nil && t.Kind() == reflect.Pointer && !t.Implements(unmarshaler) {
		t = t.Elem()
	}
	if t != nil && (t.Implements(unmarshaler) || reflect.PointerTo(t).Implements(unmarshaler)) {
		t = nil
	}
	switch token, err := dec.Token(); {
	case err != nil:
		return err
	case token == json.Delim('['):
		for dec.More() {
			if err := exact(dec, element(t)); err != nil {
				return err
			}
		}
	case token == json.Delim('{'):
		if err := exactMembers(dec, t); err != nil {
			return err
		}
	default:
		return nil
	}
	_, err := dec.Token() // its end
	return err
}

func exactMembers(dec *json.Decoder, t reflect.Type) error {
	seen, fields := map[string]bool{}, fieldsOf(t)
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		of, known := fields[name]
		if fields != nil && !known {
			return fmt.Errorf("nothing is known of the field %q; did you mean %q?", name, Nearest(strings.ToLower(name), members(t)))
		}
		if seen[name] {
			return fmt.Errorf("the field %q stands there twice", name)
		}
		seen[name] = true
		if fields == nil {
			of = element(t)
		}
		if err := exact(dec, of); err != nil {
			return err
		}
	}
	return nil
}

// element is the type of what a list or an object of t holds; nil for others.
func element(t reflect.Type) reflect.Type {
	if t != nil && slices.Contains([]reflect.Kind{reflect.Slice, reflect.Array, reflect.Map}, t.Kind()) {
		return t.Elem()
	}
	return nil
}

// fieldsByType has what fieldsOf found: messages of a hall come by the thousand.
var fieldsByType sync.Map

// fieldsOf are the types of a struct's members by their names in JSON; nil of anything else.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	if known, ok := fieldsByType.Load(t); ok {
		return known.(map[string]reflect.Type)
	}
	fields := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		if name := nameOf(f); name != "" {
			fields[name] = f.Type
		}
	}
	fieldsByType.Store(t, fields)
	return fields
}

// given are the decoder's names of what stands in a text.
var given = map[string]string{"string": "a text", "number": "a number", "bool": "true or false", "array": "a list", "object": "an object", "null": "null"}

func expected(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number, 0 or more"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number that is not too great"
	}
	return "a number"
}

// members are the names of the members that a value of type t has.
func members(t reflect.Type) (names []string) {
	if t == nil {
		return nil
	}
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		if name := nameOf(f); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// nameOf is what a field is called in JSON; "" for none.
func nameOf(f reflect.StructField) string {
	switch name, _, _ := strings.Cut(f.Tag.Get("json"), ","); {
	case f.Anonymous || name == "-" || !f.IsExported():
		return ""
	case name != "":
		return name
	}
	return strings.ToLower(f.Name)
}
