package referee_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/chessbattle"
)

const white, black = rules.Seat(0), rules.Seat(1)

// purchases is how two players come to the deployment: White has a Levy, a Pikemen
// and the King to place, Black two Levies, Knights and the King.
const purchases = "bridge d,bridge e,done white,done black,army levy=2 knights=1,pay 10c,pay 6c,army levy=1 pikemen=1,pay 8h,train 0,train 0"

// deployable is a game at its deployment.
func deployable(t *testing.T) *room {
	t.Helper()
	r := bought(t, purchases)
	r.expectPhase("deployment")
	return r
}

// empty is a game of Chess Battle on a table on which nothing stands, with some contacts stuck.
func empty(t *testing.T, options rules.Options, stuck ...string) *room {
	t.Helper()
	r := openWith(t, &disk{}, []*rules.Game{chessbattle.Game}, referee.NewGame{Game: "chessbattle", Options: options, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}}, nil)
	r.Wood(r.set(stuck), 0)
	r.settle(0)
	return r
}

// bought is a game whose camps are put by hand and the rest said on the page.
func bought(t *testing.T, said string) *room {
	t.Helper()
	r := empty(t, nil)
	r.hands("+b2 ~ +g2 ~ +b15 ~ +g15 ~")
	r.expectLog("camp b2 camp g2 (camp b15) (camp g15)")
	for _, text := range strings.Split(said, ",") {
		r.do(referee.Act{Text: text})
	}
	return r
}

// Two contacts are stuck before anything stands on the table: whoever presses the button says so,
// and then camps are named by hand.
func TestTheWordIsTakenBeforeTheFirstCampIsNamed(t *testing.T) {
	in(t, func(t *testing.T) {
		r := empty(t, nil, "a9", "e5")
		defer r.stop()
		r.expectStatus("setup")
		r.do(referee.Press{Button: "confirm"})
		r.hands("+b2 ~").expectLog("(camp b2)")
	})
}

// Without a river espionage, which is secret, follows the last camp: that camp is open still,
// and nobody is told to deploy.
func TestTheLastCampWithoutARiverIsOpen(t *testing.T) {
	camps := "+b2 ~ +g2 ~ +b15 ~ +g15 ~"
	undo, confirm := referee.Press{Button: "undo"}, referee.Press{Button: "confirm"}
	for _, tt := range []struct {
		name       string
		then       func(r *room)
		log, phase string
	}{
		{"undone by the button", func(r *room) { r.do(undo) }, "camp b2 camp g2 (camp b15)", "camps"},
		{"undone, and put elsewhere", func(r *room) { r.do(undo).hands("-g15 +h15 ~") }, "camp b2 camp g2 (camp b15) (camp h15)", "espionage"},
		{"lifted again", func(r *room) { r.hands("-g15 ~") }, "camp b2 camp g2 (camp b15)", "camps"},
		{"confirmed", func(r *room) { r.do(confirm) }, "camp b2 camp g2 camp b15 camp g15", "espionage"},
		{"sealed by what follows", func(r *room) { r.do(referee.Act{Text: "done black"}) }, "camp b2 camp g2 camp b15 camp g15 done black", "espionage"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := empty(t, rules.Options{"river": false})
				defer r.stop()
				r.hands(camps).expectLog("camp b2 camp g2 (camp b15) (camp g15)")
				if told := r.seat(black).Message.Key; strings.HasPrefix(told, "deploy") {
					t.Errorf("Black is told %s", told)
				}
				tt.then(r)
				r.expectLog(tt.log)
				r.expectPhase(tt.phase)
			})
		})
	}
}

func (r *room) expectPhase(want string) {
	r.Helper()
	if got := r.table().Position.Phase; got != want {
		r.Fatalf("phase %s (%s), want %s", got, r.table().Message.Text, want)
	}
}

// seat is what a seat sees.
func (r *room) seat(s rules.Seat) face { return face{r.Session.Table(s)} }

// own lists the actions of the deployment in the log of a seat, open ones in
// brackets.
func (f face) own() string {
	_, after, _ := strings.Cut(f.actions(), "train 0 ")
	return after
}

func (r *room) expectOwn(s rules.Seat, want string) {
	r.Helper()
	if got := r.seat(s).own(); got != want {
		r.Fatalf("%s has %q, want %q", chessbattle.Game.SeatName(s), got, want)
	}
}

