package gesture_test

import (
	"strings"
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

// Two pieces are astray in a crowd: at each look it is searched whether one is pushed, and what two things done explain.
func BenchmarkTwoAstrayInACrowd(b *testing.B) {
	s := battle(dry, crowd)(b)
	r := gesture.NewReader(quiet)
	r.Set(s, s.Occupied(rules.Full), false)
	now := time.Second
	for _, word := range strings.Fields("-d5 +e4 -e4 +a4 -e10 +e4 -a4 +e10 -e10 +f9") {
		now += quiet
		r.Read(now)
		sq, _ := s.Topology().Square(word[1:])
		r.Touch(board.Touch{Square: sq, Placed: word[0] == '+', At: now})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Read(now + 2*quiet + time.Duration(i%600)*time.Millisecond)
	}
}
