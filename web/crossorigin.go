package web

import (
	"net/http"
	"slices"
)

// invited answers CORS for the origins of --allow-origin: they may read the public routes. It removes credentials
// from the request, so such a page is nobody, whoever looks at it.
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

// isOpen reports whether the request, or the one that a preflight announces, reads a public route without a seat.
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
