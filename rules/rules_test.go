package rules_test

import (
	"encoding/json"
	"errors"
	"testing"

	"reeve/rules"
)

var dummy = &rules.Game{
	Name: "dummy", Seats: []string{"white", "black"},
	Options: []rules.Option{
		{Name: "pass", Type: "choice", Values: []any{"stuck", "always"}, Default: "stuck"},
		{Name: "limit", Type: "int", Values: []any{1, 9}, Default: 3},
		{Name: "river", Type: "bool", Default: true},
		{Name: "rows", Type: "choice", Values: []any{2, 1}, Default: 2},
	},
}

func TestOptionsAreCompletedAndChecked(t *testing.T) {
	o, err := dummy.Complete(map[string]any{"limit": 4.0})
	if err != nil || o.Int("limit") != 4 || o.Text("pass") != "stuck" || !o.Bool("river") {
		t.Fatalf("%v, %v", o, err)
	}
	if changed := dummy.Changed(o); len(changed) != 1 || changed["limit"] != 4 {
		t.Errorf("changed %v", changed)
	}
	for _, one := range []any{1, 1.0, "1"} {
		if o, err := dummy.Complete(map[string]any{"rows": one}); err != nil || o.Int("rows") != 1 {
			t.Errorf("rows %#v: %v, %v", one, o, err)
		}
	}
	for _, bad := range []map[string]any{
		{"limit": 0}, {"limit": 10}, {"limit": 2.5}, {"limit": "3"}, {"pass": "never"}, {"pass": true}, {"river": "yes"}, {"bridge": true}, {"rows": 3}, {"rows": "two"}, {"rows": 1.5}, {"rows": true},
	} {
		if _, err := dummy.Complete(bad); !errors.Is(err, rules.ErrOption) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// A value that cannot be is told as it was given: "3" is no 3, and what is missing no word of the program's.
func TestAnOptionsValueIsToldAsItWasGiven(t *testing.T) {
	for told, bad := range map[string]any{`"3"`: "3", `null`: nil, `2.5`: 2.5, `["3"]`: []any{"3"}} {
		var r *rules.Refusal
		if _, err := dummy.Complete(map[string]any{"limit": bad}); !errors.As(err, &r) || r.Why.Args["value"] != told {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

func TestOptionsAreReadFromTheCommandLineByType(t *testing.T) {
	for text, want := range map[[2]string]any{
		{"pass", "always"}: "always", {"limit", "7"}: 7.0, {"river", "false"}: false, {"river", "True"}: true,
	} {
		if got, err := dummy.ParseOption(text[0], text[1]); err != nil || got != want {
			t.Errorf("%v: %v, %v", text, got, err)
		}
	}
	for _, text := range [][2]string{{"limit", "x"}, {"river", ""}, {"none", "1"}} {
		if _, err := dummy.ParseOption(text[0], text[1]); !errors.Is(err, rules.ErrOption) {
			t.Errorf("%v: %v", text, err)
		}
	}
}

func TestActorNames(t *testing.T) {
	for text, names := range map[string]rules.ActorNames{
		`null`: nil, `"white"`: {"white"}, `["white","black"]`: {"white", "black"},
	} {
		if got, err := json.Marshal(names); err != nil || string(got) != text {
			t.Errorf("%v is written %s, %v", names, got, err)
		}
		var back rules.ActorNames
		if err := json.Unmarshal([]byte(text), &back); err != nil || len(back) != len(names) {
			t.Errorf("%s is read %v, %v", text, back, err)
		}
	}
}

func TestRefereesSteps(t *testing.T) {
	seated := rules.SeatsOf(0, 1)
	for _, tt := range []struct {
		text    string
		winners rules.Seats
		why     string
	}{
		{"resign white", rules.SeatsOf(1), "resigned"}, {"draw", 0, "agreed"}, {"abandon", 0, "abandoned"},
	} {
		step, ok := rules.ParseReferee(dummy, tt.text)
		if !ok || rules.RefereeText(dummy, step) != tt.text {
			t.Errorf("%q reads back as %q", tt.text, rules.RefereeText(dummy, step))
		}
		if r, ok := rules.RefereeResult(seated, step); !ok || r.Winners != tt.winners || r.Why != tt.why {
			t.Errorf("%q: %+v", tt.text, r)
		}
	}
	for _, text := range []string{"resign", "resign green", "draw white", ""} {
		if _, ok := rules.ParseReferee(dummy, text); ok {
			t.Errorf("%q is no step of the referee", text)
		}
	}
	if _, ok := rules.RefereeResult(seated, rules.Resign(3)); ok {
		t.Error("an empty seat resigns")
	}
}

func FuzzReadPosition(f *testing.F) {
	f.Add([]byte(`{"game":"dummy","options":{},"phase":"turn","to_act":"white","pieces":[],"state":{}}`))
	f.Add([]byte(`{"game":"dummy"`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, text []byte) {
		refuse := *dummy
		refuse.Read = func(rules.Document, rules.Options) (rules.State, error) { return nil, rules.ErrPosition }
		if _, err := rules.ReadPosition([]*rules.Game{&refuse}, text); err == nil {
			t.Error("read by a game that refuses everything")
		}
	})
}
