package web

import (
	"net/http"

	"reeve/rules"
)

// getAnalysis says how far the analysis of a finished game is, and all of it once it is done.
func (s *Server) getAnalysis(w http.ResponseWriter, r *http.Request) {
	s.analysis(w, r, r.PathValue("id"), false)
}

// postAnalysis has a finished game analysed.
func (s *Server) postAnalysis(w http.ResponseWriter, r *http.Request) {
	var body struct{ Game string }
	err := readBody(w, r, &body, false)
	if err == nil && body.Game == "" {
		err = need("game", "")
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.analysis(w, r, body.Game, true)
}

func (s *Server) analysis(w http.ResponseWriter, r *http.Request, id string, begin bool) {
	if s.cfg.Analysis == nil {
		s.fail(w, r, refuse(http.StatusConflict, rules.Say("no.engines"), rules.Message{}))
		return
	}
	v, err := s.cfg.Analysis(r.Context(), id, s.reader(w, r), begin)
	s.answer(w, r, v, err)
}
