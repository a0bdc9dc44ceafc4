package config

import (
	"reflect"
	"slices"
)

// BoardKeys lists every key of a board file: [] stands for an item of a list,
// * for a name.
func BoardKeys() []string {
	keys := keysOf(reflect.TypeFor[boardFile](), "")
	slices.Sort(keys)
	return keys
}

func keysOf(t reflect.Type, path string) (keys []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		at, in := join(path, f.Tag.Get("yaml")), f.Type
		keys = append(keys, at)
		switch in.Kind() {
		case reflect.Map:
			at, in = at+".*", in.Elem()
		case reflect.Slice:
			at, in = at+"[]", in.Elem()
		}
		if in.Kind() == reflect.Struct {
			keys = append(keys, keysOf(in, at)...)
		}
	}
	return keys
}
