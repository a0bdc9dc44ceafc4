package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"reeve/messages"
	"reeve/rules"
)

// recorded is what stepping through a game needs of what the archive tells: the
// first line of the export, and the steps that stand.
type recorded struct {
	game    *rules.Game
	Game    string
	Options map[string]any
	Ended   string
	Steps   []struct{ By, Action string }
}

// replay is a game that can be stepped through.
type replay struct {
	Game    string         `json:"game"`
	Options map[string]any `json:"options"`
	Surface surface        `json:"topology"`
	Figures any            `json:"figures,omitempty"`
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

func (s *Server) getReplay(w http.ResponseWriter, r *http.Request) {
	rec, err := s.recorded(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	out := replay{Game: rec.Game, Options: rec.Options, Figures: figuresOf(rec.game), Steps: []replayStep{}}
	_, err = rec.fold(len(rec.Steps), func(before rules.State, step rules.Step) {
		n, told := len(out.Steps), before.Tell(step)
		out.Steps = append(out.Steps, replayStep{n + 1, rec.Steps[n].By, rec.Steps[n].Action, told.Key, told.Args, messages.Text(told)})
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	start, err := rec.fold(0, nil)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	out.Surface = surfaceOf(start.Topology())
	writeJSON(w, out)
}

// getReplayed answers with the position after so many steps, as everybody could
// see it then.
func (s *Server) getReplayed(w http.ResponseWriter, r *http.Request) {
	rec, err := s.recorded(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	n, err := strconv.Atoi(r.PathValue("step"))
	if err != nil || n < 0 || n > len(rec.Steps) {
		s.fail(w, r, refuse(http.StatusNotFound, "there is no step "+r.PathValue("step"), fmt.Sprintf("0 to %d", len(rec.Steps))))
		return
	}
	state, err := rec.fold(n, nil)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, map[string]any{"position": state.View(rules.Table)})
}

// recorded reads the record of a finished game. Of a game that goes on steps
// are secret: it is refused.
func (s *Server) recorded(r *http.Request) (recorded, error) {
	var rec recorded
	id := r.PathValue("id")
	shown, err := s.cfg.Archive.Show(r.Context(), id)
	if err != nil {
		return rec, err
	}
	var export bytes.Buffer
	if err := s.cfg.Archive.Export(r.Context(), id, &export); err != nil {
		return rec, err
	}
	text, err := json.Marshal(shown)
	if err != nil {
		return rec, fmt.Errorf("web: game %s: %w", id, err)
	}
	first, _, _ := bytes.Cut(export.Bytes(), []byte("\n"))
	for _, part := range [][]byte{first, text} {
		if err := json.Unmarshal(part, &rec); err != nil {
			return rec, fmt.Errorf("web: game %s: %w", id, err)
		}
	}
	if rec.Ended == "" {
		return rec, refuse(http.StatusConflict, "game "+id+" goes on", "step through it when it is over")
	}
	rec.game, err = rules.Find(s.cfg.Games, rec.Game)
	return rec, err
}

// fold plays the first n steps; each is shown with the position before it.
func (rec recorded) fold(n int, show func(rules.State, rules.Step)) (rules.State, error) {
	state, err := rec.game.Start(rec.Options)
	if err != nil {
		return nil, err
	}
	for i, said := range rec.Steps[:n] {
		step, err := state.Parse(said.Action)
		if err != nil {
			return nil, fmt.Errorf("web: step %d: %w", i+1, err)
		}
		if show != nil {
			show(state, step)
		}
		if state, _, err = state.Apply(step, nil); err != nil {
			return nil, fmt.Errorf("web: step %d: %w", i+1, err)
		}
	}
	return state, nil
}
