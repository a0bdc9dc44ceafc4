package main

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// gaps are what the gaps in addresses are filled with.
var gaps = map[string][]string{
	"{$}": {""}, "{name}": {"page.css"}, "{id}": {"1", "2", "3", "latest"}, "{step}": {"0", "3", "11", "12", "400"},
	"{game}": {"rolechess", "chessbattle", "dungeonchess"}, "{seat}": {"white", "black", "south", "north"},
}

// queries are what some addresses may be asked besides.
var queries = map[string][]string{
	"/api/table": {"?rgb=1", "?log=2"}, "/api/archive": {"?limit=1", "?limit=2&after=3"}, "/api/events": {"?rgb=1", "?log=2", "?seat=white", "?seat=black", "?seat=south", "?seat=north"},
}

// bodies are what every POST is tried with. "SEAT" is who says it. A new one is to be
// written here: what may others say by it while something is secret?
var bodies = map[string][]string{
	"/api/action": {
		`{"seat":"SEAT","action":"spy 7h"}`, `{"seat":"SEAT","action":"army levy=1"}`, `{"seat":"SEAT","action":"pay 4h"}`, `{"seat":"SEAT","action":"pay 10d"}`,
		`{"seat":"SEAT","action":"train 1"}`, `{"seat":"SEAT","action":"deploy king e1"}`, `{"seat":"SEAT","action":"deploy levy a3"}`,
		`{"seat":"SEAT","action":"deploy levy b3"}`, `{"seat":"SEAT","action":"deploy crossbowmen a3"}`, `{"seat":"SEAT","action":"done white"}`, `{"seat":"SEAT","action":"keep 3"}`,
		`{"seat":"SEAT","action":"keep 17"}`, `{"seat":"SEAT","action":"end"}`, `{"seat":"SEAT","action":"end","seq":12}`, `{"action":"army levy=1"}`, `{"seat":"white","action":"train 1"}`, `{"seat":"south","action":"keep 3"}`, `{}`,
	},
	"/api/arm":      {`{"seat":"SEAT","action":"deploy"}`, `{"seat":"SEAT","action":"ransom"}`, `{"seat":"SEAT","action":""}`},
	"/api/answer":   {`{"choice":"a1-a2"}`},
	"/api/throw":    {`{"faces":[3]}`, `{"action":"deal south 3 7"}`, `{"action":"draw 1,1,4"}`},
	"/api/button":   {`{"button":"energy"}`, `{"seat":"SEAT","button":"confirm"}`, `{"button":"confirm"}`, `{"seat":"SEAT","button":"undo"}`, `{"button":"undo"}`, `{"seat":"white","button":"undo"}`},
	"/api/offer":    {`{"seat":"SEAT","kind":"undo"}`, `{"seat":"SEAT","kind":"draw"}`, `{"seat":"SEAT","kind":"undo","accept":false}`},
	"/api/words":    {`{"seat":"SEAT","words":"löyly"}`},
	"/api/players":  {`{"seat":"SEAT","player":"Ann"}`, `{"seat":"SEAT"}`, `{"seat":"white","player":"Bea"}`, `{"seat":"south","player":"reeve:99"}`},
	"/api/hint":     {`{"seat":"SEAT"}`, `{}`, `{"seat":"white"}`},
	"/api/call":     {`{}`, `{"seat":"SEAT"}`, `{"seat":"SEAT","on":false}`},
	"/api/rematch":  {`{}`},
	"/api/resign":   {`{"seat":"white"}`, `{"seat":"SEAT"}`},
	"/api/analysis": {`{"game":"1"}`, `{"game":"latest"}`, `{}`},
	// for the admin
	"/api/hall":         {`{"invitation":"x"}`},
	"/api/lessons":      {`{"game":"rolechess"}`, `{"leave":true}`},
	"/api/games":        {`{"game":"rolechess"}`},
	"/api/archive":      {`{"reeve":1,"game":"rolechess"}`},
	"/api/sim/contacts": {`[{"square":"a3","closed":true}]`},
	"/api/sim/setup":    {`{}`},
}

// addresses are all that a pattern of the router stands for.
func addresses(t *testing.T, pattern string) []string {
	t.Helper()
	list := []string{pattern}
	for strings.Contains(list[0], "{") {
		gap := list[0][strings.Index(list[0], "{") : strings.Index(list[0], "}")+1]
		if gaps[gap] == nil {
			t.Fatalf("%s is not covered: say in gaps what %s may be", pattern, gap)
		}
		var next []string
		for _, path := range list {
			for _, value := range gaps[gap] {
				next = append(next, strings.Replace(path, gap, value, 1))
			}
		}
		list = next
	}
	for _, query := range queries[pattern] {
		list = append(list, pattern+query)
	}
	return list
}

// gets asks, as each of the viewers, for all that can be asked for.
func (s *secretStage) gets(viewers []string) {
	s.Helper()
	for _, route := range s.doors.pages.Routes() {
		if route.Method != "GET" {
			continue
		}
		for _, path := range addresses(s.T, route.Pattern) {
			for _, who := range viewers {
				s.note("GET "+path+" by "+who, s.ask("GET", path, "", s.keys[who]))
			}
		}
	}
}

// posts says, as each of the viewers, all that can be said, resignations last; none where
// the end opens the secrets.
func (s *secretStage) posts(viewers []string, opens bool) {
	s.Helper()
	var patterns []string
	for _, route := range s.doors.pages.Routes() {
		if route.Method != "GET" {
			patterns = append(patterns, route.Pattern)
		}
	}
	slices.SortStableFunc(patterns, func(a, b string) int { return len(bodies[b]) - len(bodies[a]) })
	slices.SortStableFunc(patterns, func(a, b string) int { return strings.Count(a, "resign") - strings.Count(b, "resign") })
	for _, pattern := range patterns {
		if bodies[pattern] == nil {
			s.Errorf("POST %s is not covered: say in bodies what others may say by it", pattern)
		}
		if opens && pattern == "/api/resign" {
			continue
		}
		for _, body := range bodies[pattern] {
			for _, who := range viewers {
				s.note("POST "+pattern+" "+body+" by "+who, s.ask("POST", pattern, strings.ReplaceAll(body, "SEAT", who), s.keys[who]))
				time.Sleep(50 * time.Millisecond) // for the streams
				synctest.Wait()
			}
		}
	}
}

// archiveVerbs are those of the archive, and what they are asked for; nil of those that change or copy
// it whole. A new one is to be written here: what does it tell while something is secret?
var archiveVerbs = map[string][][]string{
	"list": {{}, {"--json"}}, "show": {{"1"}, {"1", "--json"}}, "export": {{"1"}, {"1", "--score"}, {"2"}}, "verify": {{}, {"1"}},
	"backup": nil, "restore": nil, "import": nil,
}

// commands runs all verbs of the command line that tell of a record what is public.
func (s *secretStage) commands() {
	s.Helper()
	for _, verb := range archiveCommand().Commands() {
		asked, known := archiveVerbs[verb.Name()]
		if !known {
			s.Errorf("reeve archive %s is not covered: say in archiveVerbs what it may be asked for", verb.Name())
		}
		for _, args := range asked {
			s.command(slices.Concat([]string{"archive", verb.Name()}, args, []string{"--state", s.settings.State})...)
		}
	}
}
