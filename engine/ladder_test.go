package engine

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

var updateLadder = flag.Bool("update-ladder", false, "write the ladder in docs/levels.md anew")

const levelsPage = "../docs/levels.md"

// kept are the scores that lie beside a game's weights.
func kept(t *testing.T, g *rules.Game) []Score {
	t.Helper()
	scores, err := ReadScores(g.Ladder)
	if err != nil || len(scores) < 5 {
		t.Fatalf("%s: %d scores, %v", g.Name, len(scores), err)
	}
	return scores
}

// The ladder on the page is that of the matches that are kept.
func TestTheLadderIsThatOfTheMatches(t *testing.T) {
	page, err := os.ReadFile(levelsPage)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := bytes.Cut(page, []byte("<!-- ladder -->\n"))
	shown, tail, found := bytes.Cut(rest, []byte("<!-- end of the ladder -->"))
	want := ladderTable(t)
	switch {
	case !found:
		t.Fatalf("%s has no place for the ladder", levelsPage)
	case *updateLadder:
		whole := fmt.Sprintf("%s<!-- ladder -->\n%s<!-- end of the ladder -->%s", head, want, tail)
		if err := os.WriteFile(levelsPage, []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
	case string(shown) != want:
		t.Errorf("%s does not show the matches that are kept: go test ./engine -run Ladder -update-ladder\n%s", levelsPage, want)
	}
}

// ladderTable is a line for each pair of players, a column a game.
func ladderTable(t *testing.T) string {
	var out strings.Builder
	games := catalog.Games()
	fmt.Fprint(&out, "| |")
	for _, g := range games {
		fmt.Fprintf(&out, " %s |", inEnglish(t, g))
	}
	fmt.Fprint(&out, "\n|---|"+strings.Repeat("---|", len(games))+"\n")
	fmt.Fprint(&out, "| **offered** |")
	for _, g := range games {
		levels, err := Offered(g)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, " %s |", strings.Trim(fmt.Sprint(levels), "[]"))
	}
	fmt.Fprintln(&out)
	for _, players := range rungs() {
		fmt.Fprintf(&out, "| %s |", strings.Join(players[:], " against "))
		for _, g := range games {
			fmt.Fprintf(&out, " %s |", rung(kept(t, g), players))
		}
		fmt.Fprintln(&out)
	}
	return out.String()
}

// inEnglish is a game's name as the documents have it.
func inEnglish(t *testing.T, g *rules.Game) string {
	t.Helper()
	text, err := os.ReadFile("../docs/games/" + g.Name + ".md")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "# ")
}

// rungs are the pairs of players: each level and the one below, and those who hardly think.
func rungs() (pairs [][2]string) {
	for n := 2; n <= Levels; n++ {
		pairs = append(pairs, [2]string{fmt.Sprintf("reeve:%d", n), fmt.Sprintf("reeve:%d", n-1)})
	}
	return append(pairs, [2]string{"reeve:6", "reeve:3"}, [2]string{"reeve:1", "random"}, [2]string{"greedy", "random"}, [2]string{"reeve:6", "greedy"}, [2]string{"reeve:8", "greedy"})
}

// rung is one score for people: the rate with its interval, the Elo with its error, how many games.
func rung(scores []Score, players [2]string) string {
	for _, s := range scores {
		if s.Players == players {
			equal := ""
			if s.Interval[0] < 0.5 && s.Interval[1] > 0.5 {
				equal = " ="
			}
			without := ""
			if s.Unended > 0 {
				without = fmt.Sprintf(" †%d", s.Unended)
			}
			return fmt.Sprintf("%.0f (%.0f–%.0f)%s, %+.0f ± %.0f, %d%s", 100*s.Rate, 100*s.Interval[0], 100*s.Interval[1], equal, s.Elo, s.EloError, s.Games, without)
		}
	}
	return "–"
}

// Every figure that is kept follows from the results of its games, and none of them is told twice.
func TestKeptScoresFollowFromTheirGames(t *testing.T) {
	for _, g := range catalog.Games() {
		seen := map[[2]string]bool{}
		for _, s := range kept(t, g) {
			again := Score{}
			for _, result := range s.Results {
				again.add(&game{points: map[rune]float64{'w': 1, 'd': 0.5}[result]})
			}
			again.reckon()
			if seen[s.Players] || s.Game != g.Name || len(s.Results) != s.Games || again.Wins != s.Wins || again.Losses != s.Losses || math.Abs(again.Rate-s.Rate) > 1e-9 || math.Abs(again.Elo-s.Elo) > 1e-6 {
				t.Errorf("%s: %v: kept are %+v, the games give %+v", g.Name, s.Players, s, again)
			}
			seen[s.Players] = true
		}
	}
}

// The first games of every match that is kept come out so again: the ladder is that of this program.
func TestHoursTheLadderIsOfThisProgram(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("kept are matches played on amd64: others round otherwise")
	}
	for _, g := range catalog.Games() {
		for _, s := range kept(t, g) {
			m := Match{Game: g, Options: s.Options, Players: s.Players, Games: 2, Opening: s.Opening, Seed: s.Seed}
			again, err := m.Play()
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(s.Results, again.Results) {
				t.Errorf("%s: %v: %s, but the matches kept begin with %.2s: measure again with scripts/ladder.sh", g.Name, s.Players, again.Results, s.Results)
			}
		}
	}
}
