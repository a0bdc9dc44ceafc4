// What the lights mean, drawn and in words.

import { s } from "./dom.js";
import { t } from "./words.js";

// How each meaning is drawn, in a box of -50 to 50 around its square, so that
// colour is never its only carrier.
export const marks = {
  origin: () => [s("circle", { r: 52, "stroke-dasharray": "12 9" })],
  declared: () => [s("circle", { r: 50 }), s("circle", { r: 57 })],
  throw: () => [s("circle", { r: 56 }), s("path", { d: "M0-72V-60M0 60V72M-72 0H-60M60 0H72" })],
  legal: () => [s("circle", { r: 15, class: "full" })],
  target: () => [s("circle", { r: 53 }), s("path", { d: "M0-66V-42M0 42V66M-66 0H-42M42 0H66" })],
  partner: () => [s("circle", { r: 53, "stroke-dasharray": "2 8" }), s("path", { d: "M40-54V-34M30-44H50" })],
  last: () => [s("circle", { r: 53 })],
  lift: () => [s("path", { d: "M-16-48 0-66 16-48M0-64V-40" })],
  place: () => [s("circle", { r: 44, "stroke-dasharray": "6 6" }), s("path", { d: "M-16-6 0 12 16-6M0 10V-22" })],
  wrong: () => [s("path", { d: "M-46-46-32-32M46-46 32-32M-46 46-32 32M46 46 32 32" }), s("circle", { r: 54 })],
  choose: () => [s("circle", { r: 53, "stroke-dasharray": "30 12" })],
  damage: (n) => [said(n === "0" ? n : `−${n}`)],
  energy: (n) => [said(n)],
  pip: () => [s("circle", { r: 55, class: "full" })],
  uncertain: () => [s("path", { d: "M-50 56q12-12 25 0t25 0 25 0 25 0" })],
  thinks: () => [s("circle", { r: 3, cx: -14, cy: 56, class: "full" }), s("circle", { r: 3, cy: 56, class: "full" }), s("circle", { r: 3, cx: 14, cy: 56, class: "full" })],
  hint: () => [s("path", { d: "M0-72 7-58 22-56 11-46 14-31 0-38-14-31-11-46-22-56-7-58Z" })],
  turn: () => [],
};

// beneath are the meanings that are drawn under the pieces: a die's face is seen
// as the discs that shine from below.
export const beneath = new Set(["pip"]);

// plain are the meanings that every page draws in its own way: dice, energy and what was lost of it. Only the simulated
// board shows them as its LEDs do, too.
export const plain = new Set(["pip", "energy", "damage"]);

function said(words) {
  const el = s("text", { class: "said", y: -48 });
  el.textContent = words;
  return el;
}

// lightSays is a meaning in words: "energy:12".
export function lightSays(light) {
  const [meaning, n] = light.split(":");
  return t("light." + meaning, { n });
}
