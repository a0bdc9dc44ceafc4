// Shows the card of a piece under the pointer, under a long press, or in the hand.

import { h } from "./dom.js";
import { game } from "./game.js";
import { part } from "./lazy.js";

const pause = 700, press = 550; // ms

// PieceCard waits for a look at a piece of the board: at(event) is the piece meant.
export class PieceCard {
  constructor() {
    this.el = h("aside", { className: "peek", hidden: true });
    this.held = h("section", { className: "box held", hidden: true });
    document.body.append(this.el);
    document.querySelector(".side > :last-child").append(this.held);
    addEventListener("scroll", () => this.hide(), { passive: true });
    addEventListener("keydown", (e) => e.key === "Escape" && this.hide());
  }

  // watch listens on a board; another board takes its place with the next game.
  watch(svg, at) {
    const start = (e, after) => {
      const piece = at(e), { clientX: x, clientY: y } = e;
      if (piece === this.piece) return;
      this.hide();
      this.piece = piece;
      if (piece) this.timer = setTimeout(() => this.show(piece, x, y), after);
    };
    svg.addEventListener("pointermove", (e) => (e.pointerType === "mouse" && e.buttons === 0 ? start(e, pause) : this.moved(e)));
    svg.addEventListener("pointerdown", (e) => {
      this.hide();
      this.from = e;
      if (e.pointerType !== "mouse") start(e, press);
    });
    svg.addEventListener("contextmenu", (e) => this.el.hidden || e.preventDefault());
    for (const name of ["pointerleave", "pointerup", "pointercancel"]) svg.addEventListener(name, (e) => (name === "pointerleave" || e.pointerType !== "mouse") && this.hide());
  }

  moved(e) {
    if (this.from && Math.hypot(e.clientX - this.from.clientX, e.clientY - this.from.clientY) > 10) this.hide();
  }

  hide() {
    clearTimeout(this.timer);
    this.piece = null;
    this.el.hidden = true;
  }

  async show(piece, x, y) {
    const { cardOf, guideOf } = await part("guide");
    const guide = await guideOf(game).catch(() => null);
    if (!guide || this.piece !== piece) return;
    this.el.replaceChildren(cardOf(guide, piece.kind, piece));
    this.el.hidden = false;
    const { width, height } = this.el.getBoundingClientRect(), gap = 18;
    this.el.style.left = `${Math.max(6, x + gap + width > innerWidth ? x - gap - width : x + gap)}px`;
    this.el.style.top = `${Math.max(6, Math.min(y, innerHeight - height - 6))}px`;
  }

  // hand shows below what else there is the card of a piece in hand, or of those that
  // have declared an attack.
  async hand({ position, lights, declared, odds = [] }) {
    const on = (name) => position.pieces.find((p) => p.at === name), lit = (meaning) => Object.keys(lights).filter((name) => lights[name].includes(meaning));
    const attackers = (declared?.attackers ?? lit("origin")).map(on).filter(Boolean);
    const key = JSON.stringify([attackers, odds]);
    if (key === this.key) return;
    this.key = key;
    this.held.hidden = true;
    if (attackers.length === 0) return;
    const { guideOf, inHand } = await part("guide");
    const guide = await guideOf(game).catch(() => null);
    if (!guide || this.key !== key) return;
    this.held.replaceChildren(...inHand(guide, attackers, odds, on, position.options));
    this.held.hidden = false;
  }
}
