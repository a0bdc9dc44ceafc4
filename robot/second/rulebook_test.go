package second_test

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"os/exec"
	"slices"
	"testing"
)

// rulebook is what a player knows of the rules: `reeve rules batch`, asked as docs/interchange.md says.
type rulebook struct {
	ask *json.Encoder
	say *bufio.Reader
}

func openRulebook(t *testing.T, program string) rulebook {
	t.Helper()
	cmd := exec.Command(program, "rules", "batch")
	in, err := cmd.StdinPipe()
	var out io.ReadCloser
	if err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	return rulebook{json.NewEncoder(in), bufio.NewReader(out)}
}

// position is the part of a position that a player looks at; raw is all of it.
type position struct {
	Phase  string
	ToAct  any `json:"to_act"`
	Pieces []struct {
		ID string
		At string
	}
	Outcome json.RawMessage
	raw     json.RawMessage
}

func (p position) toAct() string { seat, _ := p.ToAct.(string); return seat }
func (p position) over() bool    { return len(p.Outcome) > 0 }

// wood is which piece stands where.
func (p position) wood() map[string]string {
	wood := map[string]string{}
	for _, piece := range p.Pieces {
		if piece.At != "" {
			wood[piece.At] = piece.ID
		}
	}
	return wood
}

// after is the position after an action, and what is legal then. An action that is not legal leaves ok false.
func (b rulebook) after(t *testing.T, from json.RawMessage, actions ...string) (p position, legal []string, ok bool) {
	t.Helper()
	var answer struct {
		Position json.RawMessage
		Legal    []string
		Error    string
	}
	err := b.ask.Encode(map[string]any{"position": from, "apply": actions, "legal": true})
	var line []byte
	if err == nil {
		line, err = b.say.ReadBytes('\n')
	}
	if err == nil {
		err = json.Unmarshal(line, &answer)
	}
	if err != nil {
		t.Fatalf("the rulebook: %v", err)
	}
	if answer.Error != "" {
		return p, nil, false
	}
	if err := json.Unmarshal(answer.Position, &p); err != nil {
		t.Fatal(err)
	}
	p.raw = answer.Position
	return p, answer.Legal, true
}

// together puts the views of all seats together: what all of them know is the whole position.
func together(t *testing.T, views []json.RawMessage) json.RawMessage {
	t.Helper()
	var whole any
	for _, view := range views {
		var one any
		if err := json.Unmarshal(view, &one); err != nil {
			t.Fatal(err)
		}
		whole = join(whole, one)
	}
	delete(whole.(map[string]any), "view")
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// join adds what another seat knows: of a list hidden from one there is only its {"count"}.
func join(known, told any) any {
	k, both := known.(map[string]any)
	m, also := told.(map[string]any)
	switch {
	case known == nil || both && !also && k["count"] != nil:
		return told
	case both && also:
		out := maps.Clone(k)
		for name, value := range m {
			if name != "count" || k["count"] != nil {
				out[name] = join(k[name], value)
			}
		}
		return out
	}
	return known
}

// squaresOf are the squares that an action names, in its order.
func squaresOf(action string, board []string) (out []string) {
	for _, word := range wordsIn.FindAllString(action, -1) {
		if slices.Contains(board, word) {
			out = append(out, word)
		}
	}
	return out
}
