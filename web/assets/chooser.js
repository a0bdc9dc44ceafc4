// Choosing an action: what is legal is narrowed down by its verb and its parts,
// on the board or from lists, until one is left. It knows no rule, and leaves to
// choices.js how it looks.

import { fits, instead, nextOf, parse, placed } from "./actions.js";
import { draw } from "./choices.js";
import { figures, verbs } from "./game.js";
import { part } from "./lazy.js";
import { Names } from "./naming.js";
import { book } from "./words.js";

// inNumbers is the order in which people look for 2♥ and 10♥, a9 and a10.
const inNumbers = new Intl.Collator("en", { numeric: true });

// atOnce are the manners that need no second thought, beside the verbs that say so.
const atOnce = new Set(["move", "capture", "teleported"]);

// plain reports whether an action is taken without being asked again.
const plain = ({ manner }) => atOnce.has(manner) || Boolean(verbs[manner]?.at_once);

// place is what a part marks on the board: of a file all squares, "d*".
const place = (value, type) => (type === "file" ? value + "*" : value);

export class Chooser {
  // act(text) takes an action; arm(text) lets the hands show it, "" no more;
  // mark(chosen, next, aims) marks squares, aims those that are attacked or captured; hush() takes back what was said of the last choice.
  constructor(root, { seat, act, arm, mark, hush }) {
    Object.assign(this, { root, seat, act, arm, mark, hush, says: "", actions: [], verb: null, chosen: [], goal: null, tried: null, byHand: false, hands: true, pays: false, shop: null });
  }

  // anew has the choices drawn again: what has room depends on the board, which has become another.
  anew() { this.key = null; }

  // table takes the legal actions of a table; what is chosen stays as far as it still fits.
  table(table) {
    const same = (table.legal ?? []).join("\n");
    this.now = table;
    this.names = new Names(table.position);
    if (same !== this.same) {
      this.same = same;
      this.hush(); // what could not be may be now
      this.actions = (table.legal ?? []).map((text) => placed(parse(text), table.ways)).sort((a, b) => inNumbers.compare(a.text, b.text));
      this.goal = null;
      if (!this.actions.some((a) => a.verb === this.verb)) this.verb = null;
      const moving = this.verb === null || this.verb === "move";
      while (this.chosen.length > 0 && (moving || this.fit().length === 0)) this.chosen.pop();
      if (this.armed()) this.chosen = [];
      this.lead();
    }
    this.show();
    if (figures.units && !this.shop) this.opens();
    if (this.pays && this.shop && !this.root.inert && this.shop.proposed(table).length > 0) this.pay();
  }

  // opens loads what only games with things to buy need.
  async opens() {
    [this.shop] = await Promise.all([part("buying"), book()]);
    this.key = null;
    this.lead();
    this.show();
    if (this.pays && this.shop.proposed(this.now).length > 0) this.pay();
  }

  // lead chooses the kind to begin with, or the piece that has one way of its own, and a tap on a lit square puts it there.
  lead() {
    if (this.chosen.length > 0) return;
    const only = this.verb === null && this.actions.find((a) => a.led);
    if (only) this.chosen = [only.parts[0].value];
    const kinds = nextOf(this.fit(), []).filter((p) => p.type === "kind").map((p) => p.value);
    if (kinds.length > 0 && this.shop) this.chosen = [kinds.sort((a, b) => this.shop.rankOf(a) - this.shop.rankOf(b))[0]];
  }

  // pay lays the cards that pay best, one after the other; nothing else is pressed meanwhile.
  async pay() {
    this.pays = false;
    this.root.inert = true;
    for (const card of this.shop.proposed(this.now)) await this.act("pay " + card);
    this.root.inert = false;
  }

  // verbs are those there are, moves apart; what ends a turn or a phase comes last.
  verbs() { return [...new Set(this.actions.map((a) => a.verb))].filter((v) => v !== "move").sort((a, b) => Boolean(verbs[a]?.ends) - Boolean(verbs[b]?.ends)); }

  // current is the verb being chosen for: the one picked, or the only one there is.
  current() {
    const all = this.verbs(), moves = this.actions.some((a) => a.verb === "move");
    return this.verb ?? (moves ? "move" : all.length === 1 ? all[0] : null);
  }

  fit() {
    const verb = this.current();
    return this.actions.filter((a) => a.verb === verb && fits(a, this.chosen) && (!this.goal || a.parts.at(-1).value === this.goal));
  }

  // armed is the one action that the choice says, null while more can be meant.
  armed() {
    const fit = this.fit(), verb = this.current();
    if (this.chosen.length === 0 && this.verb === null && (verb === "move" || fit.length > 1)) return null;
    const whole = fit.find((a) => a.parts.length === this.chosen.length);
    if (whole) return whole;
    return fit.length === 1 && (verb !== "move" || this.goal) && !["goods", "other"].includes(fit[0].parts[0]?.type) ? fit[0] : null;
  }

  pickVerb(verb) {
    this.hush();
    const alone = this.actions.filter((a) => a.verb === verb);
    if (alone.length === 1 && alone[0].parts.length === 0 && plain(alone[0])) return this.take(alone[0]);
    Object.assign(this, { verb: this.verb === verb ? null : verb, chosen: [], goal: null });
    this.lead();
    this.show();
  }

  // pick chooses one part more, or another kind.
  pick(part) {
    this.hush();
    this.chosen = part.type === "kind" ? [part.value] : [...this.chosen, part.value];
    this.settle();
  }

