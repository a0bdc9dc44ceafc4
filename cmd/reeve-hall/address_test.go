package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is printed beside a hall leads to the hall as it runs, wherever it listens and whatever it is called.
func TestVerbsKnowWhereTheHallIs(t *testing.T) {
	state := t.TempDir()
	runs := func(args ...string) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		out := &listened{end: cancel}
		cmd := rootCommand()
		cmd.SetArgs(append([]string{"--state", state, "--bus-listen", "127.0.0.1:0"}, args...))
		cmd.SetOut(out)
		cmd.SetErr(out)
		if err := cmd.ExecuteContext(ctx); err != nil {
			t.Fatal(err, out.text.String())
		}
	}
	verbs := []struct {
		prints string
		verb   []string
	}{{"/join#", []string{"invite", "Table 1"}}, {"/arbiter?key=", []string{"arbiter", "Ann"}}, {"broker: ", []string{"home"}}} // the first makes the hall
	prints := func(want map[string]string) {
		t.Helper()
		for _, v := range verbs {
			out, err := say(t, state, "", v.verb...)
			if err != nil || !strings.Contains(out, want[v.prints]) {
				t.Errorf("%s prints %s, not %s: %v", v.verb[0], out, want[v.prints], err)
			}
		}
	}
	prints(map[string]string{"/join#": ":8090/join#", "/arbiter?key=": ":8090/arbiter?key=", "broker: ": "broker: "})
	runs("--listen", "127.0.0.1:0")
	out, _ := say(t, state, "", "arbiter", "Bo")
	if strings.Contains(out, ":8090") || !strings.HasPrefix(out, "http://127.0.0.1:") {
		t.Errorf("after the hall listened elsewhere there is %s", out)
	}
	runs("--listen", "127.0.0.1:0", "--base", "https://hall.example")
	prints(map[string]string{"/join#": "https://hall.example/join#", "/arbiter?key=": "https://hall.example/arbiter?key=", "broker: ": "broker: hall.example\n"})
	if out, err := say(t, state, "", "invite", "Table 2", "--base", "http://10.0.0.9:80/"); err != nil || !strings.Contains(out, "http://10.0.0.9:80/join#") {
		t.Errorf("an address that was given is not taken: %s %v", out, err)
	}
}

// What is no address is refused before anything is made, with one that could be.
func TestWhatIsNoAddressIsRefused(t *testing.T) {
	for _, line := range [][]string{
		{"invite", "Table 1", "--base", "x"}, {"invite", "Table 1", "--base", "hall.example:8090"}, {"invite", "Table 1", "--base", "ftp://hall.example"},
		{"invite", "Table 1", "--base", "http://"}, {"arbiter", "Ann", "--base", "http://hall.example/pages"}, {"serve", "--base", "http://hall.example?x=1"},
		{"simulate", "--at", "x"}, {"bus", "--listen", "x"}, {"bus", "--listen", "a b:1"}, {"bus", "--listen", "0.0.0.0:65536"}, {"serve", "--listen", "http://hall:80"},
		{"serve", "--listen", ""}, {"serve", "--bus-listen", "4222"}, {"serve", "--mqtt", "1883"}, {"simulate", "--listen", "x"}, {"serve", "--bus", "10.0.0.5:4222"}, {"serve", "--bus", "nats://10.0.0.5:4222,http://10.0.0.6"},
	} {
		folder := filepath.Join(t.TempDir(), "hall")
		cmd := rootCommand()
		cmd.SetOut(io.Discard)
		cmd.SetErr(io.Discard)
		cmd.SetArgs(append([]string{"--state", folder}, line...))
		err := cmd.ExecuteContext(t.Context())
		if err == nil || !strings.Contains(err.Error(), " takes an address such as ") {
			t.Errorf("%q: %v", line, err)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%q makes a hall", line)
		}
	}
}

// An address that is taken is said at once, with what to do, and the program has failed.
func TestATakenAddressIsSaid(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().String()
	for _, args := range [][]string{
		{"--listen", at, "--bus-listen", "127.0.0.1:0"}, {"--listen", "127.0.0.1:0", "--bus-listen", at}, {"--listen", "127.0.0.1:0", "--bus-listen", "127.0.0.1:0", "--mqtt", at},
		{"simulate", "--boards", "1", "--listen", at},
	} {
		var text bytes.Buffer
		cmd := rootCommand()
		cmd.SetOut(&text)
		cmd.SetErr(&text)
		cmd.SetArgs(append([]string{"--state", t.TempDir()}, args...))
		err := cmd.ExecuteContext(t.Context())
		var exit exitError
		if !errors.As(err, &exit) || exit.code != 1 || !strings.Contains(err.Error(), at) || !strings.Contains(err.Error(), "or choose another ") {
			t.Errorf("%v: %v %s", args, err, &text)
		}
	}
}
