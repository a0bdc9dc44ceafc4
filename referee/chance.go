package referee

import (
	"encoding/hex"
	"errors"

	"reeve/archive"
	"reeve/board"
	"reeve/dice"
	"reeve/rules"
)

// chance is where the match's throws and cards come from, and why one that is due has not come.
type chance struct {
	dice        *dice.Source
	awaitsEntry bool          // real dice are to be entered now
	trouble     rules.Message // why chance has no answer; the zero message when it has
	lastDie     board.Set     // where the attacker rested that was thrown last
}

// draw answers what s asks of chance; false if real dice are to be entered, or there is no answer.
func (c *chance) draw(s rules.State) (rules.Step, bool) {
	got, err := c.dice.Draw(s.Ask())
	var refusal *rules.Refusal
	switch {
	case errors.Is(err, dice.ErrManual):
		c.awaitsEntry = true
	case errors.As(err, &refusal):
		c.trouble = refusal.Why
	case err != nil:
		c.trouble = rules.Say("paused.dice", "why", err.Error())
	default:
		return s.Drawn(got), true
	}
	return rules.Step{}, false
}

// told is what everybody may know of the dice in position s of a game with that header.
func (c *chance) told(h *archive.Header, s rules.State) DiceState {
	d := DiceState{Kind: h.Dice, Commitment: h.Commitment, Words: c.dice.Words()}
	if _, over := s.Result(); over && !rules.Sealed(s) {
		d.Seed = hex.EncodeToString(h.Seed)
	}
	return d
}
