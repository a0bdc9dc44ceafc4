package archive_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// race is a game for these tests: after a secret card each, a die is thrown
// before every turn, and the seat goes as far as it likes but no farther than
// the die. Who is at the goal first wins.
var race = &rules.Game{
	Name: "race", Title: "Race", Seats: []string{"white", "black"}, Hidden: true,
	Options: []rules.Option{{Name: "goal", Type: "int", Values: []any{1, 200}, Default: 30}},
}

var games = listGames()

func listGames() []*rules.Game {
	race.New = func(o rules.Options) (rules.State, error) { return raceState{goal: uint8(o.Int("goal"))}, nil }
	return []*rules.Game{race}
}

const (
	kindDeal = iota + 1
	kindDie
	kindGo
)

type raceState struct {
	goal, die   uint8
	at          [2]uint8
	dealt, turn uint8
	cards       [2]uint8
	thrown      bool
	result      rules.Result
	over        bool
}

var raceSurface = board.MustNew("race", board.Grid(2, 2, 50, 'a'))

func (s raceState) Game() *rules.Game                      { return race }
func (s raceState) Topology() *board.Topology              { return raceSurface }
func (s raceState) Seated() rules.Seats                    { return rules.SeatsOf(0, 1) }
func (s raceState) Phase() string                          { return "turn" }
func (s raceState) Hands(rules.Step) rules.Hands           { return rules.NoHands(rules.OnPage) }
func (s raceState) Why(_, _ board.Square) rules.Message    { return rules.Say("no.now") }
func (s raceState) Now(rules.Seat) rules.Message           { return rules.Say("now.race") }
func (s raceState) Tell(rules.Step) rules.Message          { return rules.Say("race") }
func (s raceState) Occupied(rules.Seat) board.Set          { return board.Set{} }
func (s raceState) Result() (rules.Result, bool)           { return s.result, s.over }
func (s raceState) At(board.Square) (m rules.Man, ok bool) { return }
func (s raceState) View(v rules.Seat) rules.View           { return rules.NewView(s, nil, v) }

func (s raceState) ToAct() rules.Seats {
	switch {
	case s.over:
		return 0
	case s.dealt < 2 || !s.thrown:
		return rules.SeatsOf(rules.Chance)
	}
	return rules.SeatsOf(rules.Seat(s.turn))
}

func (s raceState) Legal(dst []rules.Step) []rules.Step {
	switch {
	case s.over:
	case s.dealt < 2:
		for card := range uint8(5) {
			dst = append(dst, raceStep(rules.Chance, kindDeal, card+10))
		}
	case !s.thrown:
		for face := range uint8(6) {
			dst = append(dst, raceStep(rules.Chance, kindDie, face+1))
		}
	default:
		for n := range s.die + 1 {
			dst = append(dst, raceStep(rules.Seat(s.turn), kindGo, n))
		}
	}
	return dst
}

func raceStep(by rules.Seat, kind, arg uint8) rules.Step {
	return rules.Step{By: by, Kind: kind, Arg: [rules.StepArgs]uint8{arg}}
}

func (s raceState) Apply(step rules.Step, effects []rules.Effect) (rules.State, []rules.Effect, error) {
	if r, ok := rules.RefereeResult(s.Seated(), step); ok && !s.over {
		s.result, s.over = r, true
		return s, effects, nil
	}
	if !slices.Contains(s.Legal(nil), step) {
		return nil, effects, rules.Illegal(s.Text(step), rules.Say("no.now"))
	}
	switch arg := step.Arg[0]; step.Kind {
	case kindDeal:
		s.cards[s.dealt] = arg
		s.dealt++
	case kindDie:
		s.die, s.thrown = arg, true
	case kindGo:
		s.at[s.turn] += arg
		if s.at[s.turn] >= s.goal {
			s.result, s.over = rules.Result{Winners: rules.SeatsOf(rules.Seat(s.turn)), Why: "goal"}, true
		}
		s.turn, s.thrown = 1-s.turn, false
	}
	return s, effects, nil
}

func (s raceState) Ask() rules.Ask {
	if s.dealt < 2 {
		return rules.Ask{For: rules.Seat(s.dealt), Deck: []uint8{10, 11, 12, 13, 14}, Cards: 1, Secret: true}
	}
	return rules.Ask{For: rules.Seat(s.turn), Faces: 6}
}

func (s raceState) Drawn(got []uint8) rules.Step {
	if s.dealt < 2 {
		return raceStep(rules.Chance, kindDeal, s.Ask().Deck[got[0]])
	}
	return raceStep(rules.Chance, kindDie, got[0])
}

var raceWords = [...]string{kindDeal: "deal", kindDie: "die", kindGo: "go"}

func (s raceState) Text(step rules.Step) string {
	if step.By == rules.Referee {
		return rules.RefereeText(race, step)
	}
	if step.Kind == kindGo {
		return fmt.Sprintf("go %s %d", race.SeatName(step.By), step.Arg[0])
	}
	return fmt.Sprintf("%s %d", raceWords[step.Kind], step.Arg[0])
}

func (s raceState) Parse(text string) (rules.Step, error) {
	if step, ok := rules.ParseReferee(race, text); ok {
		return step, nil
	}
	var n uint8
	if _, err := fmt.Sscanf(text[strings.LastIndexByte(text, ' ')+1:], "%d", &n); err != nil {
		return rules.Step{}, rules.Malformed(text, rules.NoAction(text))
	}
	step := raceStep(rules.Chance, 0, n)
	switch word, rest, _ := strings.Cut(text, " "); word {
	case "deal":
		step.Kind = kindDeal
	case "die":
		step.Kind = kindDie
	case "go":
		seat, _ := race.SeatOf(strings.Fields(rest + " ?")[0])
		step.Kind, step.By = kindGo, seat
	default:
		return rules.Step{}, rules.Malformed(text, rules.NoAction(text))
	}
	return step, nil
}

func sameState(a, b rules.State) bool { return reflect.DeepEqual(a, b) }
