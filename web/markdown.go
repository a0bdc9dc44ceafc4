package web

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// document makes a page of one of the program's own texts in Markdown: headings,
// paragraphs, lists, tables, bold, slanted, code and links are all they use. A
// numbered paragraph N can be linked to as #rule-N.
func document(text string) []byte {
	blocks := strings.Split(strings.TrimSpace(text), "\n\n")
	var b strings.Builder
	for _, block := range blocks {
		lines := strings.Split(block, "\n")
		for len(lines) > 0 {
			n := sameKind(lines)
			b.WriteString(blockHTML(lines[:n]))
			lines = lines[n:]
		}
	}
	title := html.EscapeString(strings.TrimLeft(strings.SplitN(blocks[0], "\n", 2)[0], "# "))
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s · reeve</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/page.css">
<link rel="stylesheet" href="/assets/guide.css">
</head>
<body>
<main id="main" class="document">
%s</main>
</body>
</html>
`, title, b.String())
}

var numbered = regexp.MustCompile(`^(\d+)\. `)

// kindOfLine is what a line begins: a heading, a table's row, an item, or text.
func kindOfLine(line string) byte {
	switch {
	case strings.HasPrefix(line, "#"):
		return '#'
	case strings.HasPrefix(line, "|"):
		return '|'
	case strings.HasPrefix(line, "- "):
		return '-'
	case numbered.MatchString(line):
		return '1'
	}
	return 'p'
}

// sameKind is how many of the lines, from the first, are one block: an item goes
// on over the lines of text that follow it.
func sameKind(lines []string) int {
	kind, n := kindOfLine(lines[0]), 1
	for n < len(lines) {
		next := kindOfLine(lines[n])
		if kind == '#' || next != kind && (next != 'p' || kind == '|') {
			break
		}
		n++
	}
	return n
}

func blockHTML(lines []string) string {
	switch kindOfLine(lines[0]) {
	case '#':
		text := strings.TrimLeft(lines[0], "#")
		level := min(len(lines[0])-len(text), 4)
		return fmt.Sprintf("<h%d>%s</h%d>\n", level, inline(strings.TrimSpace(text)), level)
	case '|':
		return tableHTML(lines)
	case '-':
		return "<ul>\n" + items(lines, func(item string) string { return "<li>" + inline(strings.TrimPrefix(item, "- ")) + "</li>\n" }) + "</ul>\n"
	case '1':
		return items(lines, func(item string) string {
			n := numbered.FindStringSubmatch(item)[1]
			return fmt.Sprintf(`<p class="rule" id="rule-%s"><b>%s</b> %s</p>`+"\n", n, n, inline(numbered.ReplaceAllString(item, "")))
		})
	}
	return "<p>" + inline(strings.Join(lines, " ")) + "</p>\n"
}

// items joins each item's lines and makes of it what make says.
func items(lines []string, make func(string) string) string {
	var b strings.Builder
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && kindOfLine(lines[n]) == 'p' {
			n++
		}
		var words []string
		for _, line := range lines[:n] {
			words = append(words, strings.TrimSpace(line))
		}
		b.WriteString(make(strings.Join(words, " ")))
		lines = lines[n:]
	}
	return b.String()
}

var ruler = regexp.MustCompile(`^[|:\- ]+$`)

func tableHTML(lines []string) string {
	var b strings.Builder
	b.WriteString("<table>\n")
	for i, line := range lines {
		if ruler.MatchString(line) {
			continue
		}
		cell := "td"
		if i == 0 {
			cell = "th"
		}
		b.WriteString("<tr>")
		for _, text := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			b.WriteString("<" + cell + ">" + inline(strings.TrimSpace(text)) + "</" + cell + ">")
		}
		b.WriteString("</tr>\n")
	}
	return b.String() + "</table>\n"
}

// marks are what stands within a line; the text is escaped before.
var inlines = []struct {
	found *regexp.Regexp
	put   string
}{
	{regexp.MustCompile("`([^`]+)`"), "<code>$1</code>"},
	{regexp.MustCompile(`\*\*([^*]+)\*\*`), "<b>$1</b>"},
	{regexp.MustCompile(`(^|[\s(])\*([^*\s][^*]*)\*`), "$1<i>$2</i>"},
	{regexp.MustCompile(`!?\[([^\]]+)\]\(([\w./#:-]+)\)`), `<a href="$2">$1</a>`},
	{regexp.MustCompile(`\b(rule (\d+))\b`), `<a href="#rule-$2">$1</a>`},
}

func inline(text string) string {
	text = html.EscapeString(text)
	for _, m := range inlines {
		text = m.found.ReplaceAllString(text, m.put)
	}
	return text
}
