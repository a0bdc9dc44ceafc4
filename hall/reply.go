package hall

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
)

// reply is what is answered where something went wrong.
type reply struct{ log *slog.Logger }

// answer writes JSON.
func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.Encode(v)
}

// refuse writes why something is not done, as a key of the hall's words.
func refuse(w http.ResponseWriter, status int, key string, more ...any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	out := map[string]any{"key": key}
	if len(more) > 0 {
		out["error"] = fmt.Sprint(more...)
	}
	json.NewEncoder(w).Encode(out)
}

// fail writes what an error means.
func (a reply) fail(w http.ResponseWriter, err error) {
	var r *refusal
	switch {
	case errors.As(err, &r):
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		json.NewEncoder(w).Encode(map[string]any{"key": r.key, "args": r.args, "error": r.text})
	case errors.Is(err, ErrNone):
		refuse(w, http.StatusNotFound, "hall.no.there", err)
	case errors.Is(err, ErrRefused):
		refuse(w, http.StatusUnprocessableEntity, "hall.no.form", err)
	case errors.Is(err, ErrSilent):
		refuse(w, http.StatusGatewayTimeout, "hall.no.answer", err)
	default:
		a.log.Warn("a request failed", "part", "hall", "error", err)
		refuse(w, http.StatusInternalServerError, "hall.no.disk")
	}
}
