// One screen for all who play: whoever is to act chooses here, by taps or by dragging a
// piece. It is for games without secrets, and knows none.

import { get, post } from "./api.js";
import { follow } from "./view.js";
import { Chooser } from "./chooser.js";
import { Panel } from "./panel.js";
import { Pieces } from "./pieces.js";
import { t } from "./words.js";

const panel = new Panel({ acts: true });
panel.title = t("start.here");
document.title = `${panel.title} · reeve`;

let board = null, asked = 0;
const say = (path, body) => panel.run(() => post(path, { ...body, seat: chooser.seat }));
const chooser = new Chooser(panel.boxes.legal, { seat: null, act: (action) => say("/api/action", { action }), arm: (action) => say("/api/arm", { action }), mark: (chosen, next) => board.mark(chosen, next) });

// choose offers what the seat that is to act may do. Who may not act for it sees the game.
async function choose(table) {
  const [seat, ...others] = [table.position.to_act ?? []].flat(), mine = ++asked;
  let now = { ...table, legal: [] };
  if (seat && seat !== "chance" && others.length === 0) now = await get(`/api/seat/${encodeURIComponent(seat)}?log=1`).catch(() => now);
  if (mine !== asked) return; // it is asked anew
  chooser.seat = seat;
  chooser.table(now);
}

// Drags carries a piece under the pointer: what is pressed is chosen, and where it is let go.
class Drags {
  constructor(board, pieces) {
    Object.assign(this, { board, pieces, from: null, carried: null, done: false });
    board.svg.style.touchAction = "pinch-zoom";
    board.svg.addEventListener("pointerdown", (e) => this.down(e));
    board.svg.addEventListener("pointermove", (e) => this.move(e));
    board.svg.addEventListener("pointerup", (e) => this.up(e));
    board.svg.addEventListener("pointercancel", () => this.end());
    board.svg.addEventListener("click", (e) => this.click(e));
  }

  at(e) { return this.board.nearest(this.board.point(e)); }

  down(e) {
    this.end();
    this.done = false;
    const name = this.at(e);
    if (e.button !== 0 || !name || !chooser.begins(name)) return;
    chooser.clear();
    chooser.square(name);
    this.from = name;
    this.board.svg.setPointerCapture(e.pointerId);
  }

  move(e) {
    if (!this.from) return;
    const { x, y } = this.board.point(e), { x: a, y: b } = this.board.at(this.from);
    if (this.carried || Math.hypot(x - a, y - b) > this.board.pitch * 0.4) this.carried = this.pieces.carry(this.from, x, y);
  }

  up(e) {
    const name = this.at(e), goes = this.carried && name !== this.from;
    this.end();
    if (!goes) return;
    this.done = true;
    if (name) chooser.square(name);
  }

  // click is a tap: of the piece that was just pressed nothing more.
  click(e) {
    const name = this.at(e);
    if (!this.done && name && !(chooser.begins(name) && chooser.chosen.at(-1) === name)) chooser.square(name);
    this.done = false;
  }

  end() {
    if (this.carried) this.pieces.down(this.from);
    this.from = this.carried = null;
  }
}

follow({
  probe: "/api/table", panel,
  make: (made) => {
    board = made;
    const pieces = new Pieces(board);
    new Drags(board, pieces);
    board.keys((e, name) => {
      if (e.key === "Escape") chooser.clear();
      else if (name && (e.key === "Enter" || e.key === " ")) chooser.square(name);
      else return false;
      return true;
    });
    return (table) => {
      pieces.show(table);
      choose(table);
    };
  },
});
