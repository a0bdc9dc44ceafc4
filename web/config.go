package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// Session is the game in progress. All methods may be called by many
// goroutines at once.
type Session interface {
	// Game returns the game that is played.
	Game() *rules.Game
	// Seated returns the seats that take part in the current game.
	Seated() rules.Seats
	// Topology returns the playing surface of the current game.
	Topology() *board.Topology
	// Standing returns the squares where pieces stand, those behind screens, too.
	Standing() board.Set
	// Secret reports whether wood tells now what only some who play may know.
	Secret() bool
	// Table returns what viewer, rules.Table or a seated seat, sees now.
	Table(viewer rules.Seat) *referee.Table
	// Odds returns those of the attacks that a seat may make now with the piece on a square.
	Odds(seat rules.Seat, from string) []referee.Odds
	// Watch follows the table as viewer may see it; the caller closes it.
	Watch(viewer rules.Seat) *referee.Watch
	// Do carries the command out whole, or returns a *referee.Refusal (or an
	// error wrapping one) and changes nothing.
	Do(ctx context.Context, c referee.Command) error
}

// Contact is one raw change of one square of the simulated board.
type Contact struct {
	Square string
	Closed bool
	After  time.Duration // since the contact before it
}

// Simulation is the simulated wood.
type Simulation interface {
	// Contacts plays the contacts in order and returns when the last is in. A
	// square it does not know refuses all of them.
	Contacts(ctx context.Context, contacts []Contact) error
	// Setup clears all other squares and puts pieces on the named ones.
	Setup(ctx context.Context, squares []string) error
	// Colours returns what each LED shows, "00ff40" a square; dark ones may be left out.
	Colours() map[string]string
}

// Reader is who asks for a record: the seats of the game on the table whose keys a
// caller has sent, and whether it has sent the admin's. A call without a key opens
// nothing, wherever it comes from.
type Reader struct {
	Seats []rules.Seat
	Admin bool
}

// Replay is a finished game to be stepped through, as Viewer may know it.
type Replay struct {
	ID      int64
	Game    *rules.Game
	Options map[string]any
	Viewer  rules.Seat
	Start   rules.State
	Steps   []Played
}

// Played is a step of a replay, with the positions around it.
type Played struct {
	By, Action    string
	Before, After rules.State
	Step          rules.Step
	RanOut        bool // its seat gave up because its time was over
}

// Archive is the record of games. A game that is not there is a
// *referee.Refusal of status 404. Answers are written as JSON, and hold what by
// may know (docs/api.md, "What is sealed").
type Archive interface {
	// List returns games as a JSON array of objects that have a number "id", the
	// latest first: at most limit of them, those that follow the one numbered
	// after. 0 is no limit, and the beginning.
	List(ctx context.Context, limit int, after int64) (any, error)
	// Import stores the record read from r as a new game and returns its number, or
	// a *referee.Refusal.
	Import(ctx context.Context, r io.Reader) (id int64, err error)
	// Show returns a game and the steps of it that by may know, to be marshalled as JSON.
	Show(ctx context.Context, id string, by Reader) (any, error)
	// Verify computes every throw of a finished game again, and says whether they agree.
	Verify(ctx context.Context, id string, by Reader) (any, error)
	// Replay refuses a game that goes on with status 409.
	Replay(ctx context.Context, id string, by Reader) (Replay, error)
	// Export writes the record of a game, one JSON value a line.
	Export(ctx context.Context, id string, by Reader, w io.Writer) error
}

// Secure is how the same pages are called by https.
type Secure struct {
	Port        int
	Certificate []byte // of the authority, in DER, for devices to trust
	Fingerprint string // of it, as devices show it
}

