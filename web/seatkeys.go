package web

import (
	"fmt"
	"net/http"
	"strings"

	"rsc.io/qr"

	"reeve/rules"
)

// keysRoom hands out the keys of the seats.
type keysRoom struct{ *access }

func (k *keysRoom) routes(during wrapper) []route {
	return []route{
		get("/api/keys", k.keeper(during(k.getKeys))),
		get("/api/keys/{seat}/qr", k.keeper(during(k.getQR))),
	}
}

func (k *keysRoom) getKeys(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, Keys{Seats: k.keys.links(k.sharedURL(r))})
}

// getQR draws a seat's link until somebody has opened it.
func (k *keysRoom) getQR(w http.ResponseWriter, r *http.Request) {
	link, ok := k.keys.links(k.sharedURL(r))[r.PathValue("seat")]
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
		k.fail(w, r, fmt.Errorf("web: QR code: %w", err))
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
