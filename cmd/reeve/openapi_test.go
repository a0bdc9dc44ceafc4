package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"reeve/cli/clitest"
	"reeve/config"
	"reeve/referee"
	"reeve/web"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// contract is docs/openapi.yaml.
type contract struct {
	*testing.T
	doc      map[string]any
	compiler *jsonschema.Compiler
	answered map[string]bool // METHOD PATH STATUS
}

const contractURL = "http://openapi.test/openapi.json"

func readContract(t *testing.T) *contract {
	text, err := os.ReadFile(top + "/docs/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var read any
	if err := yaml.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	asJSON, err := json.Marshal(read)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		t.Fatal(err)
	}
	c := &contract{T: t, doc: doc.(map[string]any), compiler: jsonschema.NewCompiler(), answered: map[string]bool{}}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := c.compiler.AddResource(contractURL, doc); err != nil {
		t.Fatal(err)
	}
	return c
}

// at follows names through the document, and references on the way; it returns the
// pointer to what is found.
func (c *contract) at(names ...string) (any, string) {
	var now any = c.doc
	pointer := "#"
	for _, name := range names {
		object, _ := now.(map[string]any)
		now = object[name]
		pointer += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
		if inner, ok := now.(map[string]any); ok {
			if ref, ok := inner["$ref"].(string); ok {
				now, pointer = c.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
			}
		}
	}
	return now, pointer
}

