package hall_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hall"
	"reeve/rules/catalog"
)

// A tournament takes boards where nothing is being played first, never one on which another tournament plays, and no arbiter puts
// a match there by mistake.
func TestATournamentDisturbsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 5)
		for i, g := range catalog.Games() { // one of each game: none is begun by what chance does before anybody plays
			h.join(fmt.Sprint("Table ", i+1), g.Name, 100*time.Millisecond).Rest()
		}
		h.wait(5 * time.Second)
		for b := h.boards[0]; b.Acted.Load() == 0; h.wait(time.Second) { // one action begins it
			b.Step(t.Context())
		}
		begin := func(name string) *hall.Tournament {
			t.Helper()
			c, err := h.hall.NewTournament(hall.Change{Plan: &hall.Plan{Name: name, System: hall.Robin, Game: "rolechess", Rounds: 3}, Players: crowd(4)}, "Ann")
			if err == nil {
				c, err = h.hall.Pair(t.Context(), c.ID, nil, "Ann", "")
			}
			if err == nil {
				c, err = h.hall.PutOnBoards(c.ID, whatIsOn, "Ann", "")
			}
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		var on []string
		a, b := begin("Group A"), begin("Group B")
		for _, c := range []*hall.Tournament{a, b} {
			for _, m := range c.Rounds[0].Tables {
				k := slices.IndexFunc(h.boards, func(b *table) bool { return b.id == m.Board })
				on = append(on, fmt.Sprint(k+1))
			}
		}
		if want := []string{"2", "3", "4", "5"}; !slices.Equal(on, want) {
			t.Errorf("two tournaments take the tables %q, not %q", on, want)
		}
		code, said := h.ask(true, "POST", "/api/tournaments/2", fmt.Sprintf(`{"do":"put","round":1,"table":1,"board":%q}`, h.boards[1].id))
		if want := `"hall.no.t.elsewhere"`; code != http.StatusUnprocessableEntity || !strings.Contains(said, want) || !strings.Contains(said, `"name":"Group A"`) {
			t.Errorf("a match is put where another tournament plays: %d %s", code, said)
		}
		code, said = h.ask(true, "POST", "/api/tournaments/2", fmt.Sprintf(`{"do":"put","round":1,"table":1,"board":%q,"ends":0}`, h.boards[0].id))
		if want := `"args":{"n":1},"error":"that would end games that are on: 1;`; code != http.StatusUnprocessableEntity || !strings.Contains(said, want) {
			t.Errorf("a match is put where others play, who were not asked: %d %s", code, said)
		}
		if code, said := h.ask(true, "POST", "/api/tournaments/2", fmt.Sprintf(`{"do":"put","round":1,"table":1,"board":%q,"ends":1}`, h.boards[0].id)); code != http.StatusOK {
			t.Errorf("a match is not put where nobody else plays: %s", said)
		}
		for i := range a.Rounds[0].Tables {
			if err := h.hall.Score(a.ID, 1, i+1, "1-0", "Ann", ""); err != nil {
				t.Fatal(err)
			}
		}
		if code, said := h.ask(true, "POST", "/api/tournaments/2", fmt.Sprintf(`{"do":"put","round":1,"table":1,"board":%q}`, h.boards[1].id)); code != http.StatusOK {
			t.Errorf("a board is not free after the other tournament's round: %s", said)
		}
	})
}
