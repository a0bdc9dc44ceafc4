// What is seldom asked for: offers, words for the dice, links of seats, a new
// game, and what is rebuilt in this one.

import { get, post } from "./api.js";
import { h, put } from "./dom.js";
import { creditOf, newGame, rebuiltOf } from "./newgame.js";
import { engines, playerPicker } from "./opponents.js";
import { seatName, seatsIn } from "./sayings.js";
import { or, t } from "./words.js";

export const seatsOf = (table) => seatsIn(table.position, Object.keys(table.players ?? {}));

export class More {
  constructor(panel) {
    this.panel = panel;
    this.rebuilt = h("details", { className: "box rebuilt", hidden: true });
    this.box = h("details", { className: "box more" }, h("summary", {}, t("more.title")));
    this.box.addEventListener("toggle", () => {
      if (this.box.open) this.fill(this.box);
    });
  }

  table(table) { this.now = table; }

  // about says what of a game is not its maker's.
  about(about) {
    this.rebuilt.hidden = !about.rebuilt;
    put(this.rebuilt, about, () => [h("summary", {}, t("rebuilt.title")), h("p", {}, rebuiltOf(about)), about.credit ? h("p", { className: "small" }, t("rebuilt.by", { credit: creditOf(about) })) : ""]);
  }

  async fill(box) {
    box.replaceChildren(box.firstChild);
    const { seat } = this.panel, seats = seat ? [seat] : this.now ? seatsOf(this.now) : [];
    const programs = await engines();
    box.append(...seats.map((name) => this.seatRow(name, programs)));
    if (!seat) box.append(this.links(), await newGame((what) => this.panel.run(what)), h("p", {}, h("a", { href: "/doctor" }, t("page.doctor"))));
    if (!isSecureContext) box.append(h("p", { className: "small" }, t("more.insecure"), " ", h("a", { href: "/trust" }, t("page.trust"))));
    const dice = this.now?.dice;
    if (dice?.commitment) box.append(h("p", { className: "small" }, t("more.dice", { kind: or("dice." + (dice.kind || "fair"), dice.kind) }), " ", h("code", {}, dice.commitment)));
    if (dice?.seed) box.append(h("p", { className: "small" }, t("more.seed"), " ", h("code", {}, dice.seed)));
  }

  seatRow(seat, programs) {
    const player = playerPicker(seat, programs, this.now?.players[seat]);
    const { panel } = this, words = h("input", { placeholder: t("more.words"), "aria-label": t("more.words.of", { seat: seatName(seat) }), maxLength: 200, autocomplete: "off" });
    const offer = (kind, accept) => () => post("/api/offer", { seat, kind, accept });
    const resign = h("button", { type: "button" }, t("more.resign"));
    resign.addEventListener("click", () => {
      if (resign.dataset.sure) panel.run(() => post("/api/resign", { seat }));
      resign.dataset.sure = "1";
      resign.textContent = t("more.resign.sure");
    });
    return h("fieldset", { "data-owner": seat }, h("legend", {}, seatName(seat)), h("div", { className: "row" },
      panel.button(t("more.draw"), offer("draw", true)), panel.button(t("more.undo"), offer("undo", true)),
      panel.button(t("more.decline"), async () => {
        for (const kind of new Set((this.now?.offers ?? []).map((o) => o.kind))) await offer(kind, false)();
      }), resign),
      h("div", { className: "row" }, player.el, panel.button(t("players.change"), () => post("/api/players", { seat, player: player.value() }))),
      h("div", { className: "row" }, words, panel.button(t("more.words.send"), () => post("/api/words", { seat, words: words.value }))));
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
