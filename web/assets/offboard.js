// The part of a position that is not on the board: captives, cards, points, spells. It shows
// whichever parts the state has and knows no game.

import { h } from "./dom.js";
import { opening } from "./game.js";
import { calmLeft, cardSign, formulaName, nameOf, seatName, seatsIn, targetName } from "./naming.js";
import { small } from "./symbols.js";
import { list, t } from "./words.js";

// ownSecret is what a seat alone knows for all of a game, also while it is still to be chosen; null in games without.
export function ownSecret({ state }, seat) {
  const kept = state?.kept;
  return kept ? t("beside.kept", { target: seat in kept ? targetName(kept[seat]) : "…" }) : null;
}

// offBoard returns elements for a position, without the secret of a seat that has it elsewhere.
export function offBoard(position, names, own = null) {
  const state = position.state ?? {};
  const seats = seatsIn(position);
  const rows = seats.map((seat) => [seat, ofSeat(seat, position, state, names, seat === own)]).filter(([, lines]) => lines.length > 0);
  const common = ofAll(state, names, calmLeft(position));
  if (rows.length === 0 && common.length === 0) return [];
  return [h("h2", {}, t("beside.title")), ...(common.length ? [h("ul", {}, ...common.map((line) => h("li", {}, line)))] : []),
    ...rows.flatMap(([seat, lines]) => [h("h3", { "data-owner": seat }, h("span", { className: "chip" }), seatName(seat)), h("ul", {}, ...lines.map((line) => h("li", {}, ...[line].flat())))])];
}

// pieces is a row of small pieces after their heading.
function pieces(key, found) {
  const [head, tail] = t(key, { pieces: "\u0000" }).split("\u0000");
  return [h("span", {}, head), ...found.map((p) => small(p, nameOf(p))), tail ?? ""];
}

// cards is a list of cards, or of hidden ones what is public.
function cards(key, found) {
  if (!found) return null;
  if (Array.isArray(found)) return found.length ? t(key, { cards: found.map(cardSign).join(" ") }) : null;
  if (found.count === 0) return null;
  const count = t("beside.cards.n", { n: found.count });
  return t(key, { cards: found.total === undefined ? count : `${count}, ${t("beside.total", { n: found.total })}` });
}

function ofSeat(seat, position, state, names, own) {
  const held = new Set(Object.values(state.held ?? {}).flat());
  const off = position.pieces.filter((p) => p.owner === seat && !p.at && !held.has(p.id));
  const captives = (state.held?.[seat] ?? []).map((id) => names.ids.get(id)).filter(Boolean);
  const kept = state.kept?.[seat], tiles = state.tiles?.[seat], dealt = state.cards?.[seat];
  const waits = opening.includes(position.phase) || state.joined === false, lost = !waits && off.some((p) => p.kind === "king");
  const score = position.outcome?.scores?.[seat];
  const targets = Array.isArray(dealt) && dealt.every((n) => typeof n === "number");
  return [
    score !== undefined && t("beside.scores", { n: score }),
    off.length > 0 && pieces(waits ? "beside.waits" : "beside.off", off),
    captives.length > 0 && pieces("beside.held", captives),
    state.chests && state.chests[seat] !== undefined && t("beside.chests", { n: state.chests[seat] }),
    position.options?.["handicap_" + seat] > 0 && t("beside.handicap", { n: position.options["handicap_" + seat] }),
    typeof kept === "number" && !own && t("beside.kept", { target: targetName(kept) }),
    targets ? dealt.length > 0 && t("beside.dealt", { cards: dealt.map(targetName).join("; ") }) : cards("beside.cards", dealt),
    cards("beside.espionage", state.espionage?.[seat]),
    state.espionage_done?.includes?.(seat) && position.phase === "espionage" && t("beside.done"),
    cards("beside.spent", state.spent?.[seat]),
    state.king_points?.[seat] !== undefined && !lost && t("beside.king", { n: state.king_points[seat] }),
    tiles && (tiles.length ? t("beside.tiles", { formulas: tiles.map(formulaName).join(", ") }) : position.options?.magic ? t("beside.tiles.none") : null),
    state.castle_moves?.[seat] > 0 && t("beside.castle_moves", { n: state.castle_moves[seat] }),
  ].filter(Boolean);
}

function ofAll(state, names, calm) {
  const lasting = Array.isArray(state.active) ? state.active : [];
  return [
    typeof state.thrown === "number" && t("beside.thrown", { n: state.thrown }),
    state.battle?.throws?.length > 0 && t("beside.throws", { throws: state.battle.throws.join(", ") }),
    state.due > 0 && t("beside.due", { n: state.due }),
    state.bridges?.length > 0 && t("beside.bridges", { files: list(state.bridges) }),
    state.command_left > 0 && t("beside.command", { n: state.command_left }),
    typeof state.active === "string" && t("beside.active", { piece: names.piece(state.active), n: state.points_left, m: state.fight_points_left }),
    state.fight && t("beside.fight", { attacker: names.piece(state.fight.attacker), target: names.piece(state.fight.target), cards: (state.fight.cards ?? []).join(" : ") }),
    state.desert > 0 && t("beside.desert", { n: state.desert }),
    state.must_leave && t("beside.leave", { at: state.must_leave }),
    state.ransomed && t("beside.ransomed"),
    state.quiet >= 20 && t("beside.quiet", { n: state.quiet }),
    calm <= 10 && t("beside.calm", { n: calm }),
    ...lasting.map((a) => `${t("beside.on", { formula: formulaName(a.formula), on: names.ids.has(a.on) ? names.piece(a.on) : a.on.replace("|", " | ") })} ${t("beside.by", { seat: seatName(a.owner) })}`),
  ].filter(Boolean);
}