func (r *room) confirm(s rules.Seat) *room {
	r.Helper()
	return r.do(referee.Press{Button: "confirm", Seat: &s})
}

// Two boards are deployed by hand, touch by touch and both at once, and it comes
// to what text would have come to.
func TestADeploymentByHandIsTheOneByText(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t)
		defer r.stop()
		r.hands("+a1 +d16 +e16 ~")
		r.expectOwn(white, "(deploy levy a1)")
		r.expectOwn(black, "(deploy levy d16) (deploy levy e16)")
		r.hands("+c10 +d4 ~ +e1 ~")
		r.confirm(white)
		r.expectOwn(white, "deploy levy a1 deploy pikemen d4 deploy king e1 done white")
		r.expectPhase("deployment")
		r.refused(referee.Press{Button: "confirm", Seat: new(black)}, 409)
		r.hands("+h16 ~").confirm(black)
		r.expectPhase("battle")
		r.expectStatus("play")

		text := deployable(t)
		defer text.stop()
		for _, action := range strings.Split("deploy levy a1,deploy levy d16,deploy levy e16,deploy knights c10,deploy pikemen d4,deploy king e1,done white,deploy king h16,done black", ",") {
			text.do(referee.Act{Text: action})
		}
		if a, b := r.table().Position, text.table().Position; !reflect.DeepEqual(a, b) {
			t.Errorf("by hand\n%+v\nby text\n%+v", a, b)
		}
	})
}

func TestEachSeatIsAskedForItsOwnKinds(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t)
		defer r.stop()
		for _, tt := range []struct {
			touches, kind, n string
			free             int // squares that are lit
		}{
			{"", "@chessbattle.levy", "1", 62},
			{"+a1 ~", "@chessbattle.pikemen", "1", 61},
			{"-a1 ~", "@chessbattle.levy", "1", 62},
			{"+c1 ~ +c2 ~", "@chessbattle.king", "1", 60},
			{"+c3 ~", "", "", 0},
		} {
			r.hands(tt.touches)
			f := r.seat(white)
			if f.Message.Args["kind"] != tt.kind || f.Message.Args["n"] != tt.n {
				t.Fatalf("after %q: %+v", tt.touches, f.Message)
			}
			if got := f.lit("legal"); len(got) != tt.free || slices.Contains(got, "b2") {
				t.Fatalf("after %q %d squares are lit: %v", tt.touches, len(got), got)
			}
			for _, other := range []face{r.table(), r.seat(black)} {
				if got := other.Message; strings.Contains(got.Text, "ikemen") {
					t.Fatalf("others read %+v", got)
				}
			}
		}
		if got := r.seat(white).Message.Key; got != "deploy.confirm" {
			t.Fatalf("message %s", got)
		}
	})
}

func TestHandsMayChangeTheirMindWhileTheyDeploy(t *testing.T) {
	for _, tt := range []struct{ name, touches, want string }{
		{"lifted again", "+a1 ~ -a1 ~", ""},
		{"elsewhere", "+a1 ~ -a1 +a2 ~", "(deploy levy a2)"},
		{"the kind before", "+a1 ~ +c1 ~ -a1 +a4 ~", "(deploy pikemen c1) (deploy levy a4)"},
		{"all of it", "+a1 ~ +c1 ~ +d1 ~ -d1 -c1 -a1 ~", ""},
		{"slid before it is let go", "+a1 ~ +a2 -a1 ~", "(deploy levy a2)"},
		{"bounced", "+a1 -a1 +a1 ~", "(deploy levy a1)"},
		{"dragged over squares", "+a1 ~ -a1 +a2 -a2 +a3 ~", "(deploy levy a3)"},
		{"two of different kinds in one go", "+a1 +c1 ~", "(deploy levy a1) (deploy pikemen c1)"},
		{"one too many", "+a1 +c1 +d1 +h8 ~", "(deploy levy a1) (deploy pikemen c1) (deploy king d1)"},
		{"a camp lifted and put back", "-b2 +b2 +a1 ~", "(deploy levy a1)"},
		{"a camp put elsewhere is no Levy", "-b2 +a1 ~", ""},
		{"and led back", "-b2 +a1 ~ -a1 +b2 +a1 ~", "(deploy levy a1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := deployable(t)
				defer r.stop()
				r.hands(tt.touches)
				r.expectOwn(white, tt.want)
				r.expectOwn(black, "")
			})
		})
	}
}

