package web

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"reeve/rules"
)

// statusRoom tells how the daemon and its board do.
type statusRoom struct {
	*access
	hall     *hallRoom
	streams  *crowd
	version  string
	started  time.Time
	hardware func() any  // in detail; nil: as in the table
	live     func() Live // nil: nothing can be said
}

func (s *statusRoom) routes(during wrapper) []route {
	return []route{
		open("/healthz", s.health),
		get("/metrics", during(s.metrics)),
		get("/api/hardware", during(s.getHardware)),
		get("/api/doctor", s.admin(during(s.getDoctor))),
	}
}

func (s *statusRoom) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, map[string]string{"status": "ok", "version": s.version})
}
func (s *statusRoom) getHardware(w http.ResponseWriter, _ *http.Request) {
	if s.hardware != nil {
		writeJSON(w, s.hardware())
		return
	}
	writeJSON(w, s.session.Table(rules.Table).Hardware)
}

// metrics are figures of this board in the text form of Prometheus: what everybody may see,
// and how it is with the board's parts. How much the program works is not among them: while a
// game hides something, that would tell of it.
func (s *statusRoom) metrics(w http.ResponseWriter, _ *http.Request) {
	t, hall := s.session.Table(rules.Table), s.hall.state()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	for _, m := range []struct {
		name, labels, help string
		value              float64
		without            bool // it is not told
	}{
		{name: "info", labels: labelled("version", s.version, "driver", t.Hardware.Driver), help: "The program and what feels.", value: 1},
		{name: "game_info", labels: labelled("game", t.Game, "status", string(t.Status)), help: "The game on the table.", value: 1},
		{name: "start_time_seconds", help: "When the program started, since 1970.", value: float64(s.started.Unix())},
		{name: "log_entries", help: "Entries of the game's log.", value: float64(t.Length)},
		{name: "faults", help: "What is wrong with the board.", value: float64(len(t.Hardware.Faults))},
		{name: "streams", help: "Pages that follow the table.", value: float64(s.streams.count())},
		{name: "hall_member", help: "Whether the board belongs to a hall.", value: truth(hall.Joined)},
		{name: "hall_connected", help: "Whether the hall's bus answers.", value: truth(hall.Here), without: !hall.Joined},
		{name: "hall_heard_seconds", help: "Since the hall's last word.", value: float64(time.Since(hall.Heard).Milliseconds()) / 1000, without: hall.Heard.IsZero()},
		{name: "hall_lines_waiting", help: "Lines that the hall has not said to have.", value: float64(hall.Waiting), without: !hall.Joined},
		{name: "hall_fork", help: "Whether the hall has another record of this board's games.", value: truth(hall.Fork), without: !hall.Joined},
		{name: "hall_calling", help: "Whether somebody calls for the arbiter.", value: truth(hall.Calls), without: !hall.Joined},
	} {
		if !m.without {
			fmt.Fprintf(w, "# HELP reeve_%s %s\n# TYPE reeve_%s gauge\nreeve_%s%s %g\n", m.name, m.help, m.name, m.name, m.labels, m.value)
		}
	}
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// labelled writes names and values as labels.
func labelled(pairs ...string) string {
	var list []string
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, fmt.Sprintf("%s=%q", pairs[i], pairs[i+1]))
	}
	return "{" + strings.Join(list, ",") + "}"
}
