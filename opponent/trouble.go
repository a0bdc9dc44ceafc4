package opponent

import (
	"fmt"

	"reeve/rules"
)

// Trouble is a failure of an engine. Its key is a sentence for people: engine.missing, engine.crashed,
// engine.silent, engine.flood, engine.grown, engine.strange or engine.illegal.
type Trouble struct {
	Key string
	Err error // what the system said; nil if that is no more than the key
}

func trouble(key string, err error) error { return &Trouble{key, err} }

func (t *Trouble) Error() string {
	if t.Err != nil {
		return fmt.Sprintf("opponent: %s: %v", t.Key, t.Err)
	}
	return "opponent: " + t.Key
}

func (t *Trouble) Unwrap() error { return t.Err }

// message is the sentence for people, without what a stranger wrote.
func (t *Trouble) message(engine string) rules.Message { return rules.Say(t.Key, "engine", engine) }
