package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"

	"github.com/spf13/cobra"
)

// runRules runs `reeve rules ARGS` and returns what it printed, the exit status
// and the error.
func runRules(t *testing.T, in io.Reader, args ...string) (out string, code int, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	root := &cobra.Command{Use: "reeve"}
	root.AddCommand(rulesCommand())
	root.SetArgs(append([]string{"rules"}, args...))
	root.SetIn(in)
	root.SetOut(&stdout)
	root.SetErr(&stderr)
	err = root.Execute()
	var status exitError
	if errors.As(err, &status) {
		code = status.code
	} else if err != nil {
		t.Fatalf("%q: an error without exit status: %v", args, err)
	}
	if stderr.Len() > 0 {
		t.Fatalf("%q: the error is main's to print, not %q", args, &stderr)
	}
	return stdout.String(), code, err
}

// must runs a command that must succeed.
func must(t *testing.T, in string, args ...string) string {
	t.Helper()
	out, code, err := runRules(t, strings.NewReader(in), args...)
	if code != 0 || err != nil {
		t.Fatalf("%q: exit %d: %v", args, code, err)
	}
	return out
}

// whiteToMove is RoleChess after the throws for who begins.
func whiteToMove(t *testing.T, options ...string) string {
	t.Helper()
	start := must(t, "", append([]string{"new", "--game", "rolechess"}, options...)...)
	return must(t, start, "apply", "die 6", "die 1")
}

func TestRulesNewPrintsAPositionOfEveryGame(t *testing.T) {
	for _, g := range catalog.Games() {
		out := must(t, "", "new", "--game", g.Name)
		if strings.Count(out, "\n") != 1 || !strings.HasSuffix(out, "\n") {
			t.Errorf("%s: not one line: %q", g.Name, out)
		}
		s, err := rules.ReadPosition(catalog.Games(), []byte(out))
		if err != nil || s.Game() != g {
			t.Errorf("%s: %v", g.Name, err)
		}
		if lines := must(t, "", "options", "--game", g.Name); strings.Count(lines, "\n") != len(g.Options) {
			t.Errorf("%s: %d options, but %q", g.Name, len(g.Options), lines)
		}
	}
}

func TestRulesOptionsStandInThePosition(t *testing.T) {
	out := must(t, "", "new", "--game", "rolechess", "--option", "pass=always", "--option", "pair_reach=after")
	if !strings.Contains(out, `"options":{"pass":"always"}`) {
		t.Errorf("only what differs from the default is written: %s", out)
	}
	lines := must(t, "", "options", "--game", "rolechess")
	want := `{"name":"pass","type":"choice","values":["stuck","always"],"default":"stuck","means":`
	if !strings.HasPrefix(lines, want) {
		t.Errorf("got %s, want %s…", lines, want)
	}
}

func TestRulesLegalIsSortedBytewise(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(must(t, whiteToMove(t), "legal"), "\n"), "\n")
	if len(lines) != 23 || !slices.IsSorted(lines) {
		t.Errorf("%d lines, sorted %t: %q", len(lines), slices.IsSorted(lines), lines)
	}
}

func TestRulesPerft(t *testing.T) {
	turn := whiteToMove(t)
	for n, want := range []string{"1\n", "23\n", "529\n", "12200\n"} {
		if got := must(t, turn, "perft", fmt.Sprint(n)); got != want {
			t.Errorf("perft %d: got %q, want %q", n, got, want)
		}
	}
	divided := must(t, turn, "perft", "2", "--divide")
	lines := strings.Split(strings.TrimSuffix(divided, "\n"), "\n")
	if len(lines) != 24 || lines[0] != "a2-a3 23" || lines[23] != "529" || !slices.IsSorted(lines[:23]) {
		t.Errorf("--divide printed %q", lines)
	}
	over := must(t, turn, "apply", "draw")
	if got := must(t, over, "perft", "1"); got != "0\n" {
		t.Errorf("a finished position: perft 1 is %q", got)
	}
	if got := must(t, over, "legal"); got != "" {
		t.Errorf("a finished position: legal %q", got)
	}
}

func TestRulesApplyGoesOnFromItsOwnOutput(t *testing.T) {
	all := must(t, whiteToMove(t), "apply", "b1-c3", "f7-e5", "resign black")
	s := whiteToMove(t)
	for _, action := range []string{"b1-c3", "f7-e5", "resign black"} {
		s = must(t, s, "apply", action)
	}
	if s != all {
		t.Errorf("one by one\n%s, at once\n%s", s, all)
	}
	if !strings.Contains(all, `"outcome":{"winners":["white"],"why":"resigned"}`) {
		t.Errorf("no outcome in %s", all)
	}
}

