package gesture_test

import (
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
	"reeve/rules/rolechess"
)

// What one touch costs: read it, find what it means and what may be done next.
func BenchmarkTouch(b *testing.B) {
	s, err := rolechess.Game.Start(nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{"die 6", "die 1"} {
		step, _ := s.Parse(text)
		s, _, _ = s.Apply(step, nil)
	}
	r := gesture.NewReader(quiet)
	r.Set(s, s.Occupied(rules.Full), false)
	knight, _ := s.Topology().Square("b1")
	for i := range b.N {
		at := time.Duration(i) * time.Second
		r.Touch(board.Touch{Square: knight, Placed: i%2 == 1, At: at})
		r.Read(at)
		r.Guide(at)
	}
}