func TestWoodThatIsNotOfTheDeploymentIsLedBack(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t)
		defer r.stop()
		r.hands("+a1 +c1 +d1 +h8 ~")
		if got := r.seat(white); !slices.Equal(got.lit("lift"), []string{"h8"}) || got.Status != "settle" {
			t.Fatalf("%s: lift %v", got.Status, got.lit("lift"))
		}
		r.refused(referee.Press{Button: "confirm", Seat: new(white)}, 409)
		r.hands("-h8 -b2 ~")
		if got := r.seat(white); !slices.Equal(got.lit("place"), []string{"b2"}) {
			t.Fatalf("place %v", got.lit("place"))
		}
		if got := r.table(); got.Status != "play" || got.lit("place") != nil {
			t.Fatalf("everybody sees %s, place %v", got.Status, got.lit("place"))
		}
	})
}

// A text takes part in a deployment by hand: its piece is to be put where it was
// said, and a button takes a seat's own last step back, whatever others did since.
func TestTextAndHandsDeployTogether(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t)
		defer r.stop()
		r.hands("+a1 ~").do(referee.Act{Text: "deploy king e1"}).hands("+d16 ~")
		r.expectOwn(white, "(deploy levy a1) deploy king e1")
		if got := r.seat(white).lit("place"); !slices.Equal(got, []string{"e1"}) {
			t.Fatalf("place %v", got)
		}
		r.expectOwn(black, "(deploy levy d16)") // not sealed by what White says
		r.hands("+e1 +c1 ~")
		r.expectOwn(white, "(deploy levy a1) deploy king e1 (deploy pikemen c1)")
		r.hands("-e1 +e2 ~") // what was said is not unsaid by hand
		r.expectOwn(white, "(deploy levy a1) deploy king e1 (deploy pikemen c1)")
		r.hands("-e2 +e1 ~").confirm(white)
		r.do(referee.Press{Button: "undo", Seat: new(white)})
		r.expectOwn(white, "deploy levy a1 deploy king e1 deploy pikemen c1")
		r.do(referee.Press{Button: "undo", Seat: new(white)})
		r.expectOwn(white, "deploy levy a1 deploy king e1")
		r.expectOwn(black, "(deploy levy d16)")
		r.hands("-c1 +h1 ~")
		r.expectOwn(white, "deploy levy a1 deploy king e1 (deploy pikemen h1)")
	})
}

// The power goes at every point of a deployment, and it goes on from there.
func TestADeploymentGoesOnAfterAPowerCut(t *testing.T) {
	touches := strings.Fields("+a1 +d16 ~ +c1 +e16 ~ -a1 +a4 ~ +c10 +d1 ~ +h16 ~")
	for cut := range len(touches) + 1 {
		in(t, func(t *testing.T) {
			r := deployable(t)
			for i, word := range touches {
				if i == cut {
					r.settle(time.Second)
					r = r.again(chessbattle.Game)
				}
				r.hands(word)
			}
			if cut == len(touches) {
				r = r.again(chessbattle.Game)
			}
			defer r.stop()
			r.expectOwn(white, "(deploy pikemen c1) (deploy levy a4) (deploy king d1)")
			r.expectOwn(black, "(deploy levy d16) (deploy levy e16) (deploy knights c10) (deploy king h16)")
			r.confirm(black).confirm(white).expectPhase("battle")
			r.expectStatus("play")
		})
	}
}

// What was put in just before the power went counts: also the first piece, after a purchase on the page, and two at once.
func TestPiecesPutInWhenThePowerWentCount(t *testing.T) {
	for touches, own := range map[string]string{
		"+a1":             "(deploy levy a1)",
		"+a1 ~ +c1 +d1":   "(deploy levy a1) (deploy pikemen c1) (deploy king d1)",
		"+a1 ~ +c1 -c1":   "(deploy levy a1)",
		"+a1 ~ -a1 +a2 ~": "(deploy levy a2)",
	} {
		in(t, func(t *testing.T) {
			r := deployable(t).hands(touches).again(chessbattle.Game)
			defer r.stop()
			r.settle(time.Second)
			r.expectOwn(white, own)
		})
	}
}

