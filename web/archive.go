package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"reeve/rules"
)

// getArchive lists games, all or a page of them. A page that is full names the
// next one (RFC 8288).
func (s *Server) getArchive(w http.ResponseWriter, r *http.Request) {
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit")) // checkQuery has seen them
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)
	v, err := s.cfg.Archive.List(r.Context(), limit, after)
	if err == nil && limit > 0 {
		err = linkNext(w, v, limit)
	}
	s.answer(w, r, v, err)
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
func (s *Server) postArchive(w http.ResponseWriter, r *http.Request) {
	id, err := s.cfg.Archive.Import(r.Context(), http.MaxBytesReader(w, r.Body, maxRecord))
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		err = refuse(http.StatusRequestEntityTooLarge, rules.Say("no.record.long"), rules.Say("do.record.long"))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	v, err := s.cfg.Archive.Show(r.Context(), strconv.FormatInt(id, 10), s.reader(w, r))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Location", fmt.Sprint("/api/archive/", id))
	writeStatus(w, http.StatusCreated, v)
}

func (s *Server) getArchived(w http.ResponseWriter, r *http.Request) {
	v, err := s.cfg.Archive.Show(r.Context(), r.PathValue("id"), s.reader(w, r))
	s.answer(w, r, v, err)
}

func (s *Server) getVerified(w http.ResponseWriter, r *http.Request) {
	v, err := s.cfg.Archive.Verify(r.Context(), r.PathValue("id"), s.reader(w, r))
	s.answer(w, r, v, err)
}

// reader is who asks. A wrong key opens nothing; what everybody may know is told all the
// same, as late as a refusal.
func (s *Server) reader(w http.ResponseWriter, r *http.Request) Reader {
	c := s.who(r)
	pause(w, r, slow{wait: c.wait})
	by := Reader{Admin: c.admin}
	for _, seat := range s.cfg.Session.Seated().All() {
		if c.seats[s.cfg.Session.Game().SeatName(seat)] {
			by.Seats = append(by.Seats, seat)
		}
	}
	return by
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, v any, err error) {
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, v)
}

// getExport writes the record whole or not at all.
func (s *Server) getExport(w http.ResponseWriter, r *http.Request) {
	var record bytes.Buffer
	if err := s.cfg.Archive.Export(r.Context(), r.PathValue("id"), s.reader(w, r), &record); err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(record.Bytes())
}
