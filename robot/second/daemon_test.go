package second_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// build makes the program that people run.
func build(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "reeve")
	if out, err := exec.Command("go", "build", "-o", file, "reeve/cmd/reeve").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// daemon is a board of its own: a process, and the keys of who plays there.
type daemon struct {
	base string
	keys map[string]string // by seat, "" the admin's
	bell chan struct{}     // rings when the table has changed
}

// launch starts a daemon with an empty state folder; it ends with the test.
func launch(t *testing.T, program string) *daemon {
	t.Helper()
	state := t.TempDir()
	cmd := exec.Command(program, "serve", "--state", state, "--listen", "127.0.0.1:0", "--open", "off")
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
	line, err := bufio.NewReader(out).ReadString('\n')
	base, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("the daemon says %q and %s", line, said.Bytes())
	}
	var kept struct{ Admin struct{ Key string } }
	text, err := os.ReadFile(filepath.Join(state, "keys.json"))
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &daemon{base, map[string]string{"": kept.Admin.Key}, make(chan struct{}, 1)}
}

// ask sends a request with a seat's key and returns its status and the body of the answer.
func (d *daemon) ask(seat, method, path string, body any) (int, []byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	r, err := http.NewRequest(method, d.base+path, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+d.keys[seat])
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}

// get fetches what is at an address, as a seat sees it.
func (d *daemon) get(t *testing.T, seat, path string, into any) {
	t.Helper()
	d.must(t, seat, "GET", path, nil, into)
}

// post does what has to succeed.
func (d *daemon) post(t *testing.T, seat, path string, body, into any) {
	t.Helper()
	d.must(t, seat, "POST", path, body, into)
}

func (d *daemon) must(t *testing.T, seat, method, path string, body, into any) {
	t.Helper()
	status, text, err := d.ask(seat, method, path, body)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%d %s", status, text)
	}
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s %s %v: %v", method, path, body, err)
	}
}

// listen rings the bell whenever the table of a seat changes, until the daemon ends.
func (d *daemon) listen(t *testing.T, seat string) {
	t.Helper()
	path := "/api/events"
	if seat != "" {
		path += "?seat=" + url.QueryEscape(seat)
	}
	r, err := http.NewRequest("GET", d.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+d.keys[seat])
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	go func() {
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			select {
			case d.bell <- struct{}{}:
			default:
			}
		}
	}()
}
