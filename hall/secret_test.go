package hall_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/archive"
	"reeve/hall/wire"
	"reeve/rules/catalog"
)

// Of games that hide something no byte leaves a board before the end that holds a seed, a
// hidden action, or a number that counts them.
func TestWhole_NoSecretIsOnTheBus(t *testing.T) { searched(t, 4) }

func TestLongNoSecretIsOnTheBus(t *testing.T) { searched(t, 40) }

func TestHoursNoSecretIsOnTheBusIn1000Games(t *testing.T) { searched(t, 1000) }

func searched(t *testing.T, games int) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 7)
		for i := range min(games, 8) {
			h.join(fmt.Sprint(i), []string{"chessbattle", "dungeonchess"}[i%2], 100*time.Millisecond)
		}
		done := 0
		for done < games {
			h.wait(10 * time.Second)
			done = 0
			for _, b := range h.boards {
				n := b.Record.Last()
				done += int(n) - 1
			}
		}
		h.settled()
		hidden, looked := 0, 0
		for _, b := range h.boards {
			for id := int64(1); id <= b.Record.Last(); id++ {
				n, m := h.searchGame(b, id)
				hidden, looked = hidden+n, looked+m
			}
		}
		if hidden < games || looked < 10*games {
			t.Errorf("only %d hidden actions were looked for in %d messages", hidden, looked)
		}
		t.Logf("%d hidden actions and all seeds were looked for in %d messages", hidden, looked)
	})
}

// searchGame looks at all that was said on the bus of one game before it was over.
func (h *house) searchGame(b *table, id int64) (secrets, messages int) {
	h.Helper()
	header, err := b.Record.Header(id)
	if err != nil {
		h.Fatal(err)
	}
	events, _ := b.Record.Tail(id, 0, 100_000)
	walk, head, err := archive.Tell(catalog.Games(), header)
	if err != nil || head.Seed != nil || head.Script != nil {
		h.Fatalf("the head tells the seed: %v", err)
	}
	forbidden := map[string]bool{hex.EncodeToString(header.Seed): true}
	told := 0
	for _, e := range events {
		_, public, err := walk.Next(e)
		if err != nil {
			h.Fatal(err)
		}
		switch {
		case public:
			told++
		case e.Action != "":
			forbidden[fmt.Sprintf(`"action":%q`, e.Action)] = true
			forbidden[fmt.Sprintf(`"last":%q`, e.Action)] = true
			secrets++
		}
	}
	for _, e := range events { // what is said publicly, too, is no secret
		if !e.Hidden {
			delete(forbidden, fmt.Sprintf(`"action":%q`, e.Action))
			delete(forbidden, fmt.Sprintf(`"last":%q`, e.Action))
		}
	}
	game := wire.Game{Number: id, Started: header.Started.UnixMilli()}
	place := wire.Place{Hall: h.hall.ID(), Board: b.id}
	highest := 0
	for _, m := range h.air.said {
		_, what, ok := wire.OwnerOf(h.hall.ID(), m.subject)
		if !ok || !strings.HasPrefix(m.subject, strings.TrimSuffix(place.Up(), "up")) {
			continue
		}
		_, body, _ := bytes.Cut(m.data, []byte("\n"))
		if what == "table" {
			var t wire.Table
			if json.Unmarshal(body, &t) != nil || t.Game != game {
				continue
			}
			if t.Status == "over" || t.Status == "ending" {
				break
			}
		} else if !strings.HasPrefix(what, "g."+game.String()+".") {
			continue
		} else if strings.HasSuffix(what, ".rec") {
			break
		} else {
			var said wire.Lines
			if err := json.Unmarshal(body, &said); err != nil {
				h.Fatal(err)
			}
			said.Lines = slices.DeleteFunc(said.Lines, func(l wire.Line) bool { return bytes.Contains(l.Data, []byte(`"kind":"end"`)) }) // the last one, where it is there
			if len(said.Lines) == 0 {
				break
			}
			highest = max(highest, said.Lines[len(said.Lines)-1].N)
			body, _ = json.Marshal(said)
		}
		messages++
		for secret := range forbidden {
			if bytes.Contains(body, []byte(secret)) {
				h.Errorf("%s tells %s: %.600s", m.subject, secret, body)
			}
		}
	}
	if highest > told {
		h.Errorf("%d lines count %d public events: hidden ones are counted", highest, told)
	}
	return secrets, messages
}
