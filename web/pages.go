package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"reeve/messages"
	"reeve/rules"
	"reeve/symbols"
)

//go:embed assets
var assetFiles embed.FS

// asset is one file that pages are made of.
type asset struct {
	text   []byte
	packed func() []byte // as gzip, made once
	kind   string
	etag   string
}

var kinds = map[string]string{
	".html":        "text/html; charset=utf-8",
	".json":        "application/json",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".webmanifest": "application/manifest+json",
	".pdf":         "application/pdf",
}

// shells are the pages that page.html is the frame of, and what stands in it.
var shells = map[string]string{"table": "board.html", "seat": "board.html", "sim": "board.html", "learn": "board.html", "here": "board.html", "archive": "archive.html", "doctor": "doctor.html", "start": "archive.html", "trust": "archive.html", "help": "help.html"}

// assets are the same for every server.
var assets = sync.OnceValue(listAssets)

// listAssets names the files compiled into the program and the pages of every
// language. Each is read, or made, when somebody first asks for it: a board that
// nobody looks at needs none.
func listAssets() map[string]func() asset {
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		panic("web: " + err.Error())
	}
	out := map[string]func() asset{}
	add := func(name string, text func() []byte) {
		out[name] = sync.OnceValue(func() asset { return assetOf(name, text()) })
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".html" {
			add(e.Name(), func() []byte { return readAsset(e.Name()) })
		}
	}
	add(drawings, symbols.Module)
	for _, lang := range messages.Languages() {
		for _, e := range entries {
			if path.Ext(e.Name()) == ".html" {
				add(lang+"/"+e.Name(), func() []byte { return translated(readAsset(e.Name()), lang) })
			}
		}
		for page := range shells {
			add(lang+"/"+page+".html", func() []byte { return translated(shell(page), lang) })
		}
		for _, part := range []string{"words", "refusals", "lessons", "book"} {
			name := part + "." + lang + ".json"
			add(name, func() []byte { return catalogues(lang)[name] })
		}
	}
	return out
}

// shell is a page in English, before its words are filled in.
func shell(page string) []byte {
	rules, class := "", ""
	if shells[page] == "board.html" { // a page of a game
		class = ` class="play"`
		rules = `<button type="button" class="rules" aria-expanded="false" data-t="page.rules"></button>`
	}
	whole := strings.NewReplacer("{main}\n", string(readAsset(shells[page])), "{rules}", rules, "{class}", class, "{page}", page, "{modules}\n", preloads(page+".js")).Replace(string(readAsset("page.html")))
	return []byte(strings.ReplaceAll(whole, "{page}", page))
}

// drawings is the module of what the pieces look like.
const drawings = "drawings.js"

func readAsset(name string) []byte {
	if name == drawings {
		return symbols.Module()
	}
	text, err := assetFiles.ReadFile("assets/" + name)
	if err != nil {
		panic("web: " + err.Error())
	}
	if path.Ext(name) == ".js" {
		return remark.ReplaceAll(text, nil)
	}
	return text
}

// remark is a comment line. It is removed from scripts as served: comments were a tenth of what a phone loads.
var remark = regexp.MustCompile(`(?m)^ *//.*\n`)

var imported = regexp.MustCompile(`(?m)^import .*"\./([\w.]+)";$`)

