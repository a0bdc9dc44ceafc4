package web

import (
	"net/http"

	"reeve/rules"
)

// getAnalysis says how far the analysis of a finished game is, and all of it once it is done.
func (a *archiveRoom) getAnalysis(w http.ResponseWriter, r *http.Request) {
	a.analysis(w, r, r.PathValue("id"), false)
}

// postAnalysis has a finished game analysed.
func (a *archiveRoom) postAnalysis(w http.ResponseWriter, r *http.Request) {
	var body struct{ Game string }
	err := readBody(w, r, &body, false)
	if err == nil && body.Game == "" {
		err = need("game", "")
	}
	if err != nil {
		a.fail(w, r, err)
		return
	}
	a.analysis(w, r, body.Game, true)
}

func (a *archiveRoom) analysis(w http.ResponseWriter, r *http.Request, id string, begin bool) {
	if a.analyse == nil {
		a.fail(w, r, refuse(http.StatusConflict, rules.Say("no.engines"), rules.Message{}))
		return
	}
	v, err := a.analyse(r.Context(), id, a.reader(w, r), begin)
	a.answer(w, r, v, err)
}