// Contacts that stick since an outage are no camps, where one of them lies where nobody is asked for a camp (Chess Battle, worn, seed 2300918: both were camps).
func TestContactsThatStickSinceAnOutageAreNoCamps(t *testing.T) {
	for stuck, log := range map[string]string{"f2": "(camp f2)", "f2 a9": ""} {
		in(t, func(t *testing.T) {
			r := empty(t, nil)
			defer r.stop()
			r.Wood(r.set(strings.Fields(stuck)), 0)
			r.settle(time.Second)
			r.expectLog(log)
		})
	}
}

// White has lifted its second camp when the power goes, and somebody moves the first to where Black's may stand. That seals nothing that does not lie there
// (Chess Battle with power cuts, seed 5600389: White's second camp was sealed, which it put elsewhere then).
func TestNoCampSealsWhatDoesNotLieThere(t *testing.T) {
	in(t, func(t *testing.T) {
		r := empty(t, nil).hands("+g5 ~ +a3 ~")
		r.stop()
		next := openWith(t, r.disk, []*rules.Game{chessbattle.Game}, referee.NewGame{}, &referee.Recorded{ID: 1, Header: r.disk.header, Events: r.disk.events})
		defer next.stop()
		next.Wood(r.set([]string{"b11"}), 0)
		next.settle(time.Second)
		next.hands("+g5 ~ +d1 ~").expectLog("(camp g5) (camp a3)")
		next.hands("-d1 ~ +a3 ~").expectLog("(camp g5) (camp a3) (camp b11)")
	})
}

// A contact sticks since an outage, and counts as White's second camp, as White puts its own where Black's may stand: that seals nothing that nobody had seen
// lit (Chess Battle, worn, seed 5600461: the camp that nobody had put was sealed).
func TestNoCampSealsWhatCameInAnOutageAndWasNotLit(t *testing.T) {
	for pause, log := range map[string]string{"": "(camp g8) (camp f8) (camp f13)", "~ ~": "camp g8 camp f8 (camp f13)"} {
		in(t, func(t *testing.T) {
			r := empty(t, nil).hands("+g8 ~")
			defer r.stop()
			r.Fault(errors.New("no contact answers"))
			r.Wood(r.set([]string{"g8", "f8"}), time.Since(r.start))
			r.Fault(nil)
			r.settle(600 * time.Millisecond) // taken in this instant
			r.hands(pause + " +f13 ~ ~").expectLog(log)
		})
	}
}

// What is undone stays so, though its piece still lies where it was put in before the power went.
func TestWhatIsUndoneAfterAPowerCutStaysSo(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t).hands("+a1 ~ +c1").again(chessbattle.Game)
		defer r.stop()
		r.settle(time.Second)
		by := white
		r.do(referee.Press{Button: "undo", Seat: &by}).settle(time.Second)
		r.expectOwn(white, "(deploy levy a1)")
		r.hands("-c1 ~ +d1 ~").expectOwn(white, "(deploy levy a1) (deploy pikemen d1)")
	})
}

// What was done to the wood while it was not felt is not read as a deployment.
func TestWoodMovedWhileThePowerIsOffIsSettled(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t)
		r.hands("+a1 ~ +c1 ~")
		wood := r.lies()
		r.stop()
		next := openWith(t, r.disk, []*rules.Game{chessbattle.Game}, referee.NewGame{}, &referee.Recorded{ID: 1, Header: r.disk.header, Events: r.disk.events})
		defer next.stop()
		wood = wood.Minus(r.set([]string{"c1"})).Union(r.set([]string{"c3"}))
		next.Wood(wood, 0)
		next.settle(time.Second)
		next.expectOwn(white, "(deploy levy a1) (deploy pikemen c1)")
		f := next.seat(white)
		if !slices.Equal(f.lit("lift"), []string{"c3"}) || !slices.Equal(f.lit("place"), []string{"c1"}) {
			t.Fatalf("lift %v, place %v", f.lit("lift"), f.lit("place"))
		}
		next.hands("+d16 ~") // Black goes on
		next.expectOwn(black, "(deploy levy d16)")
		next.hands("-c3 +c1 ~ +d1 ~")
		next.expectOwn(white, "(deploy levy a1) (deploy pikemen c1) (deploy king d1)")
	})
}

