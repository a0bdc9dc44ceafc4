package chessbattle

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reeve/rules"
)

// slow is a second, plain generator of the legal actions, made of the numbered
// rules and of a position's text form alone: a map of squares to ids, cards as
// strings, payments by trying all subsets.
type slow struct {
	view        rules.View
	state       stateDoc
	river, sure bool
	at          map[[2]int]string // file and rank, from 1
	kind, owner map[string]string
	off         []string // ids off the board
	me, he      string
	letters     string // of the files, from 1
}

func slowly(s rules.State) *slow {
	m := &slow{
		view: s.View(rules.Full), at: map[[2]int]string{}, kind: map[string]string{}, owner: map[string]string{},
		river: true, letters: " abcdefgh",
	}
	m.state = m.view.State.(stateDoc)
	if v, ok := m.view.Options["river"]; ok {
		m.river = v.(bool)
	}
	m.sure = m.view.Options["combat"] == "sure"
	for _, p := range m.view.Pieces {
		m.kind[p.ID], m.owner[p.ID] = p.Kind, p.Owner
		if p.At == nil {
			m.off = append(m.off, p.ID)
			continue
		}
		m.at[m.square(*p.At)] = p.ID
	}
	m.me, m.he = "white", "black"
	if len(m.view.ToAct) > 0 && m.view.ToAct[0] == "black" {
		m.me, m.he = "black", "white"
	}
	return m
}

func (m *slow) square(name string) [2]int {
	rank, _ := strconv.Atoi(name[1:])
	return [2]int{strings.IndexByte(m.letters, name[0]), rank}
}

func (m *slow) name(q [2]int) string { return string(m.letters[q[0]]) + strconv.Itoa(q[1]) }

func (m *slow) actions() (out []string) {
	switch m.view.Phase {
	case "camps":
		for _, q := range m.board(m.me) {
			out = append(out, "camp "+m.name(q))
		}
	case "bridges":
		for _, f := range m.letters[1:] {
			out = append(out, "bridge "+string(f))
		}
	case "espionage":
		for _, seat := range m.view.ToAct {
			out = append(out, "done "+seat)
			for _, c := range m.state.Cards[seat].list {
				out = append(out, "spy "+c)
			}
		}
	case "army":
		out = m.armies()
	case "training":
		for n, cost := range []int{0, 2, 6, 15, 30, 60} {
			if m.pays(cost) {
				out = append(out, fmt.Sprintf("train %d", n))
			}
		}
	case "deployment":
		for _, seat := range m.view.ToAct {
			out = append(out, m.deployments(seat)...)
		}
	case "battle":
		out = m.battle()
	case "special":
		out = append(out, "special none")
		for _, c := range m.state.Cards[m.me].list {
			out = append(out, "special "+c)
		}
	case "draw":
		out = m.draws()
	case "desert":
		for q, id := range m.at {
			if m.owner[id] == m.he && m.kind[id] != "camp" {
				out = append(out, "desert "+m.name(q))
			}
		}
	}
	slices.Sort(out)
	return out
}

// board returns the free squares of a seat's own board.
func (m *slow) board(seat string) (free [][2]int) {
	for rank := 1; rank <= 16; rank++ {
		for file := 1; file <= 8; file++ {
			if q := [2]int{file, rank}; (rank <= 8) == (seat == "white") && m.at[q] == "" {
				free = append(free, q)
			}
		}
	}
	return free
}

func worth(c string) int { n, _ := strconv.Atoi(c[:len(c)-1]); return n }

// subsets calls f with every subset of cards, each sorted as cards is.
func subsets(cards []string, f func(set []string, sum int)) {
	for bits := range 1 << len(cards) {
		var set []string
		sum := 0
		for i, c := range cards {
			if bits&(1<<i) != 0 {
				set, sum = append(set, c), sum+worth(c)
			}
		}
		f(set, sum)
	}
}

// payments returns all payments of cost by rule 9, dearest card first, each with
// its change; nil for none.
func (m *slow) payments(cost int) [][2][]string {
	var exact, over [][2][]string
	m.lay(nil, m.hand(), cost, func(set []string, sum int) bool {
		if sum == cost {
			exact = append(exact, [2][]string{slices.Clone(set), nil})
		} else if back, ok := m.back(sum - cost); ok && sum-worth(set[len(set)-1]) < cost {
			over = append(over, [2][]string{slices.Clone(set), back})
		}
		return true
	})
	if exact != nil {
		return exact
	}
	return over
}

// pays reports whether there is a payment of cost.
func (m *slow) pays(cost int) bool {
	found := false
	m.lay(nil, m.hand(), cost, func(set []string, sum int) bool {
		if _, ok := m.back(sum - cost); sum == cost || ok {
			found = true
		}
		return !found
	})
	return found
}

