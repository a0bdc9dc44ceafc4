// Choosing who plays a seat: a person by name, or a computer.

import { get } from "./api.js";
import { h, capital } from "./dom.js";
import { form } from "./opponents.js";
import { seatName } from "./naming.js";
import { t } from "./words.js";

// playerPicker lets one choose who plays a seat, now being who does. value() is the player as the
// interface has it; name is put into the field of a person's name. Of the game those levels are offered that differ.
export function playerPicker(seat, game, engines, now = "", name = {}) {
  const [, engine, level, resigns] = form.exec(now) ?? [];
  const person = h("input", { maxLength: 40, placeholder: t("new.name"), "aria-label": `${seatName(seat)}: ${t("new.name")}`, autocomplete: "off", value: engine ? "" : now, ...name });
  const options = engines.flatMap((e) => levelsOf(e, game, e.name === engine ? [Number(level)] : []).map((n) => h("option", { value: `${e.name}:${n}` }, t("players.computer", { engine: e.name, level: n }))));
  const who = h("select", { "data-who": seat, "aria-label": t("new.who", { seat: seatName(seat) }) }, h("option", { value: "" }, capital(t("new.person"))), ...options);
  who.value = engine ? `${engine}:${level}` : "";
  const show = () => (person.hidden = who.value !== "");
  who.addEventListener("change", show);
  show();
  return { el: h("span", { className: "picker" }, who, person), person, value: (gives = resigns) => (who.value ? who.value + (gives ? ":resigns" : "") : person.value) };
}

// levelsOf are the levels of an engine that can be told apart in a game, and those that are wanted besides.
export function levelsOf({ levels, apart = {} }, game, wanted = []) {
  const all = apart[game] ?? Array.from({ length: levels }, (_, i) => i + 1);
  return [...new Set([...all, ...wanted])].sort((a, b) => a - b);
}

// engines are the programs that can play; none where that cannot be asked.
export async function engines() {
  try {
    return await get("/api/engines");
  } catch {
    return [];
  }
}
