package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules/catalog"
)

// story is what the daemon tells of the game on the table.
func (d daemon) story(key string) (told struct {
	ID    int64
	Facts []referee.Message
}) {
	d.t.Helper()
	d.call("GET", "/api/archive/latest/story", "", key, &told)
	return told
}

// status is how a call with a key, or none, is answered.
func (d daemon) status(method, path, body, key string) int {
	d.t.Helper()
	r, err := http.NewRequest(method, d.base+path, strings.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// Every game, played by the real daemon, ends with its story and a rematch: the same
// options and clock, the seats changed, each key at its holder's new seat, and nothing of
// that before the end.
func TestWhole_EveryGameEndsWithItsStoryAndARematch(t *testing.T) {
	t.Parallel()
	d := launch(t, "--keys", "on")
	for _, g := range catalog.Games() {
		seated, players := g.Seats, map[string]string{}
		start, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		seated = seated[:0:0]
		for _, seat := range start.Seated().All() {
			seated = append(seated, g.SeatName(seat))
			players[g.SeatName(seat)] = "P" + g.SeatName(seat)
		}
		names, err := json.Marshal(players)
		if err != nil {
			t.Fatal(err)
		}
		keys := d.begin(fmt.Sprintf(`{"game":%q,"clock":"20+3","players":%s}`, g.Name, names))
		d.play(keys, 24) // of 20 000 such games none was over in so few; in 30 a RoleChess King falls once in 900
		if status := d.status("POST", "/api/rematch", "{}", keys[seated[0]]); status != http.StatusConflict {
			t.Errorf("%s: a game that goes on is ended by a rematch: %d", g.Name, status)
		}
		if status := d.status("GET", "/api/archive/latest/story", "", keys[seated[0]]); status != http.StatusConflict {
			t.Errorf("%s: a game that goes on tells its story: %d", g.Name, status)
		}
		d.call("POST", "/api/resign", `{"seat":"`+seated[0]+`"}`, keys[seated[0]], nil)
		told := d.story(keys[seated[0]])
		if len(told.Facts) == 0 || len(told.Facts) > 3 || told.ID < 1 {
			t.Errorf("%s: the story is %+v", g.Name, told)
		}
		for _, fact := range told.Facts {
			if fact.Text == "" || fact.Text == fact.Key {
				t.Errorf("%s: %+v", g.Name, fact)
			}
		}
		if status := d.status("POST", "/api/rematch", "{}", "nobody's"); status != http.StatusUnauthorized {
			t.Errorf("%s: a stranger begins a rematch: %d", g.Name, status)
		}
		var next referee.Table
		d.call("POST", "/api/rematch", "{}", keys[seated[1]], &next)
		for i, seat := range seated {
			to := seated[(i+1)%len(seated)]
			if next.Rematch[seat] != to || next.Players[to] != players[seat] {
				t.Errorf("%s: %s is %q and sits at %q, want %s", g.Name, players[seat], next.Players[to], next.Rematch[seat], to)
			}
			if status := d.status("GET", "/api/seat/"+to, "", keys[seat]); status != http.StatusOK {
				t.Errorf("%s: the key of %s opens %s: %d", g.Name, seat, to, status)
			}
			if status := d.status("GET", "/api/seat/"+seat, "", keys[seat]); status != http.StatusForbidden {
				t.Errorf("%s: the key of %s still opens it: %d", g.Name, seat, status)
			}
		}
		if next.Game != g.Name || next.Clocks == nil || next.Dice.Kind != "fair" || next.Status == referee.StatusOver || !slices.Equal(slices.Sorted(maps.Keys(next.Players)), slices.Sorted(slices.Values(seated))) {
			t.Errorf("%s: the rematch is %s, %v, %v, %v", g.Name, next.Game, next.Clocks, next.Dice, next.Players)
		}
		if status := d.status("POST", "/api/rematch", "{}", keys[seated[0]]); status != http.StatusConflict {
			t.Errorf("%s: a second press ends the rematch: %d", g.Name, status)
		}
	}
}

// A computer changes its seat as a person does, and a handicap goes with its player.
func TestWhole_AComputerChangesSeatsToo(t *testing.T) {
	t.Parallel()
	d := launch(t)
	keys := d.begin(`{"game":"camelot","players":{"black":"reeve:1"},"options":{"men_black":6}}`)
	d.call("POST", "/api/resign", `{"seat":"white"}`, keys["white"], nil)
	var next referee.Table
	d.call("POST", "/api/rematch", "{}", "", &next)
	if next.Players["white"] != "reeve:1" || next.Players["black"] != "" || next.Computers["white"].Level != 1 {
		t.Errorf("the players are %v, computers %v", next.Players, next.Computers)
	}
	men := map[string]int{}
	for _, p := range next.Position.Pieces {
		if p.Kind == "man" && p.At != nil {
			men[p.Owner]++
		}
	}
	if men["white"] != 6 || men["black"] != 10 {
		t.Errorf("who began with 6 men has them no longer: %v", men)
	}
}

// From the end of a game with secrets to the rematch, on two phones: who won and why, the
// story, the picture, the replay of this very game; then one press, and both phones are
// where their players sit now.
func TestPage_TheEndLeadsToARematch(t *testing.T) {
	t.Parallel()
	d := launch(t)
	keys := d.begin(`{"game":"chessbattle","players":{"white":"Ann","black":"Bob"}}`)
	d.play(keys, 12)
	sit := func(seat string) *browser {
		b := tab(t)
		b.base = d.base
		b.run(chromedp.Navigate(d.base+"/seat/"+seat+"?key="+keys[seat]), chromedp.WaitReady(chromedp.CSS("body.ready")))
		return b
	}
	ann, bob := sit("white"), sit("black")
	d.call("POST", "/api/resign", `{"seat":"white"}`, keys["white"], nil)
	for _, b := range []*browser{ann, bob} {
		b.run(chromedp.WaitVisible(chromedp.CSS("#rematch")))
		b.until(`document.querySelector(".box.end h2").textContent === "Black wins: White resigned" && document.querySelectorAll(".facts li").length > 0`)
	}
	b := ann
	if said := evaluate[string](b, `document.getElementById("detail").textContent`); said != "" {
		t.Errorf("that White resigned is said again: %q", said)
	}
	b.shoot("end")
	b.accessible("the end")
	b.run(chromedp.EmulateViewport(320, 640))
	b.until(`innerWidth === 320 && document.documentElement.scrollWidth <= 320 && (({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.getElementById("rematch").getBoundingClientRect())`) // in view without a scroll
	b.shoot("end-phone")
	b.window(1366, 768)
	b.until(`new Set([...document.querySelectorAll("[data-share]")].map((el) => el.offsetTop)).size === 1`) // in one row
	b.glance("end-laptop")
	b.run(chromedp.EmulateViewport(1280, 800))
	for form, begins := range map[string]string{"svg": "<svg", "png": "\ufffdPNG"} {
		got := evaluate[string](b, fmt.Sprintf(`import("/assets/picture.js").then(async (m) => { const made = await m.picture(document.getElementById("board"), %q); return made.size > 5000 ? (await made.text()).slice(0, 4) : "only " + made.size; })`, form))
		if got != begins {
			t.Errorf("the picture as %s begins with %q", form, got)
		}
	}
	wood := evaluate[[]int](b, `import("/assets/picture.js").then(async (m) => {
		const image = await createImageBitmap(await m.picture(document.getElementById("board"), "png")), canvas = new OffscreenCanvas(image.width, image.height), on = canvas.getContext("2d");
		on.drawImage(image, 0, 0);
		return [...on.getImageData(8, image.height / 2, 1, 1).data];
	})`)
	if wood[0] < wood[2]+20 {
		t.Errorf("the wood of the picture is of the colour %v", wood)
	}
	if got, want := evaluate[string](b, `document.getElementById("replay").getAttribute("href")`), fmt.Sprintf("/archive?game=%d", d.story("").ID); got != want {
		t.Errorf("the replay is %s, want %s", got, want)
	}
	if record := evaluate[string](b, `((a) => a.download.endsWith(".jsonl") && fetch(a.href).then((r) => r.text()).then((text) => text.slice(0, 40)))(document.getElementById("record"))`); !strings.HasPrefix(record, `{"reeve":1,"game":"chessbattle"`) {
		t.Errorf("the record begins with %q", record)
	}
	b.run(pressOn("#rematch"))
	for seat, b := range map[string]*browser{"black": ann, "white": bob} {
		b.run(chromedp.WaitReady(chromedp.CSS("body.ready:not(:has(#rematch))")))
		b.until(`location.pathname === "/seat/` + seat + `"`)
		b.allow("403") // what told the page that its place is another's
	}
	var table referee.Table
	d.call("GET", "/api/table", "", "", &table)
	if table.Players["black"] != "Ann" || table.Players["white"] != "Bob" || table.Rematch["white"] != "black" {
		t.Errorf("the players are %v, %v", table.Players, table.Rematch)
	}
	ann.run(chromedp.Navigate(d.base+"/seat/white"), chromedp.WaitReady(chromedp.CSS("body.ready"))) // the old place leads to the new one
	ann.until(`location.pathname === "/seat/black"`)
}