func (m *slow) total() (sum int) {
	for _, c := range m.hand() {
		sum += worth(c)
	}
	return sum
}

func (m *slow) hand() []string {
	hand := slices.Clone(m.state.Cards[m.me].list)
	slices.SortFunc(hand, byPayment)
	return hand
}

// lay calls f with every way to lay cards of rest, in their order, until cost is
// reached: one more card would be superfluous. It stops when f returns false.
func (m *slow) lay(set, rest []string, cost int, f func(set []string, sum int) bool) bool {
	sum := 0
	for _, c := range set {
		sum += worth(c)
	}
	if sum >= cost {
		return f(set, sum)
	}
	for i, c := range rest {
		if !m.lay(append(set, c), rest[i+1:], cost, f) {
			return false
		}
	}
	return true
}

// byPayment orders the dearest first, then c before s and d before h.
func byPayment(a, b string) int {
	return cmp.Or(cmp.Compare(worth(b), worth(a)), cmp.Compare(a[len(a)-1:], b[len(b)-1:]))
}

// back returns the change worth n.
func (m *slow) back(n int) (best []string, ok bool) {
	if n == 0 {
		return nil, true
	}
	box := slices.DeleteFunc(slices.Clone(m.state.Spent[m.me].list), func(c string) bool { return worth(c) > n })
	slices.SortFunc(box, byPayment)
	subsets(box, func(set []string, sum int) {
		if sum != n {
			return
		}
		if !ok || cmp.Or(cmp.Compare(len(set), len(best)), slices.CompareFunc(set, best, byPayment)) < 0 {
			best, ok = slices.Clone(set), true
		}
	})
	return best, ok
}

func (m *slow) armies() (out []string) {
	can := map[int]bool{}
	for l := range 17 {
		for n := range 5 {
			for p := range 5 {
				for x := range 3 {
					cost := 2*l + 12*n + 6*p + 8*x
					if _, asked := can[cost]; !asked {
						can[cost] = cost <= m.total() && m.pays(cost)
					}
					if !can[cost] {
						continue
					}
					text := "army"
					for i, count := range []int{l, n, p, x} {
						if count > 0 {
							text += fmt.Sprintf(" %s=%d", []string{"levy", "knights", "pikemen", "crossbowmen"}[i], count)
						}
					}
					out = append(out, text)
				}
			}
		}
	}
	return out
}

func (m *slow) deployments(seat string) (out []string) {
	waits := map[string]bool{}
	for _, id := range m.off {
		if m.owner[id] == seat {
			waits[m.kind[id]] = true
		}
	}
	if len(waits) == 0 {
		return []string{"done " + seat}
	}
	for kind := range waits {
		for _, q := range m.board(seat) {
			out = append(out, "deploy "+kind+" "+m.name(q))
		}
	}
	return out
}

func (m *slow) draws() (out []string) {
	n := m.state.Fight.Cards[len(m.state.Fight.Draws)]
	seen := map[string]bool{}
	subsets([]string{"1x", "1y", "2x", "2y", "3x", "3y", "4x", "4y"}, func(set []string, _ int) {
		var values []string
		for _, c := range set {
			values = append(values, c[:1])
		}
		if len(set) == n {
			seen["draw "+strings.Join(values, ",")] = true
		}
	})
	for text := range seen {
		out = append(out, text)
	}
	return out
}

func absInt(n int) int { return max(n, -n) }

// touching is the adjacency of rule 16.
func (m *slow) touching(a, b [2]int) bool {
	df, dr := absInt(a[0]-b[0]), absInt(a[1]-b[1])
	if max(df, dr) != 1 {
		return false
	}
	if m.river && (a[1] <= 8) != (b[1] <= 8) {
		return df == 0 && m.bridge(a[0])
	}
	return true
}

func (m *slow) bridge(file int) bool {
	return slices.Contains(m.state.Bridges, string(m.letters[file]))
}

// points returns the movement and fighting points that a piece still has, and
// whether none is spent.
func (m *slow) points(id string) (move, fight int, whole bool) {
	if m.kind[id] == "king" {
		n := m.state.CommandLeft
		return n, n, n == m.state.KingPoints[m.me]
	}
	full := map[string][2]int{"levy": {2, 1}, "knights": {4, 2}, "pikemen": {2, 2}, "crossbowmen": {2, 2}}[m.kind[id]]
	if m.state.Active != nil && *m.state.Active == id {
		return m.state.PointsLeft, m.state.FightLeft, m.state.PointsLeft == full[0]
	}
	if m.state.CommandLeft == 0 || slices.Contains(m.state.Used, id) {
		return 0, 0, false
	}
	return full[0], full[1], true
}

