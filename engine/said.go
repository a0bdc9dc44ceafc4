package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"reeve/rules"
)

// introduction returns the games that the program says it plays.
func (p *partner) introduction(games []*rules.Game) (played []*rules.Game, err error) {
	p.say("rgi")
	named := false
	for {
		line, err := p.readLine()
		if err != nil {
			return nil, fmt.Errorf("after rgi: %w", err)
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "id":
			named = strings.HasPrefix(rest, "name ")
		case "option":
			if !optionForm.MatchString(rest) {
				return nil, fmt.Errorf("%w: %q: option NAME type int min A max B default C is awaited", ErrEngine, line)
			}
			p.seeds = p.seeds || strings.HasPrefix(rest, "seed ")
		case "games":
			for _, name := range strings.Fields(rest) {
				if g, err := rules.Find(games, name); err == nil {
					played = append(played, g)
				}
			}
		case "rgiok":
			switch {
			case !named:
				return nil, fmt.Errorf("%w: it does not say what it is called: id name TEXT", ErrEngine)
			case len(played) == 0:
				return nil, fmt.Errorf("%w: it names no game that there is: games NAME…", ErrEngine)
			}
			return played, nil
		}
	}
}

var optionForm = regexp.MustCompile(`^\S+ type int min \d+ max \d+ default \d+$`)

// answer hears an answer for which so many positions may be looked at, and checks it.
func (p *partner) answer(s rules.State, seat rules.Seat, nodes int) (string, error) {
	for {
		line, err := p.readLine()
		if err != nil {
			return "", err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "info":
			if err := checkInfo(rest, nodes); err != nil {
				return "", fmt.Errorf("%w: %q: %w", ErrEngine, line, err)
			}
			continue
		case "error":
			return "", fmt.Errorf("%w: it says %q", ErrEngine, line)
		case "bestaction":
			step, err := s.Parse(rest)
			if err == nil && slices.Contains(ownSteps(s, seat), step) {
				p.Rest() // as between two questions of the daemon
				return rest, nil
			}
			return "", fmt.Errorf("%w: %q is no legal action of %s here", ErrEngine, rest, s.Game().SeatName(seat))
		}
		return "", fmt.Errorf("%w: %q: info or bestaction is awaited", ErrEngine, line)
	}
}

// checkInfo checks what is said of a thought: nodes N score S pv […], of which any may be missing.
func checkInfo(text string, most int) error {
	head, line, ok := strings.Cut(text, "pv ")
	if ok && json.Unmarshal([]byte(line), new([]string)) != nil {
		return errors.New("pv is no list of actions in JSON")
	}
	words := strings.Fields(head)
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.ParseFloat(words[i+1], 64)
		switch {
		case words[i] == "nodes" && (err != nil || n > float64(most)):
			return fmt.Errorf("at most %d positions were to be looked at", most)
		case words[i] == "score" && (err != nil || !(n >= 0 && n <= 1)):
			return errors.New("a score is from 0 to 1")
		}
	}
	return nil
}
