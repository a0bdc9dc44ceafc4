package reeve_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"reeve/archive"
	"reeve/rules"
	"reeve/rules/catalog"
)

// Of several faults always the same one is told, the first by its name: a refusal does not hang on the order in which Go walks a map.
func TestOfSeveralFaultsAlwaysTheSameIsTold(t *testing.T) {
	for what, try := range map[string]func() error{
		"options": func() error {
			_, err := catalog.Games()[0].Complete(map[string]any{"apples": 1, "pears": 1, "plums": 1, "quinces": 1})
			return err
		},
		"seen":        misread(t, "camelot", "seen", map[string]int{"apples": -1, "pears": -1, "plums": -1, "quinces": -1}),
		"cards":       misread(t, "chessbattle", "cards", map[string][]string{"apples": {}, "pears": {}, "plums": {}, "quinces": {}}),
		"king_points": misread(t, "chessbattle", "king_points", map[string]int{"apples": 1, "pears": 1, "plums": 1, "quinces": 1}),
		"chests":      misread(t, "dungeonchess", "chests", map[string]int{"apples": 1, "pears": 1, "plums": 1, "quinces": 1}),
		"players": func() error {
			_, _, err := archive.Read(catalog.Games(), strings.NewReader(`{"reeve":1,"game":"camelot","options":{},"players":{"quinces":"A","apples":"B","plums":"C","pears":"D"},"commitment":""}`+"\n"))
			return err
		},
	} {
		for range 100 {
			if err := try(); err == nil || !strings.Contains(err.Error(), "apples") {
				t.Errorf("%s: %v, want the apples refused", what, err)
				break
			}
		}
	}
}

// misread reads the start of a game whose own part has that member instead.
func misread(t *testing.T, game, member string, value any) func() error {
	g, err := rules.Find(catalog.Games(), game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	text, err := json.Marshal(s.View(rules.Full))
	if err == nil {
		err = json.Unmarshal(text, &doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	own := maps.Clone(doc["state"].(map[string]any))
	own[member] = value
	doc["state"] = own
	if text, err = json.Marshal(doc); err != nil {
		t.Fatal(err)
	}
	return func() error { _, err := rules.ReadPosition(catalog.Games(), text); return err }
}
