package robot

// Lying returns o with hands that do a decision from that number on otherwise
// than it is meant, and confirm it.
func Lying(o Options, decision int) Options {
	o.lie = decision
	return o
}

// Doing returns o with these as the first decisions.
func Doing(o Options, actions ...string) Options {
	o.line = actions
	return o
}

// Patient returns o with hands that press no button when the game is over.
func Patient(o Options) Options {
	o.patient = true
	return o
}
