package hall

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"reeve/hall/wire"
)

// screen shows cards to viewers. Viewers with the same filter share a room, whose frames are made once. It is safe
// for concurrent use.
type screen struct {
	most  int // rooms of searches; the oldest gives way to one more
	mu    sync.Mutex
	known map[wire.ID]bool        // boards of the hall, those too whose cards come later
	cards map[wire.ID]*boardState // copies: of the spectators' screen they are older
	rooms map[Filter]*room
	made  uint64 // rooms so far
	dirty bool

	sorted map[bool][]*boardState // all cards by name, or the most urgent first; made anew once a card has changed
	counts *Counts
}

// mostSearches is the most rooms of spectators' searches. Pages of all boards and of single boards do not count,
// for the number of boards bounds them.
const mostSearches = 256

// room is where the same is shown.
type room struct {
	filter  Filter
	number  uint64 // the older, the less
	viewers map[*viewer]bool
	shown   []wire.ID
	texts   map[wire.ID]*boardState
	found   int
	count   Counts
}

// viewer is one client. It buffers a few frames; a slower client gets a full frame instead.
type viewer struct {
	frames chan []byte
	whole  bool // is to be shown all
}

// Frame is what a room shows: all of it, or what is new.
type Frame struct {
	Order []wire.ID         `json:"order,omitempty"` // the cards in their order; only if that changed
	Cards []json.RawMessage `json:"cards,omitempty"` // those that are new, each whole
	Heard map[wire.ID]int64 `json:"heard,omitempty"` // ms since the last word of each that is shown
	Found int               `json:"found"`           // cards on all pages
	Count Counts            `json:"count"`
}

// Counts are of the whole hall.
type Counts struct {
	Boards  int `json:"boards"`
	Calls   int `json:"calls"`
	Faults  int `json:"faults"`
	Playing int `json:"playing"`
}

func newScreen(most int) *screen {
	return &screen{most: most, known: map[wire.ID]bool{}, cards: map[wire.ID]*boardState{}, rooms: map[Filter]*room{}}
}

// know notes that a board belongs to the hall.
func (s *screen) know(id wire.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[id] = true
}

// put shows a card, as it is now.
func (s *screen) put(c boardState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cards[c.id] = &c
	s.changed()
}

func (s *screen) changed() { s.dirty, s.sorted, s.counts = true, nil, nil }

// drop shows a board no more.
func (s *screen) drop(id wire.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, id)
	delete(s.cards, id)
	s.changed()
}

// watch lets somebody look; stop ends it. frames is closed where his search gives way to
// others.
func (s *screen) watch(f Filter) (frames <-chan []byte, stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.rooms[f]
	if r == nil {
		s.made++
		r = &room{filter: f, number: s.made, viewers: map[*viewer]bool{}, texts: map[wire.ID]*boardState{}}
		s.rooms[f] = r
		s.makeRoom()
	}
	v := &viewer{frames: make(chan []byte, 4), whole: true}
	r.viewers[v] = true
	s.dirty = true
	s.frame(r, time.Now())
	return v.frames, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if delete(r.viewers, v); len(r.viewers) == 0 && s.rooms[r.filter] == r {
			delete(s.rooms, r.filter)
		}
	}
}

// makeRoom ends the oldest search while there are too many.
func (s *screen) makeRoom() {
	var searches []*room
	for _, r := range s.rooms {
		if !s.plain(&r.filter) {
			searches = append(searches, r)
		}
	}
	for len(searches) > s.most {
		oldest := slices.MinFunc(searches, func(a, b *room) int { return cmp.Compare(a.number, b.number) })
		searches = slices.DeleteFunc(searches, func(r *room) bool { return r == oldest })
		delete(s.rooms, oldest.filter)
		for v := range oldest.viewers {
			close(v.frames)
		}
	}
}

// plain reports whether a filter is one of those that there are only so many of as there
// are boards.
func (s *screen) plain(f *Filter) bool {
	if f.Board != "" {
		return s.known[f.Board]
	}
	return f.Search == "" && f.Kind == "" && f.State == "" && (f.Size == pageSize || f.Size == wallSize) && f.Page*f.Size < len(s.known)
}

// How many cards a page shows, and the wall.
const (
	pageSize = 24
	wallSize = 12
)

// flush shows in every room what has changed since the last time.
func (s *screen) flush(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.dirty {
		return
	}
	s.dirty = false
	for _, r := range s.rooms {
		if s.frame(r, now) { // who has not been shown all is shown it later, whether or not anything changes till then
			s.dirty = true
		}
	}
}

