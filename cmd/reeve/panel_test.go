package main

import (
	"testing"

	"reeve/config"
	"reeve/referee"
	"reeve/rules"
)

// The display says whose turn it is, the clock that runs, and what to do, in the language of the settings.
func TestWhatTheDisplaySays(t *testing.T) {
	table := &referee.Table{
		Game: "camelot", Message: referee.Message{Key: "paused.board", Args: map[string]string{"why": "gone"}, Text: "-"},
		Position: rules.View{ToAct: rules.ActorNames{"black"}}, Clocks: map[string]any{"white": int64(60_000), "black": int64(727_300), "running": "black"},
	}
	first, second := onPanel(table, config.Settings{Language: "fi"})
	if first != "Musta 12:07" || second == "" || second == "-" || second == "paused.board" {
		t.Errorf("%q, %q", first, second)
	}
	table.Position.Outcome = &rules.Outcome{}
	table.Clocks = nil
	if first, _ := onPanel(table, config.Settings{Language: "en"}); first != "Camelot" {
		t.Errorf("of a game that is over %q", first)
	}
}
