package hall

import (
	_ "embed"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"path"
	"strings"
)

// front is what a browser loads: pages, and the files that they are made of.
type front struct {
	title    string
	language func(*http.Request) string
	kind     func(name string) string
	text     func(name string) (text []byte, kind string, ok bool) // of files that boards' pages have, too
}

func (f front) routes(m *http.ServeMux) {
	for _, page := range pagePaths {
		m.HandleFunc("GET "+page, f.page)
	}
	m.HandleFunc("GET /", f.nothing)
	m.HandleFunc("GET /assets/{name}", f.asset)
}

// shell is what all pages begin as; each has its own script and style.
//
//go:embed assets/shell.html
var shell string

// pagePaths are where pages are.
var pagePaths = []string{"/{$}", "/wall", "/board/{board}", "/overlay/{board}", "/join", "/tournament", "/tournament/{id}"}

// nothing says where there is nothing so, with a way back for people.
func (f front) nothing(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.NotFound(w, r)
		return
	}
	f.shell(w, r, http.StatusNotFound)
}

// page serves a page.
func (f front) page(w http.ResponseWriter, r *http.Request) { f.shell(w, r, http.StatusOK) }

func (f front) shell(w http.ResponseWriter, r *http.Request, status int) {
	script, style, class := "hall.js", "board.css", ""
	switch {
	case strings.HasPrefix(r.URL.Path, "/overlay/"):
		script, class = "overlay.js", "overlay"
	case r.URL.Path == "/join":
		script = "join-page.js"
	case strings.HasPrefix(r.URL.Path, "/tournament"):
		script, style = "tournament.js", "tournament.css"
	}
	text := strings.NewReplacer("{lang}", f.language(r), "{title}", html.EscapeString(f.title), "{script}", script, "{style}", style, "{class}", class).Replace(shell)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	io.WriteString(w, text)
}

func (f front) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	w.Header().Set("Cache-Control", "no-cache")
	text, err := files.ReadFile("assets/" + name)
	kind := f.kind(name)
	if err != nil || path.Ext(name) == ".html" {
		var ok bool
		if text, kind, ok = f.text(name); !ok {
			http.NotFound(w, r)
			return
		}
		if lang, is := strings.CutPrefix(strings.TrimSuffix(name, ".json"), "words."); is {
			text = withWords(text, lang)
		}
	}
	w.Header().Set("Content-Type", kind)
	w.Write(text)
}

// withWords adds the hall's sentences to those of the boards' pages.
func withWords(text []byte, lang string) []byte {
	ours, err := files.ReadFile("words/" + lang + ".json")
	all := map[string]json.RawMessage{}
	if err == nil {
		err = errors.Join(json.Unmarshal(text, &all), json.Unmarshal(ours, &all))
	}
	if err != nil {
		return text
	}
	out, _ := json.Marshal(all)
	return out
}
