package referee

import (
	"fmt"

	"reeve/archive"
	"reeve/rules"
)

// Damaged says what was found damaged in the archive, to every viewer.
func (j *Judge) Damaged(found archive.Damage) {
	said := j.damage[:len(j.damage):len(j.damage)]
	for _, f := range found.Faults {
		said = append(said, say(rules.Say("damage."+string(f.Kind), "game", fmt.Sprint(f.Game))))
	}
	switch {
	case found.Aside != "":
		said = append(said, say(rules.Say("damage.aside", "folder", found.Aside)))
	case !found.Repaired():
		said = append(said, say(rules.Say("damage.restart")))
	}
	j.damage = said
}

// Damaged says what was found damaged in the archive, to every viewer.
func (s *Session) Damaged(found archive.Damage) { s.post(func() { s.judge.Damaged(found) }) }
