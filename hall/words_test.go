package hall_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var gap = regexp.MustCompile(`\{\w+\}`)

// Every sentence of the hall's pages exists in every language, with the same gaps; and every
// one that a page says is there.
func TestTheHallSpeaksFiveLanguages(t *testing.T) {
	words := map[string]map[string]string{}
	for _, lang := range []string{"en", "fi", "it", "pl", "sv"} {
		text, err := os.ReadFile("words/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]string
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		words[lang] = all
	}
	for lang, all := range words {
		for key, english := range words["en"] {
			gaps := func(s string) []string { g := gap.FindAllString(s, -1); slices.Sort(g); return g }
			if all[key] == "" || !slices.Equal(gaps(all[key]), gaps(english)) {
				t.Errorf("%s: %s: %q, in English %q", lang, key, all[key], english)
			}
		}
		for key, said := range all {
			if strings.Contains(said, "JSON") {
				t.Errorf("%s: %s speaks to programs: %q", lang, key, said)
			}
		}
		if len(all) != len(words["en"]) {
			t.Errorf("%s has %d sentences, English %d", lang, len(all), len(words["en"]))
		}
	}
	said := map[string]bool{}
	entries, err := os.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile("assets/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"(hall\.[a-z.]+[a-z])"`).FindAllStringSubmatch(string(text), -1) {
			said[m[1]] = true
		}
	}
	for key := range maps.Keys(said) {
		if words["en"][key] == "" {
			t.Errorf("a page says %s, which has no sentence", key)
		}
	}
	for key := range words["en"] {
		if !said[key] && !strings.HasPrefix(key, "hall.no.") && !strings.HasPrefix(key, "hall.record.") {
			t.Errorf("%s is said nowhere", key)
		}
	}
}
