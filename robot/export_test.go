package robot

// Lying returns o with hands that do the decision of that number otherwise than
// it is meant, and confirm it.
func Lying(o Options, decision int) Options {
	o.lie = decision
	return o
}
