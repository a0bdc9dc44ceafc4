package pairing

import (
	"fmt"
	"slices"
)

// RoundRobin returns the rounds in which each of n players meets each other once, by the
// Berger tables of FIDE (C.05, Annex 1): of an odd number the one who is paired with the
// number after the last has nobody to play. double adds the same rounds with colours changed.
func RoundRobin(n int, double bool) ([][]Pair, error) {
	if n < 2 || n > 200 {
		return nil, fmt.Errorf("%w: a round robin of %d; 2 to 200 can be", ErrTournament, n)
	}
	even := n + n%2
	var rounds [][]Pair
	for r := range even - 1 {
		var pairs []Pair
		for i := range even / 2 {
			white, black := berger(even, r, i)
			switch {
			case white > n:
				pairs = append(pairs, Pair{black, 0})
			case black > n:
				pairs = append(pairs, Pair{white, 0})
			default:
				pairs = append(pairs, Pair{white, black})
			}
		}
		rounds = append(rounds, pairs)
	}
	if double {
		for _, pairs := range rounds[:even-1] {
			var back []Pair
			for _, p := range pairs {
				if p.Black != 0 {
					p.White, p.Black = p.Black, p.White
				}
				back = append(back, p)
			}
			rounds = append(rounds, back)
		}
	}
	return rounds, nil
}

// berger is game i of round r, both from 0, of an even number n. The last player meets those
// who walk round: each round begins with the player n/2 after the one before.
func berger(n, r, i int) (white, black int) {
	m := n - 1
	first := r * (n / 2) % m // who meets the last player
	if i == 0 {
		if r%2 == 0 {
			return first + 1, n
		}
		return n, first + 1
	}
	return (first+i)%m + 1, (first-i+m)%m + 1
}

// Fours returns rounds of tables of four seats for n players, a multiple of 4: nobody meets
// anybody more often than can be helped by looking one table ahead, and everybody sits at
// each seat about as often.
func Fours(n, rounds int) ([][][4]int, error) {
	if n < 4 || n%4 != 0 || n > 400 || rounds < 1 || rounds > 100 {
		return nil, fmt.Errorf("%w: tables of four for %d players in %d rounds; a multiple of 4, up to 400, and up to 100 rounds can be", ErrTournament, n, rounds)
	}
	met, sat := newMeetings(n), make([][4]int, n)
	var all [][][4]int
	for r := range rounds {
		var waiting []int // from another player on in each round
		for step := range n {
			waiting = append(waiting, (step+r)%n)
		}
		var tables [][4]int
		for len(waiting) > 0 {
			var table [4]int
			for k := range table {
				next := met.nearestStranger(waiting, table[:k])
				table[k] = waiting[next]
				waiting = slices.Delete(waiting, next, next+1)
			}
			met.note(table)
			tables = append(tables, seat(table, sat))
		}
		all = append(all, tables)
	}
	return all, nil
}

// meetings counts how often any two players have sat at one table.
type meetings [][]int

func newMeetings(n int) meetings {
	met := make(meetings, n)
	for i := range met {
		met[i] = make([]int, n)
	}
	return met
}

// cost is what it costs to put p beside the others: a second meeting costs four times a first one and more.
func (met meetings) cost(p int, others []int) (cost int) {
	for _, other := range others {
		cost += met[p][other] * met[p][other] * 1000
		if met[p][other] > 0 {
			cost += 1000
		}
	}
	return cost
}

// nearestStranger is the place among those who wait of the first who costs least at a table.
func (met meetings) nearestStranger(waiting, table []int) (best int) {
	for i, p := range waiting {
		if met.cost(p, table) < met.cost(waiting[best], table) {
			best = i
		}
	}
	return best
}

// note counts the meetings at a table.
func (met meetings) note(table [4]int) {
	for k, a := range table {
		for _, b := range table[:k] {
			met[a][b]++
			met[b][a]++
		}
	}
}

// seat seats four players where each has sat least, and counts it; numbers are from 1 then.
func seat(table [4]int, sat [][4]int) (out [4]int) {
	best, least := [4]int{0, 1, 2, 3}, -1
	for _, order := range orders {
		cost := 0
		for s, k := range order {
			cost += sat[table[k]][s] * sat[table[k]][s]
		}
		if least < 0 || cost < least {
			best, least = order, cost
		}
	}
	for s, k := range best {
		sat[table[k]][s]++
		out[s] = table[k] + 1
	}
	return out
}

// orders are all orders of four.
var orders = func() (all [][4]int) {
	for a := range 4 {
		for b := range 4 {
			for c := range 4 {
				if d := 6 - a - b - c; a != b && b != c && a != c && d >= 0 {
					all = append(all, [4]int{a, b, c, d})
				}
			}
		}
	}
	return all
}()