  // settle takes the action that is left, if it needs no second thought.
  settle() {
    const armed = this.armed();
    if (armed && this.fit().length === 1 && plain(armed)) return this.take(armed);
    this.show();
  }

  // begin chooses the piece on a square and nothing else.
  begin(name) {
    this.clear();
    this.square(name);
  }

  // square is a square chosen on the board: it goes on from what is chosen, or begins anew, or cannot be. Then the
  // piece that is chosen stays so, and its squares show where it may go.
  square(name) {
    const tried = this.tried;
    this.tried = null;
    this.hush();
    if (this.actions.length === 0) return this.seat && this.act(`${name}-${name}`); // whoever is not to act is told so
    name = this.meant(name);
    if (this.goesOn(name)) return;
    if (this.only(name)) return this.take(this.actions[0]);
    if (this.try(this.verb, [name], null) || this.try(null, [name], null)) return this.settle();
    this.wrong(name, tried, this.chosen.length === 1);
  }

  // only reports whether the one thing that can be done is done by a tap on what is lit for it, as by hand: to pass.
  only(name) { return this.actions.length === 1 && this.actions[0].parts.length === 0 && Boolean(this.now.lights[name]?.includes("choose")); }

  // meant is what a tap on a square chooses: where a file is asked for, the square's.
  meant(name) { return this.fit()[0]?.parts[0]?.type === "file" ? name[0] : name; }

  // drop is a square that what is chosen was carried to: there nothing else is chosen.
  drop(name) {
    const tried = this.tried;
    this.tried = null;
    if (!this.goesOn(name)) this.wrong(name, tried);
  }

  // goesOn takes a square that goes on from what is chosen; false if nothing does.
  goesOn(name) {
    const armed = this.armed();
    if (armed && this.chosen.length > 0 && armed.parts.at(-1).value === name) this.take(armed);
    else if (this.try(this.verb, [...this.chosen, name], null) || this.try(this.verb, this.chosen, name)) this.settle();
    else return false;
    return true;
  }

  // wrong is a square that nothing fits. It is tried all the same, in the place of one that does, or with the piece
  // that was chosen or touched before: the rules say why not.
  wrong(name, tried, stays = false) {
    const { chosen } = this, like = this.current() === "move" && chosen.length < 2 ? null : this.fit().find((a) => a.parts[chosen.length]?.type === "square");
    if (like) {
      if (like.verb === "move") this.clear();
      return this.act(instead(like, chosen.length, name));
    }
    const from = chosen.length === 1 && this.verb === null ? chosen[0] : tried, piece = this.names.squares.get(name);
    if (this.verb !== null) return;
    if (!stays) this.clear();
    this.tried = from || !piece ? null : name;
    const another = piece?.owner && piece.owner !== this.seat; // it waits for no second tap
    if (from ? from !== name : another) this.act(`${from ?? name}-${name}`);
  }

  // try chooses so if something fits.
  try(verb, chosen, goal) {
    const old = [this.verb, this.chosen, this.goal];
    if (goal && (chosen.length === 0 || this.current() !== "move")) return false;
    [this.verb, this.chosen, this.goal] = [verb, chosen, goal];
    if (this.fit().length > 0) return true;
    [this.verb, this.chosen, this.goal] = old;
    return false;
  }

  back() {
    this.hush();
    if (this.goal) this.goal = null;
    else if (this.chosen.length > 0) this.chosen.pop();
    else this.verb = null;
    this.show();
  }

  clear() {
    Object.assign(this, { verb: null, chosen: [], goal: null });
    this.lead();
    this.show();
  }

  // take does the action. Of verbs that are said several times running, the verb
  // and its first part stay chosen.
  take(action) {
    this.chosen = this.chosen.length > 1 && verbs[action.verb]?.repeats ? this.chosen.slice(0, 1) : [];
    this.goal = null;
    this.pays = Boolean(verbs[action.verb]?.paid) && !this.byHand;
    this.act(action.text);
    this.show();
  }

  show() {
    const fit = this.fit(), next = nextOf(fit, this.chosen);
    const open = this.open(fit, next), chosen = this.chosen.map((value, i) => place(value, fit[0]?.parts[i]?.type));
    this.mark(chosen, open, this.aims(open));
    this.look?.(fit);
    const key = JSON.stringify([this.same, this.verb, this.chosen, this.goal, this.says, this.now?.position, this.now?.armed, innerWidth]); // a keyboard on the screen changes the height alone
    if (this.key === key) return;
    this.key = key;
    draw(this, fit, next);
  }

  // open are the squares that may be chosen next: the pieces that can move, then where to.
  open(fit, next) {
    const squares = next.filter((p) => p.type === "square" || p.type === "file").map((p) => place(p.value, p.type));
    if (this.goal) squares.push(this.goal);
    const ends = this.chosen.length > 0 && this.current() === "move" ? fit.map((a) => a.parts.at(-1).value) : [];
    return new Set([...squares, ...ends].filter((name) => !this.chosen.includes(name)));
  }

  // aims are those of the squares open next on which a move meets another's piece.
  aims(open) {
    const another = (name) => ![undefined, this.seat].includes(this.names.squares.get(name)?.owner);
    return new Set(this.current() === "move" && this.chosen.length > 0 ? [...open].filter(another) : []);
  }

  // atBoard reports whether what may be chosen next is on the board.
  atBoard() {
    const fit = this.fit();
    return this.open(fit, nextOf(fit, this.chosen)).size > 0;
  }

  // onBoard reports whether the hands are to show what this seat chose.
  onBoard() { return (this.now?.armed ?? []).some((text) => this.actions.some((a) => a.text === text)); }
}
