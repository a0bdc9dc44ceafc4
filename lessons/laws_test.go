package lessons_test

import (
	"slices"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// laws are the numbered rules of each game's RULES.md, by game, and what shows each. It
// is told from what everybody sees of a step alone. What is written of refusals a newcomer
// meets who tries: it is shown where who moves stands so that it would be said.
var laws = map[string][]law{
	"rolechess":    roleChess(),
	"camelot":      camelot(),
	"kaleidochess": kaleidoChess(),
	"dungeonchess": dungeonChess(),
	"chessbattle":  chessBattle(),
}

func always(e event) bool { return e.player() }

// by is a step by a piece of that kind.
func by(keys ...string) func(event, string) bool {
	return func(e event, kind string) bool { return e.told(keys...) && e.piece() == kind }
}

// says is a step that is told so.
func says(keys ...string) func(event) bool { return func(e event) bool { return e.told(keys...) } }

// refused is a step by who would be refused so elsewhere.
func refused(keys ...string) func(event) bool {
	return func(e event) bool { return e.refuses(keys...) }
}

// ended is a step that ends the game so.
func ended(whys ...string) func(event) bool { return func(e event) bool { return e.ends(whys...) } }

func roleChess() []law {
	turn := func(e event, part string) bool {
		switch moved := e.before.Phase() == "attack"; part {
		case "move":
			return e.told("move")
		case "attack":
			return e.told("attack", "pair") && !moved
		case "move and attack":
			return e.told("attack", "pair") && moved
		}
		return e.told("pair")
	}
	return slices.Concat([]law{{rule: 1, fires: always}},
		each(2, by("move", "attack", "pair"), "emperor", "adjutant", "knight", "guard", "lackey"),
		[]law{
			{rule: 3, fires: refused("no.way")},
			{rule: 4, fires: says("attack", "pair")},
			{rule: 5, fires: says("begins")},
		},
		each(6, turn, "move", "attack", "move and attack", "two attackers"),
		[]law{
			{rule: 7, fires: says("pass")},
			{rule: 8, fires: says("pair")},
			{rule: 9, fires: says("throw")},
			{rule: 10, fires: says("loss", "beaten", "fallen")},
			{rule: 11, fires: func(e event) bool { return e.has(rules.EffectLoss) }},
			{rule: 12, fires: says("advance", "stay")},
			{rule: 13, fires: ended("emperor")},
			{rule: 14, fires: ended("dead", "stuck")},
			{rule: 15, apart: "a handicap is agreed on before the game; the form of a new game explains it"},
			{rule: 16, apart: "two dice are agreed on before the game, too"},
		})
}

func camelot() []law {
	// beside reports whether an enemy of who has moved stands next to its new square with
	// an empty one right behind: it could be leapt, were the turn not over.
	beside := func(e event) bool {
		t := e.after.Topology()
		for _, over := range t.Place(e.to).Near {
			there, taken := e.after.At(over)
			behind := straight(t, e.to, over)
			if _, blocked := e.after.At(behind); behind != board.None && taken && there.Owner != e.step.By && !blocked {
				return true
			}
		}
		return false
	}
	goal := func(e event, sq board.Square) bool { return castle(e.name(sq)) == 1-int(e.step.By) }
	home := func(e event, sq board.Square) bool { return castle(e.name(sq)) == int(e.step.By) }
	now := func(key string) func(event) bool {
		return func(e event) bool { return e.player() && e.before.Now(e.step.By).Key == key }
	}
	return []law{
		{rule: 1, fires: always},
		{rule: 2, apart: "the board lights up where the pieces begin, and the headline says who does"},
		{rule: 3, fires: says("move")},
		{rule: 4, fires: says("canter", "charge")},
		{rule: 5, fires: says("jump", "charge")},
		{rule: 6, fires: says("charge")},
		{rule: 7, fires: func(e event) bool { return e.told("move", "canter") && !goal(e, e.to) && beside(e) }},
		{rule: 8, fires: now("now.camelot.capture")},
		{rule: 9, fires: says("charge")},
		{rule: 10, fires: refused("no.castle.own")},
		{rule: 11, fires: func(e event) bool {
			if !e.told("jump", "charge") {
				return false
			}
			way := e.before.Hands(e.step).Via
			way.Add(e.to)
			return slices.ContainsFunc(slices.Collect(way.All()), func(sq board.Square) bool { return home(e, sq) })
		}},
		{rule: 12, fires: now("now.camelot.leave")},
		{rule: 13, fires: func(e event) bool { return e.player() && goal(e, e.to) && !goal(e, e.from) }},
		{rule: 14, fires: says("castle")},
		{rule: 15, fires: ended("castle", "captured", "stalemate")},
		{rule: 16, fires: ended("bare", "repetition", "quiet")},
		{rule: 17, apart: "the notation: pages and lights take and show squares"},
		{rule: 18, apart: "a handicap is agreed on before the game; the form of a new game explains it"},
	}
}

// castle is whose castle a square of Camelot belongs to: 0 White's, 1 Black's; -1 nobody's.
func castle(name string) int {
	switch name {
	case "F1", "G1":
		return 0
	case "F16", "G16":
		return 1
	}
	return -1
}

// straight is the square right behind over, seen from a square beside it; None off the board.
func straight(t *board.Topology, from, over board.Square) board.Square {
	a, b := t.Place(from), t.Place(over)
	for _, sq := range t.Place(over).Near {
		if c := t.Place(sq); c.X-b.X == b.X-a.X && c.Y-b.Y == b.Y-a.Y {
			return sq
		}
	}
	return board.None
}

func kaleidoChess() []law {
	kinds := []string{"wizard", "dragon", "roc", "eagle", "raven", "elephant", "tiger", "horse", "pawn"}
	magic := func(e event) bool { return e.player() && e.before.View(rules.Full).Options["magic"] == true }
	die := func(e event) bool { return e.before.View(rules.Full).Options["die"] == true }
	cast := func(e event) bool { return strings.HasPrefix(e.tell.Key, "kaleidochess.cast.") }
	spells := func(e event, names ...string) bool {
		word, _, _ := strings.Cut(e.text, " ")
		return cast(e) && slices.Contains(names, word)
	}
	marked := func(e event, mark string) bool {
		return e.to != board.None && slices.Contains(e.before.Topology().Place(e.to).Marks, mark)
	}
	// sheltered is a spell cast while somebody stands where magic does not reach.
	sheltered := func(e event) bool {
		return cast(e) && slices.ContainsFunc(slices.Collect(e.before.Occupied(rules.Full).All()), func(sq board.Square) bool {
			marks := e.before.Topology().Place(sq).Marks
			return slices.Contains(marks, "castle") || slices.Contains(marks, "town")
		})
	}
	like := func(e event) bool {
		a, onA := e.before.At(e.from)
		b, onB := e.before.At(e.to)
		own := onA && onB && a.Owner == b.Owner
		return own && (spells(e, "teleport") || spells(e, "swap") && a.Kind == b.Kind)
	}
	fire := func(e event) bool { return e.told("fire") || strings.Contains(e.tell.Key, ".fire.") }
	captures := func(e event) bool { return strings.HasPrefix(e.tell.Key, "kaleidochess.capture") }
	return slices.Concat([]law{{rule: 1, fires: always}},
		each(2, func(e event, kind string) bool { return (e.told("move") || captures(e)) && e.piece() == kind }, kinds...),
		[]law{
			{rule: 3, part: "a move", fires: says("move")},
			{rule: 3, part: "a capture", fires: captures},
			{rule: 4, part: "castle", fires: func(e event) bool { return e.player() && !cast(e) && marked(e, "castle") }},
			{rule: 4, part: "town", fires: func(e event) bool { return e.player() && !cast(e) && marked(e, "town") }},
			{rule: 5, fires: ended()},
			{rule: 6, part: "the throw", fires: says("die")},
			{rule: 6, part: "no piece of that number", fires: says("pass")},
			{rule: 7, apart: "there are two seats"},
			{rule: 8, fires: magic},
			{rule: 9, fires: cast},
			{rule: 10, fires: sheltered},
			{rule: 11, fires: cast},
			{rule: 12, fires: fire},
			{rule: 13, fires: func(e event) bool { return die(e) && (cast(e) || fire(e)) }},
			{rule: 14, fires: func(e event) bool { return spells(e, "ghost", "lightning", "selfdestruct", "revive") }},
			{rule: 15, fires: like},
			{rule: 16, apart: "a handicap is agreed on before the game; the form of a new game explains it"},
		})
}

func dungeonChess() []law {
	moves := []string{"move", "capture", "teleport"}
	entry := func(e event, sq board.Square) bool {
		return sq != board.None && slices.Contains(e.before.Topology().Place(sq).Marks, "entry")
	}
	return slices.Concat([]law{
		{rule: 1, fires: always},
		{rule: 2, fires: says(moves...)},
	},
		each(3, by(moves...), "fighter", "knight", "warrior", "wizard"),
		[]law{
			{rule: 4, apart: "the board lights up where the characters begin"},
			{rule: 5, part: "a move", fires: says("move")},
			{rule: 5, part: "a capture", fires: says("capture")},
			{rule: 6, fires: refused("no.three")},
			{rule: 7, fires: func(e event) bool { return e.told("move") && entry(e, e.from) }},
			{rule: 8, fires: says("teleport")},
			{rule: 9, fires: says("ransom")},
			{rule: 10, fires: refused("no.last")},
			{rule: 11, fires: ended("score")},
			{rule: 12, fires: says("keep")},
			{rule: 13, fires: ended()},
			{rule: 14, fires: says("keep")},
			{rule: 15, fires: ended("calm")},
			{rule: 16, apart: "a handicap is agreed on before the game; the form of a new game explains it"},
		})
}

func chessBattle() []law {
	sure := func(e event) bool { return e.before.View(rules.Full).Options["combat"] == "sure" }
	cards := func(e event) bool { return !sure(e) }
	shot := func(e event) bool { return e.told("shot", "shot.falls") }
	attack := func(e event) bool {
		return strings.HasPrefix(e.tell.Key, "chessbattle.strike") || shot(e)
	}
	strike := func(e event) bool { return attack(e) && !shot(e) }
	drawn := func(e event) bool { return strings.HasPrefix(e.tell.Key, "chessbattle.draw") }
	acts := func(e event) bool { return attack(e) || e.told("move", "cross") }
	where := func(e event) (file, rank int) {
		a, b := e.before.Topology().Place(e.from), e.before.Topology().Place(e.to)
		return int(b.X - a.X), int(b.Y - a.Y)
	}
	// seen is where a strike comes from, seen from the defender, who faces the enemy's side (rule 20).
	seen := func(e event) string {
		_, rank := where(e)
		if man, _ := e.before.At(e.to); man.Owner == 0 {
			rank = -rank
		}
		return map[int]string{-1: "rear", 0: "flank", 1: "front"}[sign(rank)]
	}
	costs := func(e event, part string) bool {
		if !acts(e) {
			return false
		}
		file, rank := where(e)
		river := e.told("cross")
		switch part {
		case "straight":
			return !river && (file == 0) != (rank == 0) && !shot(e)
		case "diagonal":
			return !river && file != 0 && rank != 0 && !shot(e)
		}
		return river
	}
	// helped is a fight with more cards than fighters and place have (rule 21).
	helped := func(e event) bool {
		if !strike(e) || sure(e) || e.after.Phase() != "draw" && e.after.Phase() != "special" {
			return false
		}
		n, _ := doc(e.after)["fight"].(map[string]any)["cards"].([]any)
		base := [2]float64{1, 1}
		for i, sq := range []board.Square{e.from, e.to} {
			if man, _ := e.before.At(sq); man.Kind == knightsKind {
				base[i] = 2
			}
		}
		base[0] += map[string]float64{"front": 0, "flank": 1, "rear": 2}[seen(e)]
		return n[0].(float64) > min(base[0], 5) || n[1].(float64) > base[1]
	}
	in := func(phase string) func(event) bool {
		return func(e event) bool { return e.player() && e.before.Phase() == phase }
	}
	removed := func(e event) bool { return e.has(rules.EffectRemoved) }
	return slices.Concat([]law{
		{rule: 1, fires: always},
		{rule: 2, fires: attack},
		{rule: 3, fires: says("spy", "pay", "pay.paid", "pay.change")},
		{rule: 4, fires: says("camp.at", "bridge")},
		{rule: 5, fires: says("revealed")},
		{rule: 6, fires: says("revealed")},
		{rule: 7, fires: says("army", "army.none")},
		{rule: 8, fires: says("pay", "pay.paid", "pay.change")},
		{rule: 9, fires: says("pay", "pay.paid", "pay.change")},
		{rule: 10, fires: says("train", "train.none")},
		{rule: 11, fires: func(e event) bool { return in("deployment")(e) && strings.HasPrefix(e.text, "deploy") }},
		{rule: 12, fires: says("join")},
		{rule: 13, part: "one use for a point", fires: func(e event) bool { return in("battle")(e) && acts(e) }},
		{rule: 13, part: "the end of a turn", fires: func(e event) bool { return in("battle")(e) && e.text == "end" }},
	},
		each(14, costs, "straight", "diagonal", "over the river"),
		each(14, func(e event, kind string) bool { return acts(e) && e.piece() == kind }, "levy", "knights", "pikemen", "crossbowmen", "king"),
		[]law{
			{rule: 15, fires: func(e event) bool { return acts(e) && e.refuses("no.own") }},
			{rule: 16, fires: strike},
			{rule: 17, fires: shot},
			{rule: 18, fires: drawn},
			{rule: 19, fires: drawn},
			{rule: 20, fires: func(e event) bool { return strike(e) && cards(e) }},
			{rule: 21, fires: helped},
			{rule: 22, fires: in("special")},
			{rule: 23, part: "the higher sum", fires: says("draw.kill", "draw.lost", "draw.both", "draw.missed")},
			{rule: 23, part: "without cards", fires: func(e event) bool { return attack(e) && cards(e) && removed(e) }},
			{rule: 24, fires: func(e event) bool {
				return sure(e) && attack(e) || cards(e) && (attack(e) || drawn(e)) && e.has(rules.EffectMoved)
			}},
			{rule: 25, fires: func(e event) bool { return sure(e) && strike(e) && seen(e) == "front" }},
			{rule: 26, fires: func(e event) bool { return sure(e) && strike(e) && seen(e) == "flank" }},
			{rule: 27, fires: func(e event) bool { return sure(e) && strike(e) && seen(e) == "rear" }},
			{rule: 28, fires: func(e event) bool {
				_, stands := e.after.At(e.from)
				return sure(e) && attack(e) && (shot(e) || !stands && !e.has(rules.EffectMoved))
			}},
			{rule: 29, fires: ended("camps", "units", "both")},
			{rule: 30, fires: ended("quiet", "value", "time")},
			{rule: 31, apart: "which sides are joined is how the board lies on the table"},
			{rule: 32, apart: "a lesson hides nothing; pages and lights keep it by themselves"},
			{rule: 33, apart: "a handicap is agreed on before the game; the form of a new game explains it"},
		})
}

// knightsKind is the Knights' number among the kinds of Chess Battle.
const knightsKind = 1

func sign(n int) int { return min(1, max(-1, n)) }
