// What pieces look like: data, one entry a kind. Paths lie in a box of -50 to 50.

import { s, capital } from "./dom.js";
import { figures } from "./game.js";
import { numberOf } from "./sayings.js";
import { or } from "./words.js";

const drawings = {
  emperor: { path: "M-27 14-32-15-15 0 0-27 15 0 32-15 27 14zM-27 19H27V28H-27zM-32-23a4 4 0 1 1 0 .1zM28-23a4 4 0 1 1 0 .1zM-4-34a4 4 0 1 1 0 .1z" },
  adjutant: { path: "M-29-22-22-29 29 22 22 29zM29-22 22-29-29 22-22 29zM0-16 5-5 16 0 5 5 0 16-5 5-16 0-5-5z" },
  knight: { path: "M-20 29C-20 14-6 8-6-3-11 1-17 6-24 3-29 0-26-6-22-9L-13-19C-9-25-3-28 3-29L4-35 11-27C23-21 27-7 25 11L24 29zM-9-14a3 3 0 1 0 .1 0z" },
  guard: { path: "M0-32 25-23V-2C25 15 13 25 0 32-13 25-25 15-25-2V-23zM-4-20V-6H-17V2H-4V20H4V2H17V-6H4V-20z" },
  lackey: { path: "M-11-20a11 11 0 1 1 22 0 11 11 0 1 1-22 0zM-21 29C-21 8-13-3 0-3S21 8 21 29H7L0 14-7 29z" },
  man: { path: "M0-27a27 27 0 1 1-.1 0zM0-16a16 16 0 1 0 .1 0zM0-8a8 8 0 1 1-.1 0z" },
  wizard: { path: "M0-37 18 13H-18zM-31 18H31L26 28H-26zM0-14 3-6 11-6 5-1 7 7 0 3-7 7-5-1-11-6-3-6z" },
  dragon: { path: "M0-33 6-23 3-13C10-27 24-27 35-6 27-10 20-7 18 0 12-5 7-3 3 4L8 16 0 33-8 16-3 4C-7-3-12-5-18 0-20-7-27-10-35-6-24-27-10-27-3-13L-6-23z" },
  roc: { path: "M0-27C4-27 6-21 5-15 16-23 29-21 36-8 28-9 24-4 18 1 12 4 8 6 6 8L15 28 5 24 0 32-5 24-15 28-6 8C-8 6-12 4-18 1-24-4-28-9-36-8-29-21-16-23-5-15-6-21-4-27 0-27z" },
  eagle: { path: "M-25 30C-28 2-16-29 8-29 23-29 33-18 32-2 28-8 22-9 15-7 13 4 16 18 23 30zM8-19a4.5 4.5 0 1 0 .1 0z" },
  raven: { path: "M-35 21-14 1C-12-16-2-27 10-27 16-27 20-25 22-20L35-16 22-11C22 5 12 16-3 19L0 31H-7L-10 20-20 19zM11-21a3.5 3.5 0 1 0 .1 0z" },
  elephant: { path: "M-35-18C-35-31-18-31-12-22-6-26 6-26 12-22 18-31 35-31 35-18 35-4 26 4 14 2 12 7 8 9 7 14V26C7 34-6 35-11 28L-7 23C-4 26-3 26-3 22L-5 12C-10 8-12 6-14 2-26 4-35-4-35-18zM-8-12a3.5 3.5 0 1 0 .1 0zM8-12a3.5 3.5 0 1 0 .1 0z" },
  tiger: { path: "M-27-30-10-21C-4-23 4-23 10-21L27-30 29-4C29 18 12 29 0 29-12 29-29 18-29-4zM-12-8a4.5 4.5 0 1 0 .1 0zM12-8a4.5 4.5 0 1 0 .1 0zM-6 8H6L0 15zM-2.5-22H2.5V-10H-2.5zM-29 3-16 6-28 10zM29 3 16 6 28 10zM-25 15-14 15-20 20zM25 15 14 15 20 20z" },
  horse: { path: "M-26-28H-13V2C-13 12-8 18 0 18S13 12 13 2V-28H26V4C26 21 15 31 0 31S-26 21-26 4zM-22-20V-13H-17V-20zM17-20V-13H22V-20zM-22-6V1H-17V-6zM17-6V1H22V-6z" },
  pawn: { path: "M0-31a12 12 0 1 1-.1 0zM-14-5H14L9 1C10 10 13 16 17 20H-17C-13 16-10 10-9 1zM-23 24H23V31H-23z" },
  fighter: { path: "M0-37 6-28V7H19V14H6V23A6 6 0 1 1-6 23V14H-19V7H-6V-28z" },
  warrior: { path: "M-4-34H4V34H-4zM8-27C21-32 31-23 33-5 25-13 16-13 8-6zM-8-27C-21-32-31-23-33-5-25-13-16-13-8-6z" },
  king: { path: "M-3-38H3V-32H9V-26H3V-19H-3V-26H-9V-32H-3zM-31-13-16 0 0-17 16 0 31-13 25 20H-25zM-25 24H25V31H-25z" },
  camp: { path: "M-2-38H16L10-32 16-26H2V-23L34 29H9L0 8-9 29H-34L-2-23z" },
  levy: { path: "M-4 0H4V34H-4zM-21-34H-14V-12H-4V-34H4V-12H14V-34H21V-3H-21z" },
  knights: { path: "M-23-2C-23-21-13-31 0-31S23-21 23-2V24L0 33-23 24zM-17-5V2H17V-5zM-2.5 8H2.5V24H-2.5z" },
  pikemen: { path: "M0-38 8-22 3-14V34H-3V-14L-8-22zM-22-26-15-12-20-6V34H-25V-6L-30-12zM22-26 30-12 25-6V34H20V-6L15-12z" },
  crossbowmen: { path: "M-36 3C-28-22-12-29-3-30L0-37 3-30C12-29 28-22 36 3L30 5C23-14 13-20 4-21V33H-4V-21C-13-20-23-14-30 5zM-30 1H-4V5H-30zM4 1H30V5H4z" },
};

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
  if (drawing) g.append(s("path", { class: "symbol", d: drawing.path, transform: plain ? "scale(.88)" : "translate(0 -6) scale(.76)", "fill-rule": "evenodd" }));
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
