package messages_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/rules"
)

func TestLacksSaysWhatCannotBeSaid(t *testing.T) {
	move := []string{"piece", "@camelot.man", "from", "B6", "to", "B7"}
	for _, c := range []struct {
		lang string
		say  rules.Message
		want []string
	}{
		{"en", rules.Say("camelot.move", move...), nil},
		{"fi", rules.Say("example.move", move...), nil}, // a game's own folder
		{"en", rules.Say("camelot.mve", move...), []string{"camelot.mve"}},
		{"pl", rules.Say("camelot.move", "piece", "@camelot.pawn", "from", "B6", "to", "B7"), []string{"camelot.pawn"}},
		{"sv", rules.Say("camelot.move", move[:4]...), []string{"{to}"}},
		{"en", rules.Say("settle.place", "pieces", "@seat.white @camelot.rook 2 b1"), []string{"camelot.rook"}},
		{"xx", rules.Say("rules.draw"), []string{"rules.draw"}},
	} {
		if got := messages.Lacks(c.lang, c.say); !slices.Equal(got, c.want) {
			t.Errorf("%s %v: %q, want %q", c.lang, c.say, got, c.want)
		}
	}
}

// A game's own words are the program's; the model's are not sent to pages.
func TestWordsOfAGamesFolderAreMerged(t *testing.T) {
	for _, lang := range messages.Languages() {
		if len(rules.Words(lang+".json")) == 0 || !json.Valid(messages.File(lang)) || !json.Valid(messages.Book(lang)) {
			t.Errorf("%s: no words of a folder, or no JSON", lang)
		}
		if strings.Contains(string(messages.File(lang))+string(messages.Book(lang)), rules.Model+".") {
			t.Errorf("%s: pages get the model's words", lang)
		}
		if m := rules.Say("now.example.turn"); messages.In(lang, m) == m.Key {
			t.Errorf("%s: %s is not said", lang, m.Key)
		}
	}
}

func TestTwoFilesAreJoinedIntoOne(t *testing.T) {
	var all map[string]messages.Entry
	err := json.Unmarshal(messages.Joined([]byte("{\n  \"a\": \"{x}\",\n  \"b\": {\"one\": \"1\", \"other\": \"{n}\"}\n}\n"), []byte("{\n  \"c\": \"{y}\"\n}\n")), &all)
	if err != nil || len(all) != 3 || all["a"].Forms[""] != "{x}" || all["b"].Forms["other"] != "{n}" || all["c"].Forms[""] != "{y}" {
		t.Errorf("%v, %v", all, err)
	}
}
