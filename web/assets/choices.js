// How choices look: what can be done now, the parts chosen so far, and what comes next,
// in the dock, always in view: what has no room in it is a list that opens over the page.

import { h } from "./dom.js";
import { verbs } from "./game.js";
import { sheet } from "./sheet.js";
import { actName, armedHow, armedSays, cardName, ownSays, partSays, seatName } from "./naming.js";
import { list, or, t } from "./words.js";

// narrow is a screen on which little has room.
export const narrow = matchMedia("(max-width: 52rem), (max-height: 40rem)");

// most is how many choices are shown openly, where there is room and where there is little.
const most = { move: [12, 3], square: [24, 2], card: [18, 12], pay: [18, 3], verb: [20, 4], part: [40, 8] };

// What the choices may take of the window before fewer are shown openly.
const share = 0.55;

let little = narrow.matches, part = 0; // of the room between little and much; at -1 moves, kinds and forms are shown in lists alone, at -2 verbs too

// draw makes the lists anew; the focus stays where it was, or goes to what comes next.
export function draw(c, fit, next) {
  const { root } = c, inside = root.contains(document.activeElement), was = document.activeElement?.dataset.k, open = root.querySelector("dialog[open]");
  for (part of narrow.matches ? [0, -1, -2] : [1, 0.5, 0.25, 0, -1]) {
    little = part <= 0;
    root.replaceChildren(h("div", { className: "choices" }, ...(c.actions.length ? parts(c, fit, next) : idle(c))));
    const small = root.offsetHeight <= share * innerHeight;
    if (c.atBoard() ? small && uncovers(root.parentElement) : (small || part <= 0) && leavesHead(root.parentElement)) break;
  }
  if (open) root.querySelector('[data-k="all"]')?.click();
  if (!inside) return;
  const again = [...root.querySelectorAll("[data-k]")].find((el) => el.dataset.k === was && el.checkVisibility());
  (root.querySelector(".armed .strong") ?? again ?? root.querySelector(".step button, .step input") ?? root.querySelector("button, summary") ?? document.querySelector('.cell[tabindex="0"]'))?.focus();
}

// uncovers reports whether the dock leaves the board free, but for a result that is told until it is seen.
function uncovers(dock) {
  const board = document.getElementById("board").getBoundingClientRect(), at = dock.getBoundingClientRect(), told = dock.querySelector(".told")?.offsetHeight ?? 0;
  return at.left >= board.right - 1 || at.top + told >= board.bottom + scrollY - 1;
}

// leavesHead reports whether the dock leaves the headline free, wherever the page is.
const leavesHead = (dock) => dock.offsetTop >= parseFloat(getComputedStyle(document.getElementById("status")).height) + document.getElementById("status").offsetTop;

// idle is what stands here while there is nothing to choose.
function idle(c) {
  const others = [c.now?.position.to_act ?? []].flat().filter((seat) => seat !== c.seat && seat !== "chance"); // the headline says what falls
  return [h("h2", {}, t("choose.title")), h("p", { className: "does" }, others.length ? t("choose.others", { seats: list(others.map(seatName)) }) : t("choose.nothing"))];
}

function parts(c, fit, next) {
  const verb = c.current(), out = [h("h2", {}, t("choose.title"))];
  if (c.onBoard()) return [...out, shows(c)];
  const known = (verb !== "move" && c.verbs().length === 1) || (little && c.verb); // a verb alone is no choice; and the bar has no room for what is said already
  if (part === -2 && (c.verbs().length > 1 || c.chosen.length > 0) && verb === "move") return [...out, c.chosen.length > 0 ? moves(c, fit) : everything(c, fit)];
  if (c.verbs().length > 0 && !known) out.push(some("verb", verbsOf(c), "row verbs"));
  if (verb && verb !== "move" && verb !== "other") out.push(step(c, verb, fit, next));
  if (verb === "move") out.push(moves(c, fit));
  if (verb === "other" || c.verbs().includes("other")) out.push(chips(c, c.actions.filter((a) => a.verb === "other")));
  return out;
}

