package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"reeve/referee"
)

// logPrefix identifies the sealed beginning of a log: its length and a hash. A client that reconnects with it gets
// only what follows; with another beginning it gets all.
type logPrefix struct {
	n   int
	sum [sha256.Size]byte
}

// String is the mark as a stream's event has it.
func (m logPrefix) String() string { return fmt.Sprintf("%d-%s", m.n, hex.EncodeToString(m.sum[:8])) }

// on returns the mark with the entries behind it that are not open, of a log
// that begins as it says.
func (m logPrefix) on(log []referee.Entry) logPrefix {
	for m.n < len(log) && !log[m.n].Open {
		e := log[m.n]
		m = logPrefix{m.n + 1, sha256.Sum256(fmt.Appendf(m.sum[:], "%q %q %q", e.By, e.Action, e.At))}
	}
	return m
}

// known is how many entries of log a viewer has who was last told the mark id.
func known(id string, log []referee.Entry) int {
	digits, _, _ := strings.Cut(id, "-")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > len(log) || (logPrefix{}).on(log[:n]).String() != id {
		return 0
	}
	return n
}

// told is how many entries of log whoever sends r has, by its own word.
func told(r *http.Request, log []referee.Entry) int {
	from, err := strconv.Atoi(r.URL.Query().Get("log"))
	if err != nil {
		return 0
	}
	return min(max(from-1, 0), len(log))
}

// shared is how many entries two logs have in common at their beginning. Logs of
// a session share what has not changed (referee.Table).
func shared(a, b []referee.Entry) int {
	n := min(len(a), len(b))
	if n > 0 && &a[0] == &b[0] {
		return n
	}
	for i := range n {
		if !reflect.DeepEqual(a[i], b[i]) {
			return i
		}
	}
	return n
}
