package referee

import (
	"slices"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/gesture"
	"reeve/leds"
	"reeve/messages"
	"reeve/referee/guidance"
	"reeve/rules"
)

// views makes what every viewer sees at now, and what the lights show: while anything is
// secret, each board behind a screen apart.
func (j *Judge) views(now time.Duration) (out *views, scene leds.Scene, apart []leds.Part) {
	table := j.glance(rules.Table, now)
	m := j.match
	out = &views{match: m, game: m.game, seated: m.start.Seated(), topology: m.state().Topology(), tables: map[rules.Seat]*Table{}, lit: map[rules.Seat]board.Set{}}
	if !m.secret() {
		out.openState = m.state()
	}
	_, over := m.state().Result()
	out.secret = m.secret() && (!over || m.isOpen())
	out.standing, out.woodBehind = m.state().Occupied(rules.Full), j.felt && j.behind() // before the first scan nobody knows what it has to follow
	for _, viewer := range append(out.seated.All(), rules.Table) {
		seen := table
		if viewer != rules.Table && m.secret() {
			seen = j.glance(viewer, now)
			if own := m.boards[viewer]; !own.IsEmpty() && !m.handless().Has(viewer) { // it is lit for its player, with what is everybody's
				apart = append(apart, leds.Part{On: own, Scene: slices.Concat(table.scene, seen.scene)})
			}
		}
		seen.viewer = viewer
		out.tables[viewer], out.lit[viewer] = seen.table(), m.litFor(viewer)
	}
	return out, table.scene, apart
}

// glance is what one viewer sees at an instant. It changes nothing that is played or recorded.
type glance struct {
	j       *Judge
	viewer  rules.Seat
	now     time.Duration
	guide   gesture.Guide    // what hands may do
	request guidance.Request // what of it the lights ask for
	odds    []Odds           // of the attacks that hands may make; none while anything is secret
	scene   leds.Scene
}

// glance returns what viewer sees. While anything is secret, the public lights show none of it, and only its own
// player sees the lights of a board behind a screen.
func (j *Judge) glance(viewer rules.Seat, now time.Duration) glance {
	g := glance{j: j, viewer: viewer, now: now}
	g.guide, g.request = j.ask(viewer, now)
	if !j.match.secret() {
		g.odds = j.odds(g.guide)
	}
	g.scene = g.lit()
	return g
}

// ask is what viewer's hands may do, and what of it the lights ask for.
func (j *Judge) ask(viewer rules.Seat, now time.Duration) (gesture.Guide, guidance.Request) {
	guide := j.guide(now)
	if j.match.secret() {
		guide = j.guideBehind(viewer)
	}
	if !j.match.ready {
		return guide, guidance.SetUp(j.match.state(), guide)
	}
	return guide, j.lead.Ask(j.match.state(), j.here(), guide)
}

// Shown says what viewer's hands may do at now, of what is to be lifted and put
// down only what the lights ask for now.
func (j *Judge) Shown(viewer rules.Seat, now time.Duration) gesture.Guide {
	guide, asks := j.ask(viewer, now)
	guide.Lift, guide.Place = asks.Lift, asks.Place
	return guide
}

// guide says what hands may do. It is empty while anything on the board is secret, for the lights are public.
func (h *handling) guide(now time.Duration) gesture.Guide {
	state := h.match.state()
	switch {
	case h.match.secret():
		return gesture.Guide{}
	case !h.felt:
		return gesture.Guide{Place: state.Occupied(rules.Table)}
	case h.match.ready && h.match.entering():
		return h.guideOpen()
	}
	guide := h.reader.Guide(now)
	if _, over := state.Result(); over { // the game is over; wrong wood keeps the end from being sealed
		guide.Lift = guide.Lift.Union(h.here().Minus(state.Occupied(rules.Full)))
		guide.Place = guide.Place.Union(state.Occupied(rules.Full).Minus(h.here()))
	}
	guide.Lift, guide.Place = guide.Lift.Minus(h.faults.Doubted()), guide.Place.Minus(h.faults.Doubted())
	return guide
}

// wood is the wood that the viewer may know of, by name.
func (g *glance) wood() []string {
	state, wood := g.j.match.state(), g.j.here()
	if g.j.match.secret() {
		wood = g.woodBehind()
	}
	return state.Topology().Names(wood)
}

// table is what the viewer is told.
func (g *glance) table() *Table {
	m, viewer := g.j.match, g.viewer
	state := m.state()
	t := &Table{
		Game: m.game.Name, Position: state.View(viewer), Wood: g.wood(), Lights: g.lights(),
		Open: []OpenStep{}, Log: m.log(viewer), Offers: append([]Offer{}, m.offers.made...), Declined: slices.Clone(m.offers.declined), Players: m.players.names(), Computers: m.players.computers(),
		Dice: m.chance.told(&m.header, state), Hardware: Hardware{Driver: g.j.cfg.Driver, Faults: []string{}}, Damage: g.j.damage,
	}
	t.Can = g.can()
	t.Paused = g.j.paused
	t.Length, t.Lesson, t.Rematch = len(t.Log), m.lesson.teaching(state, m.isOpen()), m.rematch
	if m.clocks.on {
		t.Clocks = m.clocks.readings(m.start)
	}
	for i, p := range m.played {
		if p.open && m.sees(i, viewer) {
			t.Open = append(t.Open, OpenStep{By: m.game.SeatName(p.step.By), Action: p.text})
		}
	}
	if g.j.fault != "" {
		t.Hardware.Faults = append(t.Hardware.Faults, g.j.fault)
	}
	t.Hardware.Squares = g.faults()
	for _, said := range t.Hardware.Squares {
		t.Hardware.Faults = append(t.Hardware.Faults, said.Text)
	}
	if len(t.Hardware.Squares) > 0 {
		t.Hardware.Confirm = g.wouldSeal()
	}
	g.waits(t)
	t.Hint = m.hint.shown(&m.history, viewer)
	if viewer != rules.Table {
		t.Legal, t.Ways = legalOf(state, viewer)
		t.Free, t.Seed = g.free(t), archive.ComputerSeed(m.header.Seed, m.game.SeatName(viewer))
	}
	return t
}

