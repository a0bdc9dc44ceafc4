package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"rsc.io/qr"

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

func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
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
func (s *Server) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.URL.Query().Get("key")
		if key == "" {
			pageFor(r, name).serve(w, r)
			return
		}
		if s.keys.spend(key) {
			key = s.keys.admin
		}
		if c := s.exchange(r, key); !c.admin {
			s.failPage(w, r, c.refuse(http.StatusUnauthorized, rules.Say("no.admin.key"), nothing))
			return
		}
		setCookie(w, r, adminCookie, key)
		http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
	}
}

func (s *Server) simPage(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Simulation == nil {
		writeNotice(w, r, http.StatusNotFound, rules.Say("no.simulated"))
		return
	}
	s.page("sim.html")(w, r)
}

// seatPage serves a seat's view. It turns a link's key into a cookie and redirects to the address without it.
// Without key and cookie it serves the page, which holds no secret, with status 401: after a cross-site
// navigation the browser withholds a SameSite=Strict cookie here but sends it with the page's own requests.
// Who has changed seats in a rematch is redirected.
func (s *Server) seatPage(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("seat")
	if _, err := s.seatNamed(name, http.StatusNotFound); err != nil {
		s.failPage(w, r, err)
		return
	}
	if key := r.URL.Query().Get("key"); key != "" {
		s.takeSeat(w, r, name, key)
		return
	}
	proved := s.proved(sentKeys(r)).seats
	if own := s.cfg.Session.Table(rules.Table).Rematch[name]; own != "" && !proved[name] && proved[own] {
		http.Redirect(w, r, "/seat/"+own, http.StatusSeeOther)
		return
	}
	if s.keysFor(r) && !proved[name] {
		w.Header().Set("Content-Type", kinds[".html"])
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusUnauthorized)
		w.Write(pageFor(r, "seat.html").text)
		return
	}
	pageFor(r, "seat.html").serve(w, r)
}

func (s *Server) takeSeat(w http.ResponseWriter, r *http.Request, name, key string) {
	err := s.exchange(r, key).keyOf(name)
	if err == nil {
		err = s.keys.open(name)
	}
	if err != nil {
		s.failPage(w, r, err)
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

func (s *Server) getKeys(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, Keys{Seats: s.keys.links(s.sharedURL(r))})
}

// getQR draws a seat's link until somebody has opened it.
func (s *Server) getQR(w http.ResponseWriter, r *http.Request) {
	link, ok := s.keys.links(s.sharedURL(r))[r.PathValue("seat")]
	if !ok {
		writeError(w, http.StatusNotFound, rules.Say("no.seat", "name", rules.Quote(r.PathValue("seat"))), nothing)
		return
	}
	if link.Opened {
		writeError(w, http.StatusConflict, rules.Say("no.opened"), rules.Say("do.keys"))
		return
	}
	code, err := qr.Encode(link.URL, qr.M)
	if err != nil {
		s.fail(w, r, fmt.Errorf("web: QR code: %w", err))
		return
	}
	w.Header().Set("Content-Type", kinds[".svg"])
	w.Header().Set("Cache-Control", "no-store")
	w.Write([]byte(drawQR(code)))
}

// drawQR draws a code with the quiet margin of four modules that ISO 18004 asks for.
func drawQR(code *qr.Code) string {
	var b strings.Builder
	size := code.Size + 8
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="`, size, size, size, size)
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&b, "M%d %dh1v1h-1z", x+4, y+4)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return b.String()
}
