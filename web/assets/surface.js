// What lies on the surface: the marks of squares, river and bridges, and what
// lasts on squares and pieces. Data and drawings; it knows no game.

import { s } from "./dom.js";
import { formulaName, seatName } from "./naming.js";
import { has, t } from "./words.js";

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

// The signs of what lies on squares, in a box of -50 to 50 around each: paths of
// what lasts, and rings.
const lasting = {
  imprison: "M-34-46V46M0-50V50M34-46V46",
  block: "M-36-36 36 36M36-36-36 36",
  weaken: "M-44 10V36H-18M-44 36-22 14",
  strengthen: "M18-36H44V-10M44-36 22-14",
};
const restsOn = { imprison: ["castle"], weaken: ["castle", "town"], strengthen: ["castle"] };
const rings = new Set(["leave", "fights", "active"]);

// lying is what lies on the squares of a position; barriers and bridges lie between
// two: [{sign, at, words, owner}].
function lying(board, { state }, on) {
  const at = (where) => where.split("|").map((part) => on.get(part) ?? part);
  const one = (sign, where) => ({ sign, at: at(where), words: t("sign." + sign) });
  const spell = ({ formula, owner, on: where }) => {
    const place = at(where), resting = board.squares.get(place[0])?.marks.some((m) => restsOn[formula]?.includes(m));
    return { sign: formula, owner, at: place, resting, words: `${formulaName(formula)} ${t("beside.by", { seat: seatName(owner) })}${resting ? ", " + t("sign.rests") : ""}` };
  };
  const active = state?.active ?? [], last = Array.isArray(active) ? active : [], fight = state?.fight;
  return [
    ...last.map(spell),
    ...(state?.must_leave ? [one("leave", state.must_leave)] : []),
    ...(fight ? [one("fights", fight.attacker), one("fights", fight.target)] : []),
    ...(typeof active === "string" ? [one("active", active)] : []),
    ...(state?.used ?? []).filter((id) => id !== active).map((id) => one("used", id)),
    ...bankPairs(board).filter(([a]) => state?.bridges?.some((file) => a.name.startsWith(file))).map((pair) => ({ sign: "bridge", at: pair.map((q) => q.name), words: t("mark.bridge") })),
  ].filter((l) => l.at.every((name) => board.squares.has(name)) && (l.at.length > 1 || drawSign(l).length > 0));
}

// drawSign draws the sign of what lies on one square.
function drawSign({ sign, owner, resting }) {
  if (lasting[sign]) return ["spell back", "spell"].map((c) => s("path", { class: resting ? c + " resting" : c, "data-owner": owner, d: lasting[sign] }));
  if (rings.has(sign)) return [s("circle", { class: "ringed " + sign, r: 57 })];
  return sign === "used" ? [s("path", { class: "used", d: "M24 38 32 46 46 28" })] : [];
}

// show draws what the position says lies on the board, and names it on its squares.
export function show(board, position, on) {
  const notes = new Map(), found = lying(board, position, on);
  for (const { at, words } of found) for (const name of at) notes.set(name, [...(notes.get(name) ?? []), words]);
  board.note(notes);
  board.spells.replaceChildren(...found.map((l) => (l.sign === "bridge" ? bridge(board, ...l.at) : l.at.length > 1 ? barred(board, l.at, l.owner) : over(board, l.at[0], drawSign(l)))));
}

// signsOf are the signs that squares and pieces have now: {name, words, drawn}.
export function signsOf(board, position, on) {
  const marks = [...new Set([...board.squares.values()].flatMap((q) => q.marks))].filter((m) => drawings[m] || m === "town");
  const lies = new Map(lying(board, position, on).filter((l) => l.sign !== "bridge").map((l) => [l.sign, { ...l, resting: false }]));
  return [...marks.map((m) => ({ name: m, words: t("mark." + m), drawn: () => [s("g", { class: "mark-" + m }, s("circle", { class: "well", r: 44 })), ...drawMarks([m], 110)] })),
    ...[...lies.values()].map((l) => ({ name: l.sign, words: has("sign." + l.sign) ? l.words : formulaName(l.sign), drawn: () => (l.at.length > 1 ? [plank(100, l.owner)] : drawSign(l)) }))];
}

function over(board, name, what) {
  const { x, y } = board.at(name);
  return s("g", { transform: `translate(${x} ${y}) scale(${(board.pitch * 0.8) / 100})` }, ...what);
}

// barred draws a bar between two neighbouring squares, and the whole circle that
// it bars on a round board.
function barred(board, [one, two], owner) {
  const width = board.pitch * 0.07, r = (board.out(one) + board.out(two)) / 2, bolt = across(board, one, two, () => [plank(board.pitch, owner)]);
  if (!board.round) return bolt;
  return s("g", {}, circle(board, r, { class: "barred back", "stroke-width": width * 1.7 }),
    circle(board, r, { class: "barred", "data-owner": owner, "stroke-width": width, "stroke-dasharray": `${board.pitch * 0.3} ${board.pitch * 0.12}` }), bolt);
}

const plank = (p, owner) => s("rect", { class: "bolt", "data-owner": owner, x: -p * 0.46, y: -p * 0.09, width: p * 0.92, height: p * 0.18, rx: p * 0.05 });

function bridge(board, one, two) {
  const p = board.pitch;
  return across(board, one, two, (apart) => {
    const tall = apart - p * 0.8, planks = [0.2, 0.4, 0.6, 0.8].map((k) => s("path", { d: `M${-p * 0.28} ${tall * (k - 0.5)}h${p * 0.56}` }));
    return [s("g", { class: "bridge", "stroke-width": p * 0.03 }, s("rect", { x: -p * 0.28, y: -tall / 2, width: p * 0.56, height: tall }), ...planks)];
  });
}
