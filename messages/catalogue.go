package messages

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
)

//go:embed en.json fi.json sv.json pl.json it.json book.*.json
var files embed.FS

// English is the language of the interface's own texts, and of those who choose
// none.
const English = "en"

// Languages are the languages there is a catalogue of, as ISO 639-1 names them.
func Languages() []string { return []string{English, "fi", "sv", "pl", "it"} }

// File returns the catalogue of a language as JSON, without its book; nil if there
// is none.
func File(lang string) []byte { return file(lang, "") }

// Book returns the sentences of cards, lessons, options and games that are over of a language as JSON, which
// pages get only when they show them; nil if there are none.
func Book(lang string) []byte { return file(lang, "book.") }

func file(lang, part string) []byte {
	text, err := files.ReadFile(part + lang + ".json")
	if err != nil || !slices.Contains(Languages(), lang) {
		return nil
	}
	return text
}

// Entry is one sentence: its forms by plural category, or one form under "".
type Entry struct {
	By    string // the gap that chooses the form, "n" if empty
	Forms map[string]string
}

func (e Entry) by() string {
	if e.By == "" {
		return "n"
	}
	return e.By
}

// UnmarshalJSON reads a string, or an object of forms and perhaps "by".
func (e *Entry) UnmarshalJSON(text []byte) error {
	var plain string
	if json.Unmarshal(text, &plain) == nil {
		e.Forms = map[string]string{"": plain}
		return nil
	}
	if err := json.Unmarshal(text, &e.Forms); err != nil {
		return err
	}
	e.By = e.Forms["by"]
	delete(e.Forms, "by")
	return nil
}

// catalogues reads each language at its first use. The files are part of the
// program: a test holds them sound.
var catalogues = func() map[string]func() map[string]Entry {
	all := map[string]func() map[string]Entry{}
	for _, lang := range Languages() {
		all[lang] = sync.OnceValue(func() map[string]Entry {
			all := read[map[string]Entry](lang)
			maps.Copy(all, read[map[string]Entry]("book."+lang))
			return all
		})
	}
	return all
}()

// words is the catalogue of a language, nil if there is none.
func words(lang string) map[string]Entry {
	if read := catalogues[lang]; read != nil {
		return read()
	}
	return nil
}

func read[T any](name string) (v T) {
	text, err := files.ReadFile(name + ".json")
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		panic(fmt.Sprintf("messages: %s.json: %v", name, err))
	}
	return v
}

func sortedNames(args map[string]string) []string { return slices.Sorted(maps.Keys(args)) }
