package messages

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"reeve/rules"
)

//go:embed en.json fi.json sv.json pl.json it.json book.*.json
var files embed.FS

// English is the language of the interface's own texts, and of those who choose
// none.
const English = "en"

// Languages are the languages there is a catalogue of, as ISO 639-1 names them.
func Languages() []string { return []string{English, "fi", "sv", "pl", "it"} }

// File returns the catalogue of a language as JSON, without its book; nil if there
// is none. The words that games have in their own folders are in it, but not the
// model's, which no page plays.
func File(lang string) []byte { return file(lang, "") }

// Book returns the sentences of cards, lessons, options and games that are over of a language as JSON, which
// pages get only when they show them; nil if there are none.
func Book(lang string) []byte { return file(lang, "book.") }

func file(lang, part string) []byte {
	text, err := files.ReadFile(part + lang + ".json")
	if err != nil || !slices.Contains(Languages(), lang) {
		return nil
	}
	folders := rules.Words(part + lang + ".json")
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		if folder != rules.Model {
			text = joined(text, folders[folder])
		}
	}
	return text
}

// joined is one object of the members of both.
func joined(a, b []byte) []byte {
	a, _ = bytes.CutSuffix(bytes.TrimSpace(a), []byte("}"))
	b, _ = bytes.CutPrefix(bytes.TrimSpace(b), []byte("{"))
	return slices.Concat(bytes.TrimSpace(a), []byte(",\n  "), bytes.TrimSpace(b))
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
			all := map[string]Entry{}
			for _, name := range []string{lang + ".json", "book." + lang + ".json"} {
				text, err := files.ReadFile(name)
				read(all, name, text, err)
				for folder, text := range rules.Words(name) {
					read(all, folder+"/words/"+name, text, nil)
				}
			}
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

// read adds what a file says to all.
func read(all map[string]Entry, name string, text []byte, err error) {
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		panic(fmt.Sprintf("messages: %s: %v", name, err))
	}
}

func sortedNames(args map[string]string) []string { return slices.Sorted(maps.Keys(args)) }
