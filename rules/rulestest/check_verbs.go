package rulestest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"reeve/rules"
)

// way is an action that leads from square to square, with the signs that pages know between them.
var way = regexp.MustCompile(`^[A-Za-z]\d*([-x*+!~/][A-Za-z]\d*)+$`)

// checkVerbs asks that pages can take every action apart: it is a way, or begins with one of the game's verbs and has its
// parts; and that they offer to show by hand just what hands can show.
func checkVerbs(n *node) error {
	for _, step := range n.some(64) {
		if step.By >= rules.MaxSeats {
			continue // chance and the referee choose nothing
		}
		text, armed := n.s.Text(step), n.s.Hands(step).Armed
		verb, ok := n.g.Verb(text)
		switch {
		case !ok && !way.MatchString(text):
			return fmt.Errorf("%q begins with none of the game's Verbs, and is no way from square to square", text)
		case ok && !fits(verb, text):
			return fmt.Errorf("%q has other parts than its verb: %v", text, verb.Parts)
		case armed != (verb.Shown != ""):
			return fmt.Errorf("%q, chosen on a page, can be shown by hand: %t; its verb says %q", text, armed, verb.Shown)
		}
	}
	return nil
}

// fits reports whether an action has no more parts than its verb, nor fewer; an effect may be left out.
func fits(v rules.Verb, text string) bool {
	_, rest, _ := strings.Cut(text, " ")
	if slices.Contains(v.Parts, "goods") {
		return true
	}
	n := len(strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(">,@/| ", r) }))
	return n == len(v.Parts) || n == len(v.Parts)-1 && v.Parts[n] == "effect"
}

// checkVerb asks that a verb is what pages know.
func checkVerb(v rules.Verb) error {
	for _, part := range v.Parts {
		if !slices.Contains(rules.Slots(), part) {
			return fmt.Errorf("the verb %s has a part %q; there are %v", v.Name, part, rules.Slots())
		}
	}
	if v.Shown != "" && !slices.Contains(rules.Showings(), v.Shown) {
		return fmt.Errorf("the verb %s is shown by %q; there are %v", v.Name, v.Shown, rules.Showings())
	}
	return nil
}
