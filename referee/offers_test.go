package referee_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/referee"
	"reeve/rules"
)

// offers are what each sentence says can be done, as the actions that do it; AT is the square that it names. Each of them
// must be legal for who is told so, and nothing else may be.
var offers = map[string][]string{
	"now.first":                          {`^die`},
	"now.pass":                           {`^pass`},
	"now.rolechess.turn":                 {`^\w+-`, `\*`},
	"now.rolechess.turn.pass":            {`^\w+-`, `\*`, `^pass`},
	"now.move":                           {`^\w+[-x~]`},
	"now.rolechess.move.pass":            {`^\w+-`, `^pass`},
	"now.rolechess.fight":                {`\*`},
	"now.rolechess.fight.pass":           {`\*`, `^pass`},
	"now.rolechess.attack":               {`^AT[*+]|\+AT\*`, `^end`},
	"now.rolechess.battle":               {`^die`},
	"now.rolechess.advance":              {`^advance`, `^stay`},
	"now.camelot.capture":                {`x`},
	"now.camelot.leave":                  {`^AT[-x]`},
	"now.kaleidochess.die":               {`^die`},
	"now.kaleidochess.both":              {`^\w+[-x]`, `^[a-z]+ |^selfdestruct`},
	"now.kaleidochess.cast":              {`^[a-z]+ |^selfdestruct`},
	"now.kaleidochess.threat":            {`.`},
	"now.dungeonchess.deal":              {`^deal`},
	"now.dungeonchess.keep":              {`^keep`},
	"now.dungeonchess.ransom":            {`^\w+[-x~]`, `^ransom`},
	"now.dungeonchess.ransom.pass":       {`^ransom`, `^pass`},
	"now.chessbattle.camp":               {`^camp`},
	"now.chessbattle.camp.second":        {`^camp`},
	"now.chessbattle.bridge":             {`^bridge`},
	"now.chessbattle.espionage":          {`^spy`, `^done`},
	"now.chessbattle.espionage.none":     {`^done`},
	"now.chessbattle.army":               {`^army .`, `^army$`},
	"now.chessbattle.training":           {`^train [1-9]`, `^train 0`},
	"now.chessbattle.none":               {`^army$|^train 0`},
	"now.chessbattle.pay":                {`^pay`},
	"now.chessbattle.deploy":             {`^deploy`},
	"now.chessbattle.deployed":           {`^done`},
	"now.chessbattle.battle":             {`^\w+[-*!]`, `^end`},
	"now.chessbattle.active":             {`^AT[-*!]`, `^[^A]\w+[-*!]`, `^end`},
	"now.chessbattle.active.last":        {`^AT[-*!]`, `^end`},
	"now.chessbattle.spent":              {`^end`},
	"now.chessbattle.stuck":              {`^end`},
	"now.chessbattle.special":            {`^special \d`, `^special none`},
	"now.chessbattle.special.defend.you": {`^special \d`, `^special none`},
	"now.chessbattle.draw":               {`^draw`},
	"now.chessbattle.desert":             {`^desert`},
}

// offersWhatCanBeDone fails unless who is to act is told of all that can be done, and of nothing else.
func offersWhatCanBeDone(t *testing.T, s rules.State) {
	t.Helper()
	for _, viewer := range s.ToAct().All() {
		told := referee.Now(s, viewer, s.View(viewer).ToAct, true)
		var legal []string
		for _, step := range s.Legal(nil) {
			if step.By == viewer {
				legal = append(legal, named(s.Text(step), told.Args["at"]))
			}
		}
		key := strings.TrimPrefix(told.Args["what"], "@")
		says := regexps(offers[key])
		for _, p := range says {
			if !slices.ContainsFunc(legal, p.MatchString) {
				t.Fatalf("%s offers %s; legal are %.300q", key, p, legal)
			}
		}
		for _, action := range legal {
			if !slices.ContainsFunc(says, func(p *regexp.Regexp) bool { return p.MatchString(action) }) {
				t.Fatalf("%s does not say that %s can be done", key, action)
			}
		}
	}
}

// square is one with its number whole.
var square = regexp.MustCompile(`[A-Za-z]\d+`)

// named is an action with AT for a square.
func named(action, at string) string {
	return square.ReplaceAllStringFunc(action, func(s string) string {
		if s == at {
			return "AT"
		}
		return s
	})
}

var compiled = map[string]*regexp.Regexp{}

func regexps(all []string) (out []*regexp.Regexp) {
	for _, p := range all {
		if compiled[p] == nil {
			compiled[p] = regexp.MustCompile(p)
		}
		out = append(out, compiled[p])
	}
	return out
}
