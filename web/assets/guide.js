// The rules where they are needed: a game's guide in a panel, and the card of one
// piece. What is drawn the daemon has worked out by the rules; this knows no game.

import { get } from "./api.js";
import { h, s } from "./dom.js";
import { nameOf } from "./sayings.js";
import { drawPiece } from "./symbols.js";
import { book, linked, t, tell } from "./words.js";

const sheet = h("link", { rel: "stylesheet", href: "/assets/guide.css" });
const styled = new Promise((done) => {
  sheet.addEventListener("load", done);
  sheet.addEventListener("error", done);
});
document.head.append(sheet);

const guides = new Map();

// guideOf is a game's guide, asked for once.
export async function guideOf(game) {
  if (!guides.has(game)) guides.set(game, Promise.all([get(`/api/rules/${encodeURIComponent(game)}`), book(), styled]).then(([guide]) => guide, (err) => { guides.delete(game); throw err; }));
  return guides.get(game);
}

const boxed = (squares, names, room) => {
  const on = squares.filter((q) => names.has(q.name)), xs = on.map((q) => q.x), ys = on.map((q) => q.y);
  return { left: Math.min(...xs) - room, right: Math.max(...xs) + room, low: Math.min(...ys) - room, high: Math.max(...ys) + room };
};

const apart = (squares, from) => Math.min(...squares.filter((q) => q !== from).map((q) => Math.hypot(q.x - from.x, q.y - from.y)));

// diagram draws a small position: the squares about a piece, where it may go and
// whom it may attack.
function diagram({ squares }, { from, moves, attacks, pieces }, words) {
  const middle = squares.find((q) => q.name === from), p = apart(squares, middle);
  const box = boxed(squares, new Set([from, ...moves, ...attacks]), p * 0.95);
  const near = squares.filter((q) => q.x > box.left && q.x < box.right && q.y > box.low && q.y < box.high);
  const at = (q) => `translate(${(q.x - box.left).toFixed(1)} ${(box.high - q.y).toFixed(1)})`;
  const cells = near.map((q) => {
    const means = attacks.includes(q.name) ? "attack" : moves.includes(q.name) ? "move" : "";
    return s("g", { transform: at(q), class: "cell " + means }, s("circle", { class: "well", r: p * 0.42 }),
      means === "move" ? s("circle", { class: "dot", r: p * 0.16 }) : means ? s("circle", { class: "hitmark", r: p * 0.44, "stroke-width": p * 0.08 }) : "");
  });
  const names = new Map(near.map((q) => [q.name, q]));
  const men = pieces.filter((m) => names.has(m.at)).map((m) => s("g", { transform: `${at(names.get(m.at))} scale(${(p * 0.0075).toFixed(4)})` }, drawPiece({ ...m, energy: undefined })));
  return s("svg", { class: "diagram", viewBox: `0 0 ${(box.right - box.left).toFixed(1)} ${(box.high - box.low).toFixed(1)}`, role: "img", "aria-label": words }, ...cells, ...men);
}

const figuresOf = (figures, now) => h("dl", { className: "figures" }, ...figures.map((f) => h("div", {}, h("dt", {}, t("figure." + f.name)),
  h("dd", {}, f.name === "energy" && now?.energy !== undefined ? `${now.energy} / ${f.value}` : String(f.value)))));

// cardOf is the card of a kind of piece; now is the piece itself, if one is meant.
export function cardOf(guide, kind, now = null) {
  const piece = guide.pieces.find((p) => p.kind === kind);
  if (!piece) return h("div");
  const name = tell(piece.name);
  return h("article", { className: "card" },
    h("h3", {}, s("svg", { class: "small-piece", viewBox: "-52 -52 104 104", "aria-hidden": "true" }, drawPiece({ kind, owner: now?.owner ?? piece.owner })), name),
    figuresOf(piece.figures, now), piece.note ? h("p", {}, ...linked(tell(piece.note), guide.game)) : "",
    h("div", { className: "diagrams" }, ...piece.diagrams.map((d) => diagram(guide.board, d, name))));
}

const rowOf = (r) => h("div", {}, h("dt", {}, tell(r.name)), h("dd", {}, r.means ? tell(r.means) : "",
  h("span", { className: "small" }, r.figures.map((f) => ` ${t("figure." + f.name)}: ${f.value}`).join(","))));

const tableOf = (table) => h("section", {}, h("h3", {}, tell(table.title)), h("dl", { className: "lines" }, ...table.rows.map(rowOf)));

const part = (key, game, ...says) => h("section", {}, h("h3", {}, t(key)), ...says.filter(Boolean).map((m) => h("p", {}, ...linked(tell(m), game))));

// odds are what a throw of the attackers' dice against the target's may bring, in
// games whose pieces have an attack, a defence and energy: every die times its
// factor, and the target loses the difference.
function odds(guide, attackers, target) {
  const of = (piece, name) => guide.pieces.find((p) => p.kind === piece.kind)?.figures.find((f) => f.name === name)?.value;
  const factors = attackers.map((a) => of(a, "attack")), defence = of(target, "defence");
  if (target.energy === undefined || defence === undefined || factors.includes(undefined)) return null;
  let sums = [0];
  for (const f of factors) sums = sums.flatMap((sum) => [1, 2, 3, 4, 5, 6].map((n) => sum + n * f));
  const losses = sums.flatMap((sum) => [1, 2, 3, 4, 5, 6].map((n) => Math.max(0, sum - n * defence))), share = (is) => Math.round((100 * losses.filter(is).length) / losses.length);
  const mean = losses.reduce((a, b) => a + Math.min(b, target.energy), 0) / losses.length;
  return { hit: share((n) => n > 0), kill: share((n) => n >= target.energy), loss: mean.toFixed(1) };
}

// inHand is the card of a piece in hand, with its odds against all it may attack.
export function inHand(guide, attackers, targets) {
  const says = targets.map((p) => [p, odds(guide, attackers, p)]).filter(([, o]) => o);
  return [cardOf(guide, attackers[0].kind, attackers[0]),
    ...says.map(([p, o]) => h("p", { className: "odds", "data-target": p.at }, t("guide.odds", { target: `${nameOf(p)} ${p.at}`, ...o })))];
}

// open shows a game's guide over the page.
export async function open(game, kind = "") {
  const guide = await guideOf(game);
  const dialog = h("dialog", { className: "guide", ariaLabel: t("page.rules") });
  const close = h("button", { type: "button", onclick: () => dialog.close() }, t("guide.close"));
  dialog.append(h("header", {}, h("h2", {}, t("game." + game)), h("button", { type: "button", onclick: () => window.print() }, t("guide.print")), close),
    part("guide.aim", game, guide.aim), part("guide.order", game, guide.order), part("guide.turn", game, guide.turn, guide.fight),
    h("section", {}, h("h3", {}, t("guide.pieces")), h("p", { className: "small keys" }, h("span", { className: "move" }, t("guide.move")), h("span", { className: "attack" }, t("guide.attack"))),
      h("div", { className: "cards" }, ...guide.pieces.map((p) => cardOf(guide, p.kind)))),
    ...guide.tables.map(tableOf), part("guide.end", game, guide.end), h("p", {}, h("a", { href: `/rules/${game}` }, t("guide.law"))));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
  if (kind) dialog.querySelectorAll(".card")[guide.pieces.findIndex((p) => p.kind === kind)]?.scrollIntoView({ block: "center" });
}
