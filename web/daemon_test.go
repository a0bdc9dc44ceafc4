package web_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"reeve/referee"
	"reeve/web"
)

// program builds the daemon, once for all tests.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "reeve-web-*")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "reeve")
	out, err := exec.Command("go", "build", "-o", file, "reeve/cmd/reeve").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

// daemon is the real program in a process of its own, on a simulated board.
type daemon struct {
	t    *testing.T
	base string // http://localhost:port
	pid  int
	key  string // the admin's
}

// launch starts the daemon with an empty state folder; it ends with the test.
func launch(t *testing.T, args ...string) daemon {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	state := t.TempDir()
	if i := slices.Index(args, "--state"); i >= 0 {
		state = args[i+1]
	}
	cmd := exec.Command(file, append([]string{"serve", "--state", state, "--listen", "127.0.0.1:0"}, args...)...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Signal(os.Interrupt); cmd.Wait() })
	ready, err := bufio.NewReader(out).ReadString('\n')
	at, ok := strings.CutPrefix(strings.TrimSpace(ready), "listening on http://127.0.0.1:")
	if err != nil || !ok {
		t.Fatalf("the daemon says %q and %s", ready, said.Bytes())
	}
	keys, err := web.ReadKeys(filepath.Join(state, "keys.json"))
	if err != nil {
		t.Fatal(err)
	}
	return daemon{t, "http://localhost:" + at, cmd.Process.Pid, keys.Admin.Key}
}

// call sends a request with a seat's key, else with the admin's, and fails unless it is answered with 200.
func (d daemon) call(method, path, body, key string, into any) {
	d.t.Helper()
	r, err := http.NewRequest(method, d.base+path, strings.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+cmp.Or(key, d.key))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		d.t.Fatalf("%s %s %s: %d %s %v", method, path, body, answer.StatusCode, text, err)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			d.t.Fatalf("%s %s: %v", method, path, err)
		}
	}
}

// begin starts a game, sets its wood up and returns the keys of its seats.
func (d daemon) begin(body string) map[string]string {
	d.t.Helper()
	var dealt struct {
		Seats map[string]struct{ Key string }
	}
	d.call("POST", "/api/games", body, "", &dealt)
	keys := map[string]string{}
	for seat, link := range dealt.Seats {
		keys[seat] = link.Key
	}
	d.call("POST", "/api/sim/setup", "{}", "", nil)
	return keys
}

// play does the first legal action after the one before, so many times.
func (d daemon) play(keys map[string]string, actions int) {
	d.t.Helper()
	for n := range actions {
		seat, table := "", referee.Table{}
		for _, seat = range slices.Sorted(maps.Keys(keys)) {
			d.call("GET", "/api/seat/"+seat, "", keys[seat], &table)
			if len(table.Legal) > 0 {
				break
			}
		}
		if len(table.Legal) == 0 {
			return
		}
		body := fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, table.Legal[n*7%len(table.Legal)])
		d.call("POST", "/api/action", body, keys[seat], nil)
		d.call("POST", "/api/sim/setup", "{}", "", nil)
	}
}
