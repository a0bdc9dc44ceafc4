package pairing

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The first columns of the fields of a player's line (TRF16), counted from 1 as FIDE does,
// and where they end.
const (
	roundAt   = 92 // of the first round
	roundWide = 10
)

// mostRounds and mostPlayers are what is read at most.
const (
	mostRounds  = 99
	mostPlayers = 9999
)

// ReadTRF reads a tournament in FIDE's form. It wraps ErrTournament with the number of the
// line at fault.
func ReadTRF(r io.Reader) (*Tournament, error) {
	t := &Tournament{}
	players := map[int]Player{}
	lines := bufio.NewScanner(io.LimitReader(r, 32<<20))
	lines.Buffer(make([]byte, 0, 4096), 64<<10)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(strings.TrimPrefix(lines.Text(), "\ufeff"), "\r ")
		code, rest := line, ""
		if len(line) > 3 {
			code, rest = line[:3], strings.TrimSpace(line[3:])
		}
		var err error
		switch code {
		case "001":
			err = t.readPlayer(line, players)
		case "XXR", "142":
			if t.Rounds, err = strconv.Atoi(rest); err == nil && (t.Rounds < 1 || t.Rounds > mostRounds) {
				err = fmt.Errorf("%d rounds", t.Rounds)
			}
		case "062", "072", "082", "092", "": // counted, or not ours
		default:
			t.readText(code, rest, line)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrTournament, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTournament, err)
	}
	for n := 1; n <= len(players); n++ {
		p, ok := players[n]
		if !ok {
			return nil, fmt.Errorf("%w: there is no player %d among %d", ErrTournament, n, len(players))
		}
		t.Players = append(t.Players, p)
	}
	return t, t.check()
}

// trfText is a line of the form that holds one text of a tournament.
type trfText struct {
	code string
	text *string
}

// texts are the lines of texts, in their order.
func (t *Tournament) texts() []trfText {
	return []trfText{{"012", &t.Name}, {"022", &t.City}, {"032", &t.Federation}, {"042", &t.Start}, {"052", &t.End}, {"102", &t.Arbiter}, {"122", &t.Rate}}
}

// readText takes the text of a line, or keeps the line as it is.
func (t *Tournament) readText(code, text, line string) {
	for _, line := range t.texts() {
		if line.code == code {
			*line.text = text
			return
		}
	}
	t.other = append(t.other, line)
}

// columns are the characters of a line from one column to another, from 1, both included.
func columns(runes []rune, from, to int) string {
	if from > len(runes) {
		return ""
	}
	return string(runes[from-1 : min(to, len(runes))])
}

func (t *Tournament) readPlayer(line string, players map[int]Player) error {
	if !utf8.ValidString(line) { // older programs write Latin-1
		var b strings.Builder
		for _, c := range []byte(line) {
			b.WriteRune(rune(c))
		}
		line = b.String()
	}
	runes := []rune(line)
	field := func(from, to int) string { return strings.TrimSpace(columns(runes, from, to)) }
	number, err := strconv.Atoi(field(5, 8))
	if err != nil || number < 1 || number > mostPlayers {
		return fmt.Errorf("%q is no starting number", field(5, 8))
	}
	if _, twice := players[number]; twice {
		return fmt.Errorf("player %d stands twice", number)
	}
	p := Player{Sex: field(10, 10), Title: field(11, 13), Name: field(15, 47), Federation: field(54, 56), FIDE: field(58, 68), Birth: field(70, 79), Rounds: []Game{}}
	if text := field(49, 52); text != "" {
		if p.Rating, err = strconv.Atoi(text); err != nil || p.Rating < 0 {
			return fmt.Errorf("%q is no rating", text)
		}
	}
	for at := roundAt; at <= len(runes); at += roundWide {
		g, err := readGame(columns(runes, at, at+roundWide-3))
		if err != nil {
			return err
		}
		if p.Rounds = append(p.Rounds, g); len(p.Rounds) > mostRounds {
			return fmt.Errorf("more than %d rounds", mostRounds)
		}
	}
	players[number] = p
	return nil
}

