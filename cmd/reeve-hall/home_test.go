package main

import (
	"bufio"
	"context"
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
	cmd.Stderr = t.Output() // not ours: a child that outlives the test would hold it open
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
	for end := time.After(patience); ; {
		select {
		case said, more := <-heard:
			if !more {
				t.Fatalf("mosquitto_sub ended, and never heard %s", what)
			}
			if topic, text, _ := strings.Cut(said, " "); is(topic, text) {
				return
			}
		case <-end:
			t.Fatalf("mosquitto_sub never hears %s", what)
		}
	}
}

// callsTheDoor are the arguments by which mosquitto's clients call a hall's own door, with what `reeve-hall home` prints.
func (d *daemon) callsTheDoor(t *testing.T) []string {
	t.Helper()
	out, err := say(t, d.state, "", "home")
	if err != nil {
		t.Fatal(err)
	}
	_, user, _ := strings.Cut(out, "\nuser: ")
	_, password, _ := strings.Cut(out, "\npassword: ")
	host, port, _ := net.SplitHostPort(d.door.Address().String())
	return []string{"-h", host, "-p", port, "-u", strings.Fields(user)[0], "-P", strings.Fields(password)[0]}
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
				calls = d.callsTheDoor(t)
			} else {
				tool(t, "mosquitto", "mosquitto")
				port := brokerOfTheHouse(t)
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

// mosquitto runs one of mosquitto's clients until it ends as it should: a call may be lost where the machine stalls.
func mosquitto(t *testing.T, should func(out string, err error) bool, name string, args ...string) {
	t.Helper()
	soon(t, name+" "+strings.Join(args, " ")+" ends as it should", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.WaitDelay = time.Second
		out, err := cmd.CombinedOutput()
		if !should(string(out), err) {
			t.Logf("%s: %v %s", name, err, out)
			return false
		}
		return true
	})
}

// forbidden has who reads by the door try to say something, and a stranger come in.
func forbidden(t *testing.T, d *daemon, calls []string) {
	t.Helper()
	heard := subscribed(t, append(calls, "-t", "reeve/#", "-t", "homeassistant/#")...)
	place := wire.Place{Hall: d.hall.ID(), Board: d.hall.ID()}
	taken := func(_ string, err error) bool { return err == nil }
	for _, topic := range []string{"reeve/x", "homeassistant/x", strings.ReplaceAll(place.Up(), ".", "/")} {
		mosquitto(t, taken, "mosquitto_pub", append(calls, "-V", "mqttv311", "-r", "-t", topic, "-m", "said")...)
	}
	mosquitto(t, taken, "mosquitto_pub", append(calls, "-V", "mqttv311", "-q", "1", "-r", "-t", "homeassistant/status", "-m", "said")...)
	until(t, heard, "what Home Assistant may say", func(topic, text string) bool {
		if text == "said" && topic != "homeassistant/status" {
			t.Errorf("somebody said %s", topic)
		}
		return text == "said" && topic == "homeassistant/status"
	})
	mosquitto(t, func(out string, err error) bool {
		if err == nil {
			t.Errorf("a stranger comes in: %s", out)
		}
		return err == nil || strings.Contains(out, "not authorised")
	}, "mosquitto_sub", "-h", calls[1], "-p", calls[3], "-u", "home", "-P", "guess", "-t", "#", "-C", "1", "-W", "60")
}

// The door says that the hall is there, whatever the bus is, and keeps nothing on disk.
func TestTheDoorNeedsNoBusAndNoDisk(t *testing.T) {
	tool(t, "mosquitto_sub", "mosquitto-clients")
	var before []string
	for i, c := range []struct {
		mqtt string
		bus  []string // nil: its own
	}{{"", nil}, {"127.0.0.1:0", nil}, {"127.0.0.1:0", []string{"nats://127.0.0.1:1"}}} {
		d, stop := running(t, func(s *settings) { s.mqtt, s.bus = c.mqtt, c.bus })
		if c.mqtt != "" {
			until(t, subscribed(t, append(d.callsTheDoor(t), "-t", "reeve/+/status")...), "the hall", func(_, text string) bool { return text == "online" })
		}
		stop()
		var files []string
		err := filepath.WalkDir(d.state, func(path string, _ os.DirEntry, err error) error {
			files = append(files, strings.TrimPrefix(path, d.state))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 && !slices.Equal(files, before) || len(files) < 2 {
			t.Errorf("with a door at %q and a bus at %q there are the files %q, without %q", c.mqtt, c.bus, files, before)
		}
		before = files
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

// brokerOfTheHouse is a mosquitto, by its port.
func brokerOfTheHouse(t *testing.T) string {
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
