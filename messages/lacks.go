package messages

import (
	"slices"
	"strings"

	"reeve/rules"
)

// Lacks returns what a language lacks to say m: keys without words, and gaps "{to}" that m has no argument for.
func Lacks(lang string, m rules.Message) (what []string) {
	all := words(lang)
	for _, key := range append(keysOf(m), m.Key) {
		if _, ok := all[key]; !ok && key != "" {
			what = append(what, key)
		}
	}
	if len(what) > 0 {
		return what
	}
	for _, text := range all[m.Key].Forms {
		for rest := text; ; {
			_, after, open := strings.Cut(rest, "{")
			gap, behind, closed := strings.Cut(after, "}")
			if !open || !closed {
				break
			}
			name, _, _ := strings.Cut(gap, ":")
			if _, given := m.Args[name]; !given && !slices.Contains(what, "{"+name+"}") {
				what = append(what, "{"+name+"}")
			}
			rest = behind
		}
	}
	return what
}

// keysOf are the keys in the arguments of m.
func keysOf(m rules.Message) (keys []string) {
	for _, name := range sortedNames(m.Args) {
		for word := range strings.FieldsFuncSeq(m.Args[name], func(r rune) bool { return r == ',' || r == ' ' }) {
			if key, ok := strings.CutPrefix(word, "@"); ok {
				keys = append(keys, key)
			}
		}
	}
	return keys
}
