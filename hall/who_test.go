package hall_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
)

// Nobody is an arbiter for where he calls from, or says that he calls from: what forwards others' calls calls from this machine, too.
func TestOnlyAKeyMakesAnArbiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 31)
		handler := pages(h.hall).Handler()
		ask := func(host, from, key string) int {
			r := httptest.NewRequest("GET", "http://"+host+"/api/offers", nil)
			if r.RemoteAddr = from; key != "" {
				r.Header.Set("Authorization", "Bearer "+key)
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			return w.Code
		}
		for _, host := range []string{"localhost", "localhost:8090", "127.0.0.1", "[::1]:8090", "hall.test"} {
			for _, from := range []string{"127.0.0.1:9", "[::1]:9", "192.168.1.9:9"} {
				for _, key := range []string{"", "wrong"} {
					if code := ask(host, from, key); code != http.StatusUnauthorized {
						t.Errorf("%s from %s with key %q: %d", host, from, key, code)
					}
				}
			}
		}
		if code := ask("hall.test", "192.168.1.9:9", appointed(t, h.hall)); code != http.StatusOK {
			t.Errorf("an arbiter: %d", code)
		}
	})
}
