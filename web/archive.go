package web

import (
	"bytes"
	"net/http"
)

func (s *Server) getArchive(w http.ResponseWriter, r *http.Request) {
	v, err := s.cfg.Archive.List(r.Context())
	s.answer(w, r, v, err)
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
