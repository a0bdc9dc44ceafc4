package hall_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// looks opens a stream of cards that nobody ends but the hall, and returns what it said once it has.
func (h *house) looks(t *testing.T, ctx context.Context, handler http.Handler, query string) <-chan string {
	t.Helper()
	ended := make(chan string, 1)
	w := httptest.NewRecorder()
	go func() {
		handler.ServeHTTP(w, httptest.NewRequest("GET", "/api/events?"+query, nil).WithContext(ctx))
		ended <- w.Body.String()
	}()
	return ended
}

// However many spectators search for however many different things, the hall makes so many views anew and
// no more: the oldest search gives way, and is told to come again later. Who looks at pages or at a board is never put out.
func TestSearchesOfSpectatorsAreBounded(t *testing.T) {
	const most, more = 256, 40
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 32)
		for i := range 3 {
			h.join("Table "+strconv.Itoa(i+1), "camelot", time.Second).Rests.Store(true)
		}
		h.wait(2 * time.Second)
		handler := pages(h.hall).Handler()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var stay, search []<-chan string
		for _, query := range []string{"", "sort=name", "size=12", "board=" + string(h.boards[1].id)} {
			stay = append(stay, h.looks(t, ctx, handler, query))
		}
		odd := []string{"search=%d", "kind=x%d", "state=y%d", "page=%d&size=24", "size=50&page=%d", "board=z%d"}
		for i := range most + more {
			search = append(search, h.looks(t, ctx, handler, fmt.Sprintf(odd[i%len(odd)], 30+i)))
			synctest.Wait()
		}
		views := viewsOf(t, handler)
		if views > most+len(stay) {
			t.Errorf("%d views are made anew all the time", views)
		}
		ended := 0
		for i, each := range search {
			select {
			case said := <-each:
				if ended++; i >= more || !strings.HasSuffix(said, "\nretry: 30000\n: too many search for something else\n\n") {
					t.Errorf("search %d ends: %.200s", i, said)
				}
			default:
			}
		}
		if ended != more {
			t.Errorf("%d searches gave way", ended)
		}
		for i, each := range stay {
			select {
			case <-each:
				t.Errorf("view %d of the pages is ended", i)
			default:
			}
		}
		cancel()
		synctest.Wait()
		if views := viewsOf(t, handler); views != 0 {
			t.Errorf("%d views are left behind", views)
		}
	})
}

func viewsOf(t *testing.T, handler http.Handler) (n int) {
	t.Helper()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	_, rest, _ := strings.Cut(w.Body.String(), "\nreeve_hall_views ")
	line, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	return n
}
