package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/referee"
	"reeve/web"
)

// asked is what the page hears.
func (r *table) asked(t *testing.T) (live web.Live) {
	t.Helper()
	caller := http.Client{Transport: &http.Transport{DialContext: r.doors.listener.(*lines).dial, DisableKeepAlives: true}}
	answer, err := caller.Get("http://" + r.doors.listener.Addr().String() + "/api/doctor")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s %s, %v", answer.Status, text, err)
	}
	if err := json.Unmarshal(text, &live); err != nil {
		t.Fatal(err)
	}
	return live
}

// A square that flickers while a game is played is found, and named in the log, at the table and on the doctor's page.
func TestFlickeringIsFoundWhilePlaying(t *testing.T) { synctest.Test(t, flickeringIsFoundWhilePlaying) }

func flickeringIsFoundWhilePlaying(t *testing.T) {
	b := gpioBench()
	r := serveOn(t, b)
	r.until(t, "set up", func(table *referee.Table) bool { return table.Status == referee.StatusSetup })
	c4, stop := 23, time.NewTicker(3*time.Millisecond)
	defer stop.Stop()
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for closed := true; ; closed = !closed {
			b.contact(c4, closed)
			select {
			case <-stop.C:
			case <-done:
				return
			}
		}
	}()
	r.until(t, "found", func(table *referee.Table) bool {
		return strings.Contains(strings.Join(table.Hardware.Faults, ""), "c4: unsteady sensor")
	})
	r.until(t, "logged", func(*referee.Table) bool {
		return r.log.has("square at fault") && r.log.has("square=c4 fault=flickering")
	})
	live := r.asked(t)
	if len(live.Drivers) != 1 || live.Drivers[0].Fault != "" || live.Drivers[0].Kind != "gpio" || len(live.Drivers[0].Contacts) != 52 {
		t.Fatalf("%+v", live)
	}
	for _, c := range live.Drivers[0].Contacts {
		switch {
		case c.Label == "c4" && (c.Square != "c4" || c.Flickers == 0 || c.Fault != "flickering"):
			t.Errorf("%+v", c)
		case c.Label != "c4" && (c.Flickers > 0 || c.Fault != "" || c.Edges > 0):
			t.Errorf("%+v", c)
		case c.Label == "":
			t.Errorf("%+v has no name", c)
		}
	}
	close(done)
	<-ended
}

// A driver that cannot be read says so there.
func TestTheDoctorHearsOfDrivers(t *testing.T) { synctest.Test(t, theDoctorHearsOfDrivers) }

func theDoctorHearsOfDrivers(t *testing.T) {
	r := serveOn(t, bench{file: "serial-rolechess.yaml", machine: nowhere})
	r.until(t, "paused", func(table *referee.Table) bool { return table.Message.Key == "paused.board" })
	live := r.asked(t)
	if len(live.Drivers) != 1 || live.Drivers[0].Fault == "" {
		t.Errorf("%+v", live)
	}
}
