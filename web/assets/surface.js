// What lies on the surface: the marks of squares, river and bridges, and what
// lasts on squares and pieces. Data and drawings; it knows no game.

import { s } from "./dom.js";
import { formulaName, seatName } from "./sayings.js";
import { t } from "./words.js";

// How marks of squares are drawn, in a box of -50 to 50 around the square.
const drawings = {
  castle: "M-44-26V-44H-36V-38H-30V-44H-22M22-44H30V-38H36V-44H44V-26M-44 26V44H-22M22 44H44V26",
  teleport: "M-40-10A41 41 0 0 1 10-40M10-40-2-46M10-40 2-30M40 10A41 41 0 0 1-10 40M-10 40 2 46M-10 40-2 30",
  entry: "M-40 40V-10A40 40 0 0 1 40-10V40",
};

export function drawMarks(marks, pitch) {
  return marks.filter((m) => drawings[m]).map((m) => s("path", { class: "mark " + marks.join(" "), d: drawings[m], transform: `scale(${(pitch * 0.86) / 100})` }));
}

// circles draws the lines between the rings of a round board.
export function circles(board) {
  const g = s("g", { class: "circles", "stroke-width": board.pitch * 0.03 });
  if (!board.round) return g;
  const rings = [...new Set([...board.squares.keys()].map((name) => Math.round(board.out(name))))].sort((a, b) => a - b);
  for (let i = 1; i < rings.length; i++) g.append(circle(board, (rings[i - 1] + rings[i]) / 2));
  return g;
}

const circle = (board, r, given = {}) => s("circle", { cx: board.middle.x, cy: board.middle.y, r, ...given });

// bankPairs are the squares that face each other over the river.
function bankPairs(board) {
  const bank = [...board.squares.values()].filter((q) => q.marks.includes("bank"));
  return bank.flatMap((a) => bank.filter((b) => Math.abs(a.x - b.x) < 1 && b.y > a.y).map((b) => [a, b]));
}

// across places a drawing in the middle between two squares, the second below.
function across(board, one, two, what) {
  const a = board.at(one), b = board.at(two), turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI - 90;
  return s("g", { transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${turn})` }, ...what(Math.hypot(a.x - b.x, a.y - b.y)));
}

// banks draws the river between the squares that are marked as its banks.
export function banks(board) {
  const g = s("g", { class: "river", "clip-path": "url(#shape)" }), pairs = bankPairs(board), p = board.pitch;
  if (pairs.length === 0) return g;
  const [a, b] = pairs[0], long = board.wide + board.tall + 4 * board.edge;
  g.append(across(board, a.name, b.name, (apart) => {
    const high = apart - p, wave = (y) => `M${-long} ${y}` + `q${p / 8} ${-p * 0.07} ${p / 4} 0t${p / 4} 0`.repeat(Math.ceil((4 * long) / p));
    return [s("rect", { x: -long, y: -high / 2, width: 2 * long, height: high }), ...[-0.2, 0.2].map((k) => s("path", { d: wave(k * high), "stroke-width": p * 0.025 }))];
  }));
  return g;
}

// The signs of what lasts, in a box of -50 to 50 around its square.
const lasting = {
  imprison: "M-34-46V46M0-50V50M34-46V46",
  block: "M-36-36 36 36M36-36-36 36",
  weaken: "M-44 10V36H-18M-44 36-22 14",
  strengthen: "M18-36H44V-10M44-36 22-14",
};

// show draws what the position says lies on the board.
export function show(board, position, on) {
  const state = position.state ?? {}, out = [];
  for (const a of state.active && Array.isArray(state.active) ? state.active : []) out.push(spell(board, a, on));
  for (const file of state.bridges ?? []) out.push(...bridge(board, file));
  if (state.must_leave) out.push(ring(board, state.must_leave, "leave"));
  if (state.fight) for (const id of [state.fight.attacker, state.fight.target]) if (on.get(id)) out.push(ring(board, on.get(id), "fights"));
  if (typeof state.active === "string" && on.get(state.active)) out.push(ring(board, on.get(state.active), "active"));
  for (const id of state.used ?? []) if (on.get(id) && id !== state.active) out.push(at(board, on.get(id), s("path", { class: "used", d: "M24 38 32 46 46 28" })));
  board.spells.replaceChildren(...out.filter(Boolean));
}

function at(board, name, ...what) {
  const { x, y } = board.at(name);
  return s("g", { transform: `translate(${x} ${y}) scale(${(board.pitch * 0.8) / 100})` }, ...what);
}

const ring = (board, name, kind) => board.squares.has(name) ? at(board, name, s("circle", { class: "ringed " + kind, r: 57 })) : null;

function titled(g, words) {
  const title = s("title");
  title.textContent = words;
  g.prepend(title);
  return g;
}

// spell draws a lasting formula where its piece, field or line is.
function spell(board, { formula, owner, on: where }, on) {
  const words = `${formulaName(formula)} ${t("beside.by", { seat: seatName(owner) })}`;
  if (where.includes("|")) return titled(barred(board, where.split("|"), owner), words);
  const name = board.squares.has(where) ? where : on.get(where);
  if (!name || !lasting[formula]) return null;
  return titled(at(board, name, s("path", { class: "spell back", d: lasting[formula] }), s("path", { class: "spell", "data-owner": owner, d: lasting[formula] })), words);
}

// barred draws a bar between two neighbouring squares, and the whole circle that
// it bars on a round board.
function barred(board, [one, two], owner) {
  const width = board.pitch * 0.07, r = (board.out(one) + board.out(two)) / 2;
  if (!board.round) return bolt(board, one, two, owner);
  return s("g", {}, circle(board, r, { class: "barred back", "stroke-width": width * 1.7 }),
    circle(board, r, { class: "barred", "data-owner": owner, "stroke-width": width, "stroke-dasharray": `${board.pitch * 0.3} ${board.pitch * 0.12}` }), bolt(board, one, two, owner));
}

function bolt(board, one, two, owner) {
  const p = board.pitch;
  return across(board, one, two, () => [s("rect", { class: "bolt", "data-owner": owner, x: -p * 0.46, y: -p * 0.09, width: p * 0.92, height: p * 0.18, rx: p * 0.05 })]);
}

function bridge(board, file) {
  const p = board.pitch;
  return bankPairs(board).filter(([a]) => a.name.startsWith(file)).map(([a, b]) => titled(across(board, a.name, b.name, (apart) => {
    const tall = apart - p * 0.8, planks = [0.2, 0.4, 0.6, 0.8].map((k) => s("path", { d: `M${-p * 0.28} ${tall * (k - 0.5)}h${p * 0.56}` }));
    return [s("g", { class: "bridge", "stroke-width": p * 0.03 }, s("rect", { x: -p * 0.28, y: -tall / 2, width: p * 0.56, height: tall }), ...planks)];
  }), t("mark.bridge")));
}
