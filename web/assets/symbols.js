// What pieces look like.

import { s, capital } from "./dom.js";
import { drawings } from "./drawings.js";
import { figures } from "./game.js";
import { numberOf } from "./naming.js";
import { or } from "./words.js";

// Outlines tell owners apart besides their colours.
const corners = (n, turn, r = 47) => Array.from({ length: n }, (_, i) => {
  const a = ((i + turn) * 2 * Math.PI) / n;
  return `${(r * Math.sin(a)).toFixed(1)},${(-r * Math.cos(a)).toFixed(1)}`;
}).join(" ");
const outlines = { black: corners(8, 0.5, 49), west: corners(8, 0.5, 49), north: corners(6, 0, 50), east: corners(4, 0.5, 56) };

function disc(owner) {
  const points = outlines[owner];
  return points ? s("polygon", { class: "disc", points, "stroke-linejoin": "round" }) : s("circle", { class: "disc", r: 46 });
}

// titleOf is a game's name.
export const titleOf = (game) => or("game." + game, capital(game));

// drawPiece makes a piece of radius 50 around 0,0.
export function drawPiece(piece) {
  const g = s("g", { class: "piece", "data-owner": piece.owner });
  g.append(s("ellipse", { class: "shade", cx: 2, cy: 7, rx: 47, ry: 46 }), disc(piece.owner));
  const drawing = drawings[piece.kind], plain = piece.energy === undefined;
  if (!plain) {
    const part = Math.max(0, Math.min(100, (100 * piece.energy) / (figures.energy?.[piece.kind] || piece.energy || 1)));
    g.append(s("circle", { class: "ring", r: 41 }));
    g.append(s("circle", {
      class: part > 50 ? "energy" : part > 25 ? "energy low" : "energy last",
      r: 41, pathLength: 100, "stroke-dasharray": `${part} 100`, transform: "rotate(-90)",
    }));
  } else {
    g.append(s("circle", { class: "rim", r: 40 }));
  }
  if (drawing) g.append(s("path", { class: "symbol", d: drawing, transform: plain ? "scale(.88)" : "translate(0 -6) scale(.76)", "fill-rule": "evenodd" }));
  else g.append(text("letter", 0, 4, piece.kind.slice(0, 2)));
  const number = numberOf(piece);
  if (number) g.append(s("circle", { class: "badge", cx: 34, cy: -32, r: 17 }), text("number", 34, -24, number));
  if (!plain) g.append(text("left", 0, 34, String(piece.energy)));
  return g;
}

// small is a piece as a picture within text.
export function small(piece, label) {
  return s("svg", { class: "small-piece", viewBox: "-52 -52 104 104", role: "img", "aria-label": label }, drawPiece({ ...piece, energy: undefined }));
}

function text(name, x, y, words) {
  const el = s("text", { class: name, x, y });
  el.textContent = words;
  return el;
}
