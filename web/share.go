package web

import (
	"net/http"
	"path"
	"strings"

	"reeve/board"

	"rsc.io/qr"
)

// What pages of other programs share with these: a hall's look the same.

// Asset returns a file that pages are made of, and its kind; false if there is none of that
// name. Pages themselves are none.
func Asset(name string) (text []byte, kind string, ok bool) {
	made, ok := assets()[name]
	if !ok || strings.HasSuffix(name, ".html") {
		return nil, "", false
	}
	a := made()
	return a.text, a.kind, true
}

// Kind is the kind of a file by the end of its name, as browsers are told it.
func Kind(name string) string { return kinds[path.Ext(name)] }

// Language is what the reader wants to read: picked by hand, or asked for by the browser.
func Language(r *http.Request) string { return language(r) }

// Surface is a topology as pages draw it.
func Surface(t *board.Topology) any { return surfaceOf(t) }

// QR draws a text as a QR code, in SVG.
func QR(text string) ([]byte, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, err
	}
	return []byte(drawQR(code)), nil
}
