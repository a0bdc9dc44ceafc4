package web

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"reeve/rules"
)

// policy lets a page use what this daemon serves and nothing else, no code or
// style within the page either; blob: are pictures that the page itself has drawn.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var safeHeaders = map[string]string{
	"Content-Security-Policy":      policy,
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Permissions-Policy":           "camera=(), microphone=(), geolocation=()",
}

// entrance lets requests in, or refuses them before any room is asked.
type entrance struct {
	*access
	hosts   map[string]bool // the names of this machine
	pace    limiter         // requests
	origins []string        // of foreign pages that are let in
	open    *http.ServeMux  // to these routes
}

// guarded refuses requests that a foreign page made, and those of an address
// that sends too many, and sets the headers that keep a page to itself. This
// machine's own are not counted: scripts and simulated hands are quick.
func (e *entrance) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range safeHeaders {
			w.Header().Set(name, value)
		}
		if !e.ownHost(r) {
			writeError(w, http.StatusForbidden, rules.Say("no.called", "host", rules.Quote(r.Host)), rules.Say("do.allow"))
			return
		}
		if e.invited(w, r) {
			if r.Method == http.MethodOptions {
				w.WriteHeader(http.StatusNoContent)
				return
			}
		} else if !ownOrigin(r) {
			writeError(w, http.StatusForbidden, rules.Say("no.origin"), rules.Say("do.own"))
			return
		}
		if !here(r) && !e.paced(r) {
			w.Header().Set("Retry-After", "1")
			writeError(w, http.StatusTooManyRequests, rules.Say("no.requests"), rules.Say("do.slow"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// paced applies the rate limit of the caller's address, or of the seat or the admin whose key it carries, so that
// others at the same address cannot shut out a caller with a key.
func (e *entrance) paced(r *http.Request) bool {
	if e.pace.may(party{from: remote(r)}) {
		return true
	}
	who := e.proved(sentKeys(r)).party()
	return who != party{} && e.pace.may(who)
}

// ownHosts returns the names of this daemon. Any other Host is refused, against DNS rebinding.
func ownHosts(cfg Config) map[string]bool {
	hosts := map[string]bool{"localhost": true, hostOnly(cfg.Listen): true}
	if loopback(cfg.Listen) {
		hosts["127.0.0.1"], hosts["::1"] = true, true
	}
	if name, err := os.Hostname(); err == nil {
		hosts[strings.ToLower(name)] = true
		hosts[strings.ToLower(name)+".local"] = true
	}
	for _, name := range cfg.AllowHosts {
		hosts[hostOnly(name)] = true
	}
	delete(hosts, "")
	return hosts
}

// ownHost checks the Host header. Listening on every address, the address that
// the call came in on is a name too.
func (e *entrance) ownHost(r *http.Request) bool {
	host := hostOnly(r.Host)
	if e.hosts[host] {
		return true
	}
	asked, err := netip.ParseAddr(host)
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if err != nil || !ok || !everyAddress(e.listen) {
		return false
	}
	came, err := netip.ParseAddrPort(local.String())
	return err == nil && came.Addr().Unmap().WithZone("") == asked.Unmap()
}

// ownOrigin reports whether no page of another origin made the request.
func ownOrigin(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || !strings.EqualFold(u.Host, r.Host) {
			return false
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	if site == "" || site == "same-origin" || site == "none" {
		return true
	}
	// Somebody followed a link to a page from elsewhere.
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && !strings.HasPrefix(r.URL.Path, "/api/")
}

// hostOnly returns the host of host:port or host, lower case, without brackets
// and without a closing dot.
func hostOnly(s string) string {
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(s, "[]"), "."))
}

// loopback reports whether only this machine can call the address.
func loopback(listen string) bool {
	host := hostOnly(listen)
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// everyAddress reports whether listen names no one address.
func everyAddress(listen string) bool {
	host := hostOnly(listen)
	addr, err := netip.ParseAddr(host)
	return host == "" || err == nil && addr.IsUnspecified()
}

// calledURL returns the address of the pages as the caller has it.
func calledURL(r *http.Request) string {
	if overTLS(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// sharedURL returns the address of the pages as others in the house have it. Who calls this machine by a name that
// only it knows is told its first address in the house instead, if the pages are there.
func (a *access) sharedURL(r *http.Request) string {
	called := calledURL(r)
	if !loopback(r.Host) || !everyAddress(a.listen) || passedOn(r) {
		return called
	}
	scheme, rest, _ := strings.Cut(called, "://")
	_, port, err := net.SplitHostPort(rest)
	home, ok := houseAddress(net.InterfaceAddrs())
	if err != nil || !ok {
		return called
	}
	return scheme + "://" + net.JoinHostPort(home.String(), port)
}

// houseAddress is the first address by which other machines call this one, IPv4 before IPv6.
func houseAddress(all []net.Addr, err error) (found netip.Addr, ok bool) {
	for _, a := range all {
		prefix, wrong := netip.ParsePrefix(a.String())
		if addr := prefix.Addr().Unmap(); err == nil && wrong == nil && addr.IsGlobalUnicast() && (!ok || addr.Is4() && !found.Is4()) {
			found, ok = addr, true
		}
	}
	return found, ok
}

// overTLS reports whether the request came over TLS, ours or a proxy's. A false claim affects only the caller's
// own answer.
func overTLS(r *http.Request) bool { return r.TLS != nil || proxyTLS(r) }

func proxyTLS(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// baseURL returns the address of the pages as others call them.
func baseURL(listen string) string {
	if !everyAddress(listen) {
		return "http://" + listen
	}
	_, port, _ := net.SplitHostPort(listen)
	name, err := os.Hostname()
	if err != nil || name == "" {
		name = "localhost"
	}
	return "http://" + net.JoinHostPort(name, port)
}
