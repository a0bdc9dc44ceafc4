// Actions, pieces and cards in words.

import { goods, parse } from "./actions.js";
import { figures, game, optionOf, verbs } from "./game.js";
import { has, list, or, t, tell } from "./words.js";

export const seatName = (seat) => or("seat." + seat, seat);

// creditOf and rebuiltOf are what a game says of its makers, and of what is not theirs.
export const creditOf = (g) => or("credit." + g.name, g.credit);
export const rebuiltOf = (g) => or("rebuilt." + g.name, g.rebuilt);

// The game on the table says what its kinds are called.
const kindKey = (kind) => (kind === "?" ? "kind.unknown" : `${game}.${kind}`);
export const kindName = (kind) => or(kindKey(kind), kind);

// nounOf is the name of a piece's kind as a key: a sentence takes its form.
export const nounOf = (piece) => (piece ? "@" + kindKey(piece.kind) : "");

const order = ["white", "black", "south", "west", "north", "east"];

// turns is by how many quarters a board is turned so that a seat's own side is below.
export const turns = { west: 1, black: 2, north: 2, east: 3 };

// seatsIn names the seats that have pieces, in the order of play.
export const seatsIn = (position, others = []) => [...new Set([...others, ...position.pieces.map((p) => p.owner)])].sort((a, b) => order.indexOf(a) - order.indexOf(b));

// calmLeft is in rounds.
export function calmLeft(position) {
  const rounds = optionOf(position, "calm");
  if (!rounds || position.phase !== "turn") return undefined;
  const playing = seatsIn(position).length - (position.state?.resigned?.length ?? 0);
  return Math.ceil(rounds - (position.state?.calm ?? 0) / playing);
}

// numberOf is what tells like pieces apart: the digits that close the id.
export const numberOf = (piece) => /\d+$/.exec(piece.id)?.[0] ?? "";

// nameOf is what a piece is called.
export const nameOf = (piece) => t("piece", { owner: seatName(piece.owner), kind: kindName(piece.kind), number: numberOf(piece) }).replace(/\s+/g, " ").trim();

// whySays is why a game ended, to follow a sentence: "Black resigned".
export function whySays({ why, winners, scores }) {
  const losers = (scores ? Object.keys(scores) : ["white", "black"]).filter((seat) => !winners.includes(seat));
  const most = scores?.[winners[0]], others = losers.map((seat) => scores?.[seat]).sort((a, b) => b - a);
  const named = why === "score" ? losers.length > 0 && winners.length > 0 : losers.length === 1 && winners.length > 0;
  const all = `why.${why}.all`;
  return or(!named && has(all) ? all : "why." + why, why, { loser: seatName(losers[0]), most: most ?? "", others: others.join(",") });
}

const suits = { h: "♥", d: "♦", s: "♠", c: "♣" };

// cardSign is a card as on its face: "10h" is 10♥.
export const cardSign = (card) => (card === "none" ? t("card.none") : card.replace(/[hdsc]$/, (s) => suits[s]));

// cardName is a card in words, for those who hear the page.
export const cardName = (card) => (card === "none" ? t("card.none") : t("card", { value: parseInt(card, 10), suit: t("suit." + card.at(-1)) }));

export const formulaName = (formula) => or(`${game}.${formula}`, formula);

// targetName is what a card asks for and what it is worth.
export function targetName(card) {
  const target = figures.targets?.[card];
  if (!target) return String(card);
  const what = target.kind ? target.counts + ".kind" : target.counts;
  return t("target", { card, what: t(`target.${what}`, { n: target.least, kind: kindName(target.kind) }), points: t("beside.scores", { n: target.points }) });
}

// actName is what a verb or a manner is called.
export const actName = (verb) => or("act." + verb, formulaName(verb));

// choiceSays is an answer to the board's question in words; alone says that there is but one beside "none of these".
export function choiceSays(choice, names, alone) {
  const known = { kept: "choice.kept", exchanged: "choice.exchanged", "none of these": alone ? "choice.no" : "choice.none" }[choice];
  if (known) return tell({ key: known });
  const what = choice.split(", ").map((text) => (text === "…" ? text : actionSays(parse(text), names))).join(", ");
  return alone ? t("choice.yes", { what }) : what;
}

// armedSays is what was chosen on the page, of which the hands now show one.
export function armedSays(armed, names) {
  const [first, ...others] = armed.map(parse);
  return others.length === 0 ? actionSays(first, names) : actName(first.verb);
}

