// The box "More": offers, words for the dice, links of seats, a new game. It is filled when it is
// opened. Beside it stands which parts of the game are rebuilt.

import { h } from "./dom.js";
import { going } from "./game.js";
import { part } from "./lazy.js";
import { creditOf, rebuiltOf, seatsIn } from "./naming.js";
import { book, t } from "./words.js";

export const seatsOf = (table) => seatsIn(table.position, Object.keys(table.players ?? {}));

export class MoreBox {
  constructor(panel) {
    this.panel = panel;
    this.rebuilt = h("details", { className: "box rebuilt", hidden: true }, h("summary", {}, t("more.rebuilt")));
    this.box = h("details", { className: "box more" }, h("summary", {}, t("more.title")));
    this.box.addEventListener("toggle", () => this.box.open && panel.run(() => this.open()));
    this.rebuilt.addEventListener("toggle", () => this.rebuilt.open && panel.run(() => this.tell()));
  }

  // table shows what a table says, if the box is open or was.
  table(table) {
    if (this.now?.dice.commitment !== table.dice.commitment) this.asked = false; // another game
    if (this.now?.game !== table.game) this.form?.choose?.(table.game);
    this.now = table;
    this.shown?.draw(table);
  }

  // about says what of a game is not its maker's.
  about(about) {
    this.hidden = about.hidden;
    this.rebuilt.hidden = !about.rebuilt;
    this.made = about;
    if (this.rebuilt.open) this.tell();
  }

  // tell says what is rebuilt, and by whom: words that come with the book.
  async tell() {
    await book();
    const { rebuilt, made } = this, credit = made.credit ? [h("p", { className: "small" }, t("rebuilt.by", { credit: creditOf(made) }))] : [];
    rebuilt.replaceChildren(rebuilt.firstChild, h("p", {}, rebuiltOf(made)), ...credit);
  }

  // open fetches what the box needs, anew each time: a form that was left begins again.
  async open() {
    const { panel } = this, [{ Seating }] = await Promise.all([part("seating"), book()]);
    this.form = panel.seat ? null : await (await part("newgame")).newGame((what) => this.sure() && panel.run(what));
    this.shown = await new Seating(panel).with(this.form);
    this.box.replaceChildren(this.box.firstChild, ...this.shown.parts);
    if (this.now) this.shown.draw(this.now);
  }

  // sure asks once before a new game ends the one that is on.
  sure() {
    if (this.asked || !this.now || !going(this.now, this.hidden)) return true;
    this.asked = true;
    this.panel.tell(t("start.sure"));
    return false;
  }
}
