package referee_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/lessons"
	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// wrongActs are what newcomers try in the position of a lesson (lessons/GAME.yaml), after
// what was acted before, by hand and the same on the page, and what each is told.
var wrongActs = []struct {
	game, lesson, what, before, hands, page, says, told string
}{
	{"rolechess", "battle", "too far", "", "-c3 +c7", "c3-c7", "Knight on c3 cannot reach c7. Put it back", "Knight on c3 cannot reach c7"},
	{"rolechess", "battle", "blocked", "", "-b2 +d4", "b2-d4", "Adjutant on b2 cannot reach d4: the way is blocked. Put it back", "Adjutant on b2 cannot reach d4: the way is blocked"},
	{"rolechess", "battle", "onto an own piece", "", "-c3 -d1 +d1", "c3-d1", "d1 holds your own piece", "d1 holds your own piece"},
	{"rolechess", "battle", "an attack out of reach", "", "-e2 -d6 +d6", "e2*d6", "Guard on e2 cannot reach d6", "Guard on e2 cannot reach d6"},
	{"rolechess", "battle", "an attack on nobody", "", "", "e2*e4", "", "There is nobody on e4 to attack"},
	{"rolechess", "battle", "an attack on an own piece", "", "-e2 -f2 +f2", "e2*f2", "f2 holds your own piece", "f2 holds your own piece"},
	{"rolechess", "battle", "a piece of the other side", "", "-c5 +c4", "c5-c5", "It is White's turn. Put it back", "The piece on c5 belongs to Black"},
	{"rolechess", "battle", "a second piece in a turn", "c3-a4", "-b2 +a3", "b2-a3", "You have moved: attack with a4, or end your turn. Put it back", "You have moved: attack with a4, or end your turn"},
	{"rolechess", "battle", "a pass too early", "", "", "pass", "", "You can still do something else, so you cannot pass"},
	{"rolechess", "knight", "what is not learnt now", "", "-d2 +b3", "d2-b3", "That is legal, but first: The higher die begins: that is you. The Knight leaps two circles straight and one aside: move it from d2 to c4.", "That is legal, but first: The higher die begins: that is you. The Knight leaps two circles straight and one aside: move it from d2 to c4."},
	{"camelot", "battle", "too far", "", "-G13 +G10", "G13-G10", "Knight on G13 cannot reach G10. Put it back", "Knight on G13 cannot reach G10"},
	{"camelot", "battle", "onto an own piece", "", "-F14 -F15 +F15", "F14-F15", "F15 holds your own piece", "F15 holds your own piece"},
	{"camelot", "battle", "a jump from afar", "", "-G13 -A12 +A12", "G13-A12", "Knight on G13 cannot reach A12", "Knight on G13 cannot reach A12"},
	{"camelot", "battle", "a canter over nobody", "", "-G13 +G11", "G13-G11", "There is no piece of yours on G12 to canter over. Put it back", "There is no piece of yours on G12 to canter over"},
	{"camelot", "battle", "a jump over nobody", "", "", "G13xG11", "", "There is no enemy on G12 to jump over"},
	{"camelot", "battle", "a piece of the other side", "", "-A12 +A11", "A12-A12", "It is White's turn. Put it back", "The piece on A12 belongs to Black"},
	{"camelot", "own", "a move where a capture is a duty", "", "-B4 +B5", "B4-B5", "You can capture, so you must. Put it back", "You can capture, so you must"},
	{"camelot", "home", "out of the enemy castle", "F15-F16 C9-C8", "-F16 +F15", "F16-F15", "A piece never leaves the enemy castle. Put it back", "A piece never leaves the enemy castle"},
	{"camelot", "own", "another piece where one must leave the castle", "F3xF1 K12-K11", "-B4 +B5", "B4-B5", "Your piece on F1 must leave your castle first. Put it back", "Your piece on F1 must leave your castle first"},
	{"kaleidochess", "battle", "too far", "", "-e8 +e12", "e8-e12", "Eagle on e8 cannot reach e12. Put it back", "Eagle on e8 cannot reach e12"},
	{"kaleidochess", "battle", "too many circles", "", "-d19 +b13", "d19-b13", "Roc on d19 crosses only 1 circle in a move. Put it back", "Roc on d19 crosses only 1 circle in a move"},
	{"kaleidochess", "battle", "onto an own piece", "", "-e8 -d7 +d7", "e8-d7", "d7 holds your own piece", "d7 holds your own piece"},
	{"kaleidochess", "battle", "a capture out of reach", "", "-e8 -d14 +d14", "e8xd14", "Eagle on e8 cannot reach d14", "Eagle on e8 cannot reach d14"},
	{"kaleidochess", "battle", "a piece of the other side", "", "-c12 +c13", "c12-c12", "It is White's turn. Put it back", "The piece on c12 belongs to Black"},
	{"kaleidochess", "battle", "magic that is not played", "", "", "ghost c12", "", "This game is played without magic"},
	{"kaleidochess", "die", "a piece that the throw does not free", "", "-d4 +d5", "d4-d5", "With a roll of 2 this piece may not move: Pawn. Put it back", "With a roll of 2 this piece may not move: Pawn"},
	{"kaleidochess", "magic", "a spell out of its reach", "", "", "ghost d16", "", "Ghost does nothing there"},
	{"dungeonchess", "battle", "too far", "", "-d3 +h7", "d3-h7", "Wizard on d3 cannot reach h7. Put it back", "Wizard on d3 cannot reach h7"},
	{"dungeonchess", "battle", "not its way", "", "-c4 +d5", "c4-d5", "Knight on c4 cannot reach d5. Put it back", "Knight on c4 cannot reach d5"},
	{"dungeonchess", "battle", "onto an entry square", "", "-d3 +d0", "d3-d0", "d0 is an entry square: you cannot move there. Put it back", "d0 is an entry square: you cannot move there"},
	{"dungeonchess", "battle", "onto an own piece", "", "-c4 -d3 +d3", "c4-d3", "d3 holds your own piece", "d3 holds your own piece"},
	{"dungeonchess", "battle", "a capture out of reach", "", "-c4 -f7 +f7", "c4xf7", "Knight on c4 cannot reach f7", "Knight on c4 cannot reach f7"},
	{"dungeonchess", "battle", "a piece of the other side", "", "-d6 +d5", "d6-d6", "It is South's turn. Put it back", "The piece on d6 belongs to North"},
	{"dungeonchess", "battle", "a pass too early", "", "", "pass", "", "You can move, so you must"},
	{"dungeonchess", "battle", "a teleport from elsewhere", "", "", "c4~b1", "", "c4 is not your teleport square"},
	{"dungeonchess", "target", "a move before the cards", "", "-d1 +d2", "d1-d2", "First everyone keeps one of two cards. Put it back", "First everyone keeps one of two cards"},
	{"dungeonchess", "thrice", "the same move a fourth time", "", "-c3 +c4", "c3-c4", "You have moved from c3 to c4 three times in a row. Put it back", "You have moved from c3 to c4 three times in a row"},
	{"dungeonchess", "last", "a last character", "", "-c3 -c6 +c6", "c3xc6", "That is West's last piece: it cannot be captured", "That is West's last piece: it cannot be captured"},
	{"chessbattle", "battle", "too far", "", "-c7 +c1", "c7-c1", "c1 is more than one step from c7. Put it back", "c1 is more than one step from c7"},
	{"chessbattle", "battle", "onto an own piece", "", "-c7 -d7 +d7", "c7-d7", "d7 holds your own piece", "d7 holds your own piece"},
	{"chessbattle", "battle", "an attack from afar", "", "-c7 -d10 +d10", "c7*d10", "Knights on c7 cannot reach d10", "Knights on c7 cannot reach d10"},
	{"chessbattle", "battle", "a move onto an enemy from afar", "", "", "c7-d10", "", "Knights on c7 cannot reach d10"},
	{"chessbattle", "battle", "a shot too far", "", "-f8 -d10 +d10", "f8!d10", "d10 is out of range from f8", "d10 is out of range from f8"},
	{"chessbattle", "battle", "a camp", "", "-a1 +a2", "a1-a2", "A camp neither moves nor attacks. Put it back", "A camp neither moves nor attacks"},
	{"chessbattle", "battle", "no shooter", "", "", "c7!e9", "", "Only Crossbowmen shoot, not: Knights"},
	{"chessbattle", "battle", "a piece of the other side", "", "-d10 +d9", "d10-d10", "It is White's turn. Put it back", "The piece on d10 belongs to Black"},
	{"chessbattle", "camps", "the other half", "", "+a9", "camp a9", "a9 is not on your half. Put it back", "a9 is not on your half"},
	{"chessbattle", "camps", "a move before the battle", "", "", "a1-a2", "", "Choose a square for your camp"},
	{"chessbattle", "spies", "a move before the battle", "", "-a1 +a2", "a1-a2", "Lay a card to spy, or finish. Put it back", "Lay a card to spy, or finish"},
	{"chessbattle", "army", "a move before the battle", "", "", "a1-a2", "", "Buy your army first"},
	{"chessbattle", "army", "too dear", "", "", "army levy=16 knights=4 pikemen=4", "", "You cannot pay 104 exactly, not even with change"},
	{"chessbattle", "training", "a move before the battle", "", "", "a1-a2", "", "Train your King first, by 0 to 5 points"},
	{"chessbattle", "joining", "ready too early", "", "", "done white", "", "Place all your pieces first; still missing: King"},
}

