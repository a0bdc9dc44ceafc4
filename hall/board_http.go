package hall

import (
	"net/http"
	"net/url"
)

// links are the addresses of pages, and their codes for phones.
type links struct {
	base   string
	qrCode func(text string) ([]byte, error)
}

// boardRoom is what is looked at and done of boards and their games.
type boardRoom struct {
	entrance
	links
	hall    *Hall
	records *records
}

func (room *boardRoom) routes(m *http.ServeMux) {
	m.HandleFunc("GET /api/boards/{board}/games", room.games)
	m.HandleFunc("GET /api/qr/{board}", room.qr)
	m.HandleFunc("GET /games.json", room.list)
	m.HandleFunc("GET /games/{board}/{file}", room.game)
	m.HandleFunc("POST /api/boards/{board}/order", room.arbiter(room.order))
	m.HandleFunc("POST /api/boards/{board}", room.arbiter(room.change))
	m.HandleFunc("GET /api/boards/{board}/orders", room.arbiter(room.orders))
	m.HandleFunc("POST /api/invitations", room.arbiter(room.invite))
}

// qr draws the link to a board.
func (room *boardRoom) qr(w http.ResponseWriter, r *http.Request) {
	text, err := room.qrCode(room.base + "/board/" + url.PathEscape(r.PathValue("board")))
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "hall.no.form")
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Write(text)
}