func TestRulesRefusals(t *testing.T) {
	turn := whiteToMove(t)
	view := must(t, turn, "apply", "--seat", "white")
	for _, c := range []struct {
		in   string
		args []string
		says string // the action, and the reason
	}{
		{turn, []string{"apply", "b1-b5"}, "rules: illegal action: b1-b5: "},
		{turn, []string{"apply", "b1-c3", "b1-c3"}, "rules: illegal action: b1-c3: "},
		{turn, []string{"apply", "die 3"}, "rules: illegal action: die 3: "},
		{turn, []string{"apply", "b1c3"}, "rules: malformed action: b1c3: "},
		{turn, []string{"apply", "b1\nc3"}, "rules: malformed action: b1c3: "},
		{turn, []string{"apply", ""}, "rules: malformed action: "},
		{turn, []string{"apply", "resign green"}, "rules: malformed action: "},
		{must(t, turn, "apply", "draw"), []string{"apply", "b1-c3"}, "rules: illegal action: b1-c3: The game is over"},
		{view, []string{"legal"}, "rules: malformed position: "},
		{"", []string{"legal"}, "rules: malformed position: "},
		{"{}", []string{"legal"}, "rules: unknown game: There is no game"},
		{turn + turn, []string{"legal"}, "rules: malformed position: "},
		{strings.Repeat(" ", mostInput+1), []string{"legal"}, "rules: malformed position: longer"},
		{strings.Replace(turn, `"options":{}`, `"options":{"x":1}`, 1), []string{"legal"}, "rules: bad option: "},
		{turn, []string{"legal", "--seat", "green"}, `rules: no seat "green"`},
		{turn, []string{"legal", "--seat", "white", "--public"}, "rules: a seat's view or the public one"},
		{turn, []string{"perft", "-1"}, "unknown shorthand flag"},
		{turn, []string{"perft", "x"}, `rules: perft takes`},
		{turn, []string{"perft"}, "reeve rules perft: N is missing"},
		{turn, []string{"legal", "b1-c3"}, `reeve rules legal: "b1-c3" is too much`},
		{"", []string{"new", "--game", "halma"}, "rules: unknown game: There is no game halma"},
		{"", []string{"new"}, "reeve rules new: --game is missing"},
		{"", []string{"new", "--game", "rolechess", "--option", "pass"}, `rules: bad option: "pass"`},
		{"", []string{"new", "--game", "rolechess", "--option", "pass=never"}, "rules: bad option: "},
		{"", []string{"new", "--game", "rolechess", "--option", "x=1"}, "rules: bad option: "},
		{"", []string{"new", "--game", "rolechess", "--option", "pass=stuck", "--option", "pass=always"}, "rules: bad option: "},
		{"", []string{"options", "--game", "halma"}, "rules: unknown game: There is no game halma"},
		{"", []string{"count"}, `reeve rules: there is no "count"; say apply, batch, legal`},
		{"", []string{"new", "--colour"}, "unknown flag"},
	} {
		out, code, err := runRules(t, strings.NewReader(c.in), c.args...)
		if out != "" || code != 2 || err == nil || !strings.HasPrefix(messages.Told(err), c.says) || strings.Contains(messages.Told(err), "\n") {
			t.Errorf("%q: printed %q, exit %d, %v; want %q", c.args, out, code, err, c.says)
		}
	}
}

func TestRulesSeatSeesAndDoesItsOwn(t *testing.T) {
	turn := whiteToMove(t)
	if got := must(t, turn, "legal", "--seat", "white"); got != must(t, turn, "legal") {
		t.Errorf("White is to move and is shown %q", got)
	}
	if got := must(t, turn, "legal", "--seat", "black"); got != "" {
		t.Errorf("White is to move, Black is shown %q", got)
	}
	if got := must(t, turn, "legal", "--public"); got != must(t, turn, "legal") {
		t.Errorf("nothing is hidden, the table is shown %q", got)
	}
	for flag, view := range map[string]string{"--seat=black": `"view":"black"`, "--public": `"view":"table"`} {
		if out := must(t, turn, "apply", flag, "draw"); !strings.Contains(out, view) {
			t.Errorf("%s: no %s in %s", flag, view, out)
		}
	}
	must(t, turn, "apply", "--seat", "white", "b1-c3", "resign white")
}

func TestRulesRefusesAnotherSeatInTheSameWords(t *testing.T) {
	for _, action := range []string{"b1-c3", "b1-b5", "a1*g7", "pass", "resign white"} {
		_, code, err := runRules(t, strings.NewReader(whiteToMove(t)), "apply", "--seat", "black", action)
		want := "rules: not for this viewer: " + action + ": another seat's action"
		if code != 2 || err == nil || err.Error() != want {
			t.Errorf("exit %d, %v; want %s", code, err, want)
		}
	}
}

// batch runs a batch and returns its answers.
func batch(t *testing.T, in string) []map[string]any {
	t.Helper()
	var answers []map[string]any
	for line := range strings.Lines(must(t, in, "batch")) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		answers = append(answers, a)
	}
	return answers
}

