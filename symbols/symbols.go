// Package symbols is what the pieces look like: a path a kind, in a box of -50 to
// 50 around the middle of the piece. Pages draw them, and so does what is printed.
//
// It must not know any game nor how a page or a sheet is made. The one idea: what
// a piece looks like is said once, as data.
package symbols

import (
	_ "embed"
	"encoding/json"
	"sync"
)

//go:embed symbols.json
var file []byte

// Paths are the paths by kind of piece, as the attribute d of SVG has them; they
// are filled by the even-odd rule.
var Paths = sync.OnceValue(func() map[string]string {
	var paths map[string]string
	if err := json.Unmarshal(file, &paths); err != nil {
		panic("symbols: " + err.Error())
	}
	return paths
})

// Module is the module of a page that exports them as drawings.
func Module() []byte {
	return append(append([]byte("// What is drawn on a piece of each kind.\nexport const drawings = "), file...), ";\n"...)
}
