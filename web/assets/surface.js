// What lies on the surface: the marks of squares, river and bridges, and what
// lasts on squares and pieces. Data and drawings; it knows no game.

import { s } from "./dom.js";
import { formulaName, seatName } from "./sayings.js";
import { t } from "./words.js";

// How marks of squares are drawn, in a box of -50 to 50 around the square.
const drawings = {
  castle: "M-44-26V-44H-36V-38H-30V-44H-22M22-44H30V-38H36V-44H44V-26M-44 26V44H-22M22 44H44V26",
  teleport: "M0-36A36 36 0 1 1-36 0A26 26 0 1 1 26 0A16 16 0 1 1-16 0",
  entry: "M-40 40V-10A40 40 0 0 1 40-10V40",
};

export function drawMarks(marks, pitch) {
  return marks.filter((m) => drawings[m]).map((m) => s("path", { class: "mark " + marks.join(" "), d: drawings[m], transform: `scale(${(pitch * 0.86) / 100})` }));
}

// bankPairs are the squares that face each other over the river.
function bankPairs(board) {
  const bank = [...board.squares.values()].filter((q) => q.marks.includes("bank"));
  return bank.flatMap((a) => bank.filter((b) => Math.abs(a.x - b.x) < 1 && b.y > a.y).map((b) => [a, b]));
}

// banks draws the river between the squares that are marked as its banks.
export function banks(board) {
  const g = s("g", { class: "river" }), pairs = bankPairs(board);
  if (pairs.length === 0) return g;
  const a = board.at(pairs[0][0].name), b = board.at(pairs[0][1].name), p = board.pitch;
  const low = Math.min(a.y, b.y) + p * 0.5, high = Math.max(a.y, b.y) - p * 0.5;
  g.append(s("rect", { x: -board.edge, y: low, width: board.wide + 2 * board.edge, height: high - low }));
  for (const part of [0.3, 0.7]) {
    const y = low + (high - low) * part;
    let d = `M${-board.edge} ${y}`;
    for (let x = -board.edge; x < board.wide + board.edge; x += p / 2) d += `q${p / 8} ${-p * 0.07} ${p / 4} 0t${p / 4} 0`;
    g.append(s("path", { d, "stroke-width": p * 0.025 }));
  }
  return g;
}

// The signs of what lasts, in a box of -50 to 50 around its square.
const lasting = {
  imprison: "M-40-44V44M-20-48V48M0-50V50M20-48V48M40-44V44",
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

// barred draws a bar between two neighbouring squares.
function barred(board, [one, two], owner) {
  const a = board.at(one), b = board.at(two), x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, p = board.pitch;
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return s("g", { transform: `translate(${x} ${y}) rotate(${turn})` },
    s("rect", { class: "bar", "data-owner": owner, x: -p * 0.09, y: -p * 0.46, width: p * 0.18, height: p * 0.92, rx: p * 0.05 }));
}

function bridge(board, file) {
  return bankPairs(board).filter(([a]) => a.name.startsWith(file)).map(([a, b]) => {
    const from = board.at(a.name), to = board.at(b.name), p = board.pitch, top = Math.min(from.y, to.y) + p * 0.4, tall = Math.abs(from.y - to.y) - p * 0.8;
    const planks = [0.15, 0.35, 0.55, 0.75].map((k) => s("path", { d: `M${from.x - p * 0.28} ${top + tall * (k + 0.05)}h${p * 0.56}` }));
    return titled(s("g", { class: "bridge", "stroke-width": p * 0.03 }, s("rect", { x: from.x - p * 0.28, y: top, width: p * 0.56, height: tall }), ...planks), t("mark.bridge"));
  });
}
