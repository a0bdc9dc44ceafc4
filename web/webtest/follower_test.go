package webtest_test

import (
	"strings"
	"testing"

	"reeve/referee"
	"reeve/web/webtest"
)

// A beat says that the line is alive: who waits for a table goes on waiting, and is told when the stream ends.
func TestABeatIsNoTable(t *testing.T) {
	beat, table := "event: beat\ndata: {}\n\n", "event: table\ndata: {\"status\":\"play\",\"log_length\":0}\nid: 1\n\n"
	var tables []referee.Status
	last, err := new(webtest.Follower).Until(strings.NewReader(beat+table+beat+beat), func(now *referee.Table) bool {
		tables = append(tables, now.Status)
		return now.Status != referee.StatusPlay
	})
	if err == nil || len(tables) != 1 || last.Status != referee.StatusPlay {
		t.Errorf("of one table and three beats, %q were seen; the last is %q, and the stream ends with %v", tables, last.Status, err)
	}
}
