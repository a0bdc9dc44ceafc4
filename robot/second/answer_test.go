package second_test

import (
	"fmt"
	"slices"
	"strings"
)

// answer picks the choice that says what was meant, on the page.
func (p *player) answer(now table) {
	p.t.Helper()
	p.questions = append(p.questions, fmt.Sprintf("%s %v", now.Ask.Question, now.Ask.Choices))
	sealed := 0
	for sealed < len(now.Log) && !now.Log[sealed].Open {
		sealed++
	}
	sealed, _ = p.heard(now.Log[:sealed])
	best, most := "", 0
	for _, choice := range now.Ask.Choices {
		if n := p.says(choice, sealed); n > most {
			best, most = choice, n
		}
	}
	if slices.Contains(now.Ask.Choices, "kept") {
		best = "kept"
	}
	if best == "" {
		p.fail("asked %q: none of %q was meant", now.Ask.Question, now.Ask.Choices)
	}
	status, text, err := p.ask("", "POST", "/api/answer", map[string]string{"choice": best})
	p.note("answers %s (%s): %d", best, now.Ask.Question, status)
	if err != nil || status != 200 && status != 409 { // 409: the question is gone
		p.fail("the answer %q: %d %s %v", best, status, text, err)
	}
}

// says is how many steps a choice has if all of them were meant, from the first one that is not sealed or later.
func (p *player) says(choice string, sealed int) int {
	var log []entry
	for _, action := range strings.Split(choice, ", ") {
		if action != "…" {
			log = append(log, entry{Action: action})
		}
	}
	for ; sealed < len(p.meant); sealed++ {
		n := sealed
		for _, e := range log {
			steps := p.stands(n, e.Action)
			if steps == 0 {
				n = 0
				break
			}
			n += steps
		}
		if n > 0 {
			return len(log)
		}
	}
	return 0
}
