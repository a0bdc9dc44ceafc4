package rules_test

import (
	"encoding/json"
	"strings"
	"testing"

	"reeve/rules"
)

type inner struct {
	Sum int
}

type guarded struct{ Seq *int }

type outer struct {
	Seat  string
	Parts []inner `json:"the_parts"`
	Free  map[string]any
	Raw   json.RawMessage
	inner
	guarded
}

// Members have exactly the names that documents give them, each once, at every depth; what is free stays free.
func TestMembersAreExact(t *testing.T) {
	for text, want := range map[string]string{
		`{"seat":"white","the_parts":[{"sum":1},{"sum":2}],"free":{"Seat":1,"seat":{"Sum":2}},"raw":{"A":1},"seq":4}`: "",
		`{"Seat":"white"}`:                    `nothing is known of the field "Seat"; did you mean "seat"?`,
		`{"seat":"white","SEAT":"black"}`:     `did you mean "seat"?`,
		`{"the_parts":[{"sum":1},{"Sum":2}]}`: `did you mean "sum"?`,
		`{"seat":"white","seat":"black"}`:     `the field "seat" stands there twice`,
		`{"free":{"a":1,"a":2}}`:              `the field "a" stands there twice`,
		`{"Seq":4}`:                           `did you mean "seq"?`,
		`{"seet":"white"}`:                    `did you mean "seat"?`,
		`null`:                                "",
	} {
		err := rules.ReadJSON([]byte(text), new(outer))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