// now is what a room of that filter would show.
func (s *screen) now(f Filter) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, found := s.list(f)
	return s.whole(list, found, time.Now())
}

// list are the cards that a filter shows.
func (s *screen) list(f Filter) (list []*boardState, found int) {
	if f.Board != "" { // a wall of streams has a room for each: none looks at all boards
		if c := s.cards[f.Board]; c != nil {
			list = append(list, c)
		}
		return list, len(list)
	}
	for _, c := range s.arranged(f.Sort == "name") {
		if f.shows(c) {
			list = append(list, c)
		}
	}
	found = len(list)
	from := min(max(f.Page, 0)*f.Size, found)
	return list[from:min(from+f.Size, found)], found
}

// arranged are all cards in order. Rooms share it: sorting is most of the work.
func (s *screen) arranged(byName bool) []*boardState {
	if s.sorted == nil {
		s.sorted = map[bool][]*boardState{}
	}
	list, ok := s.sorted[byName]
	if !ok {
		list = slices.Collect(maps.Values(s.cards))
		arrange(list, byName)
		s.sorted[byName] = list
	}
	return list
}

func (s *screen) count() Counts {
	if s.counts == nil {
		n := s.counted()
		s.counts = &n
	}
	return *s.counts
}

func (s *screen) counted() (n Counts) {
	for _, c := range s.cards {
		n.Boards++
		switch c.urgent {
		case calls:
			n.Calls++
		case faulty:
			n.Faults++
		}
		if c.card.Status == "play" && !c.card.Silent {
			n.Playing++
		}
	}
	return n
}

func (s *screen) whole(list []*boardState, found int, now time.Time) []byte {
	f := Frame{Order: []wire.ID{}, Cards: []json.RawMessage{}, Found: found, Count: s.count(), Heard: lastWords(list, now)}
	for _, c := range list {
		f.Order, f.Cards = append(f.Order, c.id), append(f.Cards, c.text)
	}
	return frameText(f)
}

// lastWords is how long ago each board said something.
func lastWords(list []*boardState, now time.Time) map[wire.ID]int64 {
	out := map[wire.ID]int64{}
	for _, c := range list {
		if !c.heard.IsZero() {
			out[c.id] = now.Sub(c.heard).Milliseconds()
		}
	}
	return out
}

func frameText(f Frame) []byte {
	text, _ := json.Marshal(f)
	return slices.Concat([]byte("data: "), text, []byte("\n\n"))
}

// frame makes a room's next frame and sends it to all in it. It reports whether a viewer was too slow for it.
func (s *screen) frame(r *room, now time.Time) (behind bool) {
	list, found := s.list(r.filter)
	change, news := r.turn(list, found, s.count(), now)
	texts := frameTexts{change: change, all: func() []byte { return s.whole(list, found, now) }}
	for v := range maps.Keys(r.viewers) {
		if !v.whole && !news {
			continue
		}
		if !v.show(texts.forViewer(v)) {
			behind = true
		}
	}
	return behind
}

// turn has a room show that list from now on, and returns what is new of it; false if nothing is.
func (r *room) turn(list []*boardState, found int, count Counts, now time.Time) (f Frame, news bool) {
	f = Frame{Found: found, Count: count}
	var order []wire.ID
	texts := map[wire.ID]*boardState{}
	var fresh []*boardState
	for _, c := range list {
		order = append(order, c.id)
		texts[c.id] = c
		if r.texts[c.id] != c {
			fresh = append(fresh, c)
			f.Cards = append(f.Cards, c.text)
		}
	}
	f.Heard = lastWords(fresh, now)
	news = len(fresh) > 0 || found != r.found || count != r.count
	if !slices.Equal(order, r.shown) {
		f.Order, news = append([]wire.ID{}, order...), true
	}
	r.shown, r.texts, r.found, r.count = order, texts, found, count
	return f, news
}

// frameTexts are the two texts of a room at one moment, each made once and only if somebody is to have it.
type frameTexts struct {
	change              Frame
	all                 func() []byte
	changeText, allText []byte
}

// forViewer is the text that a viewer is to have.
func (f *frameTexts) forViewer(v *viewer) []byte {
	if v.whole {
		if f.allText == nil {
			f.allText = f.all()
		}
		return f.allText
	}
	if f.changeText == nil {
		f.changeText = frameText(f.change)
	}
	return f.changeText
}

// show sends a viewer its next frame; false if the viewer is too slow, and is to have all of it later.
func (v *viewer) show(text []byte) bool {
	select {
	case v.frames <- text:
		v.whole = false
	default:
		v.whole = true
	}
	return !v.whole
}
