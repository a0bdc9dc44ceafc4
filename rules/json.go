package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// ErrGoesOn is why a text is refused that goes on behind its JSON value.
var ErrGoesOn = errors.New("text after the end of the JSON value")

// ReadJSON decodes one JSON value strictly into dst: no member that dst does not
// know, nothing behind the value, nothing but UTF-8, of which the decoder would make other texts. Its errors are for people: they name what is
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
	return nil
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
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous || name == "-":
		case name != "":
			names = append(names, name)
		default:
			names = append(names, strings.ToLower(f.Name))
		}
	}
	return names
}
