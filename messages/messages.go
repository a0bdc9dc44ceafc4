package messages

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"reeve/rules"
)

// Has reports whether there is a sentence for key.
func Has(key string) bool {
	_, ok := words(English)[key]
	return ok
}

// SayOr is the message of key, or another one where there is no sentence for it.
func SayOr(key string, otherwise rules.Message, args ...string) rules.Message {
	if Has(key) {
		return rules.Say(key, args...)
	}
	return otherwise
}

// Named is the argument that says key, or the plain word where there is no sentence for it.
func Named(key, word string) string {
	if Has(key) {
		return "@" + key
	}
	return word
}

// Text returns the English sentence of m; see In.
func Text(m rules.Message) string { return In(English, m) }

// In returns the sentence of m in a language, in English where there is no such
// language. An argument that begins with "@" is itself a key. A message without
// a sentence is said by its key and arguments; a gap without an argument stays
// as it is written.
func In(lang string, m rules.Message) string {
	s := speaker{lang: lang, words: words(lang), args: m.Args}
	if s.words == nil {
		s.lang, s.words = English, words(English)
	}
	if _, ok := s.words[m.Key]; ok {
		return tidy(s.say(m.Key, 2)) // turn, what is to be done, with which piece
	}
	if len(m.Args) == 0 {
		return m.Key
	}
	var b strings.Builder
	b.WriteString(m.Key)
	for _, name := range sortedNames(m.Args) {
		b.WriteString(" " + name + ":" + m.Args[name])
	}
	return b.String()
}

// Told returns the text of err for people, in English: what is refused in its
// sentence, with what would help.
func Told(err error) string {
	var r *rules.Refusal
	if !errors.As(err, &r) {
		return err.Error()
	}
	said := Text(r.Why)
	if !r.Hint.IsZero() {
		said += ". " + Text(r.Hint)
	}
	return strings.Replace(err.Error(), r.Why.String(), said, 1)
}

// speaker says one message in one language.
type speaker struct {
	lang  string
	words map[string]Entry
	args  map[string]string
}

// say returns what key says; its gaps may hold keys, depth levels deep.
func (s speaker) say(key string, depth int) string {
	e, ok := s.words[key]
	if !ok {
		return key
	}
	return s.fill(s.form(e), depth)
}

// form chooses the form of e for the arguments.
func (s speaker) form(e Entry) string {
	if text, plain := e.Forms[""]; plain {
		return text
	}
	arg := s.args[e.by()]
	category := "other"
	if key, isKey := strings.CutPrefix(arg, "@"); isKey {
		if _, plural := s.words[key].Forms["other"]; !plural {
			category = "one"
		}
	} else if n, err := strconv.Atoi(arg); err == nil {
		category = Category(s.lang, n)
	}
	if text, ok := e.Forms[category]; ok {
		return text
	}
	return e.Forms["other"]
}

// fill replaces the gaps of text by the arguments, in one pass: braces in an argument are not gaps.
func (s speaker) fill(text string, depth int) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		gap, after, closed := strings.Cut(rest, "}")
		b.WriteString(before)
		if !found || !closed {
			b.WriteString(text[len(before):])
			return b.String()
		}
		name, kind, _ := strings.Cut(gap, ":")
		if arg, given := s.args[name]; given {
			b.WriteString(s.argument(arg, kind, depth))
		} else {
			b.WriteString("{" + gap + "}")
		}
		text = after
	}
}

// argument puts what stands in a gap into words.
func (s speaker) argument(arg, kind string, depth int) string {
	key, isKey := strings.CutPrefix(arg, "@")
	switch {
	case kind == "list":
		return s.list(strings.Split(arg, ","), s.item)
	case kind == "placed":
		return s.list(strings.Split(arg, ","), func(item string) string { return s.where(item, "piece.onto") })
	case kind == "standing":
		return s.list(strings.Split(arg, ","), func(item string) string { return s.where(item, "piece.at") })
	case kind == "piece":
		return s.piece(strings.Fields(arg))
	case isKey && depth > 0:
		return s.say(key, depth-1)
	case kind == "seat" && s.words["seat."+arg].Forms != nil:
		return s.say("seat."+arg, 0)
	case kind == "card":
		return s.card(arg)
	case kind == "cards":
		return s.drawn(arg)
	}
	return arg
}

// with is the same speaker with other arguments.
func (s speaker) with(args ...string) speaker {
	s.args = rules.Say("", args...).Args
	return s
}

// list says some things, each as one says it: "E8, F6 and E5".
func (s speaker) list(items []string, one func(string) string) string {
	for i, item := range items {
		items[i] = one(item)
	}
	last := len(items) - 1
	if last == 0 {
		return items[0]
	}
	return s.with("most", strings.Join(items[:last], ", "), "last", items[last]).say("list", 0)
}

// item says one thing of a list: "@chessbattle.levy d6", "E8".
func (s speaker) item(arg string) string {
	words := strings.Fields(arg)
	for i, word := range words {
		words[i] = s.argument(word, "", 1)
	}
	return strings.Join(words, " ")
}

// piece says a piece: "@seat.black @camelot.man 3".
func (s speaker) piece(words []string) string {
	words = append(words, "", "", "")
	return strings.TrimSpace(s.with("owner", words[0], "kind", words[1], "number", words[2]).say("piece", 1))
}

// where says a piece with its square: "@seat.black @camelot.man 3 E5".
func (s speaker) where(arg, key string) string {
	words := strings.Fields(arg)
	last := max(len(words)-1, 0)
	return s.with("piece", s.piece(words[:last:last]), "at", strings.Join(words[last:], "")).say(key, 0)
}

// card says a card of value and suit: "10h".
func (s speaker) card(arg string) string {
	if arg == "" || s.words["suit."+arg[len(arg)-1:]].Forms == nil {
		return arg
	}
	value, suit := arg[:len(arg)-1], "@suit."+arg[len(arg)-1:]
	return s.with("value", value, "suit", suit).say("card", 1)
}

// drawn says the cards of a draw: "1,4".
func (s speaker) drawn(arg string) string {
	cards := strings.Split(arg, ",")
	for i, n := range cards {
		if s.words["drawn."+n].Forms != nil {
			cards[i] = s.with("card", "@drawn."+n, "n", n).say("drawn", 1)
		}
	}
	return strings.Join(cards, ", ")
}

// tidy removes the blank that an empty gap leaves and capitalizes the first letter, unless the text begins with
// an action such as b1-c3.
func tidy(text string) string {
	words := strings.Fields(text)
	text = strings.Join(words, " ")
	if len(words) > 0 && strings.ContainsAny(words[0], "0123456789") {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
