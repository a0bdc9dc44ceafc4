// A piece carried under the pointer: it is chosen when it is carried off, and where it
// is let go; a tap stays a tap. It knows no game and no rule.

export class Drags {
  // given: begins(name) whether what stands there may be carried, begin(name) to choose
  // that and nothing else, square(name) to choose a square, drop(name) if it is another
  // thing to let go there.
  constructor(board, pieces, given) {
    Object.assign(this, { board, pieces, from: null, carried: false, let: false, drop: given.square }, given);
    const { svg } = board;
    svg.style.touchAction = "pinch-zoom"; // a finger there carries a piece
    svg.addEventListener("pointerdown", (e) => this.down(e));
    svg.addEventListener("pointermove", (e) => this.move(e));
    svg.addEventListener("pointerup", (e) => this.up(e));
    svg.addEventListener("pointercancel", () => this.end());
    svg.addEventListener("click", (e) => this.click(e));
  }

  at(e) { return this.board.nearest(this.board.point(e)); }

  down(e) {
    this.end();
    const name = this.at(e);
    this.let = false;
    if (e.button === 0 && name && this.begins(name)) this.from = name;
  }

  move(e) {
    if (!this.from) return;
    const { x, y } = this.board.point(e), from = this.board.at(this.from);
    if (!this.carried) {
      if (Math.hypot(x - from.x, y - from.y) < this.board.pitch * 0.4) return;
      this.carried = true;
      this.board.svg.setPointerCapture(e.pointerId);
      this.begin(this.from);
    }
    this.pieces.carry(this.from, x, y);
  }

  up(e) {
    const name = this.at(e), { from, carried } = this;
    this.end();
    this.let = carried;
    if (carried && name && name !== from) this.drop(name);
  }

  click(e) {
    const name = this.at(e);
    if (name && !this.let) this.square(name);
    this.let = false;
  }

  end() {
    if (this.carried) this.pieces.down(this.from);
    Object.assign(this, { from: null, carried: false });
  }
}
