package hall

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// entrance is who calls: an arbiter by his key, or anybody.
type entrance struct {
	reply
	register *register
}

// cookie holds an arbiter's key.
const cookie = "arbiter"

// policy lets a page use what this hall serves and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guarded keeps foreign pages out of what changes anything, and sets the headers that keep
// a page to itself.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
		} {
			w.Header().Set(name, value)
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.URL.Path != "/api/join" && !own(r) {
			refuse(w, http.StatusForbidden, "hall.no.origin")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		next.ServeHTTP(w, r)
	})
}

// own reports whether no page of another origin made the request.
func own(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	origin := r.Header.Get("Origin")
	u, err := url.Parse(origin)
	return origin == "" || err == nil && strings.EqualFold(u.Host, r.Host)
}

// who returns the arbiter whose key was sent; "" for anybody else. The address proves nothing: a proxy on this
// machine passes on others' requests.
func (e entrance) who(r *http.Request) string {
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if c, err := r.Cookie(cookie); err == nil && key == "" {
		key = c.Value
	}
	if key == "" {
		return ""
	}
	who, err := e.register.Arbiter(key)
	if err != nil {
		e.log.Warn("arbiters are not known now", "part", "hall", "error", err)
	}
	return who
}

// arbiter lets arbiters only.
func (e entrance) arbiter(h func(http.ResponseWriter, *http.Request, string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if who := e.who(r); who != "" {
			h(w, r, who)
			return
		}
		time.Sleep(wrongKey)
		refuse(w, http.StatusUnauthorized, "hall.no.arbiter")
	}
}

// wrongKey is the delay of the answer to a wrong key, against guessing.
const wrongKey = 200 * time.Millisecond

// enter takes an arbiter's key out of a link.
func (e entrance) enter(w http.ResponseWriter, r *http.Request) {
	key := r.URL.Query().Get("key")
	if who, err := e.register.Arbiter(key); err != nil || who == "" {
		time.Sleep(wrongKey)
		http.Error(w, "This link is none of an arbiter of this hall. `reeve-hall arbiter NAME` prints one.", http.StatusUnauthorized)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: key, Path: "/", MaxAge: 90 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
