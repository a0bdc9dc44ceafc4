// Hands on a simulated board: wooden pieces that are lifted, carried, knocked
// and put down. They open and close contacts and know no rules; the daemon
// alone says what the touches mean.

import { post } from "./api.js";
import { s } from "./dom.js";
import { pieceSays, squaresOf } from "./pieces.js";
import { nameOf, nounOf } from "./naming.js";
import { show } from "./surface.js";
import { drawPiece } from "./symbols.js";
import { t } from "./words.js";

const TAP = 110;    // ms a knocked contact stays open at least
const REST = 700;   // ms after the last touch before the wood is compared
const LONGEST = 500; // ms that a batch waits between two contacts at most

// Contacts sends contacts in their order, with the time between them.
export class Contacts {
  constructor(failed) {
    this.failed = failed;
    this.waiting = [];
    this.sending = false;
    this.clumsy = false; // contacts bounce, as real ones do
    this.bounced = 0;
    this.played = 0; // when the last contact sent was in
    this.table = null; // what the daemon made of it
    this.resting = []; // who waits until all are in
  }

  get idle() { return !this.sending && this.waiting.length === 0; }

  // rest waits until all contacts are in.
  rest() { return this.idle ? Promise.resolve() : new Promise((done) => this.resting.push(done)); }

  // add plays a contact, atLeast ms after the one before it.
  add(square, closed, atLeast = 0) {
    const at = performance.now(), wait = (closed, atLeast) => this.waiting.push({ square, closed, atLeast, at });
    wait(closed, atLeast);
    for (let n = this.clumsy ? 1 + (this.bounced++ % 3) : 0; n > 0; n--) {
      wait(!closed, 1);
      wait(closed, 1);
    }
    this.send();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.waiting.length) {
        this.table = await post("/api/sim/contacts", this.timed(this.waiting.splice(0, 100)));
        this.played = performance.now();
      }
    } catch (err) {
      this.waiting = [];
      this.failed(err);
    }
    this.sending = false;
    for (const done of this.resting.splice(0)) done();
  }

  // timed turns instants into waits. What has passed since the last contact
  // was in need not be waited for again.
  timed(batch) {
    return batch.map(({ square, closed, at, atLeast }, i) => {
      const wait = i === 0 ? atLeast - (performance.now() - this.played) : Math.max(atLeast, at - batch[i - 1].at);
      return { square, closed, after_ms: Math.round(Math.min(LONGEST, Math.max(0, wait))) };
    });
  }
}

// lines writes words into a label, as many lines as have room.
function lines(label, words, x, room, high) {
  let line = null;
  for (const word of words.split(" ")) {
    const more = line ? `${line.textContent} ${word}` : word, was = line?.textContent;
    if (line) line.textContent = more;
    if (line && line.getComputedTextLength() <= room) continue;
    if (line) line.textContent = was;
    line = s("tspan", { x, dy: line ? high : 0 });
    line.textContent = word;
    label.append(line);
  }
}

export class Hands {
  constructor(board, contacts, tell) {
    Object.assign(this, { board, contacts, tell });
    this.tokens = new Map(); // id → {piece, el, on: square | "hand" | "tray", from}
    this.drags = new Map();  // pointer → {token, moved, start}
    this.keep = false;       // a click takes a piece in hand
    this.touched = -Infinity;
    this.slips = 0;
    this.zones();
    this.listen();
  }