func (m *slow) battle() []string {
	out := []string{"end"}
	for from, id := range m.at {
		if m.owner[id] != m.me || m.kind[id] == "camp" {
			continue
		}
		for file := 1; file <= 8; file++ {
			for rank := 1; rank <= 16; rank++ {
				out = append(out, m.pair(id, from, [2]int{file, rank})...)
			}
		}
	}
	return out
}

// pair returns what the piece id on from can do to the square to.
func (m *slow) pair(id string, from, to [2]int) []string {
	move, fight, whole := m.points(id)
	kind, there := m.kind[id], m.at[to]
	straight := from[0] == to[0] || from[1] == to[1]
	enemy := there != "" && m.owner[there] == m.he
	a, b := m.name(from), m.name(to)
	if move == 0 || from == to {
		return nil
	}
	if there == "" {
		if m.touching(from, to) && (straight || move >= 2) {
			return []string{a + "-" + b}
		}
		if m.river && from[0] == to[0] && from[1]+to[1] == 17 && absInt(from[1]-to[1]) == 1 && !m.bridge(from[0]) && whole {
			return []string{a + "-" + b}
		}
		return nil
	}
	if !enemy {
		return nil
	}
	if kind == "crossbowmen" {
		dr := absInt(from[1] - to[1])
		if m.river && (from[1] <= 8) != (to[1] <= 8) {
			dr++
		}
		if move == 2 && max(dr, absInt(from[0]-to[0])) <= 2 {
			return []string{a + "!" + b}
		}
		return nil
	}
	if !m.touching(from, to) || fight == 0 || kind == "pikemen" && move < 2 {
		return nil
	}
	if !straight && move != 1 && fight != 1 && (move < 2 || fight < 2) {
		return nil
	}
	if m.sure {
		if choice, _ := m.besides(from, to); choice != nil {
			var out []string
			for _, q := range choice {
				out = append(out, a+"*"+b+"/"+m.name(q))
			}
			return out
		}
	}
	return []string{a + "*" + b}
}

// besides returns the squares between which one extra kill is to be chosen, or
// else those that fall anyway (rules 25 to 28).
func (m *slow) besides(from, to [2]int) (choice, fall [][2]int) {
	enemy := m.owner[m.at[to]]
	soldier := func(q [2]int) bool { return m.at[q] != "" && m.owner[m.at[q]] == enemy && m.kind[m.at[q]] != "camp" }
	same := func(q [2]int) bool { return !m.river || (q[1] <= 8) == (to[1] <= 8) }
	ahead := 1
	if enemy == "black" {
		ahead = -1
	}
	switch (from[1] - to[1]) * ahead {
	case 1:
		return nil, nil
	case -1:
		for _, q := range [][2]int{{to[0] - 1, to[1]}, {to[0] + 1, to[1]}} {
			if soldier(q) {
				fall = append(fall, q)
			}
		}
		return nil, fall
	}
	for _, q := range [][2]int{{to[0], to[1] + 1}, {to[0], to[1] - 1}} {
		if soldier(q) && same(q) {
			fall = append(fall, q)
		}
	}
	if len(fall) == 2 && (soldier([2]int{from[0], from[1] + 1}) || soldier([2]int{from[0], from[1] - 1})) {
		return fall, nil
	}
	return nil, fall
}

// cards returns how many cards the fighters draw (rules 19 to 21).
func (m *slow) cards() [2]int {
	f := m.state.Fight
	var a, d [2]int
	for q, id := range m.at {
		if id == f.Attacker {
			a = q
		}
		if id == f.Target {
			d = q
		}
	}
	n := [2]int{1, 1}
	if m.kind[f.Target] == "knights" {
		n[1] = 2
	}
	if f.Shot && m.kind[f.Target] == "pikemen" || m.kind[f.Attacker] == "knights" {
		n[0] = 2
	}
	if !f.Shot {
		behind := a[1] - d[1]
		if m.owner[f.Target] == "white" {
			behind = -behind
		}
		n[0] += behind + 1 // before it -1, beside 0, behind 1
	}
	for q, id := range m.at {
		if id != f.Attacker && id != f.Target && m.touching(q, a) && m.touching(q, d) {
			if m.owner[id] == m.owner[f.Attacker] {
				n[0]++
			} else {
				n[1]++
			}
		}
	}
	return [2]int{min(n[0], 5), min(n[1], 5)}
}

