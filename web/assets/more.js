// What is seldom asked for: offers, words for the dice, links of seats, a new
// game, and what is rebuilt in this one.

import { get, post } from "./api.js";
import { h, put } from "./dom.js";
import { going } from "./game.js";
import { part } from "./part.js";
import { creditOf, rebuiltOf, seatName, seatsIn } from "./sayings.js";
import { or, t } from "./words.js";

export const seatsOf = (table) => seatsIn(table.position, Object.keys(table.players ?? {}));

export class More {
  constructor(panel) {
    this.panel = panel;
    this.rebuilt = h("details", { className: "box rebuilt", hidden: true });
    this.box = h("details", { className: "box more" }, h("summary", {}, t("more.title")));
    this.seats = h("div", { className: "seats" });
    this.dice = h("div", { className: "promise" });
    this.box.addEventListener("toggle", () => this.box.open && panel.run(() => this.open()));
  }

  // table shows what a table says, if the box is open or was.
  table(table) {
    if (this.now?.dice.commitment !== table.dice.commitment) this.asked = false; // another game
    if (this.now?.game !== table.game) this.form?.choose(table.game);
    this.now = table;
    if (this.programs) this.draw();
  }

  // about says what of a game is not its maker's.
  about(about) {
    this.hidden = about.hidden;
    this.rebuilt.hidden = !about.rebuilt;
    put(this.rebuilt, about, () => [h("summary", {}, t("rebuilt.title")), h("p", {}, rebuiltOf(about)), about.credit ? h("p", { className: "small" }, t("rebuilt.by", { credit: creditOf(about) })) : ""]);
  }

  // open fetches what the box needs, anew each time: a form that was left begins again.
  async open() {
    this.picker = await part("picker");
    this.programs = await this.picker.engines();
    this.form = this.panel.seat ? null : await (await part("newgame")).newGame((what) => this.sure() && this.panel.run(what));
    const admins = this.panel.seat ? [] : [this.links(), this.form, h("p", {}, h("a", { href: "/doctor" }, t("page.doctor")))];
    const http = isSecureContext ? [] : [h("p", { className: "small" }, t("more.insecure"), " ", h("a", { href: "/trust" }, t("page.trust")))];
    this.box.replaceChildren(this.box.firstChild, this.seats, ...admins, ...http, this.dice);
    if (this.now) this.draw();
  }

  // sure asks once before a new game ends the one that is on.
  sure() {
    if (this.asked || !this.now || !going(this.now, this.hidden)) return true;
    this.asked = true;
    this.panel.tell(t("start.sure"));
    return false;
  }

  // draw shows the seats and the promise of the dice as the last table has them.
  draw() {
    const { now } = this, { seat } = this.panel, over = now.status === "over";
    const seats = seat ? [seat] : seatsOf(now);
    put(this.seats, [now.game, seats, over], () => seats.map((name) => h("fieldset", { "data-owner": name })));
    for (const [i, name] of seats.entries()) put(this.seats.children[i], [now.players[name], over, this.programs], () => this.seatRow(name, over));
    for (const button of this.seats.querySelectorAll("[data-ask]")) button.hidden = !now.can.includes(button.dataset.ask);
    put(this.dice, now.dice, () => [["more.dice", now.dice.commitment], ["more.seed", now.dice.seed]].filter(([, code]) => code)
      .map(([key, code]) => h("p", { className: "small" }, t(key, { kind: or("dice." + (now.dice.kind || "fair"), now.dice.kind) }), " ", h("code", {}, code))));
  }

  // seatRow is what may be asked for a seat; who plays a game that is over is said no more.
  seatRow(seat, over) {
    const { panel } = this, words = h("input", { placeholder: t("more.words"), "aria-label": t("more.words.of", { seat: seatName(seat) }), maxLength: 200, autocomplete: "off" });
    return [h("legend", {}, seatName(seat)), ...(over ? [] : this.playing(seat)),
      h("div", { className: "row" }, words, panel.button(t("more.words.send"), () => post("/api/words", { seat, words: words.value })))];
  }

  playing(seat) {
    const { panel } = this, player = this.picker.playerPicker(seat, this.programs, this.now.players[seat]);
    const offer = (kind, accept) => () => post("/api/offer", { seat, kind, accept });
    const asks = (can, button) => (button.dataset.ask = can, button); // there while the table says that it can be asked for
    const resign = asks("resign", h("button", { type: "button" }, t("more.resign")));
    resign.addEventListener("click", () => {
      if (resign.dataset.sure) panel.run(() => post("/api/resign", { seat }));
      resign.dataset.sure = "1";
      resign.textContent = t("more.resign.sure");
    });
    const decline = async () => {
      for (const kind of new Set(this.now.offers.map((o) => o.kind))) await offer(kind, false)();
    };
    return [h("div", { className: "row" }, asks("offer draw", panel.button(t("more.draw"), offer("draw", true))), asks("offer undo", panel.button(t("more.undo"), offer("undo", true))), asks("decline", panel.button(t("more.decline"), decline)), resign),
      h("div", { className: "row" }, player.el, panel.button(t("players.change"), () => post("/api/players", { seat, player: player.value() })))];
  }

  // links shows the seats' links to the admin.
  links() {
    const box = h("div", { className: "links" });
    return h("div", { className: "linked" }, this.panel.button(t("more.links"), async () => {
      const { seats } = await get("/api/keys");
      box.replaceChildren(...seatsIn({ pieces: [] }, Object.keys(seats)).map((seat) => [seat, seats[seat]]).map(([seat, link]) => h("figure", {},
        link.opened ? h("span", { className: "taken" }, t("more.taken")) : h("img", { src: `/api/keys/${seat}/qr`, alt: t("more.qr", { seat: seatName(seat) }), width: 160, height: 160 }),
        h("figcaption", {}, h("a", { href: link.url }, seatName(seat))))));
    }), box);
  }
}
