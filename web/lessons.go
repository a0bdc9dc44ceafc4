package web

import (
	"net/http"

	"reeve/referee"
)

// gameLessons is a game that can be learnt.
type gameLessons struct {
	Game    string `json:"game"`
	Title   string `json:"title"`
	Lessons int    `json:"lessons"`
}

// getLessons lists the games that teach themselves, in the order of the games.
func (gs *gamesRoom) getLessons(w http.ResponseWriter, _ *http.Request) {
	counts, out := referee.Lessons(gs.games), []gameLessons{}
	for _, g := range gs.games {
		if n := counts[g.Name]; n > 0 {
			out = append(out, gameLessons{g.Name, g.Title, n})
		}
	}
	writeJSON(w, out)
}

// postLessons begins a lesson, or leaves the lessons. The gate is shut meanwhile, as
// when a game begins: another game's squares are on the table. The keys stay those of
// the game that is put aside; a lesson hides nothing.
func (gs *gamesRoom) postLessons(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Game   string
		Lesson int
		Leave  bool
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil && !body.Leave {
		err = need("game", body.Game)
	}
	if err != nil {
		gs.fail(w, r, err)
		return
	}
	var c referee.Command = referee.Learn{Game: body.Game, Lesson: body.Lesson}
	if body.Leave {
		c = referee.Leave{}
	}
	gs.gate.Lock()
	defer gs.gate.Unlock()
	gs.do(w, r, nil, body.guard, c)
}
