package web

import (
	"bytes"
	"errors"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"reeve/docs"
	"reeve/messages"
	"reeve/rules"
)

// reference is what anybody may look up: documents, rules, cards.
type reference struct {
	reply
	games   []*rules.Game
	picture func(name string) ([]byte, error)                   // nil: there is none
	card    func(game *rules.Game, lang string) ([]byte, error) // nil: there is none
}

func (l *reference) routes() []route {
	return []route{
		get("/help", l.helpPage),
		get("/help/{name}", l.helpFile("")),
		get("/help/games/{name}", l.helpFile("games/")),
		get("/rules/{game}", l.rulesPage),
		get("/rules/{game}/card.pdf", l.cardSheet),
		get("/api/rules/{game}", l.getGuide),
	}
}

// helpPage lists the documents, each with what it begins with.
func (l *reference) helpPage(w http.ResponseWriter, r *http.Request) {
	say := func(key string) string { return html.EscapeString(messages.In(language(r), rules.Message{Key: key})) }
	var b strings.Builder
	b.WriteString("<h2>" + say("page.help") + "</h2>\n")
	if language(r) != messages.English {
		b.WriteString("<p>" + say("shelf.english") + "</p>\n")
	}
	for _, shelf := range docs.Shelves {
		b.WriteString("<h3>" + say("shelf."+shelf.Reader) + "</h3>\n<ul lang=\"en\">\n")
		for _, name := range shelf.Names {
			text, err := docs.Files.ReadFile(name)
			if err != nil {
				l.fail(w, r, err)
				return
			}
			b.WriteString(`<li><a href="/help/` + strings.TrimSuffix(name, ".md") + `">` + html.EscapeString(titleIn(string(text))) + "</a></li>\n")
		}
		b.WriteString("</ul>\n")
	}
	l.helpShell(w, r, b.String())
}

// helpShell serves a page of help around what is made for it.
func (l *reference) helpShell(w http.ResponseWriter, r *http.Request, inside string) {
	page := bytes.Replace(pageFor(r, "help.html").text, []byte("{document}"), []byte(inside), 1)
	assetOf("help.html", page).serve(w, r)
}

// helpFile serves the documents of a folder, and their pictures.
func (l *reference) helpFile(folder string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := folder + r.PathValue("name")
		if path.Ext(name) == ".svg" {
			l.helpPicture(w, r, name)
			return
		}
		text, err := docs.Files.ReadFile(name + ".md")
		if err != nil {
			writeNotice(w, r, http.StatusNotFound, rules.Say("no.address"))
			return
		}
		back := html.EscapeString(messages.In(language(r), rules.Say("page.help")))
		made := newRendering(string(text), func(target string) string { return helpLink(name, target) }).html()
		l.helpShell(w, r, `<p><a href="/help">`+back+"</a></p>\n<article lang=\"en\">\n"+made+"</article>\n")
	}
}

// helpPicture draws a picture of a document.
func (l *reference) helpPicture(w http.ResponseWriter, r *http.Request, name string) {
	if l.picture == nil {
		missing(w, r)
		return
	}
	svg, err := l.picture(name)
	if errors.Is(err, fs.ErrNotExist) {
		writeNotice(w, r, http.StatusNotFound, rules.Say("no.address"))
		return
	}
	if err != nil {
		l.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'") // the drawing's own style
	assetOf(name, svg).serve(w, r)
}

var rulesOf = regexp.MustCompile(`^\.\./rules/([a-z]+)/RULES\.md$`)

// helpLink is where what a document names is found on the pages; "" if nowhere.
func helpLink(name, target string) string {
	file, anchor, _ := strings.Cut(target, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	file = path.Join(path.Dir(name), file)
	switch {
	case strings.Contains(target, "://"), strings.HasPrefix(target, "#"):
		return target
	case rulesOf.MatchString(file):
		return rulesOf.ReplaceAllString(file, "/rules/$1") + anchor
	case path.Ext(file) == ".svg" && fs.ValidPath(file):
		return "/help/" + file
	case slices.ContainsFunc(docs.Shelves, func(s docs.Shelf) bool { return slices.Contains(s.Names, file) }):
		return "/help/" + strings.TrimSuffix(file, ".md") + anchor
	}
	return ""
}