func TestRulesBatchAnswersEveryLine(t *testing.T) {
	p := strings.TrimSpace(whiteToMove(t))
	long := `{"id":"long","position":` + strings.Repeat(" ", 1<<18) + p + `}`
	for _, c := range []struct{ line, want string }{ // want: the answer without its position
		{`{"id":7,"position":` + p + `}`, `{"id":7}`},
		{`{"id":"a","position":` + p + `,"perft":2}`, `{"id":"a","perft":529}`},
		{`{"id":1,"position":` + p + `,"perft":0}`, `{"id":1,"perft":1}`},
		{`{"id":1,"position":` + p + `,"apply":["b1-c3","draw"],"legal":true,"perft":1}`, `{"id":1,"legal":[],"perft":0}`},
		{`{"id":2,"position":` + p + `,"legal":true,"seat":"black"}`, `{"id":2,"legal":[]}`},
		{`{"position":` + p + `}`, `{"id":1}`},
		{long, `{"id":"long"}`},
		{`{"id":1,"position":` + p + `,"apply":["b1-c3","b1-c3"]}`, `{"id":1,"error":"rules: illegal action: b1-c3:","at":"b1-c3"}`},
		{`{"id":1,"position":` + p + `,"apply":[""]}`, `{"id":1,"error":"rules: malformed action:","at":""}`},
		{`{"id":1,"position":` + p + `,"apply":["b1-c3"],"seat":"black"}`, `{"id":1,"error":"rules: not for this viewer: b1-c3:","at":"b1-c3"}`},
		{`{"id":1,"position":` + p + `,"seat":"green"}`, `{"id":1,"error":"rules: no seat"}`},
		{`{"id":9}`, `{"id":9,"error":"rules: malformed position:"}`},
		{`{"id":9,"position":{}}`, `{"id":9,"error":"rules: unknown game:"}`},
		{`{"id":9,"position":` + p + `,"colour":1}`, `{"id":1,"error":"rules: malformed request:"}`},
		{`{"id":[9],"position":` + p + `}`, `{"id":1,"error":"rules: malformed request:"}`},
		{`{"id":9,"position":` + p + `,"perft":-1}`, `{"id":1,"error":"rules: malformed request:"}`},
		{`{"id":9,"position":` + p + `}{}`, `{"id":1,"error":"rules: malformed request:"}`},
		{`{"id":9`, `{"id":1,"error":"rules: malformed request:"}`},
		{``, `{"id":1,"error":"rules: malformed request: it is empty"}`},
		{`null`, `{"id":1,"error":"rules: malformed request:"}`},
		{`move the knight`, `{"id":1,"error":"rules: malformed request: from character 1 on it is no JSON"}`},
		{strings.Repeat("x", mostInput+1000), `{"id":1,"error":"rules: malformed request: longer"}`},
	} {
		answers := batch(t, c.line+"\n"+`{"id":"next","position":`+p+`}`)
		var want map[string]any
		if err := json.Unmarshal([]byte(c.want), &want); err != nil {
			t.Fatal(err)
		}
		if len(answers) != 2 || answers[1]["id"] != "next" || answers[1]["position"] == nil {
			t.Fatalf("%.80s: the next line is not answered: %v", c.line, answers)
		}
		if err := sameAnswer(answers[0], want); err != nil {
			t.Errorf("%.80s: %v", c.line, err)
		}
	}
}

// sameAnswer compares an answer with the wanted one: the error by its
// beginning, and the position by whether it is there.
func sameAnswer(got, want map[string]any) error {
	wantError, failed := want["error"].(string)
	gotError, _ := got["error"].(string)
	if (got["position"] == nil) != failed || !strings.HasPrefix(gotError, wantError) || failed && gotError == "" {
		return fmt.Errorf("got error %q, position %v", gotError, got["position"])
	}
	for _, key := range []string{"id", "legal", "perft", "at"} {
		if g, w := fmt.Sprintf("%#v", got[key]), fmt.Sprintf("%#v", want[key]); g != w {
			return fmt.Errorf("%s is %s, want %s", key, g, w)
		}
	}
	return nil
}

func TestRulesBatchNumbersLinesFromOne(t *testing.T) {
	answers := batch(t, "x\n\ny\r\n")
	if len(answers) != 3 {
		t.Fatalf("3 lines, %d answers", len(answers))
	}
	for i, a := range answers {
		if a["id"] != float64(i+1) || a["error"] == "" {
			t.Errorf("line %d: %v", i+1, a)
		}
	}
	if out := must(t, "", "batch"); out != "" {
		t.Errorf("no line, but %q", out)
	}
}

func TestRulesBatchAnswersBeforeTheNextLineComes(t *testing.T) {
	in, client := io.Pipe()
	server, out := io.Pipe()
	go func() { out.CloseWithError(answerAll(in, out)) }()
	for range 3 {
		fmt.Fprintln(client, "x")
		var a answer
		if err := json.NewDecoder(server).Decode(&a); err != nil || a.Error == "" {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	client.Close()
}

func TestRulesToolReportsAFailedOutput(t *testing.T) {
	root := rulesCommand()
	root.SetArgs([]string{"new", "--game", "rolechess"})
	root.SetOut(brokenPipe{})
	var status exitError
	if err := root.Execute(); !errors.As(err, &status) || status.code != 1 {
		t.Errorf("got %v, want exit status 1", err)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
