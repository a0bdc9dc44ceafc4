// Choosing an action: what is legal is narrowed down by its word and its parts,
// on the board or from lists, until one is left. It knows no rule.

import { fits, nextOf, parse, shown } from "./actions.js";
import { h } from "./dom.js";
import { armyForm, hintOf } from "./buying.js";
import { actionSays, actName, armedHow, armedSays, cardName, Names, partSays, seatName } from "./sayings.js";
import { list, or, t } from "./words.js";

// atOnce are the words and manners that need no second thought.
const atOnce = new Set(["end", "pass", "stay", "advance", "move", "capture", "teleported", "deploy", "camp"]);

const MANY = 40; // actions that are listed openly

export class Chooser {
  // act(text) takes an action; arm(text) lets the hands show it, "" no more;
  // mark(chosen, next) marks squares on the board.
  constructor(root, { seat, act, arm, mark }) {
    Object.assign(this, { root, seat, act, arm, mark, actions: [], word: null, chosen: [], goal: null });
  }

  // table takes the legal actions of a table; what is chosen stays as far as it still fits.
  table(table) {
    const same = (table.legal ?? []).join("\n");
    this.now = table;
    this.names = new Names(table.position);
    if (same !== this.same) {
      this.same = same;
      this.actions = (table.legal ?? []).map(parse);
      this.goal = null;
      if (!this.actions.some((a) => a.word === this.word)) this.word = null;
      const moving = this.word === null || this.word === "move";
      while (this.chosen.length > 0 && (moving || this.fit().length === 0)) this.chosen.pop();
      if (this.armed()) this.chosen = [];
    }
    this.show();
  }

  // words are the words there are, moves apart.
  words() { return [...new Set(this.actions.map((a) => a.word))].filter((w) => w !== "move"); }

  // current is the word being chosen for: the one picked, or the only one there is.
  current() {
    const words = this.words(), moves = this.actions.some((a) => a.word === "move");
    return this.word ?? (moves ? "move" : words.length === 1 ? words[0] : null);
  }

  fit() {
    const word = this.current();
    return this.actions.filter((a) => a.word === word && fits(a, this.chosen) && (!this.goal || a.parts.at(-1).value === this.goal));
  }

  // armed is the one action that the choice says, null while more can be meant.
  armed() {
    const fit = this.fit(), word = this.current();
    if (this.chosen.length === 0 && this.word === null && (word === "move" || fit.length > 1)) return null;
    const whole = fit.find((a) => a.parts.length === this.chosen.length);
    if (whole) return whole;
    return fit.length === 1 && (word !== "move" || this.goal) && word !== "army" && word !== "other" ? fit[0] : null;
  }

  pickWord(word) {
    const alone = this.actions.filter((a) => a.word === word);
    if (alone.length === 1 && atOnce.has(word) && alone[0].parts.length === 0) return this.take(alone[0]);
    Object.assign(this, { word: this.word === word ? null : word, chosen: [], goal: null });
    this.show();
  }

  // pick chooses one part more.
  pick(value) {
    this.chosen = [...this.chosen, value];
    this.settle();
  }

  // settle takes the action that is left, if it needs no second thought.
  settle() {
    const armed = this.armed();
    if (armed && this.fit().length === 1 && atOnce.has(armed.manner)) return this.take(armed);
    this.show();
  }

  // square is a square chosen on the board.
  square(name) {
    const armed = this.armed();
    if (armed && this.chosen.length > 0 && armed.parts.at(-1).value === name) return this.take(armed);
    if (this.try(this.word, [...this.chosen, name], null) || this.try(this.word, this.chosen, name)) return this.settle();
    if (this.try(this.word, [name], null) || this.try(null, [name], null)) return this.settle();
    if (this.word === null) this.clear();
  }

  // try chooses so if something fits.
  try(word, chosen, goal) {
    const old = [this.word, this.chosen, this.goal];
    if (goal && (chosen.length === 0 || this.current() !== "move")) return false;
    [this.word, this.chosen, this.goal] = [word, chosen, goal];
    if (this.fit().length > 0) return true;
    [this.word, this.chosen, this.goal] = old;
    return false;
  }

  back() {
    if (this.goal) this.goal = null;
    else if (this.chosen.length > 0) this.chosen.pop();
    else this.word = null;
    this.show();
  }

  clear() {
    Object.assign(this, { word: null, chosen: [], goal: null });
    this.show();
  }

  // take does the action. Of words that are said several times running, the word
  // and its first parts stay chosen.
  take(action) {
    this.chosen = this.chosen.length > 1 && action.word === "deploy" ? this.chosen.slice(0, 1) : [];
    this.goal = null;
    this.act(action.text);
    this.show();
  }

  show() {
    const fit = this.fit(), next = nextOf(fit, this.chosen);
    const squares = next.filter((p) => p.type === "square").map((p) => p.value);
    if (this.goal) squares.push(this.goal);
    const ends = this.chosen.length > 0 && this.current() === "move" ? fit.map((a) => a.parts.at(-1).value) : [];
    const open = this.current() === "move" && this.chosen.length === 0 ? [] : squares;
    this.mark(this.chosen, new Set([...open, ...ends].filter((name) => !this.chosen.includes(name))));
    const key = JSON.stringify([this.same, this.word, this.chosen, this.goal, this.now?.position, this.now?.armed]);
    if (this.key === key) return;
    this.key = key;
    this.draw(fit, next);
  }

  // draw makes the lists anew; the focus stays where it was, or goes to what comes next.
  draw(fit, next) {
    const inside = this.root.contains(document.activeElement), was = document.activeElement?.dataset.k;
    this.root.replaceChildren(...(this.actions.length ? this.parts(fit, next) : this.idle()));
    if (!inside) return;
    const again = [...this.root.querySelectorAll("[data-k]")].find((el) => el.dataset.k === was);
    (this.root.querySelector(".armed .strong") ?? again ?? this.root.querySelector(".step button, .step input") ?? this.root.querySelector("button, summary") ?? document.querySelector('.cell[tabindex="0"]'))?.focus();
  }

