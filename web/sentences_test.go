package web_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/messages"
	"reeve/rules"
)

// gapIn is a gap of a sentence: its name, and its kind if it has one.
var gapIn = regexp.MustCompile(`\{(\w+)(?::(\w+))?\}`)

// longest is what stands in a gap of that kind or name at its longest in usual play.
var longest = map[string]string{
	":list": "e10,f12,e15", ":piece": "@seat.black @chessbattle.crossbowmen 2", ":standing": "@seat.black @chessbattle.crossbowmen f10,@seat.black @chessbattle.pikemen g12", ":placed": "@seat.black @rolechess.adjutant 2 b10,@seat.black @rolechess.lackey 4 c12", ":cards": "10h,9s,7d", ":card": "10h",
	"piece": "@chessbattle.crossbowmen", "captured": "@chessbattle.crossbowmen", "attacker": "@rolechess.adjutant", "partner": "@rolechess.adjutant", "kind": "@chessbattle.crossbowmen",
	"seat": "@seat.black", "player": "@seat.black", "owner": "@seat.black", "winner": "@seat.black", "first": "@seat.black", "loser": "@seat.white", "other": "@seat.white", "captor": "@seat.white",
	"game": "@game.chessbattle", "what": "@now.rolechess.turn", "engine": "reeve", "name": "reeve", "why": "@why.calm", "action": "c3*d5", "way": "c3-d5-e7", "ways": "c4 → b1, d5 → e2", "cards": "10h 9s",
	"squares": "b1, c3, d10", "attackers": "c3 + e5", "die": "d10", "formula": "@kaleidochess.selfdestruct", "spell": "@kaleidochess.selfdestruct", "seats": "White, Black",
	"n": "12", "m": "12", "number": "2", "attack": "12", "defence": "40", "seconds": "30", "value": "25", "left": "12", "score": "66", "white": "26", "black": "66", "level": "8", "points": "26", "target_number": "7", "partner_number": "2",
}

// sample fills the gaps of an English sentence's key.
func sample(key, english string) rules.Message {
	m := rules.Message{Key: key, Args: map[string]string{}}
	for _, g := range gapIn.FindAllStringSubmatch(english, -1) {
		switch is, ok := longest[g[1]]; {
		case g[2] != "" && longest[":"+g[2]] != "":
			m.Args[g[1]] = longest[":"+g[2]]
		case ok:
			m.Args[g[1]] = is
		default:
			m.Args[g[1]] = "e10"
		}
	}
	return m
}

// heads are the beginnings of keys of what a page says in its headline.
var heads = regexp.MustCompile(`^(now|turn|settle|setup|deploy|throw|declared|over|ending|paused|lesson|wait|ask|confirm|rolechess|camelot|kaleidochess|dungeonchess|chessbattle)(\.|$)`)

// notHeads are names and labels under such keys, which stand elsewhere.
var notHeads = regexp.MustCompile(`^throw\.(title|text|other|enter)|^lesson\.(title|step|next|retry|leave|choose|aside|learn)$`)

// sentence is one in a language, and whether the headline may say it.
type sentence struct {
	Key, Text string
	Head      bool
}

// composed are sentences with a gap for another: of what ends a game the reason why, of whose turn it is
// what may be done.
var composed = []struct {
	keys  *regexp.Regexp
	gap   string
	parts string // the beginning of the keys that it is filled with
}{
	{regexp.MustCompile(`^(ending|over)\.|^turn\.last$`), "why", "why."},
	{regexp.MustCompile(`^(turn|turn\.you|turn\.both|turn\.all|throw\.open)$`), "what", "now."},
}

// together are the composed sentences, each with everything that fills it.
func together(t *testing.T, lang string) (all []sentence) {
	t.Helper()
	var english map[string]json.RawMessage
	if err := json.Unmarshal(messages.File(messages.English), &english); err != nil {
		t.Fatal(err)
	}
	for key, text := range english {
		for _, c := range composed {
			for part, fills := range english {
				if c.keys.MatchString(key) && strings.HasPrefix(part, c.parts) {
					m := sample(key, string(text))
					maps.Copy(m.Args, sample(part, string(fills)).Args)
					m.Args[c.gap] = "@" + part
					all = append(all, sentence{key + " " + part, messages.In(lang, m), true})
				}
			}
		}
	}
	return all
}

// sentences are all that can appear, with their gaps filled.
func sentences(t *testing.T, lang string) (all []sentence) {
	t.Helper()
	for _, file := range [][]byte{messages.File(messages.English), messages.Book(messages.English)} {
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(file, &raw); err != nil {
			t.Fatal(err)
		}
		for key, english := range raw {
			all = append(all, sentence{key, messages.In(lang, sample(key, string(english))), heads.MatchString(key) && !notHeads.MatchString(key)})
		}
	}
	all = append(all, together(t, lang)...)
	slices.SortFunc(all, func(a, b sentence) int { return strings.Compare(a.Key, b.Key) })
	return all
}

// ill is JavaScript: those of sentences that the headline or a narrow column has no room for at a size that can be read, or that are cut off.
const ill = `(async (all) => {
	const { fitted, h } = await import("/assets/dom.js"), head = document.getElementById("status"), bad = [];
	const detail = document.getElementById("detail");
	detail.textContent = "";
	for (const { Key, Text } of all.filter((s) => s.Head)) {
		document.getElementById("message").textContent = Text;
		fitted(head);
		if (parseFloat(getComputedStyle(document.getElementById("message")).fontSize) < 12) bad.push(Key + " is too small in the headline: " + Text);
		if (head.scrollHeight > head.clientHeight + 1 || head.scrollWidth > head.clientWidth + 1) bad.push(Key + " has no room in the headline: " + Text);
	}
	document.getElementById("gallery")?.remove();
	document.querySelector(".side").prepend(h("section", { id: "gallery", className: "box" }, ...all.map(({ Key, Text }) => h("p", { className: "does", "data-key": Key }, Text))));
	for (const p of document.querySelectorAll("#gallery p")) if (p.scrollWidth > p.clientWidth + 1 || getComputedStyle(p).textOverflow === "ellipsis") bad.push(p.dataset.key + " is cut off: " + p.textContent);
	if (document.documentElement.scrollWidth > innerWidth) bad.push("the page is wider than the screen");
	return bad;
})`

// Every sentence that can appear has room on a small phone and on a laptop, in every language; what heads the page fits its
// fixed height; and all of them can be read.
func TestPage_EverySentenceHasRoom(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	for _, lang := range tried(t) {
		all, heading := sentences(t, lang), 0
		for _, s := range all {
			if s.Head {
				heading++
			}
			if strings.ContainsAny(s.Text, "{}") || strings.Contains(s.Text, " @") && !strings.HasSuffix(s.Key, "revive") {
				t.Errorf("%s: %s is %q", lang, s.Key, s.Text)
			}
		}
		for _, wide := range []int64{320, 1280} {
			b.window(wide, map[int64]int64{320: 568, 1280: 800}[wide])
			for _, fault := range evaluate[[]string](b, ill+"("+asJSON(all)+")") {
				t.Errorf("%s at %d px: %s", lang, wide, fault)
			}
		}
		if t.Logf("%s: %d sentences, %d of them head a page", lang, len(all), heading); len(all) < 1000 || heading < 150 {
			t.Errorf("%s: only %d sentences, %d of them head a page", lang, len(all), heading)
		}
	}
	b.accessible("the gallery of sentences")
}

func TestLongEverySentenceHasRoom(t *testing.T) { TestPage_EverySentenceHasRoom(t) }
