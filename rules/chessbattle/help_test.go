package chessbattle

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

type options = map[string]any

// sure is the option set of most tests of rules 24 to 28.
var sure = options{"combat": "sure"}

// with returns given with more options set.
func with(given options, more ...any) options {
	out := options{}
	for k, v := range given {
		out[k] = v
	}
	for i := 0; i < len(more); i += 2 {
		out[more[i].(string)] = more[i+1]
	}
	return out
}

// document writes a battle: pieces are "wK e1" and so on, joined by commas;
// camps that are not named stand in the corners, Kings on e1 and e16, and "-"
// stands for a fallen piece. State overrides a quiet battle's.
func document(given options, toAct, pieces string, state options) options {
	at := map[string]string{"wK": "e1", "bK": "e16", "wC1": "a1", "wC2": "h1", "bC1": "a16", "bC2": "h16"}
	for _, item := range strings.Split(pieces, ",") {
		if f := strings.Fields(item); len(f) == 2 {
			at[f[0]] = f[1]
		}
	}
	names := map[byte]string{'K': "king", 'C': "camp", 'L': "levy", 'N': "knights", 'P': "pikemen", 'X': "crossbowmen"}
	var list []options
	for id, sq := range at {
		p := options{"id": id, "kind": names[id[1]], "owner": map[byte]string{'w': "white", 'b': "black"}[id[0]], "at": sq}
		if sq == "-" {
			p["at"] = nil
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b options) int { return strings.Compare(a["id"].(string), b["id"].(string)) })
	seats := func() options { return options{"white": []string{}, "black": []string{}} }
	doc := options{
		"cards": seats(), "spent": seats(), "espionage": seats(), "espionage_done": []string{"white", "black"}, "due": 0,
		"bridges": []string{}, "king_points": options{"white": 6, "black": 6}, "command_left": 6, "used": []string{}, "active": nil,
		"points_left": 0, "fight_points_left": 0, "fight": nil, "quiet": 0,
	}
	if at["wK"] == "-" && toAct == "white" || at["bK"] == "-" && toAct == "black" {
		doc["command_left"] = 1
	}
	return options{
		"game": "chessbattle", "options": given, "phase": "battle", "to_act": toAct, "pieces": list, "state": with(doc, flatten(state)...),
	}
}

func flatten(m options) (out []any) {
	for k, v := range m {
		out = append(out, k, v)
	}
	return out
}

func readDoc(doc options) (rules.State, error) {
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	return rules.ReadPosition([]*rules.Game{Game}, text)
}

// battleOf is the position of document.
func battleOf(t testing.TB, given options, toAct, pieces string, state options) rules.State {
	t.Helper()
	s, err := readDoc(document(given, toAct, pieces, state))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// begin plays actions from the start.
func begin(t testing.TB, given options, actions ...string) rules.State {
	t.Helper()
	s, err := Game.Start(given)
	if err != nil {
		t.Fatal(err)
	}
	return play(t, s, actions...)
}

// opening plays phase I with camps in the corners and bridges on d and e, then actions.
func opening(t testing.TB, given options, actions ...string) rules.State {
	t.Helper()
	s := begin(t, given, "camp a1", "camp h1", "camp a16", "camp h16")
	if s.Phase() == "bridges" {
		s = play(t, s, "bridge d", "bridge e")
	}
	return play(t, s, actions...)
}

func take(s rules.State, action string) (rules.State, []rules.Effect, error) {
	step, err := s.Parse(action)
	if err != nil {
		return nil, nil, err
	}
	return s.Apply(step, nil)
}

func play(t testing.TB, s rules.State, actions ...string) rules.State {
	t.Helper()
	for _, action := range actions {
		next, _, err := take(s, action)
		if err != nil {
			t.Fatalf("%s: %v", action, err)
		}
		s = next
	}
	return s
}

func listed(s rules.State) []string {
	var out []string
	for _, step := range s.Legal(nil) {
		out = append(out, s.Text(step))
	}
	slices.Sort(out)
	return out
}

// allows checks that the actions are listed, or with "no " before it that one is
// not, and that Apply agrees.
func allows(t testing.TB, s rules.State, actions ...string) {
	t.Helper()
	all := listed(s)
	for _, action := range actions {
		text, refused := strings.CutPrefix(action, "no ")
		_, _, err := take(s, text)
		if slices.Contains(all, text) == refused {
			t.Errorf("%s: listed is %t; there are %v", text, !refused, all)
		}
		if refused != errors.Is(err, rules.ErrIllegal) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// refuses checks that action is refused with a reason that has words in it.
func refuses(t testing.TB, s rules.State, action, words string) {
	t.Helper()
	_, _, err := take(s, action)
	if !errors.Is(err, rules.ErrIllegal) || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), action) {
		t.Errorf("%s: got %v, want a refusal with %q", action, err, words)
	}
}

// where returns the square of a piece, "" off the board, "?" if it is not listed.
func where(s rules.State, viewer rules.Seat, id string) string {
	for _, p := range s.View(viewer).Pieces {
		if p.ID == id {
			if p.At == nil {
				return ""
			}
			return *p.At
		}
	}
	return "?"
}

// stand checks where pieces are: "wK e1", "bL1 -" for off the board.
func stand(t testing.TB, s rules.State, pieces ...string) {
	t.Helper()
	for _, item := range pieces {
		id, want, _ := strings.Cut(item, " ")
		got := where(s, rules.Full, id)
		if got == "" {
			got = "-"
		}
		if got != want {
			t.Errorf("%s is at %s, want %s", id, got, want)
		}
	}
}

// state returns the game's own part of a view, as JSON has it.
func state(s rules.State, viewer rules.Seat) map[string]any {
	text, _ := json.Marshal(s.View(viewer).State)
	var m map[string]any
	_ = json.Unmarshal(text, &m)
	return m
}

// value returns a value of state as JSON text, "" if it is left out.
func value(s rules.State, viewer rules.Seat, path ...string) string {
	var v any = state(s, viewer)
	for _, key := range path {
		m, _ := v.(map[string]any)
		inner, ok := m[key]
		if !ok {
			return ""
		}
		v = inner
	}
	text, _ := json.Marshal(v)
	return string(text)
}

// fields checks values of the full state.
func fields(t testing.TB, s rules.State, want map[string]string) {
	t.Helper()
	for key, text := range want {
		if got := value(s, rules.Full, strings.Split(key, ".")...); got != text {
			t.Errorf("%s is %s, want %s", key, got, text)
		}
	}
}

// ends checks the result: "white camps", "draw both" or "" while it goes on.
func ends(t testing.TB, s rules.State, want string) {
	t.Helper()
	r, over := s.Result()
	got := ""
	if over {
		got = "draw " + r.Why
		if seat, ok := r.Winners.Only(); ok {
			got = seatNames[seat] + " " + r.Why
		}
	}
	if got != want {
		t.Errorf("the game ended %q, want %q", got, want)
	}
}