// preloads names all modules that a page's script imports, and theirs, so that
// a browser asks for them at once and not one after the other.
func preloads(script string) string {
	found := []string{script}
	for i := 0; i < len(found); i++ {
		for _, m := range imported.FindAllSubmatch(readAsset(found[i]), -1) {
			if name := string(m[1]); !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	var b strings.Builder
	for _, name := range found[1:] {
		b.WriteString(`<link rel="modulepreload" href="/assets/` + name + `">` + "\n")
	}
	b.WriteString(`<link rel="preload" as="fetch" crossorigin href="/assets/words.en.json">` + "\n")
	return b.String()
}

func assetOf(name string, text []byte) asset {
	sum := sha256.Sum256(text)
	return asset{text, sync.OnceValue(func() []byte { return packedWell(text) }), kinds[path.Ext(name)], `"` + hex.EncodeToString(sum[:16]) + `"`}
}

// pageRoom serves the pages, and what they are made of.
type pageRoom struct {
	*access
	simulated bool // the board is
}

func (p *pageRoom) routes(during wrapper) []route {
	return []route{
		get("/{$}", p.page("table.html")),
		get("/sim", p.simPage),
		get("/here", p.page("here.html")),
		get("/learn", p.page("learn.html")),
		get("/seat/{seat}", during(p.seatPage)),
		get("/archive", p.page("archive.html")),
		get("/doctor", p.page("doctor.html")),
		get("/start", p.page("start.html")),
		get("/trust", p.page("trust.html")),
		get("/assets/{name}", p.asset),
	}
}

func (p *pageRoom) asset(w http.ResponseWriter, r *http.Request) {
	made, ok := assets()[r.PathValue("name")]
	if !ok || strings.HasSuffix(r.PathValue("name"), ".html") {
		missing(w, r)
		return
	}
	a := made()
	a.serve(w, r)
}

// serve answers with the file, or that the caller has it.
func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("ETag", a.etag)
	w.Header().Set("Cache-Control", "no-cache")
	if a.kind == kinds[".html"] || a.kind == kinds[".pdf"] {
		w.Header().Set("Vary", "Accept-Language, Cookie")
	}
	for _, tag := range strings.Split(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(tag), "W/") == a.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if !accepts(r.Header.Get("Accept-Encoding")) {
		w.Write(a.text)
		return
	}
	packedHeader(w.Header())
	w.Write(a.packed())
}

// page serves a page for everybody; ?key= takes the admin key once.
func (p *pageRoom) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.URL.Query().Get("key")
		if key == "" {
			pageFor(r, name).serve(w, r)
			return
		}
		if p.keys.spend(key) {
			key = p.keys.admin
		}
		if c := p.exchange(r, key); !c.admin {
			p.failPage(w, r, c.refuse(http.StatusUnauthorized, rules.Say("no.admin.key"), nothing))
			return
		}
		setCookie(w, r, adminCookie, key)
		http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
	}
}

func (p *pageRoom) simPage(w http.ResponseWriter, r *http.Request) {
	if !p.simulated {
		writeNotice(w, r, http.StatusNotFound, rules.Say("no.simulated"))
		return
	}
	p.page("sim.html")(w, r)
}

// seatPage serves a seat's view. It turns a link's key into a cookie and redirects to the address without it.
// Without key and cookie it serves the page, which holds no secret, with status 401: after a cross-site
// navigation the browser withholds a SameSite=Strict cookie here but sends it with the page's own requests.
// Who has changed seats in a rematch is redirected.
func (p *pageRoom) seatPage(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("seat")
	if _, err := p.seatNamed(name, http.StatusNotFound); err != nil {
		p.failPage(w, r, err)
		return
	}
	if key := r.URL.Query().Get("key"); key != "" {
		p.takeSeat(w, r, name, key)
		return
	}
	proved := p.proved(sentKeys(r)).seats
	if own := p.session.Table(rules.Table).Rematch[name]; own != "" && !proved[name] && proved[own] {
		http.Redirect(w, r, "/seat/"+own, http.StatusSeeOther)
		return
	}
	if p.keysFor(r) && !proved[name] {
		w.Header().Set("Content-Type", kinds[".html"])
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusUnauthorized)
		w.Write(pageFor(r, "seat.html").text)
		return
	}
	pageFor(r, "seat.html").serve(w, r)
}

func (p *pageRoom) takeSeat(w http.ResponseWriter, r *http.Request, name, key string) {
	err := p.exchange(r, key).keyOf(name)
	if err == nil {
		err = p.keys.open(name)
	}
	if err != nil {
		p.failPage(w, r, err)
		return
	}
	setCookie(w, r, seatCookie+name, key)
	http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
}

// exchange checks a key that came in an address.
func (a *access) exchange(r *http.Request, key string) caller {
	bearer := r.Clone(r.Context())
	bearer.Header.Set("Authorization", "Bearer "+key)
	return a.who(bearer)
}

// setCookie gives a caller a key to keep. Behind a proxy it is for https only; our own https
// is beside http at the same name, and a cookie kept to one could not be renewed by the other.
func setCookie(w http.ResponseWriter, r *http.Request, name, key string) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: key, Path: "/", MaxAge: 90 * 24 * 3600,
		HttpOnly: true, Secure: proxyTLS(r), SameSite: http.SameSiteStrictMode})
	w.Header().Set("Cache-Control", "no-store")
}
