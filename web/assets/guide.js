// The rules where they are needed: a game's guide in a panel, and the card of one
// piece. What is drawn the daemon has worked out by the rules; this knows no game.

import { get } from "./api.js";
import { h, s } from "./dom.js";
import { nameOf } from "./naming.js";
import { drawPiece } from "./symbols.js";
import { book, linked, t, tell, tenths } from "./words.js";

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

// diagram draws a small position: the squares about a piece, where it may go,
// whom it may attack, and one square more around.
function diagram({ squares }, { from, moves, attacks, pieces }, words) {
  const middle = squares.find((q) => q.name === from), p = apart(squares, middle);
  const seen = boxed(squares, new Set([from, ...moves, ...attacks]), p * 1.1); // with who stands in the way
  const near = squares.filter((q) => q.x > seen.left && q.x < seen.right && q.y > seen.low && q.y < seen.high);
  const box = boxed(near, new Set(near.map((q) => q.name)), p * 0.5);
  const at = (q) => `translate(${(q.x - box.left).toFixed(1)} ${(box.high - q.y).toFixed(1)})`;
  const cells = near.map((q) => {
    const means = attacks.includes(q.name) ? "attack" : moves.includes(q.name) ? "move" : "";
    return s("g", { transform: at(q), class: "cell " + means, "data-at": q.name }, s("circle", { class: "well", r: p * 0.42 }),
      means === "move" ? s("circle", { class: "dot", r: p * 0.16 }) : means ? s("circle", { class: "hitmark", r: p * 0.44, "stroke-width": p * 0.08 }) : "");
  });
  const names = new Map(near.map((q) => [q.name, q]));
  const men = pieces.filter((m) => names.has(m.at)).map((m) => s("g", { transform: `${at(names.get(m.at))} scale(${(p * 0.0075).toFixed(4)})`, class: "man", "data-at": m.at }, drawPiece({ ...m, energy: undefined })));
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

const tableOf = (table) => h("section", {}, h("h3", {}, tell(table.title)), h("dl", { className: "rows" }, ...table.rows.map(rowOf)));

const part = (key, game, ...says) => h("section", {}, h("h3", {}, t(key)), ...says.filter(Boolean).map((m) => h("p", {}, ...linked(tell(m), game))));

// dice is what an attack is decided by, in games whose pieces have an attack and a defence. By the option dice_SEAT a seat's
// pieces throw several dice, of which the highest counts.
function dice(guide, attackers, target, options) {
  const of = (piece, name) => guide.pieces.find((p) => p.kind === piece.kind)?.figures.find((f) => f.name === name)?.value;
  const die = (piece, name) => {
    const m = options?.["dice_" + piece.owner] ?? 1;
    return t(m > 1 ? "guide.factor.dice" : "guide.factor", { m, n: of(piece, name) });
  };
  if ([...attackers.map((a) => of(a, "attack")), of(target, "defence")].includes(undefined)) return "";
  return `${t("guide.against", { attack: attackers.map((a) => die(a, "attack")).join(" + "), defence: die(target, "defence") })}. `;
}

// inHand is the card of a piece in hand, with what the rules say that each attack may bring; on is who stands on a square.
export function inHand(guide, attackers, odds, on, options) {
  const percent = (part) => Math.round(100 * part);
  const line = (o) => h("p", { className: "odds", "data-target": o.target }, dice(guide, o.attackers.map(on), on(o.target), options),
    t("guide.odds", { target: `${nameOf(on(o.target))} ${o.target}`, hit: percent(o.hit), kill: percent(o.kill), loss: tenths(o.loss) }));
  return [cardOf(guide, attackers[0].kind, attackers[0]), ...odds.filter((o) => on(o.target).energy !== undefined).map(line)];
}

// The panel that is open, and the button that opened it.
let panel = null;

// toggle opens a game's guide beside the board; the same press shuts it, as Escape does. The board goes on under it.
export async function toggle(game, button) {
  if (panel) return panel.close();
  const guide = await guideOf(game);
  if (panel) return undefined; // pressed twice before it came
  panel = paper(guide, game);
  button.setAttribute("aria-expanded", "true");
  panel.addEventListener("close", () => {
    panel.remove();
    panel = null;
    button.setAttribute("aria-expanded", "false");
    button.focus();
  });
  document.body.append(panel);
  panel.show();
  return undefined;
}

// paper is the panel: all that players look up of a game.
function paper(guide, game) {
  const dialog = h("dialog", { className: "guide", ariaLabel: t("page.rules"), onkeydown: (e) => e.key === "Escape" && dialog.close() });
  dialog.append(h("div", { className: "top" }, h("h2", {}, t("game." + game)), h("div", { className: "row" }, h("a", { className: "button", href: `/rules/${game}/card.pdf`, target: "_blank" }, t("guide.print")),
    h("button", { type: "button", autofocus: true, onclick: () => dialog.close() }, t("guide.close")))),
    part("guide.aim", game, guide.aim), part("guide.order", game, guide.order), part("guide.turn", game, guide.turn, guide.fight),
    h("section", {}, h("h3", {}, t("guide.pieces")), h("p", { className: "small keys" }, h("span", { className: "move" }, t("guide.move")), h("span", { className: "attack" }, t("guide.attack"))),
      h("div", { className: "cards" }, ...guide.pieces.map((p) => cardOf(guide, p.kind)))),
    ...guide.tables.map(tableOf), part("guide.end", game, guide.end), h("p", {}, h("a", { href: `/rules/${game}` }, t("guide.law"))));
  return dialog;
}