// armedHow is how hands show what was chosen, if that is not plain: what ends a line is shown as the line is.
export function armedHow(armed) {
  const { verb, parts } = parse(armed[0]), how = verbs[verb]?.shown;
  return or("arm.how." + (verbs[parts[0]?.value]?.shown === "line" ? "line" : how), "");
}

// effectName is what a formula does: "barrier:L3" ends the one on line L3.
export function effectName(effect) {
  const [what, line] = effect.split(":");
  return t("effect." + what, { line });
}

// Names finds pieces of a position by id and by square.
export class Names {
  constructor(position) {
    this.ids = new Map(position.pieces.map((p) => [p.id, p]));
    this.squares = new Map(position.pieces.filter((p) => p.at).map((p) => [p.at, p]));
  }

  on(square) {
    const p = this.squares.get(square);
    return p ? nameOf(p) : t("board.empty");
  }

  piece(id) {
    const p = this.ids.get(id);
    return p ? nameOf(p) : id;
  }

  // square is a square and what stands there.
  square(name) {
    const p = this.squares.get(name);
    return p ? t("piece.at", { piece: nameOf(p), at: name }) : name;
  }

  pieces(ids) { return list(ids.map((id) => this.piece(id))); }
}

// goodsSay is what an army is made of, in words.
export const goodsSay = (army) => list(Object.entries(army).map(([kind, n]) => `${kindName(kind)} ${n}`));

// partSays is one part of an action in words.
export function partSays(part, names) {
  const say = {
    square: (v) => names.square(v), piece: (v) => names.piece(v), effect: effectName, formula: formulaName, kind: kindName,
    card: cardSign, seat: seatName, target: targetName, points: (v) => "+" + v, goods: (v) => goodsSay(goods(v)),
  }[part.type];
  return say ? say(part.value) : part.value;
}

// actionSays is a whole action in words.
export function actionSays(a, names) {
  if (a.verb === "move") return waySays(a, names);
  if (a.verb === "other") return a.text;
  const key = "say." + a.verb, [first] = a.parts;
  if (first?.value === "none" && has(key + ".none")) return t(key + ".none");
  if (!has(key)) return actName(a.verb);
  const gaps = first?.type === "points" ? { n: Number(first.value) + 1 } : {}; // there is one to begin with
  for (const part of a.parts) gaps[part.type] = partSays(part, names);
  const squares = a.parts.filter((p) => p.type === "square").map((p) => p.value);
  const both = verbs[a.verb].any_order && verbs[a.verb].shown === "carry"; // neither goes before the other
  return t(key, { ...gaps, noun: nounOf(names.squares.get(squares[0])), piece: gaps.piece ?? names.on(squares[0]), at: names.square(squares[0]),
    from: both ? names.square(squares[0]) : squares[0], to: both ? names.square(squares.at(-1)) : squares.at(-1) });
}

// adviceSays is an action in words for who is to do it.
export const adviceSays = (a, names) => (a.parts[0]?.type === "seat" || (a.parts[0]?.type === "goods" && !a.parts[0].value) ? actName(a.verb) : actionSays(a, names));

// ownSays is an action of one's own in words.
export const ownSays = (a, names) => or(`say.${a.verb}.you`, actionSays(a, names));

// waySays is a way from square to square in words.
function waySays(a, names) {
  const squares = a.parts.map((p) => p.value), from = squares[0];
  if (!names.squares.has(from) && names.squares.has(squares.at(-1))) return t("say.move", { piece: names.on(squares.at(-1)), from, to: squares.at(-1) }); // it has gone already
  const piece = names.on(from);
  const extra = a.signs.endsWith("/") ? squares.pop() : null, pair = a.signs.startsWith("+") ? squares[1] : null;
  const to = squares.at(-1), gaps = { piece, from, to, target: names.on(to), way: squares.join(" → "), noun: nounOf(names.squares.get(from)) };
  if (pair) return t("say.attack.pair", { ...gaps, partner: names.square(pair) });
  if (extra) return t("say.attack.extra", { ...gaps, extra: names.square(extra) });
  if (a.manner === "capture" && squares.length === 2 && names.squares.has(to)) return t("say.capture.one", gaps);
  if (a.manner === "capture") return t("say.capture", gaps);
  if (squares.length > 2) return t("say.way", gaps);
  return t(a.led ? "say.move" : "say." + a.manner, gaps);
}
