package firmware

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// A program that has changed has another version: without it nobody could tell that a board has an older one. What does not change a
// program (comments, spaces) changes no version.
func TestTheVersionIsOfTheseSources(t *testing.T) {
	var files []string
	for _, pattern := range []string{"core/*.[ch]", "avr/*.[chS]", "rp2040/*.[chS]", "rp2040/*.ld"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	sum, n := sha256.New(), 0
	comment, space := regexp.MustCompile(`(?s)/\*.*?\*/`), regexp.MustCompile(`\s+`)
	for _, file := range files {
		if file == "core/version.h" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n++
		fmt.Fprintf(sum, "%s\n%s\n", file, space.ReplaceAll(bytes.TrimSpace(comment.ReplaceAll(text, nil)), []byte(" ")))
	}
	if now := fmt.Sprintf("%x", sum.Sum(nil)[:6]); now != Sources() || n < 30 {
		t.Errorf("the programs' %d sources have changed since version %s: in core/version.h count VERSION up and write SOURCES %q", n, Version(), now)
	}
}
