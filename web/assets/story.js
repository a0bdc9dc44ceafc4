// The last attack or throw, told step by step with its dice.

import { fights, parse } from "./actions.js";
import { h, put, s } from "./dom.js";
import { verbs } from "./game.js";
import { t, tell } from "./words.js";

// most is how many steps of it have room.
const most = 6;

const fell = (e) => e.by === "chance" && /^(die|draw) /.test(e.action);

// told returns the entries of the log that the last throw belongs to: the attack
// that led to it, if one did, and all that fell since.
export function told(log) {
  const last = log.findLastIndex(fell);
  let first = last;
  while (first > 0 && (fell(log[first - 1]) || verbs[parse(log[first - 1].action).verb]?.within)) first--;
  if (first > 0 && fights.has(parse(log[first - 1].action).manner)) first--;
  return last < 0 ? [] : log.slice(first, last + 1).slice(-9);
}

export class Story {
  constructor(box) { this.box = box; }

  // show tells what fell last. What had fallen before the page was opened lies there.
  show({ log }) {
    const entries = told(log).slice(-most);
    put(this.box, entries.map((e) => [e.n, e.action]), () => (entries.length === 0 ? [] : [this.tell(entries)]));
    this.shown = true;
  }

  // tell makes the story: anew each time, so that it does not slide but stands.
  tell(entries) {
    const attack = fights.has(parse(entries[0].action).manner);
    const steps = h("ol", { className: this.shown ? "fallen" : "fallen still", tabIndex: 0, ariaLabel: t(attack ? "story.attack" : "story.title") }, ...entries.map((e, i) => step(e, i)));
    const again = h("button", { type: "button", className: "plain", onclick: () => { steps.className = "fallen"; steps.replaceChildren(...entries.map((e, i) => step(e, i))); } }, t("story.play"));
    return h("div", { className: "story" }, h("div", { className: "head" }, h("h3", {}, t(attack ? "story.attack" : "story.title")), entries.length > 1 ? again : ""), steps);
  }
}

// step is one line of the story; each falls a moment after the one before.
function step(e, i) {
  const face = /^die (\d+)$/.exec(e.action), drawn = /^draw ([\d,]+)$/.exec(e.action);
  const what = face ? [die(Number(face[1]))] : drawn ? drawn[1].split(",").map((n) => h("span", { className: "drawn" }, n)) : [];
  const el = h("li", {}, ...(what.length ? [h("span", { className: "thrown" }, ...what)] : []), h("span", {}, tell(e) || e.action));
  el.style.animationDelay = `${i * 0.6}s`;
  for (const d of el.querySelectorAll(".die, .drawn")) d.style.animationDelay = `${i * 0.6}s`;
  return el;
}

const pips = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// die draws a face.
export function die(n) {
  const el = s("svg", { class: "die", viewBox: "0 0 60 60", role: "img", "aria-label": String(n) }, s("rect", { x: 2, y: 2, width: 56, height: 56, rx: 12 }));
  for (const i of pips[n] ?? []) el.append(s("circle", { cx: 15 + 15 * (i % 3), cy: 15 + 15 * Math.floor(i / 3), r: 5.5 }));
  if (!pips[n]) {
    const words = s("text", { x: 30, y: 39 });
    words.textContent = n;
    el.append(words);
  }
  return el;
}
