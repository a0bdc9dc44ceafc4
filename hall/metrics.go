package hall

import (
	"fmt"
	"net/http"
	"runtime"
)

// metrics are the hall's figures in the text form of Prometheus: counts, and nothing of any
// game or person.
func (p *Pages) metrics(w http.ResponseWriter, _ *http.Request) {
	h := p.Hall
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	h.floor.live.mu.Lock()
	n := h.floor.live.count()
	h.floor.live.mu.Unlock()
	h.floor.public.mu.Lock()
	viewers := 0
	for _, r := range h.floor.public.rooms {
		viewers += len(r.viewers)
	}
	rooms := len(h.floor.public.rooms)
	h.floor.public.mu.Unlock()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	for _, m := range []struct {
		name, kind, help string
		value            uint64
	}{
		{"boards", "gauge", "Boards of the hall.", uint64(n.Boards)},
		{"boards_calling", "gauge", "Boards whose players call.", uint64(n.Calls)},
		{"boards_faulty", "gauge", "Boards that are silent, or at fault.", uint64(n.Faults)},
		{"boards_playing", "gauge", "Boards on which a game goes on.", uint64(n.Playing)},
		{"viewers", "gauge", "Spectators who look.", uint64(viewers)},
		{"views", "gauge", "Different views that spectators look at: pages, boards, searches.", uint64(rooms)},
		{"messages_total", "counter", "Messages of boards.", h.floor.count.heard.Load()},
		{"messages_forged_total", "counter", "Messages that nobody signed who would say them there.", h.floor.count.forged.Load()},
		{"messages_replayed_total", "counter", "Messages that were said before.", h.floor.count.replayed.Load()},
		{"lines_total", "counter", "Lines of games that were taken in.", h.keeper.count.lines.Load()},
		{"lines_double_total", "counter", "Lines that were there already.", h.keeper.count.doubles.Load()},
		{"lines_gap_total", "counter", "Lines that did not follow.", h.keeper.count.gaps.Load()},
		{"lines_fork_total", "counter", "Lines that contradict earlier ones.", h.keeper.count.forks.Load()},
		{"lines_refused_total", "counter", "Lines for which there was no room; boards say them again.", h.keeper.count.refused.Load()},
		{"commits_total", "counter", "Transactions of lines.", h.keeper.count.commits.Load()},
		{"heap_bytes", "gauge", "Memory in use.", memory.HeapAlloc},
		{"goroutines", "gauge", "Goroutines.", uint64(runtime.NumGoroutine())},
	} {
		fmt.Fprintf(w, "# HELP reeve_hall_%s %s\n# TYPE reeve_hall_%s %s\nreeve_hall_%s %d\n", m.name, m.help, m.name, m.kind, m.name, m.value)
	}
}