// holds reports why value is not what the schema at the pointer says.
func (c *contract) holds(pointer string, value []byte) error {
	schema, err := c.compiler.Compile(contractURL + pointer)
	if err != nil {
		c.Fatalf("%s: %v", pointer, err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// path is the document's for a pattern of the router.
func pathOf(pattern string) string { return strings.ReplaceAll(pattern, "/{$}", "/") }

// answer holds an answer to what the document says of it.
func (c *contract) answer(route web.Route, status int, kind string, body []byte) {
	c.Helper()
	at := []string{"paths", pathOf(route.Pattern), strings.ToLower(route.Method), "responses"}
	said, _ := c.at(append(at, fmt.Sprint(status))...)
	chosen := fmt.Sprint(status)
	if said == nil {
		if said, _ = c.at(append(at, "default")...); said == nil || status < 400 {
			c.Errorf("%s %s: status %d is not in the document", route.Method, route.Pattern, status)
			return
		}
		chosen = "default"
	}
	if status != http.StatusNotModified {
		schema, pointer := c.at(append(at, chosen, "content", kind, "schema")...)
		if schema == nil {
			c.Errorf("%s %s: %d: the kind %q is not in the document", route.Method, route.Pattern, status, kind)
			return
		}
		if kind == "application/json" {
			if err := c.holds(pointer, body); err != nil {
				c.Errorf("%s %s: %d: %v\n%.600s", route.Method, route.Pattern, status, err, body)
			}
		}
	}
	c.answered[fmt.Sprint(route.Method, " ", route.Pattern, " ", status)] = true
}

// request holds a body to the document.
func (c *contract) request(route web.Route, body []byte) error {
	schema, pointer := c.at("paths", pathOf(route.Pattern), strings.ToLower(route.Method), "requestBody", "content", "application/json", "schema")
	if schema == nil {
		return nil
	}
	return c.holds(pointer, body)
}

// caller is a daemon in this process whose answers are held to the document.
type caller struct {
	*contract
	daemon *daemon
	keys   map[string]web.Link
}

func openDaemon(t *testing.T, settings string) *daemon {
	t.Helper()
	parsed, err := config.ParseSettings("test", []byte("listen: 127.0.0.1:0\nstate: "+t.TempDir()+"\n"+settings))
	if err != nil {
		t.Fatal(err)
	}
	d := newDaemon(parsed, nowhere, slog.New(slog.DiscardHandler))
	if err := d.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	ctx, stop := contextOf(t)
	go func() { ended <- d.run(ctx) }()
	t.Cleanup(func() { stop(); <-ended; d.close() })
	return d
}

func (c caller) do(route web.Route, path, key, body string) (int, []byte) {
	c.Helper()
	r := httptest.NewRequest(route.Method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "localhost", "127.0.0.1:4711"
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	w := httptest.NewRecorder()
	c.daemon.doors.pages.ServeHTTP(w, r)
	answer, _ := io.ReadAll(w.Result().Body)
	if route.Pattern != "" {
		c.answer(route, w.Code, w.Header().Get("Content-Type"), answer)
		if w.Code < 300 && body != "" {
			if err := c.request(route, []byte(body)); err != nil && strings.HasPrefix(body, "{") && route.Pattern != "/api/archive" {
				c.Errorf("%s %s took what the document does not know: %s: %v", route.Method, path, body, err)
			}
		}
	}
	return w.Code, answer
}

// fill puts what there is into the places of a pattern.
var fill = strings.NewReplacer("/help/{name}", "/help/hands", "/help/games/{name}", "/help/games/camelot", "/{$}", "/", "{seat}", "white", "{name}", "page.css", "{id}", "1", "{step}", "0", "{game}", "rolechess")

// The document names the routes that the router has, no more and no fewer.
func TestTheDocumentHasEveryRoute(t *testing.T) {
	c := readContract(t)
	var want, got []string
	for _, r := range new(web.Server).Routes() {
		want = append(want, r.Method+" "+pathOf(r.Pattern))
	}
	paths, _ := c.at("paths")
	for path, methods := range paths.(map[string]any) {
		for method := range methods.(map[string]any) {
			if method != "parameters" {
				got = append(got, strings.ToUpper(method)+" "+path)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("documented\n%s\nthe router has\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, r := range new(web.Server).Routes() {
		for name := range queryOf(c, r) {
			if r.Method == http.MethodPost && name != "log" && name != "rgb" {
				t.Errorf("%s %s: ?%s", r.Method, r.Pattern, name)
			}
		}
	}
}

// What an answer can hold the document describes, also what no test has met.
func TestTheDocumentHasEveryMember(t *testing.T) {
	c := readContract(t)
	for schema, v := range map[string]any{
		"Table": referee.Table{}, "Hardware": referee.Hardware{}, "Entry": referee.Entry{}, "Message": referee.Message{}, "Summary": summary{},
	} {
		properties, _ := c.at("components", "schemas", schema, "properties")
		var want []string
		for _, field := range reflect.VisibleFields(reflect.TypeOf(v)) {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
				want = append(want, name)
			}
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(properties.(map[string]any))); !slices.Equal(got, want) {
			t.Errorf("%s: documented %q, there are %q", schema, got, want)
		}
	}
}

// queryOf are the names that the document knows behind the "?".
func queryOf(c *contract, r web.Route) map[string]bool {
	names := map[string]bool{}
	list, _ := c.at("paths", pathOf(r.Pattern), strings.ToLower(r.Method), "parameters")
	for _, p := range asList(list) {
		object := p.(map[string]any)
		if ref, ok := object["$ref"].(string); ok {
			found, _ := c.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
			object = found.(map[string]any)
		}
		if object["in"] == "query" {
			names[object["name"].(string)] = true
		}
	}
	return names
}

func asList(v any) []any { list, _ := v.([]any); return list }

// Every route answers as the document says: what is asked rightly, what is asked
// wrongly in every way there is, and whole games.
func TestWhole_EveryAnswerIsAsTheDocumentSays(t *testing.T) {
	port := clitest.FreePort(t)
	c := caller{contract: readContract(t), daemon: openDaemon(t, "keys: on\nadmin_key: the-admins-own-key\ntls: "+port+"\n")}
	const admin = "the-admins-own-key"
	routes := c.daemon.doors.pages.Routes()
	c.keys = c.daemon.doors.pages.Links()
	wrong := 0
	for _, game := range []string{"rolechess", "dungeonchess", "chessbattle"} {
		c.do(web.Route{Method: "POST", Pattern: "/api/games"}, "/api/games", admin, `{"game":"`+game+`","dice":{"seeded":"07"},"clock":"10+5"}`)
		c.keys = c.daemon.doors.pages.Links()
		c.playSome(admin)
		for _, r := range routes {
			if r.Pattern == "/api/events" || r.Pattern == "/healthz" && game != "rolechess" {
				continue
			}
			path := fill.Replace(r.Pattern)
			keys := []string{"", admin, c.keys["white"].Key}
			if wrong++; wrong < 15 { // who sends more is kept waiting
				keys = append(keys, "wrong")
			}
			for _, key := range keys {
				if r.Method == http.MethodGet {
					c.do(r, path, key, "")
					continue
				}
				if key == "wrong" {
					continue
				}
				for _, body := range malformed {
					c.do(r, path, key, body)
				}
			}
			for name := range queryOf(c.contract, r) {
				if name != "key" {
					c.do(r, path+"?"+name+"=1", admin, "{}")
					c.do(r, path+"?"+name+"=no!", admin, "{}")
				}
			}
			if strings.HasPrefix(r.Pattern, "/api/") {
				if status, _ := c.do(r, path+"?nonsense=1", admin, "{}"); status != http.StatusBadRequest {
					t.Errorf("%s %s?nonsense=1: %d", r.Method, path, status)
				}
			}
		}
	}
	teach, table := web.Route{Method: "POST", Pattern: "/api/lessons"}, web.Route{Method: "GET", Pattern: "/api/table"}
	for _, body := range []string{`{"game":"rolechess"}`, `{"game":"camelot","lesson":1}`, `{"leave":true}`} {
		if status, text := c.do(teach, "/api/lessons", admin, body); status != http.StatusOK {
			t.Errorf("lessons, %s: %d %s", body, status, text)
		}
		c.do(table, "/api/table", "", "")
	}
	_, record := c.do(web.Route{Method: "GET", Pattern: "/api/archive/{id}/export"}, "/api/archive/1/export", admin, "")
	if status, text := c.do(web.Route{Method: "POST", Pattern: "/api/archive"}, "/api/archive", admin, string(record)); status != http.StatusCreated {
		t.Errorf("what was exported is not taken: %d %s", status, text)
	}
	for _, r := range routes {
		if r.Pattern != "/api/events" && !c.answered[r.Method+" "+r.Pattern+" 200"] && !c.answered[r.Method+" "+r.Pattern+" 201"] &&
			!slices.Contains([]string{"/api/answer", "/api/throw", "/api/arm", "/api/words", "/api/archive", "/api/hint", "/api/analysis", "/api/call"}, r.Pattern) && r.Method+r.Pattern != "POST/api/hall" { // what needs its moment
			t.Errorf("nothing was rightly asked of %s %s", r.Method, r.Pattern)
		}
	}
}

// Every body that may say which table it is meant for is held to it: for another one nothing
// is done, and the newer one is answered.
func TestEveryGuardIsHeldTo(t *testing.T) {
	const admin = "the-admins-own-key"
	c := caller{contract: readContract(t), daemon: openDaemon(t, "game: rolechess\nkeys: on\nadmin_key: "+admin+"\n")}
	table := func() string { // without what the wood does by itself
		var now referee.Table
		if _, text := c.do(web.Route{Method: "GET", Pattern: "/api/table"}, "/api/table", "", ""); json.Unmarshal(text, &now) != nil {
			t.Fatalf("%s", text)
		}
		return fmt.Sprint(now.Game, now.Lesson, now.Log, now.Offers, now.Players)
	}
	before, guarded := table(), 0
	for _, r := range c.daemon.doors.pages.Routes() {
		if seq, _ := c.at("paths", pathOf(r.Pattern), "post", "requestBody", "content", "application/json", "schema", "properties", "seq"); seq == nil || r.Method != http.MethodPost {
			continue
		}
		guarded++
		key := c.daemon.doors.pages.Links()["white"].Key
		if slices.Contains([]string{"/api/games", "/api/lessons"}, r.Pattern) {
			key = admin
		}
		body := strings.Replace(strings.ReplaceAll(bodies[r.Pattern][0], "SEAT", "white"), "{", `{"seq":0,`, 1)
		status, text := c.do(r, r.Pattern, key, strings.Replace(body, ",}", "}", 1))
		var stale struct{ Table *referee.Table }
		if json.Unmarshal(text, &stale); status != http.StatusConflict || stale.Table == nil || stale.Table.Seq == 0 {
			t.Errorf("%s for another table: %d %.200s", r.Pattern, status, text)
		}
	}
	if now := table(); guarded < 10 || now != before {
		t.Errorf("after %d bodies for another table it is %s, and was %s", guarded, now, before)
	}
}

// The admin alone sends records in, and the list of games comes in pages, each of which that is
// full names the next.
func TestTheArchiveComesInPages(t *testing.T) {
	const admin = "the-admins-own-key"
	c := caller{contract: readContract(t), daemon: openDaemon(t, "game: rolechess\nkeys: on\nadmin_key: "+admin+"\n")}
	white := c.daemon.doors.pages.Links()["white"].Key
	c.do(web.Route{Method: "POST", Pattern: "/api/resign"}, "/api/resign", white, `{"seat":"white"}`)
	_, record := c.do(web.Route{Method: "GET", Pattern: "/api/archive/{id}/export"}, "/api/archive/1/export", "", "")
	for i, key := range []string{"", white, admin, admin, admin} {
		want := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusCreated}[min(i, 2)]
		if status, text := c.do(web.Route{Method: "POST", Pattern: "/api/archive"}, "/api/archive", key, string(record)); status != want {
			t.Errorf("sent in by %q: %d %s, want %d", key, status, text, want)
		}
	}
	var pages [][]int
	for path := "/api/archive?limit=2"; path != "" && len(pages) < 9; {
		r, w := httptest.NewRequest("GET", path, nil), httptest.NewRecorder()
		r.Host = "localhost"
		c.daemon.doors.pages.ServeHTTP(w, r)
		var games []struct{ ID int }
		if err := json.Unmarshal(w.Body.Bytes(), &games); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		page := []int{}
		for _, g := range games {
			page = append(page, g.ID)
		}
		pages = append(pages, page)
		path, _, _ = strings.Cut(strings.TrimPrefix(w.Header().Get("Link"), "<"), ">")
	}
	if fmt.Sprint(pages) != "[[4 3] [2 1] []]" {
		t.Errorf("the pages are %v", pages)
	}
}

// playSome plays thirty actions, with the number of the table and without, and gives up.
func (c caller) playSome(admin string) {
	random := rand.New(rand.NewPCG(4, 4))
	action := web.Route{Method: "POST", Pattern: "/api/action"}
	for range 30 {
		c.do(web.Route{Method: "POST", Pattern: "/api/sim/setup"}, "/api/sim/setup", admin, "{}")
		for seat, link := range c.keys {
			var table referee.Table
			_, text := c.do(web.Route{Method: "GET", Pattern: "/api/seat/{seat}"}, "/api/seat/"+seat, link.Key, "")
			if err := json.Unmarshal(text, &table); err != nil {
				c.Fatal(err)
			}
			if len(table.Legal) == 0 {
				continue
			}
			said := table.Legal[random.IntN(len(table.Legal))]
			status, text := c.do(action, "/api/action", link.Key, fmt.Sprintf(`{"seat":%q,"action":%q,"seq":0}`, seat, said))
			var stale struct{ Table *referee.Table }
			if json.Unmarshal(text, &stale); status != http.StatusConflict || stale.Table == nil || stale.Table.Seq < table.Seq {
				c.Fatalf("an action for another table: %d %.200s", status, text)
			}
			c.do(action, "/api/action?log=1000", link.Key, fmt.Sprintf(`{"seat":%q,"action":%q,"seq":%d}`, seat, said, stale.Table.Seq))
			break
		}
	}
	for _, seat := range slices.Sorted(maps.Keys(c.keys))[1:] {
		c.do(web.Route{Method: "POST", Pattern: "/api/offer"}, "/api/offer", c.keys[seat].Key, `{"seat":"`+seat+`","kind":"draw"}`)
		c.do(web.Route{Method: "POST", Pattern: "/api/players"}, "/api/players", c.keys[seat].Key, `{"seat":"`+seat+`","player":"Ann"}`)
		c.do(web.Route{Method: "POST", Pattern: "/api/button"}, "/api/button", c.keys[seat].Key, `{"button":"confirm","seat":"`+seat+`"}`)
		c.do(web.Route{Method: "POST", Pattern: "/api/button"}, "/api/button", c.keys[seat].Key, `{"button":"energy","seat":"`+seat+`"}`)
		c.do(web.Route{Method: "POST", Pattern: "/api/resign"}, "/api/resign", c.keys[seat].Key, `{"seat":"`+seat+`"}`)
	}
	c.do(web.Route{Method: "POST", Pattern: "/api/sim/contacts"}, "/api/sim/contacts", admin, `[]`)
}

// contextOf is a context that the test ends itself.
func contextOf(t *testing.T) (context.Context, context.CancelFunc) {
	return context.WithCancel(context.WithoutCancel(t.Context()))
}
