package catalog_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/rules/kaleidochess"
)

func TestWithoutFilesTheGamesAreTheirOwn(t *testing.T) {
	games, err := catalog.Load(fstest.MapFS{})
	if err != nil || len(games) != len(catalog.Games()) {
		t.Fatalf("%d games, %v", len(games), err)
	}
	for i, g := range catalog.Games() {
		if games[i] != g {
			t.Errorf("%s is another game", g.Name)
		}
	}
}

// An owner's die table takes the place of the rebuilt one.
func TestAFileTakesThePlaceOfWhatIsRebuilt(t *testing.T) {
	games, err := catalog.Load(fstest.MapFS{catalog.KaleidoChessDie: {Data: []byte(`{"status":"ours","moves":{"1":["raven","pawn"],"2":["eagle","horse"],"3":["roc","tiger"],
		"4":["dragon","elephant"],"5":["wizard"],"6":["wizard","dragon"]},"magic":[5],"fire":[4]}`)}})
	if err != nil {
		t.Fatal(err)
	}
	g, err := rules.Find(games, "kaleidochess")
	if err != nil || g == kaleidochess.Game {
		t.Fatalf("still the game's own: %v", err)
	}
}

func TestAnUnsoundFileIsRefusedWithItsName(t *testing.T) {
	for _, name := range []string{catalog.KaleidoChessBoard, catalog.KaleidoChessDie, catalog.DungeonChessBoard, catalog.ChessBattleFigures} {
		_, err := catalog.Load(fstest.MapFS{name: {Data: []byte(`{"what":"is this"}`)}})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
