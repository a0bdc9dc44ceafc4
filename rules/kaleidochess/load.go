package kaleidochess

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"reeve/board"
	"reeve/rules"
)

// ErrUnsound is the cause of every board or die table that Load refuses.
var ErrUnsound = errors.New("kaleidochess: unsound data")

//go:embed data/board.json
var boardFile []byte

//go:embed data/die.json
var dieFile []byte

type boardDoc struct {
	Status string `json:"status"`
	Rings  []struct {
		Letter string `json:"letter"`
		Cells  int    `json:"cells"`
	} `json:"rings"`
	Fields []fieldDoc                   `json:"fields"`
	Start  map[string]map[string]string `json:"start"` // seat → field → kind
}

type fieldDoc struct {
	ID    string   `json:"id"`
	Ring  int      `json:"ring"`
	Span  []int    `json:"span48"` // from and to in 48ths of the circle
	Angle *float64 `json:"angle_deg_clockwise_from_south"`
	Kind  string   `json:"kind"`
	Walk  []string `json:"walk"`
	Fly   []string `json:"fly"`
}

type dieDoc struct {
	Status string              `json:"status"`
	Moves  map[string][]string `json:"moves"` // throw → kinds
	Magic  []int               `json:"magic"`
	Fire   []int               `json:"fire"`
}

func unsound(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsound, fmt.Sprintf(format, args...))
}

// grounds holds every ground loaded. A position names its ground by number, for a plain value has no pointers; a
// number is given out once.
var (
	grounds [maxGrounds]*ground
	loading sync.Mutex
)

const maxGrounds = 200

// Load returns the game with another board, start or die table, in the form of data/board.json and
// data/die.json; nil stands for the game's own. Equal files return the same *Game. It wraps ErrUnsound and
// says why: a neighbour that is not mutual, an unknown town, a start without a Wizard, too many boards loaded.
func Load(boardJSON, dieJSON []byte) (*rules.Game, error) {
	if boardJSON == nil {
		boardJSON = boardFile
	}
	if dieJSON == nil {
		dieJSON = dieFile
	}
	loading.Lock()
	defer loading.Unlock()
	files := [2]string{string(boardJSON), string(dieJSON)}
	for i, g := range grounds {
		switch {
		case g == nil:
			return loadAs(uint8(i), files)
		case g.files == files:
			return g.game, nil
		}
	}
	return nil, unsound("%d boards are loaded already", maxGrounds)
}

// loadAs makes the ground of that number.
func loadAs(number uint8, files [2]string) (*rules.Game, error) {
	var b boardDoc
	var d dieDoc
	if err := rules.ReadJSON([]byte(files[0]), &b); err != nil {
		return nil, unsound("board: %v", err)
	}
	if err := rules.ReadJSON([]byte(files[1]), &d); err != nil {
		return nil, unsound("die: %v", err)
	}
	g := &ground{number: number, files: files}
	for _, part := range []func() error{
		func() error { return g.loadPlaces(b) },
		func() error { return g.loadSteps(b.Fields) },
		func() error { return g.loadMarks(b.Fields) },
		func() error { return g.loadStart(b) },
		func() error { return g.loadDie(d) },
		g.measure,
	} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	g.game = newGame(g)
	grounds[number] = g
	return g.game, nil
}

func mustLoad() *rules.Game {
	g, err := Load(nil, nil)
	if err != nil {
		panic(err)
	}
	return g
}

// maxRings is small enough for a byte of bits and for one-digit ring numbers.
const maxRings = 7

// ringPitch is how wide a ring is drawn, in millimetres.
const ringPitch = 50.0

// loadPlaces reads names, rings and places of the fields.
func (g *ground) loadPlaces(b boardDoc) error {
	if len(b.Fields) == 0 || len(b.Fields) > maxFields || len(b.Rings) > maxRings {
		return unsound("board: %d fields in %d rings, 1 to %d in up to %d can be", len(b.Fields), len(b.Rings), maxFields, maxRings)
	}
	cells := make([]int, len(b.Rings)+1)
	places := make([]board.Place, len(b.Fields))
	for i, f := range b.Fields {
		if f.Ring < 0 || f.Ring > len(b.Rings) || !nameFits(f, b) {
			return unsound("board: field %q cannot stand in ring %d", f.ID, f.Ring)
		}
		if f.Ring > 0 && f.Angle == nil {
			return unsound("board: field %s has no angle", f.ID)
		}
		cells[f.Ring]++
		g.ring[i] = uint8(f.Ring)
		g.all.add(board.Square(i))
		places[i] = place(f, len(b.Rings))
	}
	for i, r := range b.Rings {
		if cells[i+1] != r.Cells {
			return unsound("board: ring %s has %d fields, not %d", r.Letter, cells[i+1], r.Cells)
		}
	}
	if cells[0] != 1 {
		return unsound("board: %d centres", cells[0])
	}
	return g.placeOut(b.Fields, places)
}

