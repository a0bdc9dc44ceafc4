// A board as a small live picture: its game, names, clocks, and how it is.

import { h, put, s } from "./dom.js";
import { drawPiece, titleOf } from "./symbols.js";
import { or, t, tell } from "./words.js";

const surfaces = new Map();

// surfaceOf is the board of a game with these options, its title and its seats.
export function surfaceOf(kind, options = {}) {
  const query = Object.keys(options).length ? "?options=" + encodeURIComponent(JSON.stringify(options)) : "", name = kind + query;
  if (!surfaces.has(name)) surfaces.set(name, fetch(`/api/surface/${kind}${query}`).then((r) => r.json()));
  return surfaces.get(name);
}

// since is how long ago something was, in words.
export function since(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return t("hall.seconds", { n: seconds });
  if (seconds < 7200) return t("hall.minutes", { n: Math.round(seconds / 60) });
  return t("hall.hours", { n: Math.round(seconds / 3600) });
}

// clock is a time left, as clocks show it.
export function clock(ms) {
  const all = Math.max(0, Math.ceil(ms / 1000)), two = (n) => String(n).padStart(2, "0");
  return all >= 3600 ? `${Math.floor(all / 3600)}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}` : `${Math.floor(all / 60)}:${two(all % 60)}`;
}

// left is what a seat's clock shows now; the clock of a board that is silent is not guessed.
export const left = (card, seat) => card.clocks[seat] - (card.running === seat && !card.silent ? performance.now() - card.at : 0);

// state is in one sentence how a board is.
export function state(card) {
  if (card.fork) return t("hall.fork");
  if (card.status === "never" || card.heard < 0) return t("hall.never");
  if (card.silent) return t("hall.silent", { time: since(performance.now() - card.at) });
  if (card.call) return card.call.seat ? t("hall.calls.seat", { seat: t("seat." + card.call.seat) }) : t("hall.calls");
  if (card.wrong) return t("hall.wrong");
  if (card.status === "lesson") return t("hall.lesson");
  return card.message ? tell(card.message) : "";
}

// urgency is what a card is marked by.
export const urgency = (card) => (card.call || card.fork ? "calls" : card.silent ? "silent" : card.wrong || card.faults?.length ? "faulty" : card.short ? "hurried" : card.status === "over" ? "over" : "");

// Picture draws the small picture of a board.
export class Picture {
  constructor() {
    this.svg = s("svg", { class: "mini", "aria-hidden": true });
  }

  async show(card) {
    if (!card.kind) return;
    const key = JSON.stringify([card.kind, card.options ?? {}, card.pieces]);
    if (this.key === key) return;
    this.key = key;
    const { surface } = await surfaceOf(card.kind, card.options);
    if (this.key !== key) return;
    if (this.surface !== surface) this.ground(surface);
    this.pieces.replaceChildren(...card.pieces.filter((p) => this.at.has(p.a)).map((p) => {
      const { x, y } = this.at.get(p.a), g = drawPiece({ id: "", kind: p.k, owner: p.o });
      g.setAttribute("transform", `translate(${x} ${y}) scale(${this.pitch * 0.0085})`);
      return g;
    }));
  }

  ground(surface) {
    this.surface = surface;
    const q = surface.squares, xs = q.map((c) => c.x), ys = q.map((c) => c.y), low = Math.min(...xs), high = Math.max(...ys);
    this.pitch = pitch(q);
    this.at = new Map(q.map((c) => [c.name, { x: c.x - low, y: high - c.y }]));
    const edge = this.pitch * 0.7, wide = Math.max(...xs) - low, tall = high - Math.min(...ys);
    this.svg.setAttribute("viewBox", [-edge, -edge, wide + 2 * edge, tall + 2 * edge].map((n) => n.toFixed(1)).join(" "));
    this.pieces = s("g");
    const p = this.pitch;
    const box = (a) => `M${(a.x - p / 2).toFixed(1)} ${(a.y - p / 2).toFixed(1)}h${p}v${p}h${-p}z`, round = (a, r = p * 0.4) => `M${(a.x - r).toFixed(1)} ${a.y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    const look = (c) => (c.marks.includes("castle") ? "castle" : c.shape === "box" && !c.dark ? "light" : "dark"); // a castle is what two of the games are about
    const squares = (of) => s("path", { class: of, d: q.filter((c) => look(c) === of).map((c) => (c.shape === "box" ? box : round)(this.at.get(c.name))).join("") });
    this.svg.replaceChildren(
      s("rect", { class: "ground", x: -edge, y: -edge, width: wide + 2 * edge, height: tall + 2 * edge, rx: p * 0.2 }), ...["light", "dark", "castle"].map(squares), this.pieces);
  }
}

// pitch is the least distance between two squares.
function pitch(squares) {
  let least = Infinity;
  for (let i = 0; i < squares.length; i++) {
    for (let k = i + 1; k < Math.min(squares.length, i + 24); k++) {
      const d = Math.hypot(squares[i].x - squares[k].x, squares[i].y - squares[k].y);
      if (d > 1) least = Math.min(least, d);
    }
  }
  return least;
}

// seats are those that play, each with its name and clock.
export function seats(card) {
  return (card.seats ?? []).map((seat) => h("li", { className: card.to_act?.includes(seat) ? "player acts" : "player" },
    h("span", { className: "owner" }, s("svg", { class: "spot", viewBox: "0 0 10 10", "data-owner": seat, "aria-hidden": true }, s("circle", { cx: 5, cy: 5, r: 4 }))),
    h("span", { className: "who" }, card.players?.[seat] || t("seat." + seat)),
    ...(card.clocks && seat in card.clocks ? [h("span", { className: "clock" }, clock(left(card, seat)))] : []),
    ...(card.outcome?.winners.includes(seat) ? [h("span", { className: "won" }, t("hall.won"))] : [])));
}

const seated = ["white", "black", "south", "west", "north", "east"];

// inOrder are seats as they sit.
export const inOrder = (seats) => [...seats].sort((a, b) => seated.indexOf(a) - seated.indexOf(b));

// withSeats is a card with the seats that play: those without a name and a clock, too.
export async function withSeats(card) {
  if (card.kind) card.seats = (await surfaceOf(card.kind, card.options)).seats;
  return card;
}

// Card is a card in a list.
export class Card {
  constructor() {
    this.picture = new Picture();
    this.name = h("span", { className: "name" });
    this.game = h("span", { className: "game" });
    this.state = h("p", { className: "state" });
    this.players = h("ul", { className: "players" });
    this.link = h("a", { className: "face" }, h("span", { className: "top" }, this.name, this.game), this.picture.svg);
    this.el = h("li", { className: "card" }, this.link, this.players, this.state);
  }

  show(card) {
    this.card = card;
    this.el.dataset.urgency = urgency(card);
    this.link.href = "/board/" + card.id;
    this.name.textContent = card.name;
    this.game.textContent = card.kind ? or("game." + card.kind, titleOf(card.kind)) : "";
    this.picture.show(card);
    withSeats(card).then(() => this.card === card && this.tick());
  }

  // tick shows what changes by itself.
  tick() {
    put(this.players, [this.card.seats, this.card.players, this.card.to_act, this.card.outcome, Object.keys(this.card.clocks ?? {}).map((seat) => clock(left(this.card, seat)))], () => seats(this.card));
    const said = state(this.card);
    if (this.state.textContent !== said) this.state.textContent = said;
  }
}
