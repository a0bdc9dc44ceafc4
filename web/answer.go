package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"log/slog"
	"net/http"
	"time"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
)

// maxBody is the longest body of a request in bytes; a thousand contacts fit.
const maxBody = 128 << 10

// fault is the form of every error: in English, and as messages, so that a page
// tells them in its own language.
type fault struct {
	Error    string            `json:"error"`
	Hint     string            `json:"hint"`
	Key      string            `json:"key"`
	Args     map[string]string `json:"args,omitempty"`
	HintKey  string            `json:"hint_key,omitempty"`
	HintArgs map[string]string `json:"hint_args,omitempty"`
}

func faultOf(why, hint rules.Message) fault {
	f := fault{Error: messages.Text(why), Key: why.Key, Args: why.Args, HintKey: hint.Key, HintArgs: hint.Args}
	if !hint.IsZero() {
		f.Hint = messages.Text(hint)
	}
	return f
}

func writeJSON(w http.ResponseWriter, v any) { writeStatus(w, http.StatusOK, v) }

func writeStatus(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

func writeError(w http.ResponseWriter, status int, why, hint rules.Message) {
	writeFault(w, status, faultOf(why, hint))
}

// writeFault answers with v, which is a fault with whatever else belongs to it.
func writeFault(w http.ResponseWriter, status int, v any) {
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="reeve"`)
	}
	writeStatus(w, status, v)
}

// writeNotice answers with a page of one sentence, in the reader's language.
func writeNotice(w http.ResponseWriter, r *http.Request, status int, why rules.Message) {
	lang := language(r)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	io.WriteString(w, `<!doctype html><html lang="`+lang+`"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`+
		`<title>reeve</title><link rel="stylesheet" href="/assets/page.css"><link rel="icon" href="/assets/icon.svg">`+
		`<main class="notice"><h1>reeve</h1><p>`+html.EscapeString(messages.In(lang, why))+`</p></main></html>`)
}

// nothing is the hint of who knows none.
var nothing rules.Message

// refuse is a refusal of the interface's own.
func refuse(status int, why, hint rules.Message) error { return referee.Refuse(status, why, hint) }

// slowRefusal is a refusal that waits before it is told. Only refusals of wrong keys do:
// nobody else waits for them.
type slowRefusal struct {
	error
	wait time.Duration
}

func (s slowRefusal) Unwrap() error { return s.error }

// pause waits as err has to; an answer that is held waits when it is sent.
func pause(w http.ResponseWriter, r *http.Request, err error) {
	var late slowRefusal
	if !errors.As(err, &late) {
		return
	}
	if answer, ok := w.(*delayedAnswer); ok {
		answer.wait = late.wait
		return
	}
	waitFor(r.Context(), late.wait)
}

func waitFor(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// causes gives the status of the rules' own refusals, and what helps.
var causes = []struct {
	err    error
	status int
	hint   rules.Message
}{
	{rules.ErrIllegal, http.StatusConflict, nothing},
	{rules.ErrAction, http.StatusUnprocessableEntity, rules.Say("do.actions")},
	{rules.ErrOption, http.StatusUnprocessableEntity, nothing},
	{rules.ErrGame, http.StatusUnprocessableEntity, nothing},
}

// reply answers what went wrong, and logs what callers are not told.
type reply struct{ log *slog.Logger }

// fail answers with err. What is not meant for callers is logged and not told.
func (p reply) fail(w http.ResponseWriter, r *http.Request, err error) {
	pause(w, r, err)
	if writeRefusal(w, err) {
		return
	}
	p.log.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
	writeError(w, http.StatusInternalServerError, rules.Say("no.daemon"), rules.Say("do.log"))
}

// answer answers with v, or with err.
func (p reply) answer(w http.ResponseWriter, r *http.Request, v any, err error) {
	if err != nil {
		p.fail(w, r, err)
		return
	}
	writeJSON(w, v)
}

// writeRefusal answers with err if it is a refusal.
func writeRefusal(w http.ResponseWriter, err error) bool {
	var refusal *referee.Refusal
	if errors.As(err, &refusal) && refusal.Status >= 400 && refusal.Status < 500 {
		writeError(w, refusal.Status, refusal.Why, refusal.Hint)
		return true
	}
	var of *rules.Refusal
	if !errors.As(err, &of) {
		return false
	}
	for _, c := range causes {
		if errors.Is(of, c.err) {
			hint := of.Hint
			if hint.IsZero() {
				hint = c.hint
			}
			writeError(w, c.status, of.Why, hint)
			return true
		}
	}
	return false
}

// failPage answers a browser's address line with err.
func (p reply) failPage(w http.ResponseWriter, r *http.Request, err error) {
	pause(w, r, err)
	var refusal *referee.Refusal
	if errors.As(err, &refusal) {
		writeNotice(w, r, refusal.Status, refusal.Why)
		return
	}
	p.log.Error("page failed", "path", r.URL.Path, "err", err)
	writeNotice(w, r, http.StatusInternalServerError, rules.Say("no.daemon.log"))
}

// readBody decodes the body strictly into dst: one JSON value, no unknown
// field, nothing behind it. An empty body is refused unless optional.
func readBody(w http.ResponseWriter, r *http.Request, dst any, optional bool) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return bodyFault(err)
	}
	if len(bytes.TrimSpace(body)) == 0 && optional {
		return nil
	}
	var refusal *referee.Refusal
	if err := rules.ReadJSON(body, dst); errors.As(err, &refusal) {
		return refusal
	} else if errors.Is(err, rules.ErrGoesOn) {
		return refuse(http.StatusBadRequest, rules.Say("no.body.more"), rules.Say("do.one"))
	} else if err != nil {
		return refuse(http.StatusBadRequest, rules.Say("no.body", "trouble", rules.Quote(err.Error())), rules.Say("do.docs"))
	}
	return nil
}

// bodyFault is the refusal of a body that could not be read.
func bodyFault(err error) error {
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		return refuse(http.StatusRequestEntityTooLarge, rules.Say("no.body.long"), rules.Say("do.long"))
	}
	return refuse(http.StatusBadRequest, rules.Say("no.body.broke"), nothing)
}
