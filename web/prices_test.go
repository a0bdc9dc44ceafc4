package web_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/rules"
	"reeve/rules/chessbattle"
)

// purse is what a seat has, and a purchase or a payment of it.
type purse struct {
	Cards, Spent []string
	Action       string
	Due          int      // of a purchase, after it; of a payment, before it
	Change       []string // of a payment that ends, what comes back
}

// purseOf reads the part of a view that pages read.
func purseOf(t *testing.T, s rules.State, seat rules.Seat) (p purse) {
	t.Helper()
	text, err := json.Marshal(s.View(rules.Full).State)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Cards, Spent map[string][]string
		Due          int
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	name := s.Game().SeatName(seat)
	return purse{Cards: doc.Cards[name], Spent: doc.Spent[name], Due: doc.Due}
}

// buying plays openings by chance and collects purchases and last payments.
func buying(t *testing.T, rng *rand.Rand) (bought, paid []purse) {
	t.Helper()
	state, err := chessbattle.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for state.Phase() != "deployment" {
		steps := state.Legal(nil)
		step := steps[rng.IntN(len(steps))]
		before, text := purseOf(t, state, step.By), state.Text(step)
		if state, _, err = state.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
		after := purseOf(t, state, step.By)
		before.Action = text
		switch word, _, _ := strings.Cut(text, " "); {
		case word == "army" || word == "train":
			if before.Due = 0; state.Phase() == "pay" {
				before.Due = after.Due
			}
			bought = append(bought, before)
		case word == "pay" && state.Phase() != "pay":
			before.Change = []string{}
			for _, card := range after.Cards {
				if !slices.Contains(before.Cards, card) {
					before.Change = append(before.Change, card)
				}
			}
			paid = append(paid, before)
		}
	}
	return bought, paid
}

// The prices and the change that a page shows before a payment are those that
// the rules then take and give.
func TestPage_PricesAndChangeAreThoseOfTheRules(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	var bought, paid []purse
	for range 150 {
		b, p := buying(t, rng)
		bought, paid = append(bought, b...), append(paid, p...)
	}
	over := slices.IndexFunc(paid, func(p purse) bool { return len(p.Change) > 1 })
	if len(bought) < 500 || over < 0 {
		t.Fatalf("%d purchases, the first change of several cards: %d", len(bought), over)
	}
	b := build(t, nil).browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	text, _ := json.Marshal(map[string]any{"bought": bought, "paid": paid, "figures": chessbattle.Game.Figures()})
	for _, fault := range evaluate[[]string](b, `(async ({ bought, paid, figures }) => {
		const { goods } = await import("/assets/actions.js"), { change, howPaid, priceOf, trainingPrice, valueOf } = await import("/assets/prices.js");
		(await import("/assets/game.js")).playing({ name: "chessbattle", figures });
		const price = (a) => a.startsWith("train") ? trainingPrice(a.split(" ")[1]) : priceOf(goods(a.slice(5)));
		return bought.map((p) => price(p.Action) !== p.Due ? p.Action + " costs " + p.Due : p.Due > 0 && !howPaid(p.Cards, p.Spent, p.Due) ? p.Action + " can be paid with " + p.Cards : "")
			.concat(paid.map((p) => {
				const over = valueOf(p.Action.slice(4)) - p.Due, got = over > 0 ? change(p.Spent, over) : [];
				return String(got?.toSorted()) === String(p.Change.toSorted()) ? "" : p.Action + " of " + p.Due + " gives " + p.Change + ", not " + got;
			})).filter(Boolean).slice(0, 5);
	})(`+string(text)+`)`) {
		t.Error(fault)
	}
}
