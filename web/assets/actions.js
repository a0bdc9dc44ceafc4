// Actions as text, taken apart by the interchange's grammar (docs/interchange.md).
// It knows no game and no rule: the verbs of the game on the table and what is legal the daemon says.

import { verbs } from "./game.js";

// manners are the signs between squares; the weightiest in an action names it.
const manners = [["!", "shot"], ["*", "attack"], ["x", "capture"], ["~", "teleported"], ["-", "move"]];

// fights are the manners that chance decides.
export const fights = new Set(["attack", "shot"]);

// parse takes an action apart: its verb ("move" for every way of going from
// square to square), its manner, and its parts as {type, value}.
export function parse(text) {
  const [verb, ...rest] = text.split(" ");
  if (verb in verbs) return { text, verb, manner: verb, parts: partsOf(verbs[verb], rest.join(" ")) };
  return way(text) ?? { text, verb: "other", manner: "other", parts: [{ type: "other", value: text }] };
}

function partsOf({ parts = [] }, rest) {
  if (parts[0] === "goods") return [{ type: "goods", value: rest }];
  const values = rest === "" ? [] : rest.split(/[>,@/| ]/);
  return parts.map((type, i) => ({ type, value: values[i] ?? "" }));
}

// way reads squares with signs between them, null if text is none.
function way(text) {
  const parts = [];
  let rest = text, signs = "";
  for (;;) {
    const square = /^[A-Za-z]\d*/.exec(rest)?.[0];
    if (!square) return null;
    parts.push({ type: "square", value: square });
    rest = rest.slice(square.length);
    if (rest === "") break;
    if (!"-x*+!~/".includes(rest[0])) return null;
    signs += rest[0];
    rest = rest.slice(1);
  }
  if (parts.length < 2) return null;
  return { text, verb: "move", signs, manner: manners.find(([sign]) => signs.includes(sign))?.[1] ?? "move", parts };
}

// placed is an action with the way that it is shown by on the board, of one that names no square itself.
export function placed(action, ways = {}) {
  return ways[action.text] ? { ...way(ways[action.text]), text: action.text, manner: action.manner, led: true } : action;
}

// instead is the text of an action with another square in the place of its n-th part. Of a way nothing comes after it.
export function instead({ text, verb, parts }, n, square) {
  const end = parts.slice(0, n + 1).reduce((at, { value }) => text.indexOf(value, at) + value.length, verb === "move" ? 0 : verb.length);
  return text.slice(0, end - parts[n].value.length) + square + (verb === "move" ? "" : text.slice(end));
}

// fits reports whether the parts chosen so far begin the action.
export function fits(action, chosen) {
  const values = action.parts.map((p) => p.value);
  if (verbs[action.verb]?.any_order) return chosen.every((v) => values.includes(v)) && new Set(chosen).size === chosen.length;
  return chosen.every((v, i) => values[i] === v);
}

// nextOf returns what may be chosen next: [{type, value}], each once.
export function nextOf(actions, chosen) {
  const out = new Map();
  for (const a of actions) {
    const open = verbs[a.verb]?.any_order ? a.parts.filter((p) => !chosen.includes(p.value)) : a.parts.slice(chosen.length, chosen.length + 1);
    for (const p of open) out.set(p.value, p);
  }
  return [...out.values()];
}

// goods reads what an army is made of: {levy: 8, …}.
export function goods(text) {
  return Object.fromEntries(text.split(" ").filter(Boolean).map((g) => g.split("=")).map(([kind, n]) => [kind, Number(n)]));
}
