// What pieces look like: data, one entry a kind. Paths lie in a box of -50 to 50.
// most is the energy of a fresh piece, for the ring.

import { s, capital } from "./dom.js";

const drawings = {
  emperor: { most: 9, path: "M-27 14-32-15-15 0 0-27 15 0 32-15 27 14zM-27 19H27V28H-27zM-32-23a4 4 0 1 1 0 .1zM28-23a4 4 0 1 1 0 .1zM-4-34a4 4 0 1 1 0 .1z" },
  adjutant: { most: 25, path: "M-29-22-22-29 29 22 22 29zM29-22 22-29-29 22-22 29zM0-16 5-5 16 0 5 5 0 16-5 5-16 0-5-5z" },
  knight: { most: 21, path: "M-20 29C-20 14-6 8-6-3-11 1-17 6-24 3-29 0-26-6-22-9L-13-19C-9-25-3-28 3-29L4-35 11-27C23-21 27-7 25 11L24 29zM-9-14a3 3 0 1 0 .1 0z" },
  guard: { most: 15, path: "M0-32 25-23V-2C25 15 13 25 0 32-13 25-25 15-25-2V-23zM-4-20V-6H-17V2H-4V20H4V2H17V-6H4V-20z" },
  lackey: { most: 7, path: "M-11-20a11 11 0 1 1 22 0 11 11 0 1 1-22 0zM-21 29C-21 8-13-3 0-3S21 8 21 29H7L0 14-7 29z" },
};

const titles = { rolechess: "RoleChess", camelot: "Camelot", kaleidochess: "KaleidoChess", dungeonchess: "DungeonChess", chessbattle: "Chess Battle" };

// titleOf is a game's name as its makers write it.
export const titleOf = (game) => titles[game] ?? capital(game);

// numberOf is what tells like pieces apart: the digits that close the id.
export const numberOf = (piece) => /\d+$/.exec(piece.id)?.[0] ?? "";

// nameOf is what a piece is called.
export function nameOf(piece) {
  const number = numberOf(piece);
  return `${capital(piece.owner)} ${capital(piece.kind)}${number && " " + number}`;
}

// drawPiece makes a piece of radius 50 around 0,0.
export function drawPiece(piece) {
  const g = s("g", { class: "piece", "data-owner": piece.owner });
  g.append(s("ellipse", { class: "shade", cx: 2, cy: 7, rx: 47, ry: 46 }));
  g.append(s("circle", { class: "disc", r: 46 }));
  const drawing = drawings[piece.kind];
  if (piece.energy !== undefined) {
    const part = Math.max(0, Math.min(100, (100 * piece.energy) / (drawing?.most ?? piece.energy)));
    g.append(s("circle", { class: "ring", r: 41 }));
    g.append(s("circle", {
      class: part > 50 ? "energy" : part > 25 ? "energy low" : "energy last",
      r: 41, pathLength: 100, "stroke-dasharray": `${part} 100`, transform: "rotate(-90)",
    }));
  }
  if (drawing) g.append(s("path", { class: "symbol", d: drawing.path, transform: "translate(0 -6) scale(.76)", "fill-rule": "evenodd" }));
  else g.append(text("letter", 0, 4, piece.kind.slice(0, 2)));
  const number = numberOf(piece);
  if (number) g.append(s("circle", { class: "badge", cx: 34, cy: -32, r: 14 }), text("number", 34, -26, number));
  if (piece.energy !== undefined) g.append(text("left", 0, 34, String(piece.energy)));
  return g;
}

function text(name, x, y, words) {
  const el = s("text", { class: name, x, y });
  el.textContent = words;
  return el;
}
