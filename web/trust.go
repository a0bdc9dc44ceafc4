package web

import (
	"fmt"
	"net"
	"net/http"
	"strconv"

	"rsc.io/qr"

	"reeve/rules"
)

// trustRoom tells devices how to open the pages by https.
type trustRoom struct {
	*access
	secure *Secure // nil: there are none
}

func (t *trustRoom) routes() []route {
	return []route{
		get("/authority.crt", t.secured(t.getAuthority)),
		get("/api/trust", t.secured(t.getTrust)),
		get("/api/trust/qr", t.secured(t.getTrustQR)),
	}
}

// secured refuses what only a daemon with pages by https has.
func (t *trustRoom) secured(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if t.secure == nil {
			writeError(w, http.StatusNotFound, rules.Say("no.secure"), rules.Say("do.secure"))
			return
		}
		next(w, r)
	}
}

// trust is what a device needs to open the pages by https.
type trust struct {
	URL         string `json:"url"`         // of the start page by https, by the name that the caller has called
	Certificate string `json:"certificate"` // the address of the authority's certificate
	Fingerprint string `json:"fingerprint"` // of it: SHA-256, as devices show it
}

func (t *trustRoom) getTrust(w http.ResponseWriter, r *http.Request) {
	host := net.JoinHostPort(hostOnly(r.Host), strconv.Itoa(t.secure.Port))
	writeJSON(w, trust{"https://" + host + "/start", "/authority.crt", t.secure.Fingerprint})
}

// getAuthority hands out the certificate in the form that phones offer to install (RFC 5280, DER).
func (t *trustRoom) getAuthority(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-x509-ca-cert")
	w.Header().Set("Content-Disposition", `attachment; filename="reeve.crt"`)
	w.Write(t.secure.Certificate)
}

// getTrustQR draws the address of the page that tells a phone what to do.
func (t *trustRoom) getTrustQR(w http.ResponseWriter, r *http.Request) {
	code, err := qr.Encode(t.sharedURL(r)+"/trust", qr.M)
	if err != nil {
		t.fail(w, r, fmt.Errorf("web: QR code: %w", err))
		return
	}
	w.Header().Set("Content-Type", kinds[".svg"])
	w.Write([]byte(drawQR(code)))
}
