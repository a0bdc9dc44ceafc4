package messages

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"reeve/rules"
)

// form is the shape of a sentence as the program says it.
type form struct {
	key   string
	match *regexp.Regexp
	gaps  []string
	fixed int // bytes that stand fast
}

// forms are those of refusals ("no.") and remedies ("do."), most exact first.
// What the program says in other words than the pages is in heard.json.
var forms = sync.OnceValue(func() []form {
	spoken := map[string]string{}
	for key, e := range words(English) {
		if strings.HasPrefix(key, "no.") || strings.HasPrefix(key, "do.") {
			spoken[key] = e.Forms[""]
		}
	}
	maps.Copy(spoken, read[map[string]string]("heard"))
	var out []form
	for _, key := range slices.Sorted(maps.Keys(spoken)) {
		out = append(out, formOf(key, spoken[key]))
	}
	slices.SortStableFunc(out, func(a, b form) int {
		if wa, wb := slices.Contains(a.gaps, "why"), slices.Contains(b.gaps, "why"); wa != wb {
			return map[bool]int{true: -1, false: 1}[wa] // what wraps another goes first
		}
		return b.fixed - a.fixed
	})
	return out
})

var gapIn = regexp.MustCompile(`\{(\w+)(:\w+)?\}`)

func formOf(key, text string) form {
	f := form{key: key}
	var b strings.Builder
	b.WriteString(`(?s)^`)
	for {
		at := gapIn.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		b.WriteString(regexp.QuoteMeta(text[:at[0]]) + `(".*?[^\\]"|.*?)`)
		f.gaps = append(f.gaps, text[at[2]:at[3]])
		f.fixed += at[0]
		text = text[at[1]:]
	}
	b.WriteString(regexp.QuoteMeta(text) + `$`)
	f.fixed += len(text)
	f.match = regexp.MustCompile(b.String())
	return f
}

// longestHeard is the longest text in bytes that is listened to: what it repeats
// may be of anybody's making.
const longestHeard = 500

// Heard returns the message that an English refusal or remedy of the program
// says, so that it can be said in other languages; false if it is none. A gap
// "why" is heard once more, and its arguments stand beside.
func Heard(text string) (rules.Message, bool) {
	if len(text) > longestHeard {
		return rules.Message{}, false
	}
	for _, f := range forms() {
		found := f.match.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		m := rules.Message{Key: f.key, Args: map[string]string{}}
		for i, gap := range f.gaps {
			m.Args[gap] = unquoted(found[i+1])
		}
		if inner, ok := Heard(m.Args["why"]); ok && m.Args["why"] != "" {
			for name, arg := range inner.Args {
				if _, taken := m.Args[name]; !taken {
					m.Args[name] = arg
				}
			}
			m.Args["why"] = "@" + inner.Key
		}
		return m, true
	}
	return rules.Message{}, false
}

// unquoted takes off the quotation marks that Go puts around what it repeats,
// and what would make of it a key.
func unquoted(arg string) string {
	if plain, err := strconv.Unquote(arg); err == nil {
		arg = plain
	}
	return strings.TrimLeft(arg, "@")
}