// some shows choices openly if there is room for all, else the first of them, and all
// in a list that opens; none of moves and squares, for they are chosen on the board. makers make their buttons.
function some(kind, makers, className = "chips") {
  const [much, least] = most[kind], room = part < 0 && (kind === "move" || kind === "part") ? 0 : Math.round(least + Math.max(part, 0) * (much - least)), few = makers.length <= room ? makers : makers.slice(0, room === 0 || kind === "move" || kind === "square" ? 0 : room - 1);
  const row = h("div", { className: few.length > 0 ? className : className + " listed" }, ...few.map((make) => make()));
  if (few.length < makers.length) row.append(...sheet(t("choose.title"), t("choose.list", { n: makers.length }), () => [h("div", { className: "chips" }, ...makers.map((make) => make()))]));
  return row;
}

const verbsOf = (c) => c.verbs().filter((v) => v !== "other").map((verb) => () => h("button", {
  type: "button", "data-k": "verb " + verb, ariaPressed: String(c.current() === verb), title: or("does." + verb, ""),
  onclick: () => c.pickVerb(verb),
}, actName(verb)));

// everything is one list of all that is no move, and of the moves.
function everything(c, fit) {
  const rows = verbsOf(c), rest = movesOf(c, [...fit, ...c.actions.filter((a) => a.verb === "other")]);
  return h("div", { className: "step onboard" }, h("div", { className: "chips listed" }, ...sheet(t("choose.title"), t("choose.list", { n: rows.length + rest.length }),
    () => [h("div", { className: "row verbs" }, ...rows.map((make) => make())), h("div", { className: "chips" }, ...rest.map((make) => make()))])));
}

// hintOf is what prices and cards say about a verb or a part, in games that have them.
const hintOf = (c, verb, part = null) => c.shop?.hintOf(verb, c.now, c.seat, part) ?? [];

// step shows what is chosen of a verb and what comes next.
function step(c, verb, fit, next) {
  const armed = c.armed(), kinds = kindRow(c, verb);
  const box = h("div", { className: "step" }, armed && little ? "" : h("p", { className: "does" }, or("does." + verb, "")), ...hintOf(c, verb), ...(c.shop?.payButton(c, verb) ?? []));
  if (kinds.length > 0) box.append(h("div", { className: "chips kinds" }, ...kinds));
  else if (!armed && (c.chosen.length > 0 || (little && c.verb))) box.append(trail(c, fit));
  if (armed) box.append(confirm(c, armed));
  else if (verbs[verb]?.parts?.[0] === "goods") box.append(...(c.shop ? armyRow(c, verb, fit) : []));
  else box.append(...options(c, next));
  if (c.shop && verbs[verb]?.paid) box.append(c.shop.handBox(c));
  if (c.hands && verbs[verb]?.shown && (armed || c.chosen.length === 0)) box.append(byHand(c, verb, armed));
  return box;
}

// armyRow is the form of an army, or what opens it where it has no room.
function armyRow(c, verb, fit) {
  const form = () => c.shop.armyForm(fit, c.now, c.seat, (text) => c.take({ text, verb }));
  if (part >= 0) return [form()];
  const [opens, list] = sheet(t("choose.title"), actName(verb), () => [form()]);
  opens.classList.add("strong");
  return [h("div", { className: "listed" }, opens, list)];
}

// kindRow is the kinds of which one is put next; where they have no room, the one chosen, which opens a list of them.
function kindRow(c, verb) {
  const kinds = [...new Set(c.actions.filter((a) => a.verb === verb && a.parts[0]?.type === "kind").map((a) => a.parts[0].value))];
  const all = () => kinds.map((value) => {
    const el = option(c, { type: "kind", value });
    el.ariaPressed = String(c.chosen[0] === value);
    return el;
  });
  if (part >= 0 || kinds.length < 2 || c.chosen.length === 0) return all();
  return sheet(t("choose.title"), `${partSays({ type: "kind", value: c.chosen[0] }, c.names)} ▾`, () => [h("div", { className: "chips" }, ...all())], "kinds");
}

