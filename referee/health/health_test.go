package health_test

import (
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/referee/health"
)

// Who says that a square is felt wrongly is believed until it changes; one that only flickered is still doubted.
func TestPeopleAreBelievedUntilASquareChanges(t *testing.T) {
	const sq board.Square = 7
	for name, c := range map[string]struct {
		again time.Duration // when it changes a second time, after the first; 0: never
		want  bool
	}{
		"it changes":           {0, false},
		"it only flickers":     {gesture.Fleeting / 2, true},
		"it changes and stays": {gesture.Fleeting, false},
	} {
		var f health.Faults
		f.Report(board.SetOf(sq), board.Set{})
		if all := f.All(); len(all) != 1 || all[0] != (health.Fault{Square: sq, Kind: "dead"}) || !f.Doubted().Has(sq) {
			t.Fatalf("%s: reported is %v", name, all)
		}
		if !f.Moved(sq, time.Second) || f.Doubted().Has(sq) {
			t.Errorf("%s: changed, it is still doubted", name)
		}
		if c.again != 0 {
			f.Moved(sq, time.Second+c.again)
		}
		if f.Doubted().Has(sq) != c.want {
			t.Errorf("%s: doubted %v", name, f.Doubted().Has(sq))
		}
	}
}

// What was changed on the page is no fault as long as no hand has begun to follow, and everything that belongs
// together is followed together.
func TestHandsThatHaveYetToFollowAreNoFault(t *testing.T) {
	var f health.Faults
	f.Lag(board.SetOf(1, 2), board.SetOf(1, 2))
	f.Lag(board.SetOf(2, 3), board.SetOf(1, 2, 3))
	if f.Behind() != board.SetOf(1, 2, 3) {
		t.Fatalf("behind are %v", f.Behind())
	}
	f.Lag(board.SetOf(9), board.Set{}) // hands have done it already
	if f.Moved(2, time.Second); !f.Behind().IsEmpty() {
		t.Errorf("one was touched, and %v still wait", f.Behind())
	}
}

// Another game has its own page: nobody follows that of the one before.
func TestNobodyFollowsThePageOfTheGameBefore(t *testing.T) {
	var f health.Faults
	f.Lag(board.SetOf(1, 2), board.SetOf(1, 2))
	if f.FollowNothing(); !f.Behind().IsEmpty() {
		t.Errorf("%v still wait", f.Behind())
	}
}

// What was changed on the page and changed back leaves nothing to follow, in however many steps.
func TestWhatThePageTookBackIsNotWaitedFor(t *testing.T) {
	for name, steps := range map[string][]struct{ changed, off board.Set }{
		"a step undone": {{board.SetOf(1, 2), board.SetOf(1, 2)}, {board.SetOf(1, 2), board.Set{}}},
		"two ways round": {{board.SetOf(1, 2), board.SetOf(1, 2)}, {board.SetOf(2, 3), board.SetOf(1, 3)},
			{board.SetOf(1, 3), board.Set{}}},
		"nothing on the board": {{board.Set{}, board.Set{}}},
	} {
		var f health.Faults
		f.Lag(board.SetOf(8, 9), board.SetOf(8, 9))
		for _, s := range steps {
			f.Lag(s.changed, s.off.Union(board.SetOf(8, 9)))
		}
		if f.Behind() != board.SetOf(8, 9) {
			t.Errorf("%s: %v wait, want what another step changed alone", name, f.Behind())
		}
	}
}

// A drift is told, and its square is believed; what is new of faults is told once.
func TestADriftIsToldAndBelieved(t *testing.T) {
	var f health.Faults
	drift := health.Fault{Square: 4, Kind: "drifted"}
	f.Tell([]health.Fault{drift})
	if there, gone := f.News(); len(there) != 1 || there[0] != drift || len(gone) != 0 || !f.Doubted().IsEmpty() {
		t.Errorf("news %v and %v, doubted %v", there, gone, f.Doubted())
	}
	if there, gone := f.News(); len(there)+len(gone) != 0 {
		t.Errorf("told again: %v, %v", there, gone)
	}
	f.Report(board.SetOf(4), board.SetOf(4))
	if there, gone := f.News(); len(there) != 1 || there[0].Kind != "stuck" || len(gone) != 1 || !f.Doubted().Has(4) {
		t.Errorf("people say more than a drift: %v, %v, doubted %v", there, gone, f.Doubted())
	}
}
