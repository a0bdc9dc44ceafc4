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
	v, err := s.cfg.Archive.Show(r.Context(), r.PathValue("id"))
	s.answer(w, r, v, err)
}

func (s *Server) getVerified(w http.ResponseWriter, r *http.Request) {
	v, err := s.cfg.Archive.Verify(r.Context(), r.PathValue("id"))
	s.answer(w, r, v, err)
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
	if err := s.cfg.Archive.Export(r.Context(), r.PathValue("id"), &record); err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(record.Bytes())
}