  // idle is what stands here while there is nothing to choose.
  idle() {
    const others = [this.now?.position.to_act ?? []].flat().filter((seat) => seat !== this.seat);
    return [h("h2", {}, t("choose.title")), h("p", { className: "does" }, others.length ? t("choose.others", { seats: list(others.map(seatName)) }) : t("choose.nothing"))];
  }

  parts(fit, next) {
    const word = this.current(), out = [h("h2", {}, t("choose.title"))];
    if (this.onBoard()) return [...out, this.shows()];
    if (this.words().length > 0) out.push(this.wordRow());
    if (word && word !== "move" && word !== "other") out.push(this.step(word, fit, next));
    if (word === "move") out.push(this.moves(fit));
    if (word === "other" || this.words().includes("other")) out.push(this.chips(this.actions.filter((a) => a.word === "other")));
    return out;
  }

  wordRow() {
    return h("div", { className: "row words" }, ...this.words().filter((w) => w !== "other").map((word) => h("button", {
      type: "button", "data-k": "word " + word, ariaPressed: String(this.current() === word), title: or("does." + word, ""),
      onclick: () => this.pickWord(word),
    }, actName(word))));
  }

  // step shows what is chosen of a word and what comes next.
  step(word, fit, next) {
    const armed = this.armed(), box = h("div", { className: "step" }, h("p", { className: "does" }, or("does." + word, "")), ...hintOf(word, this.now, this.seat));
    if (this.chosen.length > 0) box.append(this.trail(fit));
    if (armed) box.append(this.confirm(armed));
    else if (word === "army") box.append(armyForm(fit, this.now, this.seat, (text) => this.act(text)));
    else box.append(...this.options(next));
    if (shown.has(word) && (armed || this.chosen.length === 0)) box.append(this.byHand(word, armed));
    return box;
  }

  // onBoard reports whether the hands are to show what this seat chose.
  onBoard() { return (this.now?.armed ?? []).some((text) => this.actions.some((a) => a.text === text)); }

  // shows says what the hands are to show, and takes it back.
  shows() {
    return h("div", { className: "armed" }, h("p", { role: "status" }, t("arm.waits", { action: armedSays(this.now.armed, this.names) })), h("p", { className: "does" }, armedHow(this.now.armed)),
      h("button", { type: "button", "data-k": "disarm", onclick: () => this.arm("") }, t("arm.cancel")));
  }

  // byHand is a button that lets the hands show the rest of what is chosen.
  byHand(word, armed) {
    return h("p", { className: "byhand" }, h("button", { type: "button", "data-k": "arm", title: t("arm.means"), onclick: () => this.arm(armed?.text ?? word) }, t("arm.show")));
  }

  trail(fit) {
    const types = fit[0]?.parts ?? [];
    return h("p", { className: "trail" }, actName(this.current()), ...this.chosen.map((value, i) => h("b", {}, " › ", partSays({ type: types[i]?.type ?? "square", value }, this.names))), " ",
      h("button", { type: "button", "data-k": "back", onclick: () => this.back() }, t("choose.back")));
  }

  confirm(action) {
    const hint = action.parts.length === 1 ? hintOf(action.word, this.now, this.seat, action.parts[0]) : [];
    return h("div", { className: "armed" }, h("p", {}, this.says(action), ...hint),
      h("button", { type: "button", className: "strong", "data-k": "do", onclick: () => this.take(action) }, t("choose.do")));
  }

  says(action) { return action.word === "done" ? t("say.done.you") : actionSays(action, this.names); }

  // options are buttons for what may be chosen next, occupied squares first.
  options(next) {
    const type = next[0]?.type ?? "other";
    const sorted = type === "square" ? [...next].sort((a, b) => this.names.squares.has(b.value) - this.names.squares.has(a.value)) : next;
    return [h("h3", {}, t("choose.next", { what: or("slot." + type, type) })), h("div", { className: "chips" }, ...sorted.map((p) => this.option(p)))];
  }

  option(part) {
    const hint = hintOf(this.current(), this.now, this.seat, part);
    const el = h("button", { type: "button", "data-k": "pick " + part.value, "data-pick": part.value, onclick: () => this.pick(part.value) }, partSays(part, this.names), ...hint);
    if (part.type === "card") {
      el.classList.add("card");
      el.setAttribute("aria-label", [cardName(part.value), ...hint.map((e) => e.textContent)].join(", "));
    }
    return el;
  }

  // moves shows the ways from square to square: all, or those of the piece chosen.
  moves(fit) {
    const box = h("div", { className: "step" }), armed = this.armed();
    if (this.chosen.length === 0) {
      const chips = this.chips(fit);
      box.append(h("p", { className: "does" }, t("choose.board.n", { n: fit.length })),
        fit.length <= 12 ? chips : h("details", {}, h("summary", { "data-k": "all" }, t("choose.list", { n: fit.length })), chips));
      return box;
    }
    box.append(this.trail(fit));
    if (armed) box.append(this.confirm(armed), h("p", { className: "small" }, t("choose.again")));
    const others = fit.filter((a) => a !== armed);
    if (others.length > 0) box.append(this.chips(others.slice(0, 4 * MANY)));
    return box;
  }

  chips(actions) {
    return h("div", { className: "chips" }, ...actions.map((a) => h("button", {
      type: "button", "data-k": "act " + a.text, "data-action": a.text, title: a.text, onclick: () => this.take(a),
    }, this.says(a))));
  }
}
