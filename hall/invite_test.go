package hall_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hall/link"
	"reeve/hall/wire"
)

// An arbiter's invitation, as text and as the code for phones, lets in one board: once that has spoken nobody else comes in by
// it, and until then only the last one that has used it. Who is shut out stays so, with the same invitation too.
func TestAnInvitationLetsInOneBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 37)
		p, coded := pages(h.hall), ""
		p.QR = func(text string) ([]byte, error) { coded = text; return []byte("<svg/>"), nil }
		r := httptest.NewRequest("POST", "/api/invitations", strings.NewReader(`{"name":"Table 7"}`))
		r.Header.Set("Authorization", "Bearer "+appointed(t, h.hall))
		w := httptest.NewRecorder()
		p.Handler().ServeHTTP(w, r)
		var said struct{ Invitation, QR string }
		if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code != http.StatusOK || said.QR != "<svg/>" {
			t.Fatalf("%d %s: %v", w.Code, w.Body, err)
		}
		if coded != said.Invitation || !strings.HasPrefix(coded, "http://hall.test/join") {
			t.Errorf("the code has %q, the invitation is %q", coded, said.Invitation)
		}
		var lost, first *table
		for _, b := range []**table{&lost, &first} { // the answer to one is lost, so it asks again, by another key
			var err error
			if *b, err = h.byInvitation(said.Invitation, "camelot", time.Second); err != nil {
				t.Fatal(err)
			}
		}
		lost.Rests.Store(true)
		first.Rests.Store(true)
		h.connect(lost)
		h.wait(3 * time.Second)
		if f := h.frame("size=9"); len(f.Cards) != 1 || f.Cards[0].ID != first.id || f.Cards[0].Status != "never" {
			t.Errorf("the boards are %+v", f.Cards)
		}
		h.connect(first)
		h.wait(3 * time.Second)
		if f := h.frame("size=9"); len(f.Cards) != 1 || f.Cards[0].ID != first.id || f.Cards[0].Status == "never" {
			t.Errorf("the boards are %+v", f.Cards)
		}
		for n := range 2 {
			if _, err := h.byInvitation(said.Invitation, "camelot", time.Second); !errors.Is(err, link.ErrRefused) || !strings.Contains(err.Error(), "used by Table 7") {
				t.Errorf("a used invitation: %v", err)
			}
			if n == 0 {
				h.close() // it stays used
				h.open()
				h.wait(8 * time.Second)
			}
		}
		if f := h.frame("size=9"); len(f.Cards) != 1 || f.Cards[0].ID != first.id || f.Cards[0].Silent {
			t.Errorf("the boards are %+v", f.Cards)
		}
		w = httptest.NewRecorder()
		p.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/api/qr/"+string(first.id), nil))
		if want := "http://hall.test/board/" + string(first.id); w.Code != http.StatusOK || coded != want {
			t.Errorf("a spectator's code has %q, not %q", coded, want)
		}
		if err := h.hall.Expel(first.id); err != nil {
			t.Fatal(err)
		}
		invitation, err := wire.ParseInvitation(said.Invitation)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(wire.NewJoin(invitation, first.id))
		if _, err := h.hall.Join(text); err == nil {
			t.Error("who is shut out comes in by his old invitation")
		}
		h.wait(20 * time.Second)
		if f := h.frame("size=9"); len(f.Cards) != 0 {
			t.Errorf("who is shut out is there: %+v", f.Cards)
		}
	})
}
