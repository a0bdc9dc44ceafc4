// Who plays a seat: a person by name, or a computer.

import { get } from "./api.js";
import { h, capital } from "./dom.js";
import { seatName } from "./sayings.js";
import { list, t } from "./words.js";

// A computer is written "reeve:4", or "reeve:4:resigns".
const form = /^([a-z][a-z0-9-]*):(\d+)(:resigns)?$/;

// playerSays is how a player is called: a person by name, a computer by engine and level.
export function playerSays(player) {
  const [, engine, level] = form.exec(player ?? "") ?? [];
  return engine ? t("players.computer", { engine, level }) : player ?? "";
}

// playerPicker lets one choose who plays a seat, now being who does. value() is the player as the
// interface has it; name is put into the field of a person's name.
export function playerPicker(seat, engines, now = "", name = {}) {
  const [, engine, level, resigns] = form.exec(now) ?? [];
  const person = h("input", { maxLength: 40, placeholder: t("new.name"), "aria-label": `${seatName(seat)}: ${t("new.name")}`, autocomplete: "off", value: engine ? "" : now, ...name });
  const options = engines.flatMap((e) => Array.from({ length: e.levels }, (_, i) => h("option", { value: `${e.name}:${i + 1}` }, t("players.computer", { engine: e.name, level: i + 1 }))));
  const who = h("select", { "data-who": seat, "aria-label": t("new.who", { seat: seatName(seat) }) }, h("option", { value: "" }, capital(t("new.person"))), ...options);
  who.value = engine ? `${engine}:${level}` : "";
  const show = () => (person.hidden = who.value !== "");
  who.addEventListener("change", show);
  show();
  return { el: h("span", { className: "picker" }, who, person), person, value: (gives = resigns) => (who.value ? who.value + (gives ? ":resigns" : "") : person.value) };
}

// engines are the programs that can play; none where that cannot be asked.
export async function engines() {
  try {
    return await get("/api/engines");
  } catch {
    return [];
  }
}

// oddsSay says what attacks may bring: "Odds: c3 on d5: hits 58 %, kills 25 %".
export function oddsSay(odds, names) {
  const percent = (p) => (p > 0 && p < 0.01 ? "<1" : p > 0.99 && p < 1 ? ">99" : String(Math.round(p * 100)));
  const one = (o) => {
    const parts = [];
    if (o.hit !== o.kill) parts.push(t("odds.hit", { percent: percent(o.hit) }));
    parts.push(t("odds.kill", { percent: percent(o.kill) }));
    if (o.lost) parts.push(t("odds.own", { percent: percent(o.lost) }));
    if (o.loss) parts.push(t("odds.loss", { n: o.loss.toFixed(1) }));
    return `${t("odds.attack", { attackers: list(o.attackers.map((sq) => names.square(sq))), target: names.square(o.target) })}: ${parts.join(", ")}`;
  };
  return `${t("odds.title")}: ${odds.map(one).join("; ")}`;
}