  // zones draws where pieces stay in the air and where they lie off the board.
  zones() {
    const b = this.board, p = b.pitch, gap = p * 0.12, deep = b.extra - gap, wide = b.wide + 2 * b.edge, tall = b.tall + 2 * b.edge;
    const [hand, tray] = [0.3, 0.7].map((part) => part * (b.lies.right ? tall : wide) - gap / 2);
    if (b.lies.right) {
      this.hand = { x: b.wide + b.edge + gap, y: -b.edge, width: deep, height: hand };
      this.tray = { ...this.hand, y: -b.edge + hand + gap, height: tray };
    } else {
      this.hand = { x: -b.edge, y: b.tall + b.edge + gap, width: hand, height: deep };
      this.tray = { ...this.hand, x: -b.edge + hand + gap, width: tray };
    }
    const g = s("g", { class: "zones" }), size = Math.max(p * 0.17, wide * (b.lies.right ? 0.015 : b.lies.narrow ? 0.034 : 0.019));
    const labels = [];
    b.svg.insertBefore(g, b.tokens);
    for (const [zone, name] of [[this.hand, "hand"], [this.tray, "off"]]) {
      const label = s("text", { y: zone.y + 1.1 * size, "font-size": size });
      g.append(s("rect", { ...zone, rx: p * 0.15, "data-zone": name, "stroke-width": p * 0.02 }), label);
      lines(label, t("board." + name), zone.x + zone.width / 2, zone.width * 0.96, 1.15 * size);
      labels.push(label.childElementCount);
    }
    this.headed = (0.25 + 1.15 * Math.max(...labels)) * size;
  }

  onSquare(name) {
    for (const t of this.tokens.values()) if (t.on === name) return t;
    return null;
  }

  where(place) { return [...this.tokens.values()].filter((t) => t.on === place); }

  // put moves a piece and closes or opens the contacts this moves.
  put(token, to, atLeast = 0) {
    if (token.on === to) return this.show();
    if (this.board.squares.has(token.on)) {
      token.from = token.on;
      this.contacts.add(token.on, false);
    }
    token.on = to;
    if (this.board.squares.has(to)) {
      this.slip(token, to);
      this.contacts.add(to, true, atLeast);
    }
    this.touch();
    this.show();
  }

  // slip lets every second piece of clumsy hands touch an empty square beside its
  // own first.
  slip(token, to) {
    const near = this.board.squares.get(to).neighbours.find((name) => !this.onSquare(name) && name !== token.from);
    if (!this.contacts.clumsy || !near || ++this.slips % 2 === 0) return;
    this.contacts.add(near, true);
    this.contacts.add(near, false, 30);
  }

