package rulestest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"reeve/rules"
)

// ofItself is checkGame with the file that has to change.
func ofItself(g *rules.Game) error {
	err := checkGame(g)
	if err == nil || named(err) {
		return err
	}
	return blamedFile{err, gameFile(g, "Game") + " (Game)"}
}

// checkGame asks what the game says of itself: names, seats, options.
func checkGame(g *rules.Game) error {
	if g.Law == "" || g.Card == nil {
		return fmt.Errorf("game %q needs a Law, its numbered rules, and a Card for players", g.Name)
	}
	if g.Name == "" || g.Title == "" || len(g.Seats) < 2 || len(g.Seats) > rules.MaxSeats {
		return fmt.Errorf("game %q needs a name, a title and 2 to %d seats", g.Name, rules.MaxSeats)
	}
	if start, err := g.Start(nil); err == nil && len(g.Opening) > 0 && start.Phase() != g.Opening[0] {
		return fmt.Errorf("it begins in the phase %q, and its Opening with %q", start.Phase(), g.Opening[0])
	}
	if _, err := g.Start(map[string]any{"no such option": 1}); !errors.Is(err, rules.ErrOption) {
		return fmt.Errorf("an unknown option: got %v, want ErrOption", err)
	}
	for _, o := range g.Options {
		if o.Means == "" {
			return fmt.Errorf("option %s does not say what it means", o.Name)
		}
		if i := strings.LastIndex(o.Name, "_"); slices.Contains(g.Seats, o.Name[i+1:]) != (o.Seat != "") || o.Seat != "" && o.Seat != o.Name[i+1:] {
			return fmt.Errorf("option %s is said to be %q's", o.Name, o.Seat)
		}
		for _, v := range append(valuesOf(o), o.Default) {
			if err := checkOption(g, o, v); err != nil {
				return fmt.Errorf("option %s=%v: %w", o.Name, v, err)
			}
		}
	}
	return nil
}

// valuesOf returns values of o that can be: all of a choice, the ends of an int's range.
func valuesOf(o rules.Option) []any {
	if o.Type == "bool" {
		return []any{false, true}
	}
	return append([]any{}, o.Values...)
}

func checkOption(g *rules.Game, o rules.Option, v any) error {
	read, err := g.ParseOption(o.Name, fmt.Sprint(v))
	if err != nil {
		return err
	}
	s, err := g.Start(map[string]any{o.Name: read})
	if err != nil {
		return err
	}
	changed := s.View(rules.Full).Options
	if got, stands := changed[o.Name]; stands != (v != o.Default) || stands && got != v {
		return blame(s, fmt.Errorf("the position's options are %v", changed), "View", "New")
	}
	return nil
}

// checkActing asks who acts, and that a game is over altogether or not at all.
func checkActing(n *node) error {
	acting, seated := n.s.ToAct(), n.s.Seated()
	result, over := n.s.Result()
	switch {
	case n.s.Game() != n.g:
		return fmt.Errorf("it is a position of another game")
	case seated.Len() < 2 || seated.Has(rules.Chance) || seated >= 1<<len(n.g.Seats):
		return fmt.Errorf("seated are %v", seated.All())
	case over != (acting == 0) || over != (len(n.legal) == 0) || over != (n.s.Phase() == "over"):
		return fmt.Errorf("over is %t with phase %s, to act %v and %d legal steps", over, n.s.Phase(), acting.All(), len(n.legal))
	case over && (result.Why == "" || result.Winners&^seated != 0):
		return fmt.Errorf("the result is %+v", result)
	case acting&^(seated|rules.SeatsOf(rules.Chance)) != 0:
		return fmt.Errorf("to act are %v, seated are %v", acting.All(), seated.All())
	case acting.Has(rules.Chance) && acting.Len() > 1:
		return fmt.Errorf("chance acts alone, not with %v", acting.All())
	}
	for _, viewer := range append(seated.All(), rules.Table) {
		if now := n.s.Now(viewer); strings.HasPrefix(now.Key, "now.") == over || over != now.IsZero() {
			return fmt.Errorf("viewer %d is told to do %q, over is %t", viewer, now, over)
		}
	}
	return nil
}
