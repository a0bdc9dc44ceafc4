package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/creack/pty"

	"reeve/config"
	"reeve/web"
)

// serving runs `reeve serve` with these settings on a state folder. What it prints
// comes line by line; stop ends it.
func serving(t *testing.T, state string, out io.Writer, log io.Writer, more string) (stop func()) {
	t.Helper()
	settings, err := config.ParseSettings("test", []byte("listen: 127.0.0.1:0\nstate: "+state+"\n"+more))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, settings, out, log) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// printed runs the daemon on a terminal and returns the first n lines that it prints.
func printed(t *testing.T, state string, n int, more string) (lines []string, stop func()) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close(); slave.Close() })
	stop = serving(t, state, slave, io.Discard, more)
	for screen := bufio.NewScanner(master); len(lines) < n && screen.Scan(); {
		lines = append(lines, strings.TrimRight(screen.Text(), "\r"))
	}
	return lines, stop
}

// visit opens a page with a browser's cookies and returns the last status.
func visit(t *testing.T, browser *http.Client, url string) int {
	t.Helper()
	answer, err := browser.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// linkIn is the first link in what the daemon prints.
var linkIn = regexp.MustCompile(`http://\S+`)

// The first link on the terminal leads to where one can begin a game, whether keys are asked for or not.
func TestTheFirstPrintedLinkLeadsToPlay(t *testing.T) {
	for _, keys := range []string{"auto", "on"} {
		lines, _ := printed(t, t.TempDir(), 2, "keys: \""+keys+"\"\n")
		link := linkIn.FindString(strings.Join(lines, "\n"))
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		browser := &http.Client{Jar: jar}
		page, err := browser.Get(link)
		if err != nil {
			t.Fatal(err)
		}
		page.Body.Close()
		if page.StatusCode != http.StatusOK || page.Request.URL.Path != "/start" {
			t.Errorf("keys %s: %s leads to %s, %d", keys, link, page.Request.URL, page.StatusCode)
		}
		begun, err := browser.Post(page.Request.URL.ResolveReference(&url.URL{Path: "/api/games"}).String(), "application/json", strings.NewReader(`{"game":"camelot"}`))
		if err != nil {
			t.Fatal(err)
		}
		begun.Body.Close()
		if begun.StatusCode != http.StatusOK {
			t.Errorf("keys %s: who came by %s begins a game: %d", keys, link, begun.StatusCode)
		}
	}
}

// On a terminal the daemon prints the admin's link above its address. Who opens it
// is the admin, and stays it when the daemon is started again; `reeve keys` prints
// the same link.
func TestTheTerminalShowsTheAdminsLink(t *testing.T) {
	state := t.TempDir()
	lines, stop := printed(t, state, 2, "keys: on\n")
	base := strings.TrimPrefix(lines[1], "listening on ")
	link, ok := strings.CutPrefix(lines[0], "open this to play: ")
	if !ok || !strings.HasPrefix(link, base+"/start?key=") {
		t.Fatalf("the terminal shows %q", lines)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	if got := visit(t, browser, base+"/api/keys"); got != http.StatusUnauthorized {
		t.Errorf("before the link was opened: %d", got)
	}
	if got := visit(t, browser, link); got != http.StatusOK {
		t.Errorf("the link: %d", got)
	}
	if got := visit(t, browser, base+"/api/keys"); got != http.StatusOK {
		t.Errorf("after the link was opened: %d", got)
	}
	stop()

	again, _ := printed(t, state, 2, "keys: on\n")
	base = strings.TrimPrefix(again[1], "listening on ")
	if got := visit(t, browser, base+"/api/keys"); got != http.StatusOK {
		t.Errorf("after a restart: %d", got)
	}
	var out bytes.Buffer
	cmd := keysCommand()
	cmd.SetOut(&out)
	cmd.SetArgs([]string{"--state", state})
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	if said := strings.Split(out.String(), "\n"); len(said) != 4 || said[0] != "admin: "+linkIn.FindString(again[0]) || !strings.HasPrefix(said[1], "black: "+base+"/seat/black?key=") {
		t.Errorf("reeve keys says %q, the terminal %q", said, again)
	}
}

// With a key of the settings there is no other link: the terminal says where that key goes, and not the key.
func TestTheSettingsKeyHasNoLink(t *testing.T) {
	state := t.TempDir()
	lines, _ := printed(t, state, 3, "keys: on\nadmin_key: hush-hush-hush\n")
	if !strings.Contains(lines[0], "/start?key=… (the admin key of the settings)") || strings.Contains(lines[0], "hush") || !strings.HasPrefix(lines[2], "black: ") {
		t.Errorf("the terminal shows %q", lines)
	}
}

// Into a pipe goes the address and nothing else, and no key into the log: it says
// where the keys are, and only the daemon's user can read them there.
func TestKeysGoIntoNoPipeAndNoLog(t *testing.T) {
	state, log := t.TempDir(), &logBuffer{}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	stop := serving(t, state, write, log, "keys: on\n")
	out := bufio.NewReader(read)
	first, err := out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSpace(strings.TrimPrefix(first, "listening on "))
	keys, err := web.ReadKeys(filepath.Join(state, keysFile))
	if err != nil {
		t.Fatal(err)
	}
	visit(t, http.DefaultClient, base+"/start?key="+url.QueryEscape(keys.Admin.Key))
	visit(t, http.DefaultClient, base+"/seat/white?key="+keys.Seats["white"].Key)
	stop()
	write.Close()
	rest, err := io.ReadAll(out)
	if err != nil || len(rest) > 0 {
		t.Errorf("behind the address the pipe has %q, %v", rest, err)
	}
	said := log.text.String()
	if !strings.Contains(said, filepath.Join(state, keysFile)) {
		t.Errorf("the log does not say where the link is: %s", said)
	}
	for name, key := range map[string]string{"admin": keys.Admin.Key, "white": keys.Seats["white"].Key, "black": keys.Seats["black"].Key} {
		if strings.Contains(said, key) {
			t.Errorf("the log tells the key of %s", name)
		}
	}
}

func TestKeysOfNoDaemon(t *testing.T) {
	cmd := keysCommand()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs([]string{"--state", t.TempDir()})
	if err := cmd.Execute(); err == nil || !strings.Contains(fmt.Sprint(err), "--state") {
		t.Errorf("without a daemon: %v", err)
	}
}