// waits fills in what the board waits for.
func (g *glance) waits(t *Table) {
	m, guide := g.j.match, g.guide
	on := m.state().Topology()
	if attackers, target, declared := g.j.reader.Declared(); declared {
		t.Declared = &Declared{Target: on.Name(target), Die: on.Names(guide.Throw)}
		for _, a := range attackers {
			t.Declared.Attackers = append(t.Declared.Attackers, on.Name(a))
		}
	}
	t.Odds = g.odds
	for _, c := range guide.Captures {
		t.Captures = append(t.Captures, Capture{From: on.Name(c.From), To: on.Name(c.To), Off: on.Names(c.Off)})
	}
	if !guide.Lift.IsEmpty() || !guide.Place.IsEmpty() {
		t.Settle = &Settle{Lift: on.Names(guide.Lift), Place: on.Names(guide.Place)}
	}
	for _, step := range g.j.reader.Armed(len(g.j.reader.Taken())) {
		t.Armed = append(t.Armed, m.before(m.base).Text(step))
	}
	t.Status = g.status(t)
	if t.Status == StatusAsk {
		t.Ask = g.j.question()
	}
	t.Chore = g.chore(t)
	t.Message = say(g.message(t))
	if t.Status == StatusOver {
		for _, counted := range rules.Counted(m.state()) {
			t.Counted = append(t.Counted, say(counted))
		}
	}
}

// status is what the board waits for, most pressing first.
func (g *glance) status(t *Table) Status {
	m := g.j.match
	_, over := m.state().Result()
	switch {
	case over && !m.isOpen():
		return StatusOver
	case !m.ready:
		return StatusSetup
	case g.j.asking():
		return StatusAsk
	case m.chance.awaitsEntry:
		return StatusThrow
	case t.Settle != nil:
		return StatusSettle
	case over:
		return StatusEnding
	}
	return StatusPlay
}

// say makes a message for people of its key and gaps.
func say(m rules.Message) Message { return Message{Key: m.Key, Args: m.Args, Text: messages.Text(m)} }

// lights is the scene in text form, for pages and tests.
func (g *glance) lights() map[string][]string {
	out := map[string][]string{}
	on := g.j.match.state().Topology()
	for _, l := range g.scene {
		name := on.Name(l.Square)
		if !slices.Contains(out[name], l.String()) {
			out[name] = append(out[name], l.String())
		}
	}
	for _, said := range out {
		slices.Sort(said)
	}
	if g.j.match.ready {
		for _, name := range g.j.match.state().View(rules.Table).ToAct {
			if _, player := g.j.match.game.SeatOf(name); player {
				out["edge:"+name] = []string{"turn"}
			}
		}
	}
	return out
}

// sees reports whether viewer may know of step i. A game that is over tells all,
// unless it stays sealed.
func (m *history) sees(i int, viewer rules.Seat) bool {
	if _, over := m.state().Result(); over && !rules.Sealed(m.state()) {
		return true
	}
	return rules.Sees(m.before(i), m.played[i].step, viewer)
}

// public counts the steps that everybody may know of.
func (m *history) public() (n int) {
	for i := range m.played {
		if m.sees(i, rules.Table) {
			n++
		}
	}
	return n
}

// legalOf lists the legal actions of seat as text, sorted; and of those that name no square and carry one piece its way, by which
// pages offer them on the board.
func legalOf(state rules.State, seat rules.Seat) (texts []string, ways map[string]string) {
	texts = []string{}
	for _, step := range state.Legal(nil) {
		if step.By != seat {
			continue
		}
		text := state.Text(step)
		texts = append(texts, text)
		if verb, ok := state.Game().Verb(text); ok && len(verb.Parts) == 0 {
			if way, ok := carried(state, step); ok {
				if ways == nil {
					ways = map[string]string{}
				}
				ways[text] = way
			}
		}
	}
	slices.Sort(texts)
	return texts, ways
}

// carried is a step that carries one piece from square to square, as such an action is written.
func carried(state rules.State, step rules.Step) (way string, ok bool) {
	h, on := state.Hands(step), state.Topology()
	c := h.Carries[0]
	if h.Manner != rules.Carried || c.From == board.None || h.Carries[1] != rules.NoCarry {
		return "", false
	}
	return on.Name(c.From) + "-" + on.Name(c.To), true
}