// Whatever is done wrong by hand is answered in the headline with its true reason, and
// on the page with the same.
func TestWhole_WrongActsOfEveryGameAreAnsweredWithTheirReason(t *testing.T) {
	for _, c := range wrongActs {
		t.Run(c.game+" "+c.lesson+" "+c.what, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := openWith(t, &disk{}, catalog.Games(), referee.NewGame{Game: "camelot"}, nil)
				defer r.stop()
				r.Wood(board.Set{}, 0)
				g, _ := rules.Find(catalog.Games(), c.game)
				course, err := lessons.For(g)
				if err != nil {
					t.Fatal(err)
				}
				n := slices.IndexFunc(course.Lessons, func(l *lessons.Lesson) bool { return l.Name == c.lesson })
				r.do(referee.Learn{Game: c.game, Lesson: n})
				r.stand(r.table().Settle.Place...)
				r.settle(10 * time.Second)
				for _, text := range strings.Fields(c.before) {
					r.do(referee.Act{Text: text})
					r.settle(2 * time.Second)
					(&learner{room: r}).tidies()
				}
				if c.page != "" {
					var refusal *rules.Refusal
					if err := r.Do(r.Context(), referee.Act{Text: c.page}); !errors.As(err, &refusal) || messages.Text(refusal.Why) != c.told {
						t.Errorf("on the page %s is answered with %v, want %q", c.page, err, c.told)
					} else if refusal.Hint.Key == "do.actions" {
						t.Errorf("who taps %s is told how actions are written", c.page)
					}
				}
				if c.hands == "" {
					return
				}
				r.hands(c.hands + " ~ ~")
				r.settle(3 * time.Second)
				if got := r.table().Message.Text; got != c.says {
					t.Errorf("by hand it says %q, want %q", got, c.says)
				}
			})
		})
	}
}
