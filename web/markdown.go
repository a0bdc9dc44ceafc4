package web

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// titleIn is a text's first heading.
func titleIn(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimLeft(line, "# ")
}

// rendering makes HTML of one of the program's own texts in Markdown: headings,
// paragraphs, lists, tables, blocks of code, pictures, bold, slanted, code and
// links are all they use.
type rendering struct {
	lines []string
	to    func(target string) string // where a link or picture is found; "" nowhere
	rules []string                   // the numbers of its rules, which can be linked to as #rule-N; none if numbers only count items
}

var comment = regexp.MustCompile(`(?s)<!--.*?-->\n?`)

func newRendering(text string, to func(string) string) rendering {
	d := rendering{lines: strings.Split(comment.ReplaceAllString(text, ""), "\n"), to: to}
	for _, line := range d.lines {
		if m := numbered.FindStringSubmatch(line); m != nil {
			d.rules = append(d.rules, m[1])
		}
	}
	if numbers := slices.Sorted(slices.Values(d.rules)); len(slices.Compact(numbers)) < len(d.rules) {
		d.rules = nil
	}
	return d
}

var numbered = regexp.MustCompile(`^(\d+)\. `)

const fence = "```"

func (d rendering) html() string {
	var b strings.Builder
	for lines := d.lines; len(lines) > 0; {
		n := sameKind(lines)
		b.WriteString(d.block(lines[:n]))
		lines = lines[n:]
	}
	return b.String()
}

// kindOfLine is what a line begins: a heading, a table's row, an item, code, nothing, or text.
func kindOfLine(line string) byte {
	switch {
	case strings.TrimSpace(line) == "":
		return ' '
	case strings.HasPrefix(line, fence):
		return '`'
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
// on over the lines of text that follow it, and code to where it is closed.
func sameKind(lines []string) int {
	kind, n := kindOfLine(lines[0]), 1
	for n < len(lines) {
		next := kindOfLine(lines[n])
		if kind == '`' {
			if n++; next == '`' {
				break
			}
			continue
		}
		if kind == '#' || next != kind && (next != 'p' || kind == '|' || kind == ' ') {
			break
		}
		n++
	}
	return n
}

func (d rendering) block(lines []string) string {
	switch kindOfLine(lines[0]) {
	case ' ':
		return ""
	case '`':
		code := strings.Join(lines[1:], "\n")
		return "<pre tabindex=\"0\"><code>" + html.EscapeString(strings.TrimSuffix(code, fence)) + "</code></pre>\n"
	case '#':
		text := strings.TrimLeft(lines[0], "#")
		level := min(len(lines[0])-len(text), 4)
		return fmt.Sprintf("<h%d id=\"%s\">%s</h%d>\n", level, anchor(text), d.inline(strings.TrimSpace(text)), level)
	case '|':
		return d.table(lines)
	case '-':
		return "<ul>\n" + items(lines, func(item string) string { return "<li>" + d.inline(strings.TrimPrefix(item, "- ")) + "</li>\n" }) + "</ul>\n"
	case '1':
		return d.numbers(lines)
	}
	return "<p>" + d.inline(strings.Join(lines, " ")) + "</p>\n"
}

// anchor is how a heading is called in an address.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(heading))
}

// numbers makes rules of numbered paragraphs, or a list.
func (d rendering) numbers(lines []string) string {
	if len(d.rules) == 0 {
		first := numbered.FindStringSubmatch(lines[0])[1]
		return `<ol start="` + first + "\">\n" + items(lines, func(item string) string { return "<li>" + d.inline(numbered.ReplaceAllString(item, "")) + "</li>\n" }) + "</ol>\n"
	}
	return items(lines, func(item string) string {
		n := numbered.FindStringSubmatch(item)[1]
		return fmt.Sprintf(`<p class="rule" id="rule-%s"><b>%s</b> %s</p>`+"\n", n, n, d.inline(numbered.ReplaceAllString(item, "")))
	})
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

// table makes a table; one without words above its columns has no head.
func (d rendering) table(lines []string) string {
	var b strings.Builder
	b.WriteString("<table tabindex=\"0\">\n")
	for i, line := range lines {
		if i == 1 && ruler.MatchString(line) || i == 0 && strings.Trim(line, "| ") == "" {
			continue
		}
		b.WriteString("<tr>")
		line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
		for _, text := range strings.Split(line, "|") {
			text, cell := strings.TrimSpace(text), "td"
			if i == 0 && text != "" {
				cell = "th"
			}
			b.WriteString("<" + cell + ">" + d.inline(text) + "</" + cell + ">")
		}
		b.WriteString("</tr>\n")
	}
	return b.String() + "</table>\n"
}

var (
	code    = regexp.MustCompile("`[^`]+`")
	strong  = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	slanted = regexp.MustCompile(`(^|[\s(])\*([^*\s][^*]*)\*`)
	linked  = regexp.MustCompile(`(!?)\[([^\]]*)\]\(([^)\s]+)(?: &#34;[^)]*&#34;)?\)`)
	ruled   = regexp.MustCompile(`\b(rule (\d+))\b`)
	kept    = regexp.MustCompile("\x00(\\d+)\x00")
)

// inline makes what stands within a line. Code and links are made first and held
// back, so that nothing within them is read again.
func (d rendering) inline(text string) string {
	var made []string
	hold := func(html string) string {
		made = append(made, html)
		return "\x00" + strconv.Itoa(len(made)-1) + "\x00"
	}
	text = html.EscapeString(strings.ReplaceAll(text, "\x00", ""))
	text = code.ReplaceAllStringFunc(text, func(found string) string { return hold("<code>" + found[1:len(found)-1] + "</code>") })
	text = linked.ReplaceAllStringFunc(text, func(found string) string { return hold(d.link(linked.FindStringSubmatch(found))) })
	text = ruled.ReplaceAllStringFunc(text, func(found string) string {
		if !slices.Contains(d.rules, found[len("rule "):]) {
			return found
		}
		return hold(ruled.ReplaceAllString(found, `<a href="#rule-$2">$1</a>`))
	})
	text = slanted.ReplaceAllString(strong.ReplaceAllString(text, "<b>$1</b>"), "$1<i>$2</i>")
	for kept.MatchString(text) { // a link may hold code
		text = kept.ReplaceAllStringFunc(text, func(found string) string {
			i, _ := strconv.Atoi(strings.Trim(found, "\x00"))
			return made[i]
		})
	}
	return text
}

// link makes a link or a picture; what is found nowhere is only named.
func (d rendering) link(m []string) string {
	to := html.EscapeString(d.to(html.UnescapeString(m[3])))
	switch {
	case to == "":
		return m[2]
	case m[1] == "!":
		return `<a href="` + to + `"><img src="` + to + `" alt="` + m[2] + `" loading="lazy"></a>`
	}
	return `<a href="` + to + `">` + m[2] + "</a>"
}
