package main

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// malformed are bodies that no route takes, or few.
var malformed = []string{
	"", "{", "[", "null", "4", `"x"`, "[]", "{}", `{"action":4}`, `{"Action":"b1-c3"}`, `{"action":"b1-c3","action":"b1-a3"}`, `{"action":"b1-c3","seat":["white"]}`, `{"seat":4,"words":true}`, `{"button":{},"seat":"white"}`,
	`{"button":"cofirm","seat":"white"}`, `{"acton":"b1-c3"}`, `{"seq":"x","action":"b1-c3"}`, `{"seq":-1,"action":"b1-c3"}`, `{"seq":1e99,"action":"b1-c3"}`, `{"faces":"4"}`, `{"faces":[4.5]}`, `{"faces":[1e30]}`,
	`{"game":"rolchess"}`, `{"game":"rolechess","options":{"pas":"always"}}`, `{"game":"rolechess","options":{"pass":4}}`, `{"game":"rolechess","options":[]}`, `{"game":"rolechess","dice":{"seeded":"x"}}`,
	`{"game":"rolechess","dice":{"scripted":["x"]}}`, `{"game":"rolechess","dice":4}`, `{"game":"rolechess","clock":"soon"}`, `{"game":"rolechess","players":{"red":"Ann"}}`, `{"game":"rolechess","players":{"white":4}}`,
	`[{"square":"b1","closed":"no"}]`, `[{"square":4}]`, `[{"sqare":"b1","closed":true}]`, `[{"square":"b1","closed":true,"after_ms":"1"}]`, `{"kind":"tea","seat":"white"}`, `{"kind":"draw","seat":"white","accept":"no"}`,
	"{\"action\":\"\xff\"}", `{"action":"b1-c3"} {}`, `{"action":"b1-c3"`, "\x00", "{\"reeve\":1}\n", "{\"reeve\":\"x\"}\n{}", "{\"reeve\":1,\"game\":\"rolchess\"}\n", "{\"reeve\":1,\"game\":\"rolechess\",\"seed\":\"x\"}\n",
	"{\"reeve\":1,\"game\":\"rolechess\",\"started\":\"x\"}\n", "{\"reeve\":1,\"game\":\"rolechess\"}\n{\"n\":\"1\"}\n", "{\"reeve\":1,\"game\":\"rolechess\"}\n" + `{"n":1,"kind":"step","by":"white","action":"x","at":"noon"}`, strings.Repeat("x", 100_000),
	`[Event "x"]`,
}

// inside are words of the language that the program is written in, and of its libraries.
var inside = regexp.MustCompile(`(?i)unmarshal|golang|\bstruct\b|\bnil\b|\bint64\b|\buint\d*\b|\bint\b|float64|map\[|\[\]|interface|json:|strconv|encoding/|bufio|\bEOF\b|0x[0-9a-f]{4}|%!|invalid character|parsing |token too long|sql:|goroutine|panic|\brune\b|\.go\b|syscall|reflect`)

// What is told of a body that is not as it should be is told in words of people, by
// every route, with what would help.
func TestWhole_ErrorsSpeakToPeople(t *testing.T) {
	c := caller{contract: readContract(t), daemon: openDaemon(t, "game: rolechess\ndice: seeded:07\n")}
	seen := 0
	for _, r := range c.daemon.doors.pages.Routes() {
		if r.Method != http.MethodPost {
			continue
		}
		for _, body := range malformed {
			status, answer := c.do(r, fill.Replace(r.Pattern), "", body)
			if status < 400 {
				continue
			}
			seen++
			text := string(answer)
			if said := strings.ReplaceAll(text, strings.Trim(body, `"`), ""); inside.MatchString(said) {
				t.Errorf("%s %.80q: %s", r.Pattern, body, inside.FindString(said)+" in "+text)
			}
			if status >= 500 || slices.Contains([]int{400, 422}, status) && strings.Contains(text, `"hint":""`) {
				t.Errorf("%s %.80q: %d without a remedy: %s", r.Pattern, body, status, text)
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d refusals were seen", seen)
	}
}
