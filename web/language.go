package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"reeve/messages"
	"reeve/rules"
)

// languageCookie holds the language that a reader picked by hand; the pages set it.
const languageCookie = "language"

// language is what a reader wants to read: the one picked by hand, or the best
// of those that the browser asks for (RFC 9110, 12.5.4), or English.
func language(r *http.Request) string {
	if c, err := r.Cookie(languageCookie); err == nil && slices.Contains(messages.Languages(), c.Value) {
		return c.Value
	}
	best, weight := messages.English, 0.0
	for _, asked := range strings.Split(r.Header.Get("Accept-Language"), ",") {
		tag, parameter, _ := strings.Cut(asked, ";")
		primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		q := 1.0
		if text, weighed := strings.CutPrefix(strings.TrimSpace(parameter), "q="); weighed {
			q, _ = strconv.ParseFloat(text, 64)
		}
		if q > weight && slices.Contains(messages.Languages(), primary) {
			best, weight = primary, q
		}
	}
	return best
}

// pageFor is a page in the reader's language.
func pageFor(r *http.Request, name string) asset { return assets()[language(r)+"/"+name]() }

var (
	wordsIn = regexp.MustCompile(`data-t="([\w.]+)"[^>]*>`)
	labelIn = regexp.MustCompile(`data-t-label="([\w.]+)"`)
)

// translated fills a page with the words of a language: an element with data-t
// begins with them, one with data-t-label is called so.
func translated(page []byte, lang string) []byte {
	say := func(key []byte) string {
		return html.EscapeString(messages.In(lang, rules.Message{Key: string(key)}))
	}
	page = bytes.Replace(page, []byte(`<html lang="en">`), []byte(`<html lang="`+lang+`">`), 1)
	page = bytes.Replace(page, []byte(`/words.en.json`), []byte(`/words.`+lang+`.json`), 1)
	page = wordsIn.ReplaceAllFunc(page, func(found []byte) []byte {
		return append(slices.Clone(found), say(wordsIn.FindSubmatch(found)[1])...)
	})
	return labelIn.ReplaceAllFunc(page, func(found []byte) []byte {
		return []byte(`aria-label="` + say(labelIn.FindSubmatch(found)[1]) + `"`)
	})
}

// aside are the words that no page of a game says at first: a page asks for what is said of refusals
// at its first one, and for those of forms with the book of cards. Those of lessons come apart from them.
var aside = map[string]string{"no": "refusals", "do": "refusals", "lesson": "lessons", "start": "book", "new": "book", "trust": "book", "doctor": "book", "help": "book", "rebuilt": "book",
	"army": "book", "pay": "book", "spy": "book", "train": "book"}

// catalogues are the files that pages get a language from: its words, and what is asked for later.
func catalogues(lang string) map[string][]byte {
	var all, book map[string]json.RawMessage
	err := errors.Join(json.Unmarshal(messages.File(lang), &all), json.Unmarshal(messages.Book(lang), &book))
	parts := map[string]map[string]json.RawMessage{"words": {}, "refusals": {}, "lessons": {}, "book": {}}
	for rest, words := range map[string]map[string]json.RawMessage{"words": all, "book": book} {
		for key, text := range words {
			first, _, _ := strings.Cut(key, ".")
			parts[cmp.Or(aside[first], rest)][key] = text
		}
	}
	files := map[string][]byte{}
	for name, part := range parts {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		err = errors.Join(err, enc.Encode(part))
		files[name+"."+lang+".json"] = b.Bytes()
	}
	if err != nil {
		panic("web: catalogue: " + err.Error())
	}
	return files
}
