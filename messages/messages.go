package messages

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"reeve/rules"
)

//go:embed en.json
var english []byte

// catalogue is the English one, read at first use. The file is part of the
// program: a test holds it sound.
var catalogue = sync.OnceValue(func() map[string]string {
	var m map[string]string
	if err := json.Unmarshal(english, &m); err != nil {
		panic(fmt.Sprintf("messages: en.json: %v", err))
	}
	return m
})

// Has reports whether there is a sentence for key.
func Has(key string) bool {
	_, ok := catalogue()[key]
	return ok
}

// Text returns the sentence of m. An argument that begins with "@" is itself a
// key. A message without a sentence is said by its key and arguments; a gap
// without an argument stays as it is written.
func Text(m rules.Message) string {
	text, ok := catalogue()[m.Key]
	switch {
	case ok:
		return tidy(fill(text, m.Args))
	case len(m.Args) == 0:
		return m.Key
	}
	return fmt.Sprintf("%s %v", m.Key, m.Args)
}

// fill puts the arguments into the gaps of text, each once: what an argument
// says is never itself a gap.
func fill(text string, args map[string]string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		gap, after, closed := strings.Cut(rest, "}")
		b.WriteString(before)
		if !found || !closed {
			b.WriteString(text[len(before):])
			return b.String()
		}
		arg, given := args[gap]
		key, isKey := strings.CutPrefix(arg, "@")
		switch {
		case isKey:
			b.WriteString(word(key))
		case given:
			b.WriteString(arg)
		default:
			b.WriteString("{" + gap + "}")
		}
		text = after
	}
}

// word returns what key says within a sentence, as the catalogue writes it.
func word(key string) string {
	if text, ok := catalogue()[key]; ok {
		return text
	}
	return key
}

// tidy takes out the blank that an empty gap leaves, and begins with a capital.
func tidy(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