// Config is what the handler is made of.
type Config struct {
	Session    Session
	Games      []*rules.Game                                    // all that can be started
	Hint       func(ctx context.Context, seat rules.Seat) error // shows the seat what a strong player would do; nil: nobody can
	Engines    []referee.Engine                                 // the programs that can play seats
	Version    string
	Listen     string   // the address listened on, host:port
	AllowHosts []string // names of this machine beside its own and localhost
	Origins    []string // foreign origins whose pages may read what everybody may see, "https://host:port"
	Secure     *Secure  // nil: no pages by https
	KeysOn     bool     // seat keys even for open games on a loopback address
	FreshKeys  bool     // the session began a new game: keys of the file are void
	KeysFile   string   // where keys are kept, mode 0600; "": nowhere
	AdminKey   string   // "": one is made and kept in KeysFile
	Simulation Simulation
	Carries    func(*board.Topology) bool // whether the board has the squares of a game; nil: it has
	Archive    Archive
	Analysis   func(ctx context.Context, id string, by Reader, begin bool) (any, error) // how far the analysis of a finished game is, in the form of docs/api.md; begin has it begun; nil: nobody can
	Colours    func(viewer rules.Seat) map[string]string                                // what the LEDs show, of what viewer may see; nil: nothing
	Hardware   func() any                                                               // the hardware in detail; nil: as in the table
	Doctor     func() Live                                                              // what is felt now; nil: nothing can be said
	Card       func(game *rules.Game, lang string) ([]byte, error)                      // what players look up of a game on one sheet, as PDF; nil: none
	Picture    func(name string) ([]byte, error)                                        // a picture of the documents, as SVG; fs.ErrNotExist: there is none of that name; nil: none at all
	Hall       Hall                                                                     // the hall that the board belongs to; nil: it can join none
	Log        *slog.Logger
}

// Server answers all requests, each in the room that it belongs to.
type Server struct {
	*access
	rooms
	handler http.Handler
}

// rooms are the whole interface.
type rooms struct {
	gate      *gate
	pages     pageRoom
	table     tableRoom
	events    eventRoom
	play      playRoom
	games     gamesRoom
	seatKeys  keysRoom
	status    statusRoom
	sim       simRoom
	reference reference
	trust     trustRoom
	hall      hallRoom
	archive   archiveRoom
}

// New returns the handler of everything under /. It fails if the keys cannot be
// read or written.
func New(cfg Config) (*Server, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	keys, err := openKeys(cfg.KeysFile, baseURL(cfg.Listen), cfg.AdminKey)
	if err != nil {
		return nil, err
	}
	a := &access{reply: reply{cfg.Log}, session: cfg.Session, keys: keys, guesses: limiter{allowance: guesses}, listen: cfg.Listen, keysOn: cfg.KeysOn}
	if err := keys.ensure(a.seats(), cfg.FreshKeys); err != nil {
		return nil, err
	}
	shown, g := tables{a, cfg.Colours}, &gate{reply: a.reply}
	s := &Server{access: a, rooms: rooms{
		gate: g, pages: pageRoom{a, cfg.Simulation != nil}, table: tableRoom{shown}, seatKeys: keysRoom{a},
		events: eventRoom{tables: shown, gate: g, streams: crowd{most: strangeStreams, address: addressStreams, proved: provedStreams}},
		play:   playRoom{shown, cfg.Hint, cfg.Engines}, games: gamesRoom{shown, g, cfg.Games, cfg.Carries}, sim: simRoom{shown, cfg.Simulation},
		reference: reference{a.reply, cfg.Games, cfg.Picture, cfg.Card}, trust: trustRoom{a, cfg.Secure}, hall: hallRoom{a, cfg.Hall},
		archive: archiveRoom{a, cfg.Archive, cfg.Analysis},
	}}
	s.status = statusRoom{a, &s.hall, &s.events.streams, cfg.Version, time.Now(), cfg.Hardware, cfg.Doctor}
	routes := s.routes()
	public := mux(slices.DeleteFunc(slices.Clone(routes), func(r route) bool { return !r.public }), nil)
	e := &entrance{access: a, hosts: ownHosts(cfg), pace: limiter{allowance: requests}, origins: cfg.Origins, open: public}
	s.handler = e.guarded(compressed(mux(routes, missing)))
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// KeysInForce reports whether every call for a seat needs its key: when asked
// for, when the game hides something, and when not only this machine can call.
func (a *access) KeysInForce() bool {
	return a.keysOn || a.session.Game().Hidden || !loopback(a.listen)
}

// Links returns each seat's key and the address of its page, for the terminal.
func (s *Server) Links() map[string]Link { return s.keys.links("") }

// AdminLink returns the admin's key and link, for the terminal; nil if the
// settings gave the key.
func (s *Server) AdminLink() *AdminLink { return s.keys.adminLink() }

// Ticket returns a link to the start page that makes whoever opens it first the admin. It
// lasts for a minute; a second one voids it.
func (s *Server) Ticket() string { return s.keys.issue() }

// seats returns the names of the seats that take part.
func (a *access) seats() []string {
	var names []string
	for _, seat := range a.session.Seated().All() {
		names = append(names, a.session.Game().SeatName(seat))
	}
	return names
}
