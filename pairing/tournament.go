package pairing

import (
	"errors"
	"fmt"
	"slices"
)

// ErrTournament is the cause of whatever is no sound tournament.
var ErrTournament = errors.New("pairing: unsound tournament")

// Tournament is all that is known of one.
type Tournament struct {
	Name       string   `json:"name"`
	City       string   `json:"city,omitempty"`
	Federation string   `json:"federation,omitempty"`
	Start      string   `json:"start,omitempty"` // as the file has it: 2026/11/24
	End        string   `json:"end,omitempty"`
	Arbiter    string   `json:"arbiter,omitempty"`
	Rate       string   `json:"rate,omitempty"` // of play
	Rounds     int      `json:"rounds"`         // that will be played; 0: not said
	Players    []Player `json:"players"`        // by starting number, from 1
	other      []string // lines that are kept as they were
}

// Player is one player, and what became of each round so far.
type Player struct {
	Name       string `json:"name"`
	Title      string `json:"title,omitempty"`
	Sex        string `json:"sex,omitempty"` // m or w
	Rating     int    `json:"rating,omitempty"`
	Federation string `json:"federation,omitempty"`
	FIDE       string `json:"fide,omitempty"` // number
	Birth      string `json:"birth,omitempty"`
	Out        bool   `json:"out,omitempty"`  // plays no more
	Next       Result `json:"next,omitempty"` // what he has asked for in place of a game in the next round: HalfBye or ZeroBye
	Rounds     []Game `json:"rounds"`
}

// Game is one round of one player.
type Game struct {
	Against int    `json:"against,omitempty"` // number of the opponent; 0: none, or several
	Others  []int  `json:"others,omitempty"`  // the opponents at a table of more than two
	Colour  Colour `json:"colour,omitempty"`
	Result  Result `json:"result,omitempty"`
}

// Colour is what a player had: 'w', 'b' or '-'.
type Colour byte

// Result is how a round went for a player, as TRF writes it.
type Result byte

// MarshalText writes what UnmarshalText reads.
func (r Result) MarshalText() ([]byte, error) { return []byte{byte(r)}, nil }

// UnmarshalText reads a result. It wraps ErrTournament.
func (r *Result) UnmarshalText(text []byte) error {
	if len(text) != 1 || !known(Result(text[0])) {
		return fmt.Errorf("%w: %.20q is no result", ErrTournament, text)
	}
	*r = Result(text[0])
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (c Colour) MarshalText() ([]byte, error) { return []byte{byte(c)}, nil }

// UnmarshalText reads a colour. It wraps ErrTournament.
func (c *Colour) UnmarshalText(text []byte) error {
	if len(text) != 1 || text[0] != 'w' && text[0] != 'b' && text[0] != '-' {
		return fmt.Errorf("%w: %.20q is no colour", ErrTournament, text)
	}
	*c = Colour(text[0])
	return nil
}

// The results that there are.
const (
	Open    Result = ' ' // not known yet
	Won     Result = '1'
	Drawn   Result = '='
	Lost    Result = '0'
	Walked  Result = '+' // won, since the opponent did not come
	Absent  Result = '-' // lost, for not coming
	FullBye Result = 'F'
	HalfBye Result = 'H'
	ZeroBye Result = 'Z'
	Bye     Result = 'U' // given by the pairing
)

// points are the halves of points of each result; results of games that are not rated count
// as those that are.
var points = map[Result]int{Won: 2, Drawn: 1, Walked: 2, FullBye: 2, HalfBye: 1, Bye: 2, 'W': 2, 'D': 1, Lost: 0, 'L': 0, Absent: 0, ZeroBye: 0, Open: 0}

func known(r Result) bool { _, ok := points[r]; return ok }

// Halves are the halves of points that a result is worth.
func (r Result) Halves() int { return points[r] }

// Played reports whether a game was played over the board.
func (g Game) Played() bool {
	return (g.Against > 0 || len(g.Others) > 0) && slices.Contains([]Result{Won, Drawn, Lost, 'W', 'D', 'L'}, g.Result)
}

// Opponents are the numbers of those whom a player met.
func (g Game) Opponents() []int {
	if g.Against > 0 {
		return []int{g.Against}
	}
	return g.Others
}

// voluntary reports whether a player stayed away of his own accord.
func (g Game) voluntary() bool {
	return g.Result == HalfBye || g.Result == ZeroBye || g.Result == FullBye || g.Result == Absent
}

// Away is how a player stays away from the next round; Open if he plays.
func (p *Player) Away() Result {
	switch {
	case p.Out:
		return ZeroBye
	case p.Next == 0:
		return Open
	}
	return p.Next
}

// Halves are the halves of points of a player.
func (p *Player) Halves() (sum int) {
	for _, g := range p.Rounds {
		sum += g.Result.Halves()
	}
	return sum
}

// Done is how many rounds have begun.
func (t *Tournament) Done() (n int) {
	for i := range t.Players {
		n = max(n, len(t.Players[i].Rounds))
	}
	return n
}

// player is the player with a starting number, from 1.
func (t *Tournament) player(n int) (*Player, error) {
	if n < 1 || n > len(t.Players) {
		return nil, fmt.Errorf("%w: there is no player %d", ErrTournament, n)
	}
	return &t.Players[n-1], nil
}

// Pair is who plays whom; Black is 0 where White has nobody to play.
type Pair struct {
	White int `json:"white"`
	Black int `json:"black"`
}
