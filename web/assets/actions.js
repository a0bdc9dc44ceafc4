// Actions as text, taken apart by the interchange's grammar (docs/interchange.md).
// It knows words of actions, no game and no rule: what is legal the daemon says.

// shapes gives the parts that follow an action's word, in their order.
const shapes = {
  advance: [], cancel: ["formula"], stay: [], end: [], pass: [], selfdestruct: [],
  teleport: ["square", "square"], swap: ["square", "square"], revive: ["piece", "square"],
  ghost: ["square"], lightning: ["square", "effect"], heal: ["square", "effect"], imprison: ["square"], block: ["square"],
  barrier: ["square", "square"], weaken: ["square"], strengthen: ["square"], fire: ["square"],
  keep: ["target"], ransom: ["piece", "square"],
  camp: ["square"], bridge: ["file"], spy: ["card"], done: ["seat"], army: null, train: ["points"], pay: ["card"],
  deploy: ["kind", "square"], special: ["card"], desert: ["square"],
};

// shown are the words that hands can show too, once they are chosen on the page.
export const shown = new Set(["cancel", "selfdestruct", "teleport", "swap", "revive", "ghost", "lightning", "heal", "imprison", "block", "barrier", "weaken", "strengthen", "fire", "ransom"]);

// unordered are the words whose squares may be chosen in either order.
const unordered = new Set(["swap", "barrier"]);

// manners are the signs between squares; the weightiest in an action names it.
const manners = [["!", "shot"], ["*", "attack"], ["x", "capture"], ["~", "teleported"], ["-", "move"]];

// fights are the manners that chance decides.
export const fights = new Set(["attack", "shot"]);

// parse takes an action apart: its word ("move" for every way of going from
// square to square), its manner, and its parts as {type, value}.
export function parse(text) {
  const [word, ...rest] = text.split(" ");
  if (word in shapes) return { text, word, manner: word, parts: partsOf(word, rest.join(" ")) };
  return way(text) ?? { text, word: "other", manner: "other", parts: [{ type: "other", value: text }] };
}

function partsOf(word, rest) {
  if (word === "army") return [{ type: "goods", value: rest }];
  const values = rest === "" ? [] : rest.split(/[>,@/| ]/);
  return shapes[word].map((type, i) => ({ type, value: values[i] ?? "" }));
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
  return { text, word: "move", signs, manner: manners.find(([sign]) => signs.includes(sign))?.[1] ?? "move", parts };
}

// placed is an action with the squares that show it: an attacker that may take the place of the beaten moves there.
export function placed(action, { pieces, state }) {
  if (action.word !== "advance") return action;
  const from = pieces.find((p) => p.id === state.battle.attackers[0]);
  return { ...action, word: "move", signs: "-", parts: [from.at, state.battle.circle].map((value) => ({ type: "square", value })) };
}

// instead is the text of an action with another square in the place of its n-th part. Of a way nothing comes after it.
export function instead({ text, word, parts }, n, square) {
  const end = parts.slice(0, n + 1).reduce((at, { value }) => text.indexOf(value, at) + value.length, word === "move" ? 0 : word.length);
  return text.slice(0, end - parts[n].value.length) + square + (word === "move" ? "" : text.slice(end));
}

// fits reports whether the parts chosen so far begin the action.
export function fits(action, chosen) {
  const values = action.parts.map((p) => p.value);
  if (unordered.has(action.word)) return chosen.every((v) => values.includes(v)) && new Set(chosen).size === chosen.length;
  return chosen.every((v, i) => values[i] === v);
}

// nextOf returns what may be chosen next: [{type, value}], each once.
export function nextOf(actions, chosen) {
  const out = new Map();
  for (const a of actions) {
    const open = unordered.has(a.word) ? a.parts.filter((p) => !chosen.includes(p.value)) : a.parts.slice(chosen.length, chosen.length + 1);
    for (const p of open) out.set(p.value, p);
  }
  return [...out.values()];
}

// goods reads what an army is made of: {levy: 8, …}.
export function goods(text) {
  return Object.fromEntries(text.split(" ").filter(Boolean).map((g) => g.split("=")).map(([kind, n]) => [kind, Number(n)]));
}
