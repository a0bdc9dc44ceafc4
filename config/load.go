package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// Flags registers the flags of the settings and --config.
func Flags(fs *pflag.FlagSet) {
	fs.String("config", "", "settings `file` (default $REEVE_CONFIG)")
	for _, s := range table {
		switch {
		case s.flag == "":
		case s.form == list || s.form == pairs:
			fs.StringArray(s.flag, nil, s.usage)
		default:
			fs.String(s.flag, s.standard, s.usage)
		}
	}
}

// Lookup returns a variable of the environment, as os.LookupEnv does. An empty
// variable is as good as none.
type Lookup func(name string) (string, bool)

// Load makes the settings from flags, then the environment, then the settings
// file (that of --config, else of $REEVE_CONFIG, else none), then the defaults.
// The error is Faults, or says that the file cannot be read. fs may be nil.
func Load(fs *pflag.FlagSet, env Lookup) (Settings, error) {
	path, _ := lookup(env, "REEVE_CONFIG")
	if fs != nil && fs.Changed("config") {
		path, _ = fs.GetString("config")
	}
	if path == "" {
		return load(fs, env, "", nil)
	}
	text, err := ReadFile(path)
	if err != nil {
		return Settings{}, err
	}
	return load(fs, env, path, text)
}

// ParseSettings reads the text of a settings file of that name, without flags and
// environment. The error is Faults.
func ParseSettings(name string, text []byte) (Settings, error) {
	return load(nil, func(string) (string, bool) { return "", false }, name, text)
}

func load(fs *pflag.FlagSet, env Lookup, path string, text []byte) (Settings, error) {
	l := loader{fs: fs, env: env, path: path, faults: faults{file: path}}
	if text != nil {
		l.read(text)
	}
	s := Settings{Options: map[string]string{}, Players: map[string]string{}, Engines: map[string]string{}}
	for _, def := range table {
		l.take(&s, def)
	}
	return s, l.err()
}

type loader struct {
	fs    *pflag.FlagSet
	env   Lookup
	path  string
	given map[string]any // by the file: each text, or a list of text
	faults
}

// read checks the file's form and lays its values under the others.
func (l *loader) read(text []byte) {
	top := l.document(text)
	if top == nil {
		return
	}
	values := map[string]any{}
	first := map[string]int{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		n := slices.IndexFunc(table, func(s setting) bool { return s.key == key.Value })
		switch {
		case n < 0:
			l.add(printable(key.Value), "line %d: unknown key; there are %s", key.Line, strings.Join(settingKeys(), ", "))
		case first[key.Value] > 0:
			l.add(key.Value, "line %d: stands twice, first in line %d; take one out", key.Line, first[key.Value])
		case value.Tag != "!!null":
			if v, ok := l.value(table[n], value); ok {
				values[key.Value] = v
			}
		}
		first[key.Value] = key.Line
	}
	l.given = values
}

// printable is a key that may be printed.
func printable(key string) string {
	if plainKey.MatchString(key) {
		return key
	}
	return "yaml"
}

// settingKeys lists the keys of a settings file.
func settingKeys() []string {
	list := make([]string, len(table))
	for i, s := range table {
		list[i] = s.key
	}
	return list
}

// value returns a file's value as text, or as a list of text.
func (l *loader) value(s setting, n *yaml.Node) (any, bool) {
	switch s.form {
	case word, number:
		return l.plain(s, n, s.key)
	case list:
		if n.Kind != yaml.SequenceNode {
			l.add(s.key, "line %d: a list is wanted here; write [a, b]", n.Line)
			return nil, false
		}
		items := []string{}
		for i, item := range n.Content {
			if v, ok := l.plain(s, item, fmt.Sprintf("%s[%d]", s.key, i)); ok {
				items = append(items, v)
			}
		}
		return items, true
	}
	if n.Kind != yaml.MappingNode {
		l.add(s.key, "line %d: a mapping is wanted here; write {name: value}", n.Line)
		return nil, false
	}
	items := []string{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || value.Kind != yaml.ScalarNode || value.Anchor != "" || value.Tag == "!!null" {
			l.add(s.key, "line %d: an option is written `name: value`", key.Line)
			continue
		}
		items = append(items, key.Value+"="+value.Value)
	}
	return items, true
}

// plain returns the text of a scalar of a setting's form.
func (l *loader) plain(s setting, n *yaml.Node, at string) (string, bool) {
	tag, want := "!!str", `text (in "quotes" if it looks like a number)`
	if s.form == number {
		tag, want = "!!int", "a whole number"
	}
	if n.Kind != yaml.ScalarNode || n.Tag != tag || n.Anchor != "" {
		l.add(at, "line %d: %s is wanted here", n.Line, want)
		return "", false
	}
	return n.Value, true
}

// take layers one setting, checks it and notes where it came from.
func (l *loader) take(s *Settings, def setting) {
	if def.key == "state" {
		def.standard = DefaultState(l.env)
	}
	value := any(def.standard)
	if def.form == list || def.form == pairs {
		value = []string{}
	}
	from, file, at := "default", "default", def.key
	if v, ok := l.given[def.key]; ok {
		value, from, file = v, "file "+l.path, l.path
	}
	if v, ok := lookup(l.env, variable(def.key)); ok {
		value = l.split(def, v)
		from, file, at = "env", "environment", variable(def.key)
	}
	if l.fs != nil && def.flag != "" && l.fs.Changed(def.flag) {
		value = l.flag(def)
		from, file, at = "flag", "command line", "--"+def.flag
	}
	shown := fmt.Sprint(value)
	items, several := value.([]string)
	if several {
		shown = strings.Join(items, ", ")
	} else {
		items = []string{fmt.Sprint(value)}
	}
	for _, item := range items {
		if err := def.take(s, item); err != nil {
			l.list = append(l.list, Fault{file, at, err.Error()})
		}
	}
	s.origins = append(s.origins, Origin{def.key, hide(def, shown), from})
}

// split is a variable's value as the setting has it.
func (l *loader) split(def setting, v string) any {
	if def.form == list || def.form == pairs {
		return strings.Split(v, ",")
	}
	return v
}

// flag is a flag's value as the setting has it.
func (l *loader) flag(def setting) any {
	if def.form == list || def.form == pairs {
		v, _ := l.fs.GetStringArray(def.flag)
		return v
	}
	v, _ := l.fs.GetString(def.flag)
	return v
}

// hide leaves out of a value what nobody may read: keys, and seeds, which tell
// every throw to come.
func hide(def setting, value string) string {
	if !def.secret || value == "" {
		return value
	}
	if kind, _, more := strings.Cut(value, ":"); def.key == "dice" {
		if more {
			return kind + ":(hidden)"
		}
		return kind
	}
	return "(hidden)"
}

// variable is the name of a setting's variable in the environment.
func variable(key string) string { return "REEVE_" + strings.ToUpper(key) }

func lookup(env Lookup, name string) (string, bool) {
	v, ok := env(name)
	return v, ok && v != ""
}

// DefaultState is where the archive lies unless somebody says otherwise. The XDG
// specification has relative paths ignored.
func DefaultState(env Lookup) string {
	if dir, ok := lookup(env, "REEVE_STATE"); ok {
		return dir
	}
	if dir, _ := lookup(env, "XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "reeve")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "reeve-state"
	}
	return filepath.Join(home, ".local", "state", "reeve")
}
