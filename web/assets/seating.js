// The seats of a game and what can be asked for them: offers, words for the dice, who plays, links.

import { get, post } from "./api.js";
import { qrCodes } from "./qrcodes.js";
import { h, put } from "./dom.js";
import { seatsOf } from "./morebox.js";
import { joining } from "./member.js";
import { engines, playerPicker } from "./picker.js";
import { seatName, seatsIn } from "./naming.js";
import { or, t } from "./words.js";

export class Seating {
  constructor(panel) {
    this.panel = panel;
    this.seats = h("div", { className: "seats" });
    this.dice = h("div", { className: "promise" });
  }

  // with makes it whole: with the admin's form, if there is one.
  async with(form) {
    this.programs = await engines();
    const admins = form ? [this.links(), form, h("p", {}, h("a", { href: "/doctor" }, t("page.doctor"))), joining(this.panel)] : [];
    const http = isSecureContext ? [] : [h("p", { className: "small" }, t("more.insecure"), " ", h("a", { href: "/trust" }, t("page.trust")))];
    this.parts = [this.seats, ...admins, ...http, this.dice];
    return this;
  }

  // draw shows the seats and the promise of the dice as the last table has them.
  draw(now) {
    this.now = now;
    const { seat } = this.panel, over = now.status === "over";
    const seats = seat ? [seat] : seatsOf(now);
    put(this.seats, [now.game, seats, over], () => seats.map((name) => h("fieldset", { "data-owner": name })));
    for (const [i, name] of seats.entries()) put(this.seats.children[i], [now.players[name], over, this.programs], () => this.seatRow(name, over));
    for (const asked of this.seats.querySelectorAll("[data-ask]")) asked.hidden = !now.can.includes(asked.dataset.ask);
    for (const [i, name] of seats.entries()) for (const kind of ["draw", "undo"]) {
      const offered = now.offers.some((o) => o.kind === kind && o.seat !== name), button = this.seats.children[i].querySelector(`[data-ask="offer ${kind}"]`);
      if (button) put(button, offered, () => [t(offered ? `more.${kind}.accept` : "more." + kind)]);
    }
    put(this.dice, now.dice, () => [["more.dice", now.dice.commitment], ["more.seed", now.dice.seed]].filter(([, code]) => code)
      .map(([key, code]) => h("p", { className: "small" }, t(key, { kind: or("dice." + (now.dice.kind || "fair"), now.dice.kind) }), " ", h("code", {}, code))));
  }

  // seatRow is what may be asked for a seat; who plays a game that is over is said no more.
  seatRow(seat, over) {
    const { panel } = this, words = h("input", { placeholder: t("more.words"), "aria-label": t("more.words.of", { seat: seatName(seat) }), maxLength: 200, autocomplete: "off" });
    const own = h("div", { className: "row" }, words, panel.button(t("more.words.send"), () => post("/api/words", { seat, words: words.value })));
    own.dataset.ask = "words";
    return [h("legend", {}, seatName(seat)), ...(over ? [] : [...this.playing(seat), own])];
  }

  playing(seat) {
    const { panel } = this, player = playerPicker(seat, this.now.game, this.programs, this.now.players[seat]);
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
      box.replaceChildren(...qrCodes(seats, seatsIn({ pieces: [] }, Object.keys(seats)), 160));
    }), box);
  }
}
