package referee

// Refusal is why a command was not carried out; nothing has changed then.
type Refusal struct {
	Status     int    // as the HTTP interface answers: 400, 401, 403, 404, 409 or 422
	Text, Hint string // what was refused and why, and what would help ("" if nothing)
}

// Error says what was refused and why.
func (r *Refusal) Error() string { return "referee: " + r.Text }