// The LEDs of each board show what its own player is asked for; nobody's page shows
// the other's.
func TestEachBoardIsLitForItsOwnPlayer(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t)
		defer r.stop()
		r.hands("+a1 ~ +c1 ~ +d1 +h8 ~")
		lit := map[string]string{}
		for _, l := range r.lamps.scene {
			lit[r.Topology().Name(l.Square)] += l.String() + " "
		}
		if lit["h8"] != "lift " || lit["a9"] != "legal " || lit["a2"] != "" {
			t.Fatalf("h8 %q, a9 %q, a2 %q", lit["h8"], lit["a9"], lit["a2"])
		}
		for viewer, want := range map[rules.Seat]int{white: 64, black: 64, rules.Table: 0} {
			if got := r.Lit(viewer).Len(); got != want {
				t.Errorf("viewer %d may see the LEDs of %d squares, want %d", viewer, got, want)
			}
		}
		for sq := range r.seat(black).Lights {
			if sq == "h8" || sq == "a2" || sq == "d1" {
				t.Errorf("Black sees a light on %s", sq)
			}
		}
	})
}

// Whatever hands have done to both boards, who follows the lights of a board ends
// with an army that stands, and it is the one of the wood.
func TestWhole_WhoFollowsTheLightsDeploys(t *testing.T) {
	for seed := range uint64(15) {
		in(t, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 11))
			r := deployable(t)
			r.fumble(rnd, 40)
			if seed%3 == 0 {
				r = r.again(chessbattle.Game)
			}
			defer r.stop()
			for _, seat := range []rules.Seat{white, black} {
				for touches := 0; r.seat(seat).Message.Key != "deploy.confirm" || r.seat(seat).Status != "play"; touches++ {
					if touches > 60 {
						t.Fatalf("seed %d: %s", seed, r.seat(seat).Message.Text)
					}
					f := r.seat(seat)
					switch lift, place, legal := f.lit("lift"), f.lit("place"), f.lit("legal"); {
					case len(lift) > 0:
						r.hands("-" + lift[0] + " ~")
					case len(place) > 0:
						r.hands("+" + place[0] + " ~")
					default:
						r.hands("+" + legal[rnd.IntN(len(legal))] + " ~")
					}
				}
			}
			wood := r.lies()
			r.confirm(white).confirm(black).expectPhase("battle")
			r.expectStatus("play")
			if got := r.lies(); got != wood || got.Len() != 4+3+4 {
				t.Fatalf("seed %d: %v stand, wood lay on %v", seed, r.Topology().Names(got), r.Topology().Names(wood))
			}
		})
	}
}

// fumble lifts and places at random on both boards.
func (r *room) fumble(rnd *rand.Rand, touches int) {
	wood := r.lies()
	for range touches {
		sq := board.Square(rnd.IntN(128))
		if rnd.IntN(2) == 0 && !wood.IsEmpty() {
			of := slices.Collect(wood.All())
			sq = of[rnd.IntN(len(of))]
		}
		word := "+"
		if wood.Has(sq) {
			word = "-"
		}
		wood.Set(sq, word == "+")
		r.hands(word + r.Topology().Name(sq))
		if rnd.IntN(3) == 0 {
			r.hands("~")
		}
	}
	r.hands("~")
}

// After the joining hands play, and both may agree to go back behind the screens.
func TestHandsPlayOnTheJoinedBoards(t *testing.T) {
	in(t, func(t *testing.T) {
		r := deployable(t)
		defer r.stop()
		r.hands("+a1 +d16 +e16 ~ +c10 +d4 ~ +e1 ~ +h16 ~").do(referee.Press{Button: "confirm"})
		r.expectPhase("battle")
		if got := r.table().lit("legal"); got != nil {
			t.Fatalf("legal %v", got)
		}
		seat, other, move := white, black, "-a1 +a2 ~"
		if r.table().Position.ToAct[0] == "black" {
			seat, other, move = black, white, "-d16 +d15 ~"
		}
		if r.hands(move); len(r.table().Open) != 1 {
			t.Fatalf("%s open, log %s", r.table().Open, r.table().actions())
		}
		r.do(referee.Press{Button: "undo", Seat: &seat})
		r.do(referee.MakeOffer{Seat: seat, Kind: "undo", Accept: true}).do(referee.MakeOffer{Seat: other, Kind: "undo", Accept: true})
		r.expectPhase("deployment")
		if got := r.table().Wood; !slices.Equal(got, []string{"b15", "b2", "g15", "g2"}) {
			t.Fatalf("everybody sees wood on %v", got)
		}
	})
}