// nameFits reports whether a field's name is o for the centre or its ring's
// letter and a number: what the text forms of actions can hold.
func nameFits(f fieldDoc, b boardDoc) bool {
	if f.Ring == 0 {
		return f.ID == "o"
	}
	letter := b.Rings[f.Ring-1].Letter
	if len(letter) != 1 || letter[0] < 'a' || letter[0] > 'h' || len(f.ID) < 2 || f.ID[:1] != letter {
		return false
	}
	n, err := strconv.Atoi(f.ID[1:])
	return err == nil && n > 0 && strconv.Itoa(n) == f.ID[1:]
}

// place returns where a field is drawn: White sits in the South, numbers run clockwise.
func place(f fieldDoc, rings int) board.Place {
	middle := (float64(rings) + 0.5) * ringPitch
	p := board.Place{Name: f.ID, X: middle, Y: middle, Shape: board.Cell}
	if f.Ring > 0 {
		sin, cos := math.Sincos(*f.Angle * math.Pi / 180)
		r := float64(f.Ring) * ringPitch
		p.X, p.Y = middle-r*sin, middle-r*cos
	}
	if f.Kind != "plain" {
		p.Marks = []string{f.Kind}
	}
	return p
}

// placeOut makes the topology from the walking steps, which cross the drawn lines at the fields' sides.
func (g *ground) placeOut(docs []fieldDoc, places []board.Place) error {
	number := map[string]board.Square{}
	for i, f := range docs {
		number[f.ID] = board.Square(i)
	}
	for i, f := range docs {
		for _, name := range f.Walk {
			if to, ok := number[name]; ok {
				places[i].Near = append(places[i].Near, to)
			}
		}
		slices.Sort(places[i].Near)
	}
	top, err := board.New("kaleidochess", places)
	if err != nil {
		return unsound("board: %v", err)
	}
	g.top = top
	for rank, name := range top.Names(g.all.set()) {
		g.order[number[name]] = uint8(rank)
	}
	return nil
}

// loadSteps reads the neighbours and checks that every step goes both ways,
// crosses one line at most, and that every walking step can be flown.
func (g *ground) loadSteps(docs []fieldDoc) error {
	near := [2][maxFields]fields{}
	for i, f := range docs {
		for gt, names := range [2][]string{walks: f.Walk, flies: f.Fly} {
			for _, name := range names {
				to, ok := g.top.Square(name)
				if !ok || int(to) == i || near[gt][i].has(to) {
					return unsound("board: field %s: neighbour %q is unknown, itself or stands twice", f.ID, name)
				}
				near[gt][i].add(to)
				g.addWay(gait(gt), board.Square(i), to)
				if d := int(g.ring[i]) - int(g.ring[to]); d < -1 || d > 1 {
					return unsound("board: the step %s-%s crosses more than one line", f.ID, name)
				}
			}
		}
	}
	for i := range docs {
		if !near[walks][i].minus(near[flies][i]).empty() {
			return unsound("board: field %s: a walking neighbour is no flying one", docs[i].ID)
		}
		for gt := range near {
			for rest := near[gt][i]; !rest.empty(); {
				if to := rest.pop(); !near[gt][to].has(board.Square(i)) {
					return unsound("board: %s is a neighbour of %s, but not the other way", docs[to].ID, docs[i].ID)
				}
			}
		}
	}
	return g.connected()
}

func (g *ground) addWay(gt gait, from, to board.Square) {
	w := &g.ways[gt][from]
	switch {
	case g.ring[to] == g.ring[from]:
		w.along.add(to)
		return
	case g.ring[to] < g.ring[from]:
		w.in.add(to)
	default:
		w.out.add(to)
	}
	w.across.add(to)
}

func (g *ground) connected() error {
	reached, last := one(0), fields{}
	for reached != last {
		last = reached
		for rest := last; !rest.empty(); {
			w := g.ways[walks][rest.pop()]
			reached = reached.or(w.along).or(w.across)
		}
	}
	if rest := g.all.minus(reached); !rest.empty() {
		return unsound("board: nobody can walk to field %s", g.top.Name(rest.pop()))
	}
	return nil
}

// castleCount is how many castles there are (sourced).
const castleCount = 5

// loadMarks reads castles and towns: a town is what flies to a castle (rule 1).
func (g *ground) loadMarks(docs []fieldDoc) error {
	around := fields{}
	for i, f := range docs {
		switch f.Kind {
		case "castle":
			g.castles.add(board.Square(i))
			around = around.or(g.ways[flies][i].along).or(g.ways[flies][i].across)
		case "town":
			g.towns.add(board.Square(i))
		case "plain":
			g.plain.add(board.Square(i))
		default:
			return unsound("board: field %s cannot be a %q", f.ID, f.Kind)
		}
	}
	if g.castles.len() != castleCount {
		return unsound("board: %d castles, not %d", g.castles.len(), castleCount)
	}
	around = around.minus(g.castles)
	if wrong := around.minus(g.towns).or(g.towns.minus(around)); !wrong.empty() {
		return unsound("board: field %s: the towns are the fields round the castles", g.top.Name(wrong.pop()))
	}
	return nil
}
