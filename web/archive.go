package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"reeve/rules"
)

// archiveRoom shows the games that are recorded, each caller what it may know of them.
type archiveRoom struct {
	*access
	archive Archive
	analyse func(ctx context.Context, id string, by Reader, begin bool) (any, error)
}

// routes are those of the archive. The keys that open a record are those of the game on
// the table: during holds both still. An import needs the admin's key alone, and may be
// longer and take longer than what is held.
func (a *archiveRoom) routes(during wrapper) []route {
	kept := func(h http.HandlerFunc) http.HandlerFunc { return a.kept(during(h)) }
	return []route{
		open("/api/archive", kept(a.getArchive), "limit", "after"),
		send("/api/archive", a.kept(a.admin(a.postArchive))),
		open("/api/archive/{id}", kept(a.getArchived)),
		open("/api/archive/{id}/export", kept(a.getExport)),
		open("/api/archive/{id}/verify", kept(a.getVerified)),
		open("/api/archive/{id}/story", kept(a.getStory)),
		open("/api/archive/{id}/analysis", kept(a.getAnalysis)),
		send("/api/analysis", kept(a.postAnalysis)),
		open("/api/archive/{id}/replay", kept(a.getReplay)),
		open("/api/archive/{id}/replay/{step}", kept(a.getReplayed)),
	}
}

// kept hides h where nothing is archived.
func (a *archiveRoom) kept(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if a.archive == nil {
			writeError(w, http.StatusNotFound, rules.Say("no.archive"), nothing)
			return
		}
		h(w, r)
	}
}

// getArchive lists games, all or a page of them. A page that is full names the
// next one (RFC 8288).
func (a *archiveRoom) getArchive(w http.ResponseWriter, r *http.Request) {
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit")) // checkQuery has seen them
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)
	v, err := a.archive.List(r.Context(), limit, after)
	if err == nil && limit > 0 {
		err = linkNext(w, v, limit)
	}
	a.answer(w, r, v, err)
}

func linkNext(w http.ResponseWriter, list any, limit int) error {
	text, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("web: list of games: %w", err)
	}
	var games []struct{ ID int64 }
	if err := json.Unmarshal(text, &games); err != nil {
		return fmt.Errorf("web: list of games: %w", err)
	}
	if len(games) == limit {
		w.Header().Set("Link", fmt.Sprintf(`</api/archive?limit=%d&after=%d>; rel="next"`, limit, games[limit-1].ID))
	}
	return nil
}

// maxRecord is the most bytes of a record that is sent in; a long game is some
// hundred kilobytes.
const maxRecord = 4 << 20

// postArchive stores a record as a new game.
func (a *archiveRoom) postArchive(w http.ResponseWriter, r *http.Request) {
	id, err := a.archive.Import(r.Context(), http.MaxBytesReader(w, r.Body, maxRecord))
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		err = refuse(http.StatusRequestEntityTooLarge, rules.Say("no.record.long"), rules.Say("do.record.long"))
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	v, err := a.archive.Show(r.Context(), strconv.FormatInt(id, 10), a.reader(w, r))
	if err != nil {
		a.fail(w, r, err)
		return
	}
	w.Header().Set("Location", fmt.Sprint("/api/archive/", id))
	writeStatus(w, http.StatusCreated, v)
}

func (a *archiveRoom) getArchived(w http.ResponseWriter, r *http.Request) {
	v, err := a.archive.Show(r.Context(), r.PathValue("id"), a.reader(w, r))
	a.answer(w, r, v, err)
}

func (a *archiveRoom) getVerified(w http.ResponseWriter, r *http.Request) {
	v, err := a.archive.Verify(r.Context(), r.PathValue("id"), a.reader(w, r))
	a.answer(w, r, v, err)
}

// reader is who asks. A wrong key opens nothing; what everybody may know is told all the
// same, as late as a refusal.
func (a *archiveRoom) reader(w http.ResponseWriter, r *http.Request) Reader {
	c := a.who(r)
	pause(w, r, slowRefusal{wait: c.wait})
	by := Reader{Admin: c.admin}
	for _, seat := range a.session.Seated().All() {
		if c.seats[a.session.Game().SeatName(seat)] {
			by.Seats = append(by.Seats, seat)
		}
	}
	return by
}

// getExport writes the record whole or not at all.
func (a *archiveRoom) getExport(w http.ResponseWriter, r *http.Request) {
	var record bytes.Buffer
	if err := a.archive.Export(r.Context(), r.PathValue("id"), a.reader(w, r), &record); err != nil {
		a.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(record.Bytes())
}
