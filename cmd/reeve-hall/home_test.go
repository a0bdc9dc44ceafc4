package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/cli/clitest"
	"reeve/hall/home"
	"reeve/hall/link"
	"reeve/hall/simulate"
	"reeve/hall/wire"
)

// tool skips a test without the tool, which is of the Debian package; in CI it fails.
func tool(t *testing.T, name, of string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil && os.Getenv("CI") == "true" {
		t.Fatalf("no %s: install %s", name, of)
	} else if err != nil {
		t.Skipf("no %s: install %s", name, of)
	}
}

// subscribed is what mosquitto_sub hears, "TOPIC TEXT" each.
func subscribed(t *testing.T, args ...string) <-chan string {
	t.Helper()
	cmd := exec.Command("mosquitto_sub", append(args, "-v", "-V", "mqttv311")...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	heard, done := make(chan string, 10_000), make(chan struct{})
	go func() {
		defer close(done)
		defer close(heard)
		for s := bufio.NewScanner(out); s.Scan(); {
			heard <- s.Text()
		}
	}()
	t.Cleanup(func() { cmd.Process.Kill(); <-done; cmd.Wait() })
	return heard
}

// until reads what is heard until it is so.
func until(t *testing.T, heard <-chan string, what string, is func(topic, text string) bool) {
	t.Helper()
	for said := range heard {
		if topic, text, _ := strings.Cut(said, " "); is(topic, text) {
			return
		}
	}
	t.Fatalf("mosquitto_sub ended, and never heard %s", what)
}

// plays is a simulated board of the hall.
func (d *daemon) plays(t *testing.T, name string) *link.Link {
	t.Helper()
	return playing(t, d.invited(t, name), simulate.Options{Game: "rolechess", Seed: 1, Pace: time.Second}).link
}

// What home automation hears of a hall by MQTT, by its own door and by the broker of a house:
// the boards, whose turn it is, calls as they come, and the messages by which Home Assistant
// shows them; also who comes late. It can say nothing.
func TestHomeAutomationHearsOfTheBoards(t *testing.T) {
	tool(t, "mosquitto_sub", "mosquitto-clients")
	for _, way := range []string{"door", "broker"} {
		t.Run(way, func(t *testing.T) {
			var d *daemon
			var calls []string
			if way == "door" {
				d = opened(t, func(s *settings) { s.mqtt = "127.0.0.1:0" })
				password, err := reader(d.key)
				if err != nil {
					t.Fatal(err)
				}
				host, port, _ := net.SplitHostPort(d.server.Door())
				calls = []string{"-h", host, "-p", port, "-u", "home", "-P", password}
			} else {
				tool(t, "mosquitto", "mosquitto")
				port := mosquitto(t)
				d = opened(t, func(s *settings) { s.broker = "mqtt://127.0.0.1:" + port })
				calls = []string{"-h", "127.0.0.1", "-p", port}
			}
			l := d.plays(t, "Table 7")
			for _, quality := range []string{"0", "1"} {
				heard := subscribed(t, append(calls, "-q", quality, "-t", "reeve/#")...)
				var s struct{ Name, Game, Status, Turn, Call, There string }
				state := func(call string) {
					t.Helper()
					until(t, heard, "call "+call, func(topic, text string) bool {
						return strings.HasSuffix(topic, "/state") && json.Unmarshal([]byte(text), &s) == nil && s.Name == "Table 7" && s.Call == call && s.Game == "rolechess" && s.There == "ON"
					})
				}
				state("OFF")
				l.Ring("white", true)
				state("ON")
				l.Ring("white", false)
				state("OFF")
			}
			late := subscribed(t, append(calls, "-t", "homeassistant/#", "-t", "reeve/+/status")...)
			want := map[string]bool{"online": true, "Turn": true, "Status": true, "Call": true, "Fault": true, "Connection": true}
			until(t, late, "discovery", func(topic, text string) bool {
				var c struct {
					Name   string
					State  string `json:"state_topic"`
					Device struct{ Name string }
				}
				if delete(want, text); json.Unmarshal([]byte(text), &c) == nil && c.Device.Name == "Table 7" && strings.HasPrefix(c.State, "reeve/") {
					delete(want, c.Name)
				}
				return len(want) == 0
			})
			if way == "door" {
				forbidden(t, d, calls)
			}
		})
	}
}

// forbidden has who reads by the door try to say something, and a stranger come in.
func forbidden(t *testing.T, d *daemon, calls []string) {
	heard := subscribed(t, append(calls, "-t", "reeve/#", "-t", "homeassistant/#")...)
	place := wire.Place{Hall: d.hall.ID(), Board: d.hall.ID()}
	for _, topic := range []string{"reeve/x", "homeassistant/x", strings.ReplaceAll(place.Up(), ".", "/"), "homeassistant/status"} {
		out, err := exec.Command("mosquitto_pub", append(calls, "-V", "mqttv311", "-r", "-t", topic, "-m", "said")...).CombinedOutput()
		t.Logf("%s: %v %s", topic, err, out)
	}
	until(t, heard, "what Home Assistant may say", func(topic, text string) bool {
		if text == "said" && topic != "homeassistant/status" {
			t.Errorf("somebody said %s", topic)
		}
		return text == "said" && topic == "homeassistant/status"
	})
	if out, err := exec.Command("mosquitto_sub", "-h", calls[1], "-p", calls[3], "-u", "home", "-P", "guess", "-t", "#", "-C", "1", "-W", "60").CombinedOutput(); err == nil || !strings.Contains(string(out), "not authorised") {
		t.Errorf("a stranger comes in: %v %s", err, out)
	}
}

// The broker of the house may stand in the environment, which the list of processes does not show; a flag goes before it, and
// no complaint has the password.
func TestTheBrokerMayStandInTheEnvironment(t *testing.T) {
	t.Setenv(brokerVariable, "ftp://ann:secret@one")
	for flag, named := range map[string]string{"": "one", "--mqtt-broker=ftp://ann:secret@two": "two"} {
		cmd := rootCommand()
		cmd.SetOut(io.Discard)
		cmd.SetArgs(slices.DeleteFunc([]string{flag, "--listen=127.0.0.1:0", "--bus-listen=127.0.0.1:0", "--state=" + t.TempDir()}, func(arg string) bool { return arg == "" }))
		err := cmd.ExecuteContext(t.Context())
		var exit exitError
		if !errors.As(err, &exit) || exit.code != 2 || !errors.Is(err, home.ErrBroker) || !strings.Contains(err.Error(), named) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", flag, err)
		}
	}
}

// mosquitto starts the broker of a house, and returns its port.
func mosquitto(t *testing.T) string {
	t.Helper()
	port := clitest.FreePort(t)
	file := filepath.Join(t.TempDir(), "mosquitto.conf")
	if err := os.WriteFile(file, []byte("listener "+port+" 127.0.0.1\nallow_anonymous true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("mosquitto", "-c", file)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	soon(t, "the broker listens", func() bool {
		line, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			line.Close()
		}
		return err == nil
	})
	return port
}
