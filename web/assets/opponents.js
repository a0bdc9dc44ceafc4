// What computers are called, and what attacks may bring.

import { list, t, tenths } from "./words.js";

// A computer is written "reeve:4", or "reeve:4:resigns".
export const form = /^([a-z][a-z0-9-]*):(\d+)(:resigns)?$/;

// playerSays is how a player is called: a person by name, a computer by engine and level.
export function playerSays(player) {
  const [, engine, level] = form.exec(player ?? "") ?? [];
  return engine ? t("players.computer", { engine, level }) : player ?? "";
}

// oddsSay says what attacks may bring: "Odds: c3 on d5: hits 58 %, kills 25 %".
export function oddsSay(odds, names) {
  const one = (o) => `${t("odds.attack", { attackers: list(o.attackers.map((sq) => names.square(sq))), target: names.square(o.target) })}: ${bringsSay(o)}`;
  return `${t("odds.title")}: ${odds.map(one).join("; ")}`;
}

const percent = (p) => (p > 0 && p < 0.01 ? "<1" : p > 0.99 && p < 1 ? ">99" : String(Math.round(p * 100)));

// bringsSay is what one attack may bring: "hits 58 %, beats 25 %".
export function bringsSay(o) {
  const parts = o.hit === o.kill ? [] : [t("odds.hit", { percent: percent(o.hit) })];
  parts.push(t("odds.kill", { percent: percent(o.kill) }));
  if (o.lost) parts.push(t("odds.own", { percent: percent(o.lost) }));
  if (o.loss) parts.push(t("odds.loss", { n: tenths(o.loss) }));
  return parts.join(", ");
}
