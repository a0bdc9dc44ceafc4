package robot_test

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"reeve/hw/sim"
	"reeve/robot"
	"reeve/rules/catalog"
)

// Short soaks of every game, with its options: nothing that must not happen does.
func TestNothingWrongIsEverSealedOrThrown(t *testing.T)     { soakEveryGame(t, 5) }
func TestLongNothingWrongIsEverSealedOrThrown(t *testing.T) { soakEveryGame(t, 1) }

// soakEveryGame plays one of so many games that the table names.
func soakEveryGame(t *testing.T, oneOf int) {
	for _, tt := range []struct {
		game    string
		options map[string]any
		games   int
	}{
		{"rolechess", nil, 25},
		{"rolechess", map[string]any{"pair_reach": "before-and-after", "pass": "always"}, 10},
		{"camelot", nil, 3},
		{"kaleidochess", nil, 8},
		{"kaleidochess", map[string]any{"die": true, "magic": true}, 5},
		{"dungeonchess", nil, 15},
		{"dungeonchess", map[string]any{"players": 4}, 5},
		{"chessbattle", nil, 2},
		{"chessbattle", map[string]any{"combat": "sure", "river": false}, 2},
	} {
		for _, noise := range []sim.Noise{sim.None, sim.Light, sim.Heavy} {
			name := strings.Join([]string{tt.game, noise.String()}, "/")
			t.Run(name, func(t *testing.T) {
				o := robot.Options{Games: catalog.Games(), Game: tt.game, Options: tt.options, Seed: 1, Noise: noise}
				games := tt.games
				if noise == sim.Heavy {
					games = (games + 1) / 2
				}
				r, err := robot.Soak(o, (games+oneOf-1)/oneOf, nil)
				if err != nil {
					t.Fatal(err)
				}
				sound(t, r)
			})
		}
	}
}

// sound fails for the first of what went wrong, with all that leads to it.
func sound(t *testing.T, r robot.Report) {
	t.Helper()
	if r.Actions == 0 || r.Touches < r.Actions/2 {
		t.Errorf("too little was done: %+v", r)
	}
	if r.Sound() {
		return
	}
	f := r.Failures[0]
	t.Fatalf("%s\nseed %d: %s: %s\nbefore: %s\nmeant: %s\ntouches: %s", r.String(), f.Seed, f.What, f.Why,
		strings.Join(f.Before, ", "), strings.Join(f.Since, ", "), f.Touches)
}