// readGame reads "  12 w 1".
func readGame(text string) (g Game, err error) {
	runes := []rune(text + "        ")
	opponent := strings.TrimSpace(string(runes[:4]))
	g.Colour, g.Result = Colour(runes[5]), Result(runes[7])
	if opponent != "" {
		if g.Against, err = strconv.Atoi(opponent); err != nil || g.Against < 0 || g.Against > mostPlayers {
			return g, fmt.Errorf("%q is no opponent", opponent)
		}
	}
	switch {
	case strings.TrimSpace(text) == "":
		return Game{Colour: '-', Result: ZeroBye}, nil
	case g.Colour != 'w' && g.Colour != 'b' && g.Colour != '-' && g.Colour != ' ':
		return g, fmt.Errorf("%q is no colour", g.Colour)
	}
	switch g.Result {
	case 'h', 'f', 'u', 'z', 'w', 'd', 'l':
		g.Result -= 'a' - 'A'
	}
	if _, ok := points[g.Result]; !ok {
		return g, fmt.Errorf("%q is no result", g.Result)
	}
	if g.Colour == ' ' {
		g.Colour = '-'
	}
	return g, nil
}

// check holds the rounds of each player to those of the others.
func (t *Tournament) check() error {
	done := t.Done()
	for i := range t.Players {
		p := &t.Players[i]
		for len(p.Rounds) < done {
			p.Rounds = append(p.Rounds, Game{Colour: '-', Result: ZeroBye})
		}
		for r, g := range p.Rounds {
			if g.Against == 0 {
				continue
			}
			other, err := t.player(g.Against)
			if err != nil || g.Against == i+1 {
				return fmt.Errorf("%w: player %d, round %d: against %d", ErrTournament, i+1, r+1, g.Against)
			}
			if r >= len(other.Rounds) || other.Rounds[r].Against != i+1 {
				return fmt.Errorf("%w: player %d met %d in round %d, who did not meet him", ErrTournament, i+1, g.Against, r+1)
			}
			if back := other.Rounds[r]; g.Colour != '-' && back.Colour == g.Colour {
				return fmt.Errorf("%w: round %d: %d and %d have the same colour", ErrTournament, r+1, i+1, g.Against)
			}
		}
	}
	return nil
}

// WriteTRF writes the tournament in FIDE's form, players with their ranks now. It wraps
// ErrTournament where somebody met several at one table: the form has no words for that.
func (t *Tournament) WriteTRF(w io.Writer) error {
	for _, p := range t.Players {
		for _, g := range p.Rounds {
			if len(g.Others) > 0 {
				return fmt.Errorf("%w: TRF has no form for tables of more than two: take the standings as CSV", ErrTournament)
			}
		}
	}
	var b bytes.Buffer
	t.writeTexts(&b)
	ranks := map[int]int{}
	for _, s := range t.Standings(nil) {
		ranks[s.Number] = s.Rank
	}
	for i := range t.Players {
		t.Players[i].write(&b, i+1, ranks[i+1])
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeTexts writes all lines but those of players. How many they are stands behind the dates.
func (t *Tournament) writeTexts(b *bytes.Buffer) {
	for _, line := range t.texts() {
		if line.code == "102" {
			fmt.Fprintf(b, "062 %d\n", len(t.Players))
		}
		if *line.text != "" {
			fmt.Fprintf(b, "%s %s\n", line.code, oneLine(*line.text))
		}
	}
	if t.Rounds > 0 {
		fmt.Fprintf(b, "XXR %d\n", t.Rounds)
	}
	for _, line := range t.other {
		fmt.Fprintln(b, line)
	}
}

// write writes the line of a player.
func (p *Player) write(b *bytes.Buffer, n, rank int) {
	halves := p.Halves()
	fmt.Fprintf(b, "001 %4d %1s%3s %-33s %4s %3s %11s %10s %2d.%d %4d", n, cut(p.Sex, 1), cut(p.Title, 3), cut(oneLine(p.Name), 33), number(p.Rating), cut(p.Federation, 3), cut(p.FIDE, 11), cut(p.Birth, 10), halves/2, halves%2*5, rank)
	for _, g := range p.Rounds {
		against := "0000"
		if g.Against > 0 {
			against = fmt.Sprintf("%4d", g.Against)
		}
		fmt.Fprintf(b, "  %s %c %c", against, cmp.Or(g.Colour, '-'), cmp.Or(g.Result, Open))
	}
	b.WriteByte('\n')
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