// shows says what the hands are to show, and takes it back.
function shows(c) {
  return h("div", { className: "armed" }, h("p", { role: "status" }, t("arm.waits", { action: armedSays(c.now.armed, c.names) })), h("p", { className: "does" }, armedHow(c.now.armed)),
    h("button", { type: "button", "data-k": "disarm", onclick: () => c.arm("") }, t("arm.cancel")));
}

// byHand is a button that lets the hands show the rest of what is chosen.
function byHand(c, verb, armed) {
  return h("p", { className: "byhand" }, h("button", { type: "button", "data-k": "arm", title: t("arm.means"), onclick: () => c.arm(armed?.text ?? verb) }, t("arm.show")));
}

function trail(c, fit) {
  const types = fit[0]?.parts ?? [];
  const said = [...(c.current() === "move" ? [] : [actName(c.current())]), ...c.chosen.map((value, i) => h("b", {}, partSays({ type: types[i]?.type ?? "square", value }, c.names)))]; // a piece may do more than move
  return h("p", { className: "trail" }, ...said.flatMap((el, i) => (i > 0 ? [" › ", el] : [el])), " ", back(c));
}

const back = (c) => h("button", { type: "button", "data-k": "back", onclick: () => c.back() }, t("choose.back"));

// confirm is the whole action, and what does it or takes back what was chosen last.
function confirm(c, action) {
  const hint = action.parts.length === 1 ? hintOf(c, action.verb, action.parts[0]) : [];
  return h("div", { className: "armed" }, h("p", {}, ownSays(action, c.names), ...hint, h("span", { className: "odds" }, c.says)),
    h("div", { className: "row" }, c.chosen.length > 0 || c.verb ? back(c) : "",
      h("button", { type: "button", className: "strong", "data-k": "do", onclick: () => c.take(action) }, does(action))));
}

// does is what the button is called that takes an action.
const does = ({ verb, manner }) => actName(verb === "move" ? manner : verb);

// options are buttons for what may be chosen next, occupied squares first.
function options(c, next) {
  const type = next[0]?.type ?? "other";
  const sorted = type === "square" ? [...next].sort((a, b) => c.names.squares.has(b.value) - c.names.squares.has(a.value)) : next;
  const kind = c.current() === "pay" ? "pay" : most[type] ? type : "part";
  return [h("h3", {}, t("choose.next", { what: or("slot." + type, type) })), some(kind, sorted.map((p) => () => option(c, p)))];
}

function option(c, part) {
  const hint = hintOf(c, c.current(), part);
  const el = h("button", { type: "button", "data-k": "pick " + part.value, "data-pick": part.value, onclick: () => c.pick(part) }, partSays(part, c.names), ...hint);
  if (part.type === "card") {
    el.classList.add("card");
    el.setAttribute("aria-label", [cardName(part.value), ...hint.map((e) => e.textContent)].join(", "));
  }
  return el;
}

// moves shows the ways from square to square: all, or those of the piece chosen.
function moves(c, fit) {
  const box = h("div", { className: "step" }), armed = c.armed();
  if (c.chosen.length === 0) {
    box.classList.add("onboard");
    box.append(h("p", { className: "does" }, t("choose.board.n", { n: fit.length })), chips(c, fit));
    return box;
  }
  if (!armed) box.append(trail(c, fit));
  else box.append(confirm(c, armed), c.says && little ? "" : h("p", { className: "small" }, t("choose.again", { act: does(armed) })));
  const others = fit.filter((a) => a !== armed);
  if (others.length > 0) box.append(chips(c, others));
  return box;
}

const chips = (c, actions) => some("move", movesOf(c, actions));

const movesOf = (c, actions) => actions.map((a) => () => h("button", {
  type: "button", "data-k": "act " + a.text, "data-action": a.text, title: a.text, onclick: () => c.take(a),
}, ownSays(a, c.names)));
