// Pieces where the position has them, for pages without wood.

import { s } from "./dom.js";
import { drawPiece } from "./symbols.js";
import { nameOf } from "./naming.js";
import { show } from "./surface.js";
import { t } from "./words.js";

// pieceSays is a piece in words, with its energy.
export const pieceSays = (p) => nameOf(p) + (p.energy === undefined ? "" : ", " + t("board.energy", { n: p.energy }));

// squaresOf is where each piece stands, by id.
export const squaresOf = (position) => new Map(position.pieces.filter((p) => p.at).map((p) => [p.id, p.at]));

export class Pieces {
  constructor(board) {
    this.board = board;
    this.drawn = new Map();
  }

  show({ position }) {
    const there = new Map(position.pieces.filter((p) => p.at && this.board.squares.has(p.at)).map((p) => [p.id, p]));
    for (const [id, d] of this.drawn) {
      if (there.has(id)) continue;
      d.el.remove();
      this.drawn.delete(id);
    }
    const on = new Map();
    for (const p of there.values()) {
      on.set(p.at, p);
      this.draw(p);
    }
    for (const name of this.board.squares.keys()) this.board.say(name, on.has(name) ? pieceSays(on.get(name)) : "");
    show(this.board, position, squaresOf(position));
  }

  // carry draws the piece on a square elsewhere, and down where it stands.
  carry(name, x, y) {
    const d = this.on(name);
    if (d) this.stand(d, x, y);
  }

  down(name) {
    const d = this.on(name), { x, y } = this.board.at(name);
    if (d) this.stand(d, x, y);
  }

  on(name) { return [...this.drawn.values()].find((d) => d.at === name); }

  stand(d, x, y) { d.el.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${((this.board.pitch * 0.78) / 100).toFixed(4)})`; }

  draw(p) {
    const d = this.drawn.get(p.id) ?? { el: s("g", { class: "token still" }) };
    this.drawn.set(p.id, d);
    const key = JSON.stringify(p);
    if (d.key === key) return;
    d.key = key;
    d.el.replaceChildren(drawPiece(p));
    const { x, y } = this.board.at(p.at);
    d.at = p.at;
    this.stand(d, x, y);
    if (!d.el.isConnected) this.board.tokens.append(d.el);
  }
}
