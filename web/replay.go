package web

import (
	"net/http"
	"strconv"

	"reeve/messages"
	"reeve/rules"
)

// replay is a game that can be stepped through.
type replay struct {
	Game    string         `json:"game"`
	Options map[string]any `json:"options"`
	Surface surface        `json:"topology"`
	Figures any            `json:"figures,omitempty"`
	Verbs   []rules.Verb   `json:"verbs"`
	Opening []string       `json:"opening,omitempty"` // of the game
	Opens   int            `json:"opens"`             // after so many steps there is something to see
	Steps   []replayStep   `json:"steps"`
}

type replayStep struct {
	N      int               `json:"n"`
	By     string            `json:"by"`
	Action string            `json:"action"`
	Key    string            `json:"key"`
	Args   map[string]string `json:"args,omitempty"`
	Text   string            `json:"text"`
}

func (a *archiveRoom) getReplay(w http.ResponseWriter, r *http.Request) {
	rec, err := a.archive.Replay(r.Context(), r.PathValue("id"), a.reader(w, r))
	if err != nil {
		a.fail(w, r, err)
		return
	}
	out := replay{Game: rec.Game.Name, Options: rec.Options, Surface: surfaceOf(rec.Start.Topology()), Figures: figuresOf(rec.Game), Verbs: append([]rules.Verb{}, rec.Game.Verbs...), Opening: rec.Game.Opening, Opens: opens(rec), Steps: []replayStep{}}
	for i, p := range rec.Steps {
		told := p.says(rec.Game)
		out.Steps = append(out.Steps, replayStep{i + 1, p.By, p.Action, told.Key, told.Args, messages.Text(told)})
	}
	writeJSON(w, out)
}

// says tells the step in words.
func (p Played) says(g *rules.Game) rules.Message {
	if p.RanOut {
		return rules.Say("rules.clock", "player", g.SeatKey(rules.Seat(p.Step.Arg[0])))
	}
	return p.Before.Tell(p.Step)
}

// opens is after how many steps most pieces stand for the first time: none where a game begins with all of them,
// all of the deployment where armies are put in.
func opens(rec Replay) (n int) {
	most := rec.Start.Occupied(rec.Viewer).Len()
	for i, p := range rec.Steps {
		if now := p.After.Occupied(rec.Viewer).Len(); now > most {
			n, most = i+1, now
		}
	}
	return n
}

// getReplayed answers with the position after so many steps, as its viewer could
// see it then.
func (a *archiveRoom) getReplayed(w http.ResponseWriter, r *http.Request) {
	rec, err := a.archive.Replay(r.Context(), r.PathValue("id"), a.reader(w, r))
	if err != nil {
		a.fail(w, r, err)
		return
	}
	n, err := strconv.Atoi(r.PathValue("step"))
	if err != nil || n < 0 || n > len(rec.Steps) {
		a.fail(w, r, refuse(http.StatusNotFound, rules.Say("no.step.there", "n", rules.Quote(r.PathValue("step"))), rules.Say("do.range", "n", strconv.Itoa(len(rec.Steps)))))
		return
	}
	state := rec.Start
	if n > 0 {
		state = rec.Steps[n-1].After
	}
	writeJSON(w, map[string]any{"position": state.View(rec.Viewer)})
}
