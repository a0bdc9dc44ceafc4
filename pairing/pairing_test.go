package pairing

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The Berger tables of FIDE (C.05, Annex 1), for six players as they are printed there.
func TestBergerTables(t *testing.T) {
	rounds, err := RoundRobin(6, false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, pairs := range rounds {
		var row []string
		for _, p := range pairs {
			row = append(row, fmt.Sprintf("%d-%d", p.White, p.Black))
		}
		got = append(got, strings.Join(row, " "))
	}
	want := []string{"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Of any number everybody meets everybody once, plays once a round, and has colours that
// differ by one at most; doubled, twice and as often with each.
func TestRoundRobinsAreWhole(t *testing.T) {
	for n := 2; n <= 41; n++ {
		for _, double := range []bool{false, true} {
			rounds, err := RoundRobin(n, double)
			if err != nil {
				t.Fatal(err)
			}
			met, colours := map[[2]int]int{}, map[int]int{}
			for r, pairs := range rounds {
				once := map[int]bool{}
				for _, p := range pairs {
					for _, who := range []int{p.White, p.Black} {
						if who != 0 && once[who] {
							t.Fatalf("%d players, round %d: %d plays twice", n, r+1, who)
						}
						once[who] = true
					}
					if p.Black == 0 {
						continue
					}
					met[[2]int{min(p.White, p.Black), max(p.White, p.Black)}]++
					colours[p.White]++
					colours[p.Black]--
				}
			}
			times := 1
			if double {
				times = 2
			}
			if len(met) != n*(n-1)/2 {
				t.Errorf("%d players: %d pairs of %d", n, len(met), n*(n-1)/2)
			}
			for pair, k := range met {
				if k != times {
					t.Errorf("%d players: %v met %d times", n, pair, k)
				}
			}
			for who, c := range colours {
				if c > 1 || c < -1 || double && c != 0 {
					t.Errorf("%d players (double: %t): %d has %d more whites", n, double, who, c)
				}
			}
		}
	}
	for _, n := range []int{-1, 0, 1, 201} {
		if _, err := RoundRobin(n, false); !errors.Is(err, ErrTournament) {
			t.Errorf("%d players: %v", n, err)
		}
	}
}

func TestTablesOfFour(t *testing.T) {
	for _, n := range []int{4, 8, 12, 16, 20, 40} {
		rounds, err := Fours(n, 5)
		if err != nil {
			t.Fatal(err)
		}
		met, sat := map[[2]int]int{}, map[[2]int]int{}
		for r, tables := range rounds {
			once := map[int]bool{}
			for _, table := range tables {
				for s, a := range table {
					if once[a] || a < 1 || a > n {
						t.Fatalf("%d players, round %d: %d", n, r+1, a)
					}
					once[a] = true
					sat[[2]int{a, s}]++
					for _, b := range table[:s] {
						met[[2]int{min(a, b), max(a, b)}]++
					}
				}
			}
			if len(once) != n {
				t.Errorf("%d players, round %d: %d sit", n, r+1, len(once))
			}
		}
		for who, k := range sat {
			if k > 3 {
				t.Errorf("%d players: %d sat at seat %d %d times of 5", n, who[0], who[1], k)
			}
		}
		if most := 5 * n * 3 / 2; n >= 40 && len(met) < most*9/10 {
			t.Errorf("%d players: only %d pairs of %d met", n, len(met), most)
		}
	}
	if _, err := Fours(6, 3); !errors.Is(err, ErrTournament) {
		t.Error(err)
	}
}

// sample is a Swiss of four players after two of three rounds, as another program wrote it.
const sample = `012 Club evening
022 Turku
032 FIN
042 2026/11/24
062 3
XXR 3
BBW 1.0
001    1 m GM Aalto, Ann                        2400 FIN      500001 1990/01/01  1.5    1     3 w 1     2 b =
001    2   IM Berg, Bo                          2300 SWE      500002             1.5    1     4 b 1     1 w =
001    3      Ćwik, Cezary                      2200 POL                         1.0    3     1 b 0     4 w 1
001    4      Dali, Dora                        2100 ITA                         0.0    4     2 w 0     3 b 0
`

func TestTRFIsReadAndWritten(t *testing.T) {
	got, err := ReadTRF(strings.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Players) != 4 || got.Players[2].Name != "Ćwik, Cezary" || got.Rounds != 3 || got.Done() != 2 || got.Players[0].Halves() != 3 {
		t.Fatalf("%+v", got)
	}
	var out bytes.Buffer
	if err := got.WriteTRF(&out); err != nil {
		t.Fatal(err)
	}
	again, err := ReadTRF(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if d := cmp.Diff(got, again, cmp.AllowUnexported(Tournament{})); d != "" {
		t.Errorf("%s\n%s", d, out.String())
	}
	for _, line := range strings.Split(sample, "\n") {
		if strings.HasPrefix(line, "001") && !strings.Contains(out.String(), line+"\n") {
			t.Errorf("this line is written otherwise:\n%s\n%s", line, out.String())
		}
	}
	for name, bad := range map[string]string{
		"one-sided":   strings.Replace(sample, "3 w 1     2 b =", "3 w 1     4 b =", 1),
		"same colour": strings.Replace(sample, "1 b 0     4 w 1", "1 w 0     4 w 1", 1),
		"no number":   strings.Replace(sample, "001    2", "001    x", 1),
		"a gap":       strings.Replace(sample, "001    4", "001    5", 1),
	} {
		if _, err := ReadTRF(strings.NewReader(bad)); !errors.Is(err, ErrTournament) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARoundIsPlayed(t *testing.T) {
	tour := &Tournament{Players: []Player{{Name: "A"}, {Name: "B"}, {Name: "C"}}}
	rounds, _ := RoundRobin(3, false)
	for _, pairs := range rounds {
		var tables []Table
		for _, p := range pairs {
			table := TableOf(p)
			if p.Black != 0 {
				table.Score = &Score{Winners: []int{min(p.White, p.Black)}}
			}
			tables = append(tables, table)
		}
		if err := tour.Add(tables, nil); err != nil {
			t.Fatal(err)
		}
		if err := tour.Add(append(tables, tables[0]), nil); !errors.Is(err, ErrTournament) {
			t.Errorf("somebody sits at two tables: %v", err)
		}
	}
	list := tour.Standings(Named("DE", "SB", "BH"))
	var names []string
	for _, s := range list {
		names = append(names, fmt.Sprintf("%d:%s/%d", s.Rank, tour.Players[s.Number-1].Name, s.Halves))
	}
	if got := strings.Join(names, " "); got != "1:A/6 2:B/4 3:C/2" {
		t.Error(got)
	}
}

// The figures were computed by hand.
func TestTieBreaksAsFIDENamesThem(t *testing.T) {
	tour, err := ReadTRF(strings.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]float64{ // of players 1 to 4
		"BH": {2.5, 1.5, 1.5, 2.5}, "BH-C1": {1.5, 1.5, 1.5, 1.5}, "SB": {1.75, 0.75, 0, 0}, "PS": {2.5, 2.5, 1, 0}, "WON": {1, 1, 1, 0}, "DE": {0.5, 0.5, 0, 0},
		"KS": {1.5, 0.5, 0, 0}, "WIN": {1, 1, 1, 0},
	}
	for code, figures := range want {
		for _, s := range tour.Standings(Named(code)) {
			if s.Breaks[0] != figures[s.Number-1] {
				t.Errorf("%s of player %d is %v, not %v", code, s.Number, s.Breaks[0], figures[s.Number-1])
			}
		}
	}
}

func TestListsOfPlayers(t *testing.T) {
	for _, text := range []string{"name,rating\nBo,1500\n\"Aalto, Ann\",2000\n", "Name;Elo\nBo;1500\nAalto, Ann;2000\n", "\ufeffname\trating\nBo\t1500\nAalto, Ann\t2000\n"} {
		got, err := ReadCSV(strings.NewReader(text))
		if err != nil || len(got) != 2 || got[0].Name != "Aalto, Ann" || got[0].Rating != 2000 || got[1].Name != "Bo" {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	if got, err := ReadCSV(strings.NewReader("Ann\nBo\n")); err != nil || len(got) != 2 || got[0].Name != "Ann" {
		t.Errorf("%v %v", got, err)
	}
	for _, bad := range []string{"", "name,rating\nBo,high\n", "name,rating\n,1500\n"} {
		if _, err := ReadCSV(strings.NewReader(bad)); !errors.Is(err, ErrTournament) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzReadTRF(f *testing.F) {
	f.Add([]byte(sample))
	f.Fuzz(func(t *testing.T, text []byte) {
		tour, err := ReadTRF(bytes.NewReader(text))
		if err != nil {
			return
		}
		tour.Standings(TieBreaks)
		var out bytes.Buffer
		if err := tour.WriteTRF(&out); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzReadCSV(f *testing.F) {
	f.Add([]byte("name;rating\nBo;1500\n"))
	f.Fuzz(func(t *testing.T, text []byte) { _, _ = ReadCSV(bytes.NewReader(text)) })
}

// What a table's score is worth to each who sits there.
func TestScoresOfTables(t *testing.T) {
	for _, c := range []struct {
		players []int
		text    string
		want    string // the results in the order of the seats; "" is a refusal
	}{
		{[]int{3, 1}, "1-0", "10"}, {[]int{3, 1}, "0-1", "01"}, {[]int{3, 1}, "1/2", "=="}, {[]int{3, 1}, "+-", "+-"}, {[]int{3, 1}, "-+", "-+"}, {[]int{3, 1}, "--", "--"},
		{[]int{4, 3, 2, 1}, "3", "0010"}, {[]int{4, 3, 2, 1}, "1,4", "=00="}, {[]int{4, 3, 2, 1}, "0", "===="},
		{[]int{3, 1}, "2-0", ""}, {[]int{4, 3, 2, 1}, "5", ""}, {[]int{4, 3, 2, 1}, "1,", ""}, {[]int{4, 3, 2, 1}, "1,1", ""}, {[]int{4, 3, 2, 1}, "", ""}, {[]int{4, 3, 2, 1}, "1-0", ""},
	} {
		score, err := ScoreOf(c.text, c.players)
		if (err != nil) != (c.want == "") || err != nil && !errors.Is(err, ErrTournament) {
			t.Errorf("%v %q: %v", c.players, c.text, err)
		}
		if err != nil {
			continue
		}
		table, got := Table{c.players, score}, ""
		for _, n := range c.players {
			got += string(rune(table.Result(n)))
		}
		if got != c.want {
			t.Errorf("%v %q is %s, not %s", c.players, c.text, got, c.want)
		}
	}
}

// Rounds of tables are rounds of games: those of two can be written as TRF and read again,
// those of four have standings.
func TestTablesAreRounds(t *testing.T) {
	four := func() *Tournament {
		return &Tournament{Players: []Player{{Name: "A"}, {Name: "B"}, {Name: "C"}, {Name: "D"}, {Name: "E"}}}
	}
	two := four()
	if err := two.Add([]Table{{Players: []int{1, 2}, Score: &Score{Winners: []int{2}}}, {Players: []int{3}}}, map[int]Result{4: HalfBye}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := two.WriteTRF(&out); err != nil {
		t.Fatal(err)
	}
	again, err := ReadTRF(&out)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(two.Players, again.Players); d != "" {
		t.Error(d)
	}
	got := ""
	for _, s := range again.Standings(nil) {
		got += fmt.Sprintf("%s%d ", again.Players[s.Number-1].Name, s.Halves)
	}
	if got != "B2 C2 D1 A0 E0 " {
		t.Error(got)
	}

	table := four()
	if err := table.Add([]Table{{Players: []int{4, 3, 2, 1}, Score: &Score{Winners: []int{1, 2}}}}, nil); err != nil {
		t.Fatal(err)
	}
	if s := table.Standings(Named("BH", "WON")); s[0].Halves != 1 || s[0].Number != 1 || s[0].Rank != 1 || s[1].Rank != 1 || s[0].Breaks[0] != 0.5 || s[2].Rank != 3 {
		t.Errorf("%+v", s)
	}
	if err := table.WriteTRF(&out); !errors.Is(err, ErrTournament) {
		t.Error(err)
	}
	for name, bad := range map[string][]Table{
		"twice": {{Players: []int{1, 2}}, {Players: []int{2, 3}}}, "himself": {{Players: []int{1, 1}}}, "nobody": {{Players: []int{1, 9}}}, "an empty table": {{}},
		"a winner from elsewhere": {{Players: []int{1, 2}, Score: &Score{Winners: []int{3}}}},
	} {
		if err := table.Add(bad, nil); !errors.Is(err, ErrTournament) || table.Done() != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
