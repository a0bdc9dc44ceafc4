package hall

import "fmt"

// refusal is why something is not done: a key of the hall's words with its arguments, and
// English. It wraps ErrRefused.
type refusal struct {
	key  string
	args map[string]any
	text string
}

func (r *refusal) Error() string { return ErrRefused.Error() + ": " + r.text }
func (r *refusal) Unwrap() error { return ErrRefused }

// no is a refusal that pages have no own sentence for.
func no(form string, args ...any) error {
	return &refusal{key: "hall.no.form", text: fmt.Sprintf(form, args...)}
}

// sentenceArgs are the arguments of a sentence.
type sentenceArgs = map[string]any

// not is a refusal with the sentence of a key; text says the same in English.
func not(key string, args sentenceArgs, form string, more ...any) error {
	return &refusal{key: key, args: args, text: fmt.Sprintf(form, more...)}
}