func TestTheSameSeedPlaysTheSameGame(t *testing.T) {
	for _, noise := range []sim.Noise{sim.None, sim.Heavy} {
		o := robot.Options{Games: catalog.Games(), Game: "rolechess", Seed: 7, Noise: noise, Most: 40}
		var told [2][]string
		var reports [2]robot.Report
		for i := range told {
			o.Tell = func(line string) { told[i] = append(told[i], line) }
			var err error
			if reports[i], err = robot.Play(o); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(told[0], told[1]) || !reflect.DeepEqual(reports[0], reports[1]) {
			t.Errorf("%s: two games of one seed differ: %+v, %+v", noise, reports[0], reports[1])
		}
		if len(told[0]) < 100 {
			t.Errorf("%s: only %d lines told", noise, len(told[0]))
		}
	}
}

func TestTheNumberOfWorkersMakesNoDifference(t *testing.T) {
	o := robot.Options{Games: catalog.Games(), Game: "rolechess", Seed: 100, Noise: sim.Light, Most: 30}
	var reports [2]robot.Report
	var order [2][]int
	for i, workers := range []int{1, 4} {
		before := runtime.GOMAXPROCS(workers)
		var err error
		reports[i], err = robot.Soak(o, 12, func(r robot.Report) { order[i] = append(order[i], r.Touches) })
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(reports[0], reports[1]) || !reflect.DeepEqual(order[0], order[1]) {
		t.Errorf("one worker: %+v %v\nfour: %+v %v", reports[0], order[0], reports[1], order[1])
	}
}

// With contacts that are broken games go on to their end: by asking, by people who
// say that the wood lies right, and by the page.
func TestGamesGoOnWithBrokenContacts(t *testing.T) {
	for _, fault := range []sim.Fault{sim.Dead, sim.Stuck, sim.Loose} {
		for game, squares := range map[string][]string{
			"rolechess": {"b1", "d4"}, "kaleidochess": {"e12", "d5"}, "dungeonchess": {"c2", "d4"},
		} {
			t.Run(game+"/"+fault.String(), func(t *testing.T) {
				o := robot.Options{Games: catalog.Games(), Game: game, Seed: 1, Most: 40, Faults: map[string]sim.Fault{}}
				for _, sq := range squares {
					o.Faults[sq] = fault
				}
				r, err := robot.Soak(o, 6, nil)
				if err != nil {
					t.Fatal(err)
				}
				if r.Stuck > 0 || r.Questions == 0 && fault != sim.Loose { // who lets go now and then may not be asked about
					t.Errorf("%s%+v", r.String(), r.Failures)
				}
			})
		}
	}
}

// On a matrix without diodes most squares are ghosts; what hands cannot show there is
// said on the page, and nothing wrong is made of them.
func TestAGameGoesOnOnAMatrixWithoutDiodes(t *testing.T) {
	r, err := robot.Soak(robot.Options{Games: catalog.Games(), Game: "rolechess", Seed: 1, Most: 15, Columns: 7}, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, r)
	if r.Redone == 0 {
		t.Error("no ghost was in the way")
	}
}

// A robot whose hands do something else than it means, and confirm it, is caught:
// so the judge of the referee can fail.
func TestALieIsCaught(t *testing.T) {
	for _, game := range []string{"rolechess", "camelot", "kaleidochess", "dungeonchess"} {
		for seed := range uint64(5) {
			o := robot.Options{Games: catalog.Games(), Game: game, Seed: seed, Most: 12}
			r, err := robot.Play(robot.Lying(o, 5))
			if err != nil {
				t.Fatal(err)
			}
			if r.WrongSeals != 1 || len(r.Failures) != 1 || r.Failures[0].Touches == "" {
				t.Errorf("%s, seed %d: %+v", game, seed, r)
			}
		}
	}
}

func TestWhatCannotBePlayedIsRefused(t *testing.T) {
	for _, o := range []robot.Options{
		{Games: catalog.Games(), Game: "tiddlywinks"},
		{Games: catalog.Games(), Game: "rolechess", Options: map[string]any{"pass": "never"}},
		{Games: catalog.Games(), Game: "rolechess", Faults: map[string]sim.Fault{"z9": sim.Dead}},
	} {
		if _, err := robot.Play(o); err == nil {
			t.Errorf("%s %v is played", o.Game, o.Options)
		}
		if _, err := robot.Soak(o, 3, nil); err == nil {
			t.Errorf("%s %v is soaked", o.Game, o.Options)
		}
	}
}

func BenchmarkGame(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name, func(b *testing.B) {
			for i := range b.N {
				if _, err := robot.Play(robot.Options{Games: catalog.Games(), Game: g.Name, Seed: uint64(i), Most: 60}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Where one reading of the hands is left a step is taken at once: of each game the median is 5 ms after the last touch at most, which takes a look at two
// scans, 95 of 100 are within 150 ms, and none is later than 600 ms. In Chess Battle a unit may nearly always go on, and who pushes one may do so again.
func TestLongWhatOneReadingExplainsIsTakenAtOnce(t *testing.T) {
	all := robot.Report{}
	for _, game := range catalog.Games() {
		r := robot.Report{}
		for seed := range uint64(12) {
			one, err := robot.Play(robot.Options{Games: catalog.Games(), Game: game.Name, Seed: 96000 + seed})
			if err != nil {
				t.Fatal(err)
			}
			r.Add(one)
		}
		t.Logf("%s: of %d steps %d within 5 ms, %d after more than 150 ms, %d after more than 600 ms", game.Name, r.Clear, r.AtOnce, r.Slow, r.Overdue)
		if r.Clear < 100 || 2*r.AtOnce < r.Clear || r.Overdue > 0 || game.Name != "chessbattle" && 20*r.Slow > r.Clear {
			t.Errorf("%s: %+v", game.Name, r)
		}
		all.Add(r)
	}
	if 20*all.Slow > all.Clear {
		t.Errorf("%+v", all)
	}
}
