package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestABrowserIsOpenedWhereSomebodySits(t *testing.T) {
	desktop, wayland := map[string]string{"DISPLAY": ":0"}, map[string]string{"WAYLAND_DISPLAY": "wayland-0"}
	far := map[string]string{"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "10.0.0.2 5 10.0.0.3 22"}
	for name, row := range map[string]struct {
		setting string
		shown   bool
		env     map[string]string
		want    bool
	}{
		"a terminal on a desktop": {"auto", true, desktop, true},
		"on Wayland":              {"auto", true, wayland, true},
		"under systemd":           {"auto", false, desktop, false},
		"without a desktop":       {"auto", true, nil, false},
		"over ssh":                {"auto", true, far, false},
		"switched off":            {"off", true, desktop, false},
		"switched on":             {"on", false, nil, true},
	} {
		if got := wantsBrowser(row.setting, row.shown, func(key string) string { return row.env[key] }); got != row.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// What opens the browser is told a link that works once: its arguments can be read by all at this machine.
func TestTheOpenedLinkMakesOneAdmin(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "opened")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" >"+pipe+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	serving(t, t.TempDir(), io.Discard, io.Discard, "open: \"on\"\n")
	link, err := os.ReadFile(pipe)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{http.StatusOK, http.StatusUnauthorized} {
		jar, _ := cookiejar.New(nil)
		browser := &http.Client{Jar: jar}
		answer, err := browser.Get(strings.TrimSpace(string(link)))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if cookies := jar.Cookies(answer.Request.URL); answer.StatusCode != want || (len(cookies) == 1) != (want == http.StatusOK) {
			t.Errorf("call %d: %d, %v, want %d", i+1, answer.StatusCode, cookies, want)
		}
	}
}
