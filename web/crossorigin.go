package web

import (
	"net/http"
	"slices"
)

// invited reports whether a page of a foreign origin that the owner has named
// (--allow-origin) asks for what everybody may see, and lets its browser show it
// the answer. Whatever key the browser sends with it is taken away first: such a
// page is nobody, whoever looks at it, and calls from nowhere.
func (e *entrance) invited(w http.ResponseWriter, r *http.Request) bool {
	if len(e.origins) == 0 {
		return false
	}
	w.Header().Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if !slices.Contains(e.origins, origin) || !e.isOpen(r) {
		return false
	}
	r.Header.Del("Authorization")
	r.Header.Del("Cookie")
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Link, Retry-After")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "Last-Event-ID, Cache-Control")
		h.Set("Access-Control-Max-Age", "600")
		if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
			h.Set("Access-Control-Allow-Private-Network", "true")
		}
	}
	return true
}

// isOpen reports whether the request reads, or a browser asks whether it may read,
// a public route without a seat.
func (e *entrance) isOpen(r *http.Request) bool {
	method := r.Method
	if method == http.MethodOptions {
		method = r.Header.Get("Access-Control-Request-Method")
	}
	if method != http.MethodGet && method != http.MethodHead || r.URL.Query().Has("seat") {
		return false
	}
	_, pattern := e.open.Handler(&http.Request{Method: http.MethodGet, URL: r.URL, Host: r.Host})
	return pattern != ""
}
