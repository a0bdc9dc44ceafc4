package rules

// Odds are the exact probabilities (0 to 1) of an attack's results by the rules.
type Odds struct {
	Hit  float64 `json:"hit"`  // the target loses energy, or falls
	Kill float64 `json:"kill"` // the target falls
	Fall float64 `json:"fall"` // the attacker falls
	Loss float64 `json:"loss"` // the energy that the target loses on average, at most what it has; 0 where there is none
}

// OddsOf returns the odds of a legal attack in s, or of the throws still to come of one
// that is declared, with the zero step; false if that is no attack by throw or cards.
// What players may still add by choice (Special Cards) is left out.
func OddsOf(s State, attack Step) (Odds, bool) {
	t, ok := s.(interface{ Odds(Step) (Odds, bool) })
	if !ok {
		return Odds{}, false
	}
	return t.Odds(attack)
}
