package engine

import (
	"flag"
	"math"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// Of KaleidoChess's options one throws a die.
var luckOptions = map[string]map[string]any{"kaleidochess": {"die": true}}

var (
	luckGames   = flag.Int("luck-games", 300, "games of each game in TestFigureLuck")
	luckPlayers = flag.String("luck-players", "nodes:300", "who plays both sides of them")
)

// How much of a result is luck: how it correlates with the luck that the analysis finds, and how many times smaller the variance
// of the result less its luck is. What counts is an opening played from both sides, as in a match: who had the better of the
// opening is no luck of the dice, and does not matter there.
func TestFigureLuck(t *testing.T) {
	for _, g := range catalog.Games() {
		if g.Name == "camelot" {
			continue // it has none
		}
		t.Run(g.Name, func(t *testing.T) {
			results, lucks, told := luckOf(t, g, *luckGames/2)
			times, within := lessLuck(results, lucks)
			pairs, pairsWithin := lessLuck(bothSides(results), bothSides(lucks))
			t.Logf("%s: luck correlates with the result by %.2f; less luck its variance is %.2f ± %.2f times smaller, of an opening from both sides %.2f ± %.2f", g.Name, correlation(results, lucks), times, within, pairs, pairsWithin)
			t.Logf("%s: of %d games, %s, so much of the luck found came true: %.2f; the tenths of what was told are off by %.3f beyond chance at most", g.Name, len(results), *luckPlayers, slope(lucks, results), mostOff(told))
			if want := luckWanted[g.Name]; pairs+pairsWithin < want {
				t.Errorf("%s: %.1f are wanted", g.Name, want)
			}
		})
	}
}

// luckOf plays each opening twice, with other throws, and returns the first seat's results, the luck in them, and what was told
// after each step.
func luckOf(t *testing.T, g *rules.Game, openings int) (results, lucks []float64, told []sample) {
	t.Helper()
	for opens := range uint64(openings) {
		for second := range uint64(2) {
			start, steps := recordFrom(t, g, luckOptions[g.Name], opens, opens+second<<32, *luckPlayers, *luckPlayers)
			from := len(told)
			total, err := Analyse(start, steps, 1, func(j Judged) {
				told = append(told, sample{features: []float32{float32(j.Expect[0])}, game: len(results)})
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range told[from:] {
				told[from+i].result = float32(total.Result[0])
			}
			results, lucks = append(results, total.Result[0]), append(lucks, total.Luck[0])
		}
	}
	return results, lucks, told
}

// mostOff is how far what was told is off beyond chance in the tenth that is farthest off, of those with enough games.
func mostOff(told []sample) (most float64) {
	for _, tenth := range calibration(told, func(f []float32) float32 { return f[0] }) {
		if tenth.Games >= 30 {
			chance := math.Sqrt(tenth.Came * (1 - tenth.Came) / float64(tenth.Games))
			most = max(most, math.Abs(tenth.Came-tenth.Expected)-2*chance)
		}
	}
	return most
}

// bothSides is what who has the first seat in one game of two, and the second one in the other, has more than the other player.
func bothSides(list []float64) (points []float64) {
	for i := 0; i+1 < len(list); i += 2 {
		points = append(points, (list[i]-list[i+1])/2)
	}
	return points
}

// How many times smaller issue 23 wants it.
var luckWanted = map[string]float64{"rolechess": 2.5, "kaleidochess": 1.5, "dungeonchess": 1.3, "chessbattle": 1.5}

// lessLuck is how many times smaller the variance of results less lucks is than that of results, and within how much that is
// known with 95 % (the jackknife: Tukey, 1958, with 20 groups of games).
func lessLuck(results, lucks []float64) (times, within float64) {
	const groups = 20
	of := func(left int) float64 {
		var all, rest []float64
		for i, r := range results {
			if i%groups != left {
				all, rest = append(all, r), append(rest, r-lucks[i])
			}
		}
		return variance(all) / max(variance(rest), 1e-9)
	}
	var each []float64
	for left := range groups {
		each = append(each, of(left))
	}
	return of(groups), z * math.Sqrt(variance(each)*(groups-1))
}

var (
	fairPlayers = flag.String("fair-players", "nodes:6000,greedy", "who plays whom in TestFigureAMatchLessItsLuck")
	fairGames   = flag.Int("fair-games", 40, "games of it, even")
)

// What a match of RoleChess comes to less the luck of its dice, as the analysis has it: that
// luck is nothing on average, so that the mean stays and a fourth of the games tells as much.
func TestFigureAMatchLessItsLuck(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "rolechess")
	names := strings.Split(*fairPlayers, ",")
	var plain, less []float64 // of both games of an opening
	for seed := range uint64(*fairGames / 2) {
		points, rest := 0.0, 0.0
		for first, players := range [2][]string{names, {names[1], names[0]}} {
			start, steps := record(t, g, seed, players...)
			total, err := Analyse(start, steps, 1, func(Judged) {})
			if err != nil {
				t.Fatal(err)
			}
			points += total.Result[first] / 2
			rest += (total.Result[first] - total.Luck[first]) / 2
		}
		plain, less = append(plain, points), append(less, rest)
	}
	within := func(list []float64) float64 { return 100 * z * math.Sqrt(variance(list)/float64(len(list))) }
	t.Logf("%s: %.1f %% of %d games ± %.1f, less luck %.1f %% ± %.1f", *fairPlayers, 100*mean(plain), 2*len(plain), within(plain), 100*mean(less), within(less))
	if 3*variance(less) > 2*variance(plain) {
		t.Error("less its luck a match says hardly more")
	}
}

func mean(list []float64) (sum float64) {
	for _, v := range list {
		sum += v / float64(len(list))
	}
	return sum
}

func covariance(a, b []float64) (sum float64) {
	x, y := mean(a), mean(b)
	for i := range a {
		sum += (a[i] - x) * (b[i] - y) / float64(len(a))
	}
	return sum
}

func variance(list []float64) float64 { return covariance(list, list) }

func correlation(a, b []float64) float64 {
	return covariance(a, b) / math.Sqrt(max(variance(a)*variance(b), 1e-12))
}