  touch() {
    this.touched = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.compare(), REST + 20);
  }

  // knock lifts what stands on a square and puts it back.
  knock(name) {
    this.contacts.add(name, false);
    this.contacts.add(name, true, TAP);
    this.touch();
    this.flash(name);
  }

  // press touches an empty square.
  press(name) {
    this.contacts.add(name, true);
    this.contacts.add(name, false, 2 * TAP);
    this.touch();
    this.flash(name);
  }

  flash(name) {
    const well = this.board.cells.get(name).well;
    well.classList.remove("knocked");
    well.getBoundingClientRect(); // so that the animation starts again
    well.classList.add("knocked");
  }

  // drop ends a carry over a point of the drawing.
  drop(token, point, back) {
    const inside = (z) => point.x >= z.x && point.x <= z.x + z.width && point.y >= z.y && point.y <= z.y + z.height;
    if (inside(this.hand)) return this.put(token, "hand");
    if (inside(this.tray)) return this.put(token, "tray");
    this.setDown(token, this.board.nearest(point) ?? back);
  }

  // setDown puts a piece on a square. What that captures goes off the board, as the daemon says once it has
  // felt the piece lifted, and so does what the lights want away there; any other piece is knocked on, and
  // the piece stays in hand.
  async setDown(token, name) {
    if (!this.board.squares.has(name)) return this.put(token, name);
    if (token.from === name && !this.onSquare(name)) return this.put(token, name, TAP);
    token.waits = name;
    this.put(token, "hand");
    await this.contacts.rest();
    if (token.waits !== name) return; // it was taken up again on its way down
    token.waits = null;
    if (token.on !== "hand") return;
    const other = this.onSquare(name), way = this.capture(token, name);
    if (way) return this.take(token, way);
    if (!other) return this.put(token, name);
    if (/\b(lift|legal)\b/.test(this.lit(name))) {
      this.put(other, "tray");
      return this.put(token, name, TAP);
    }
    this.knock(name);
    this.show();
    this.tell(t("hands.knocks", { piece: nameOf(token.piece), noun: nounOf(token.piece), at: name }));
  }

  // newest is the table last heard of.
  newest() {
    const answer = this.contacts.table;
    return answer?.log && answer.seq > (this.table?.seq ?? 0) ? answer : this.table;
  }

  // dead says whether the daemon has already taken a piece off the board.
  dead(token) { return this.newest()?.position.pieces.find((p) => p.id === token.piece.id)?.at == null; }

  lit(name) { return (this.newest()?.lights[name] ?? []).join(); }

  // capture is the one way in which a piece in hand captures by being put on a square, or on who stands there;
  // null if there is none, or several that take others.
  capture(token, name, stands = Boolean(this.onSquare(name))) {
    const all = this.newest()?.captures ?? [], own = all.filter((c) => c.from === token.from);
    const ways = own.length > 0 || this.where("hand").length > 1 ? own : all; // it was put down on its way
    const onto = ways.filter((c) => c.to === name);
    const here = onto.length > 0 || !stands ? onto : ways.filter((c) => c.off.includes(name));
    const least = stands ? Math.min(...here.map((c) => c.off.length)) : Infinity;
    const one = here.filter((c) => c.off.length <= least);
    return one.length === 1 ? one[0] : null;
  }

  // take captures: the victims go off the board, and the piece where it then stands.
  take(token, { to, off }) {
    for (const victim of off.map((at) => this.onSquare(at))) if (victim && victim !== token) this.put(victim, "tray");
    this.put(token, to || "tray", TAP);
  }

  // tap is a click on a square. What is on its way down comes down first.
  async tap(name) {
    if (this.where("hand").some((t) => t.waits)) await this.contacts.rest();
    const token = this.onSquare(name), held = this.where("hand");
    if (token && this.keep && held.length === 0) return this.put(token, "hand");
    if (held.length === 1) return this.meet(held[0], name);
    if (token) return this.knock(name);
    this.press(name);
  }

  // putBack ends a click on a piece: it was lifted and is put back, unless the piece in hand captures it.
  async putBack(token, name) {
    const [held, ...others] = this.where("hand").filter((t) => t !== token);
    if (held && others.length === 0 && this.board.squares.has(name)) {
      await this.contacts.rest();
      const waits = held.on === "hand" && token.on === "air", way = waits ? this.capture(held, name, true) : null;
      if (way) {
        this.put(token, "tray");
        return this.take(held, way);
      }
      if (waits && this.dead(token)) { // both fell, and were gone once both were lifted
        this.put(token, "tray");
        if (this.dead(held)) this.put(held, "tray");
        return;
      }
    }
    this.setDown(token, name);
  }

  // meet has the piece in hand capture on a square, or knock there, or puts it down.
  async meet(token, name) {
    await this.contacts.rest();
    if (token.on !== "hand") return;
    const way = this.capture(token, name);
    if (way) return this.take(token, way);
    if (this.onSquare(name)) return this.knock(name);
    this.put(token, name, token.from === name ? TAP : 0);
  }

  listen() {
    const svg = this.board.svg;
    svg.addEventListener("pointerdown", (e) => this.down(e));
    svg.addEventListener("pointermove", (e) => this.move(e));
    svg.addEventListener("pointerup", (e) => this.up(e));
    svg.addEventListener("pointercancel", (e) => this.up(e, true));
    svg.addEventListener("contextmenu", (e) => {
      const token = this.tokenAt(e);
      if (!token) return;
      e.preventDefault();
      if (this.board.squares.has(token.on) || token.on === "hand") this.put(token, "tray");
    });
    this.board.keys((e, name) => this.key(e, name));
  }

  tokenAt(e) { return this.tokens.get(e.target.closest?.("[data-token]")?.dataset.token); }

  down(e) {
    if (e.button !== 0) return;
    const token = this.tokenAt(e), name = e.target.closest?.("[data-square]")?.dataset.square;
    if (!token) {
      if (name) this.tap(name);
      return;
    }
    if ([...this.drags.values()].some((d) => d.token === token)) return;
    e.preventDefault();
    this.board.svg.setPointerCapture(e.pointerId);
    const back = token.waits ?? token.on;
    token.waits = null;
    if (this.board.squares.has(token.on) && (e.shiftKey || (this.keep && this.where("hand").length === 0))) return this.put(token, "hand");
    this.drags.set(e.pointerId, { token, back, start: this.board.point(e), moved: false });
    token.el.classList.add("held");
    this.board.tokens.append(token.el);
    if (this.board.squares.has(token.on)) this.put(token, "air");
    this.carry(token, this.board.point(e), false);
  }

  move(e) {
    const drag = this.drags.get(e.pointerId);
    if (!drag) return;
    const point = this.board.point(e);
    drag.moved ||= Math.hypot(point.x - drag.start.x, point.y - drag.start.y) > this.board.pitch * 0.12;
    if (drag.moved) this.carry(drag.token, point, true);
  }

  up(e, cancelled = false) {
    const drag = this.drags.get(e.pointerId);
    if (!drag) return;
    this.drags.delete(e.pointerId);
    drag.token.el.classList.remove("held");
    if (cancelled) this.setDown(drag.token, drag.back);
    else if (!drag.moved) this.putBack(drag.token, drag.back);
    else this.drop(drag.token, this.board.point(e), drag.back);
    this.show();
  }

  key(e, name) {
    const token = name ? this.onSquare(name) : this.tokenAt(e);
    switch (e.key) {
      case "Enter": case " ":
        if (name) this.tap(name);
        else if (token) this.put(token, token.on === "hand" ? "tray" : "hand");
        break;
      case "h": case "H":
        if (!token) return false;
        this.put(token, "hand");
        break;
      case "Delete": case "Backspace":
        if (!token) return false;
        this.put(token, "tray");
        break;
      case "Escape":
        for (const held of this.where("hand")) if (held.from && !this.onSquare(held.from)) this.put(held, held.from);
        break;
      default:
        return false;
    }
    return true;
  }

  carry(token, { x, y }, high) { this.stand(token, x, y, high ? 1.12 : 1.06); }

  stand(token, x, y, size) {
    token.el.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${((size * this.board.pitch * 0.78) / 100).toFixed(4)})`;
  }

  // show draws every piece where it is.
  show() {
    const dragged = new Set([...this.drags.values()].map((d) => d.token));
    for (const t of this.tokens.values()) {
      const named = this.board.squares.has(t.on);
      t.el.classList.toggle("off", t.on === "tray");
      t.el.setAttribute("tabindex", named ? -1 : 0);
      if ((!named && !t.waits) || dragged.has(t)) continue;
      const { x, y } = this.board.at(t.waits ?? t.on);
      this.stand(t, x, y, t.waits ? 1.06 : 1);
    }
    this.row(this.where("hand").filter((t) => !dragged.has(t) && !t.waits), this.hand, 0.95);
    this.row(this.where("tray").filter((t) => !dragged.has(t)), this.tray, 0.8);
    for (const name of this.board.squares.keys()) {
      const token = this.onSquare(name);
      this.board.say(name, token ? pieceSays(token.piece) : "");
    }
  }

  // row lays pieces into a zone, as large as they fit.
  row(tokens, zone, most) {
    const p = this.board.pitch, room = zone.height - this.headed - p * 0.06;
    let size = most;
    while (Math.floor(zone.width / (size * p * 0.8)) * Math.floor(room / (size * p * 0.8)) < tokens.length && size > 0.15) size -= 0.02;
    const step = size * p * 0.8, across = Math.max(1, Math.floor(zone.width / step));
    const pad = (zone.width - Math.min(across, Math.max(1, tokens.length)) * step) / 2;
    tokens.forEach((t, i) => this.stand(t, zone.x + pad + step * ((i % across) + 0.5), zone.y + this.headed + step * (Math.floor(i / across) + 0.5), size));
  }

  // sync takes a table from the daemon.
  sync(table) {
    this.table = table;
    const pieces = new Map(table.position.pieces.map((p) => [p.id, p]));
    for (const [id, t] of this.tokens) {
      if (pieces.has(id) || (t.stranger && t.on !== "tray")) continue;
      t.el.remove();
      this.tokens.delete(id);
    }
    const first = this.tokens.size === 0;
    for (const piece of pieces.values()) this.know(piece);
    if (first) this.adopt();
    else this.compare();
    show(this.board, table.position, squaresOf(table.position));
    this.show();
  }

  // know takes what the position says of a piece.
  know(piece, stranger = false) {
    const key = JSON.stringify([piece.kind, piece.owner, piece.energy]);
    let t = this.tokens.get(piece.id);
    if (!t) {
      t = { on: "tray", el: s("g", { class: "token", "data-token": piece.id, role: "button" }), stranger };
      this.tokens.set(piece.id, t);
      this.board.tokens.append(t.el);
    }
    t.piece = piece;
    if (t.key === key) return;
    t.key = key;
    t.el.replaceChildren(drawPiece(piece));
    t.el.setAttribute("aria-label", nameOf(piece));
  }

  // compare looks, once the hands rest, whether the wood is as the daemon feels it.
  compare() {
    const busy = this.drags.size > 0 || !this.contacts.idle;
    this.table = this.newest(); // an answer may be ahead of the stream
    if (!this.table) return;
    if (busy || performance.now() - this.touched < REST) {
      if (busy) this.touch();
      return;
    }
    const mine = [...this.tokens.values()].map((t) => t.on).filter((on) => this.board.squares.has(on)).sort().join();
    const stands = this.table.position.pieces.filter((p) => p.at).map((p) => p.at).sort().join();
    if (mine !== [...this.table.wood].sort().join()) this.adopt();
    else if (this.where("hand").length === 0 && stands === mine) this.adopt();
    this.show();
  }

  // adopt rebuilds the pieces from what the daemon feels and the position.
  adopt() {
    const wood = new Set(this.table.wood), at = new Map(this.table.position.pieces.filter((p) => p.at).map((p) => [p.at, p.id]));
    const stands = [...at.keys()].sort().join() === [...wood].sort().join();
    for (const t of this.tokens.values()) if (this.board.squares.has(t.on) && (stands || !wood.has(t.on))) t.on = "tray";
    for (const name of wood) {
      const own = this.tokens.get(at.get(name));
      if (own && !this.onSquare(name) && !this.board.squares.has(own.on)) own.on = name;
    }
    for (const name of wood) if (!this.onSquare(name)) this.guess(name, at, wood);
    for (const [id, t] of this.tokens) {
      if (t.on === "air") t.on = "tray";
      if (t.stranger && t.on === "tray") {
        t.el.remove();
        this.tokens.delete(id);
      }
    }
  }

  // guess puts on a square where wood is felt the beaten piece that lies there
  // until its circle is entered, or else a piece that is missing elsewhere.
  guess(name, at, wood) {
    const battle = this.table.position.state?.battle;
    const beaten = battle?.circle === name && this.tokens.get(battle.target);
    const [, missing] = [...at].find(([from, id]) => !wood.has(from) && this.tokens.get(id)?.on === "tray") ?? [];
    const token = beaten?.on === "tray" ? beaten : this.tokens.get(missing);
    if (token) {
      token.on = name;
      return;
    }
    const id = "?" + name;
    this.know({ id, kind: "?", owner: "nobody" }, true);
    this.tokens.get(id).on = name;
  }
}