// payActions are what pay may be, from the payments listed when it began.
func payActions(all [][2][]string, paid []string) (out []string) {
	seen := map[string]bool{}
	for _, p := range all {
		if len(p[0]) > len(paid) && slices.Equal(p[0][:len(paid)], paid) {
			seen["pay "+p[0][len(paid)]] = true
		}
	}
	for text := range seen {
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}

// TestSlowGenerator compares both generators, and what payments and attacks
// leave behind, in random games.
func TestSlowGenerator(t *testing.T) {
	seeds := uint64(2)
	if strings.HasPrefix(t.Name(), "TestLong") {
		seeds = 10
	}
	for _, given := range []options{nil, sure, {"river": false, "knights_advance": true}, with(sure, "river", false), {"time": "clocks"}} {
		for seed := range seeds {
			compareGame(t, given, seed)
		}
	}
}

func TestLongSlowGenerator(t *testing.T) { TestSlowGenerator(t) }

func compareGame(t *testing.T, given options, seed uint64) {
	t.Helper()
	s, err := Game.Start(given)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 3))
	var payments [][2][]string
	var paid []string
	for ply := 0; ply < 260 && s.Phase() != "over"; ply++ {
		m := slowly(s)
		got, want := listed(s), m.actions()
		if s.Phase() == "pay" {
			want = payActions(payments, paid)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("options %v, seed %d, ply %d, phase %s: %v, the rules say %v", given, seed, ply, s.Phase(), got, want)
		}
		action := favoured(r, got)
		next := play(t, s, action)
		switch n := slowly(next); {
		case next.Phase() == "pay" && s.Phase() != "pay":
			payments, paid = m.payments(*n.state.Due), nil
		case s.Phase() == "pay" && *m.state.Due > 0:
			paid = append(paid, strings.TrimPrefix(action, "pay "))
			checkChange(t, m, n, payments, paid)
		case s.Phase() == "battle" && m.sure && strings.ContainsAny(action, "*"):
			checkFallen(t, m, n, action)
		case next.Phase() == "special" || next.Phase() == "draw":
			if want := n.cards(); !slices.Equal(n.state.Fight.Cards, want[:]) {
				t.Fatalf("%s: %v cards, the rules say %v", action, n.state.Fight.Cards, want)
			}
		}
		s = next
		if given["time"] == "clocks" && s.Phase() == "battle" && ply > 200 {
			s = play(t, s, "time white 3")
		}
	}
}

// favoured picks an action at random, attacks and early ends more often.
func favoured(r *rand.Rand, all []string) string {
	var fights []string
	for _, a := range all {
		if strings.ContainsAny(a, "*!") || strings.HasPrefix(a, "done") {
			fights = append(fights, a)
		}
	}
	if len(fights) > 0 && r.IntN(2) == 0 && (fights[0][0] != 'd' || r.IntN(5) == 0) {
		return fights[r.IntN(len(fights))]
	}
	return all[r.IntN(len(all))]
}

// checkChange checks the change when a payment is complete.
func checkChange(t *testing.T, before, after *slow, payments [][2][]string, paid []string) {
	t.Helper()
	if after.view.Phase == "pay" && *after.state.Due > 0 && after.me == before.me {
		return
	}
	for _, p := range payments {
		if !slices.Equal(p[0], paid) {
			continue
		}
		for _, c := range p[1] {
			if !slices.Contains(after.state.Cards[before.me].list, c) {
				t.Fatalf("paid %v: the change is %v, but the hand is %v", paid, p[1], after.state.Cards[before.me].list)
			}
		}
		if got, want := len(after.state.Cards[before.me].list), len(before.state.Cards[before.me].list)-1+len(p[1]); got != want {
			t.Fatalf("paid %v: %d cards are left, want %d", paid, got, want)
		}
		return
	}
	t.Fatalf("%v is no payment", paid)
}

// checkFallen checks who falls by a melee without chance.
func checkFallen(t *testing.T, before, after *slow, action string) {
	t.Helper()
	from, rest, _ := strings.Cut(action, "*")
	target, extra, chosen := strings.Cut(rest, "/")
	a, d := before.square(from), before.square(target)
	_, fall := before.besides(a, d)
	if chosen {
		fall = [][2]int{before.square(extra)}
	}
	var dead []string
	pikes := false
	for _, q := range append(fall, d) {
		dead = append(dead, before.at[q])
		pikes = pikes || before.kind[before.at[q]] == "pikemen"
	}
	ahead := 1
	if before.owner[before.at[d]] == "black" {
		ahead = -1
	}
	knight := before.kind[before.at[a]] == "knights"
	dies := knight && pikes && (a[1]-d[1])*ahead != -1
	if dies {
		dead = append(dead, before.at[a])
	}
	for _, id := range before.at {
		if got, want := slices.Contains(after.off, id), slices.Contains(dead, id); got != want {
			t.Fatalf("%s: %s has fallen: %t, the rules say %t", action, id, got, want)
		}
	}
	if knight && !dies && after.at[d] != before.at[a] || !knight && after.at[a] != before.at[a] {
		t.Fatalf("%s: %s stands elsewhere", action, before.at[a])
	}
}
