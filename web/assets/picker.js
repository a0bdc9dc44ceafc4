// Choosing who plays a seat: a person by name, or a computer.

import { get } from "./api.js";
import { h, capital } from "./dom.js";
import { form } from "./opponents.js";
import { seatName } from "./naming.js";
import { t } from "./words.js";

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
