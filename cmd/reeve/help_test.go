package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/docs"
)

var pictured = regexp.MustCompile(`!\[[^\]]+\]\(([^)\s]+)`)

// The sheet that the page's Print link leads to is one page, in the reader's language.
func TestACardIsPrintedFromThePage(t *testing.T) {
	var drawn sheets
	g := games()[0]
	english, err := drawn.card(g, "en")
	if err != nil {
		t.Fatal(err)
	}
	if other, _ := drawn.card(games()[1], "en"); string(other) == string(english) {
		t.Error("another game has the same sheet")
	}
	if again, _ := drawn.card(g, "en"); &again[0] != &english[0] {
		t.Error("the same sheet is drawn twice")
	}
	finnish, err := drawn.card(g, "fi")
	if err != nil || string(english) == string(finnish) {
		t.Errorf("Finnish is English: %v", err)
	}
	for _, sheet := range [][]byte{english, finnish} {
		if !strings.HasPrefix(string(sheet), "%PDF-") || strings.Count(string(sheet), "/Type /Page\n")+strings.Count(string(sheet), "/Type /Page ")+strings.Count(string(sheet), "/Type/Page/") != 1 {
			t.Errorf("%.60q is not one page", sheet)
		}
	}
}

// Every document stands on a shelf of /help, and every picture in one is drawn by
// the daemon as it stands in the folder.
func TestHelpShowsEveryDocument(t *testing.T) {
	var shelved []string
	for _, s := range docs.Shelves {
		shelved = append(shelved, s.Names...)
	}
	pictures := 0
	err := fs.WalkDir(docs.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !slices.Contains(shelved, name) {
			t.Errorf("%s stands on no shelf: see docs/docs.go", name)
		}
		for _, m := range pictured.FindAllStringSubmatch(read(t, "docs/"+name), -1) {
			picture := filepath.Join(filepath.Dir(name), m[1])
			pictures++
			drawn, err := helpPicture(picture)
			if err != nil || string(drawn) != read(t, "docs/"+picture) {
				t.Errorf("%s: /help/%s is not docs/%s: %v", name, picture, picture, err)
			}
		}
		return nil
	})
	if err != nil || pictures < 30 {
		t.Errorf("%d pictures, %v", pictures, err)
	}
	for _, name := range []string{"games/rolechess-ludo.svg", "games/ludo-start.svg", "wiring-none.svg", "wiring-../configs.svg", "x.svg"} {
		if _, err := helpPicture(name); err == nil || !strings.Contains(err.Error(), "exist") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
