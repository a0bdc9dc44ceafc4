package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"reeve/web"
)

// A process that may have 200 files open answers on, whatever rests on its port:
// 260 connections that say nothing, 260 that were answered, and 260 streams.
func TestWhole_FewFilesAreEnough(t *testing.T) {
	state := t.TempDir()
	file, err := exec.LookPath("reeve")
	if err != nil {
		t.Fatal(err)
	}
	for name, sends := range map[string]string{
		"silent": "", "answered": "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "half a body": "POST /api/words HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
		"streams": "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command("bash", "-c", `ulimit -n 200; exec "$0" "$@"`, file, "serve", "--listen", "127.0.0.1:0", "--keys", "on", "--state", filepath.Join(state, name))
			log := &logBuffer{}
			cmd.Stderr = log
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			defer func() { cmd.Process.Signal(os.Interrupt); cmd.Wait() }()
			var base string
			if _, err := fmt.Fscanf(out, "listening on %s\n", &base); err != nil {
				t.Fatal(err, log.text.String())
			}
			keys, err := web.ReadKeys(filepath.Join(state, name, keysFile))
			if err != nil {
				t.Fatal(err)
			}
			r, _ := http.NewRequest("GET", base+"/api/events?seat=white", nil)
			r.Header.Set("Authorization", "Bearer "+keys.Seats["white"].Key)
			seat, err := http.DefaultClient.Do(r)
			if err != nil || seat.StatusCode != http.StatusOK {
				t.Fatal(seat, err)
			}
			defer seat.Body.Close()
			for range 260 {
				conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				io.WriteString(conn, sends)
			}
			for _, path := range []string{"/healthz", "/", "/api/archive"} {
				if code, text := ask(t, "GET", base+path, "", nil); code != http.StatusOK {
					t.Errorf("%s: %d %s", path, code, text)
				}
			}
			// The stream of the seat goes on: it tells the change that another makes.
			if code, text := ask(t, "POST", base+"/api/resign", `{"seat":"black"}`, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+keys.Seats["black"].Key) }); code != http.StatusOK {
				t.Fatalf("resign: %d %s", code, text)
			}
			var heard strings.Builder
			for part := make([]byte, 4096); !strings.Contains(heard.String(), `"winners":["white"]`); {
				n, err := seat.Body.Read(part)
				heard.Write(part[:n])
				if err != nil {
					t.Fatalf("the seat's stream ends: %v", err)
				}
			}
			if log.has("too many open files") {
				t.Error(log.text.String())
			}
		})
	}
}
