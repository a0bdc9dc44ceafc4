package web

import (
	"fmt"
	"net/http"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/story"
)

// getStory tells a finished game in three facts, as its reader may know them.
func (a *archiveRoom) getStory(w http.ResponseWriter, r *http.Request) {
	rec, err := a.archive.Replay(r.Context(), r.PathValue("id"), a.reader(w, r))
	if err != nil {
		a.fail(w, r, err)
		return
	}
	steps := make([]story.Step, len(rec.Steps))
	for i, p := range rec.Steps {
		steps[i] = story.Step{Before: p.Before, After: p.After, Step: p.Step}
	}
	facts, err := story.Facts(rec.Start, steps, rec.Viewer)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	end := rec.Start
	if n := len(rec.Steps); n > 0 {
		end = rec.Steps[n-1].After
	}
	writeJSON(w, map[string]any{"id": rec.ID, "facts": said(facts), "counted": said(rules.Counted(end)), "link": fmt.Sprintf("%s/archive?game=%d", a.sharedURL(r), rec.ID)})
}

// said is messages with their English text.
func said(all []rules.Message) []referee.Message {
	out := []referee.Message{}
	for _, m := range all {
		out = append(out, referee.Message{Key: m.Key, Args: m.Args, Text: messages.Text(m)})
	}
	return out
}
