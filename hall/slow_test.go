package hall_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// slow is a viewer whose line takes nothing for a while.
type slow struct {
	*httptest.ResponseRecorder
	open chan struct{} // closed when it takes everything again
	mu   sync.Mutex
}

func (s *slow) Write(text []byte) (int, error) {
	<-s.open
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ResponseRecorder.Write(text)
}

func (s *slow) read() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Body.String()
}

var stepsOf = regexp.MustCompile(`"steps":\d+`)

// Who was too slow for what changed is shown it as soon as he is not, though nothing changes any more: on a page of all boards,
// of one, and on the arbiter's. And where nothing changes nothing is told.
func TestASlowViewerIsShownWhatIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 43)
		b := h.join("Table 1", "camelot", 300*time.Millisecond)
		handler := pages(h.hall).Handler()
		views := map[string]*slow{"": nil, "sort=name": nil, "board=" + string(b.id): nil}
		for query := range views {
			s := &slow{ResponseRecorder: httptest.NewRecorder(), open: make(chan struct{})}
			views[query] = s
			go handler.ServeHTTP(s, httptest.NewRequest(http.MethodGet, "/api/events?"+query, nil).WithContext(t.Context()))
		}
		h.wait(5 * time.Second)
		b.Rests.Store(true)
		h.wait(2 * time.Second)
		want := stepsOf.FindString(h.text("/api/cards?"))
		for query, s := range views {
			close(s.open)
			h.wait(time.Second)
			told := stepsOf.FindAllString(s.read(), -1)
			if len(told) == 0 || told[len(told)-1] != want {
				t.Errorf("%q was shown %q, and not %q", query, told, want)
			}
			before := len(s.read())
			if h.wait(time.Second); len(s.read()) > before {
				t.Errorf("%q is told, though nothing changes: %s", query, s.read()[before:])
			}
		}
	})
}

// text is what a page answers.
func (h *house) text(path string) string {
	w := httptest.NewRecorder()
	pages(h.hall).Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Body.String()
}
