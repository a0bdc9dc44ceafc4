// Surfaces of squares that lie side by side: their walls, and the names of files and
// ranks at the edge. It knows no game.

import { s } from "./dom.js";

// isGrid tells boards of squares from those of circles and rings.
export const isGrid = (squares) => squares.every((q) => q.shape === "box");

// box is one square of a grid, around its middle.
export const box = (pitch, dark) => s("rect", { class: dark ? "well dark" : "well", x: -pitch / 2, y: -pitch / 2, width: pitch, height: pitch, "stroke-width": pitch * 0.02 });

// walls are lines wherever a square has no way on to what lies beside it; a river
// is no wall.
export function walls(board) {
  const p = board.pitch, all = [...board.squares.values()], by = new Map(all.map((q) => [key(board.at(q.name), p), q]));
  const open = (q, beside) => beside && (q.neighbours.includes(beside.name) || beside.name < q.name);
  const shut = all.flatMap((q) => sides(board.at(q.name), p).filter(({ beyond }) => !open(q, by.get(key(beyond, p)))));
  return s("path", { class: "walls", d: drawn(shut), "stroke-width": p * 0.06 });
}

// border is a line around squares, as a path's data: between two of them it does not run.
export function border(board, names) {
  const p = board.pitch, places = [...names].map((name) => board.at(name)), within = new Set(places.map((at) => key(at, p)));
  return drawn(places.flatMap((at) => sides(at, p).filter(({ beyond }) => !within.has(key(beyond, p)))));
}

// sides are the four of a square: the line, and the middle of what lies beyond it.
const sides = ({ x, y }, p) => [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx, dy]) => ({
  line: `M${x + (dx * p) / 2 - (dy * p) / 2} ${y + (dy * p) / 2 - (dx * p) / 2}l${dy * p} ${dx * p}`, beyond: { x: x + dx * p, y: y + dy * p },
}));

const drawn = (all) => all.map(({ line }) => line).join("");

const key = ({ x, y }, p) => `${Math.round(x / p * 4)} ${Math.round(y / p * 4)}`;

// edgeNames are the letters of the files and the numbers of the ranks, beside the board
// on both sides, where squares are named so.
export function edgeNames(board) {
  const g = s("g", { class: "edge-names", "font-size": board.pitch * (board.lies.narrow ? 0.22 : 0.26) });
  for (const part of [/^\p{L}+/u, /\d+$/]) {
    for (const [name, places] of lines(board, part)) g.append(...labels(board, name, places));
  }
  return g;
}

// lines are the rows of squares that share this part of their names.
function lines(board, part) {
  const found = new Map();
  for (const name of board.squares.keys()) {
    const shared = name.match(part)?.[0];
    if (shared) found.set(shared, [...(found.get(shared) ?? []), board.at(name)]);
  }
  return found;
}

// labels stand on both sides of a row of squares, in the middle of the rim.
function labels(board, name, places) {
  const rim = board.edge / 2 + board.pitch / 4, { x, y } = places[0];
  const label = (x, y) => s("text", { x, y: y + board.pitch * 0.09 }, name);
  if (places.every((at) => Math.abs(at.x - x) < 1)) return [-rim, board.tall + rim].map((at) => label(x, at));
  if (places.every((at) => Math.abs(at.y - y) < 1)) return [-rim, board.wide + rim].map((at) => label(at, y));
  return [];
}
