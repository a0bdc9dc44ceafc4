// The form that starts a new game.

import { get, post } from "./api.js";
import { h, capital } from "./dom.js";
import { game as now } from "./game.js";
import { engines, playerPicker } from "./picker.js";
import { creditOf, rebuiltOf, seatName } from "./naming.js";
import { label, option, values } from "./options.js";
import { titleOf } from "./symbols.js";
import { book, linked, t } from "./words.js";

// newGame makes the form, first for a game; its choose changes to another. run(what, pressed) does what may
// be refused.
export async function newGame(run, first = now) {
  let games, programs;
  try {
    [games, programs] = await Promise.all([get("/api/games"), engines(), book()]);
  } catch (err) {
    return h("p", { className: "small" }, t("new.admin", { why: err.message }));
  }
  const game = h("select", { id: "new-game" }, ...games.map((g) => h("option", { value: g.name }, titleOf(g.name))));
  game.value = games.some((g) => g.name === first) ? first : games[0]?.name; // most often another of the same
  const dice = h("select", { id: "new-dice" }, ...["fair", "manual", "seeded"].map((kind) => h("option", { value: kind }, t("new." + kind))));
  const seed = h("input", { id: "new-seed", pattern: "([0-9a-fA-F]{2})+", hidden: true, placeholder: t("new.seed"), "aria-label": t("new.seed"), autocomplete: "off" });
  const means = h("p", { className: "small" });
  const given = () => values(options, chosen().options);
  const rolls = () => chosen().chance || chosen().options.some((o) => o.chance?.includes(given()[o.name] ?? o.default));
  const pick = () => {
    fall.hidden = means.hidden = !rolls();
    seed.hidden = !rolls() || dice.value !== "seeded";
    means.textContent = t(`new.dice.${dice.value}.means`);
  };
  const fall = label(t("new.dice"), dice);
  dice.addEventListener("change", pick);
  const minutes = h("input", { type: "number", id: "new-minutes", "aria-describedby": "new-clock", min: 0, max: 600, value: 0 }), plus = h("input", { type: "number", id: "new-plus", min: 0, max: 600, value: 0 });
  const clock = h("p", { className: "small", id: "new-clock" });
  const options = h("div", { className: "options" }), players = h("div", { className: "options" }), credit = h("div", { className: "small" });
  const resigns = h("input", { type: "checkbox", checked: true, id: "new-resigns" });
  let pickers = [];
  const chosen = () => games.find((g) => g.name === game.value) ?? games[0];
  const playing = () => Object.entries(given()).map(([name, value]) => chosen().seating?.[name]?.[value]).find(Boolean) ?? chosen().seated;
  const follow = () => { // what other options bring
    for (const row of players.querySelectorAll(".seat")) row.hidden = !playing().includes(row.dataset.seat);
    for (const o of chosen().options) if (o.seat) options.querySelector(`[data-option="${o.name}"]`).closest(".option").hidden = !playing().includes(o.seat);
    pick();
    const now = given(), need = chosen().options.some((o) => o.clocked?.includes(now[o.name]));
    minutes.required = need;
    minutes.min = need ? 1 : 0;
    if (need && Number(minutes.value) < 1) minutes.value = "";
    if (!need && minutes.value === "") minutes.value = 0;
    clock.textContent = t(need ? "new.clock.needs" : "new.clock.none");
  };
  const fill = () => {
    const g = chosen();
    if (!g) return;
    options.replaceChildren(...(g.options.length ? [h("h3", {}, t("new.options"))] : []), ...g.options.map((o) => option(g.name, o, linked)));
    pickers = g.seats.map((seat) => [seat, playerPicker(seat, g.name, programs, "", { "data-player": seat })]);
    players.replaceChildren(h("h3", {}, t("new.players")), ...pickers.map(([seat, p]) => h("div", { className: "seat", "data-seat": seat }, h("span", {}, capital(seatName(seat))), p.el)),
      ...(programs.length ? [label(t("new.resigns"), resigns)] : []));
    follow();
    credit.replaceChildren(...[g.credit && t("rebuilt.by", { credit: creditOf(g) }), g.rebuilt && rebuiltOf(g)].filter(Boolean).map((words) => h("p", {}, words)));
  };
  game.addEventListener("change", fill);
  options.addEventListener("change", follow);
  fill();
  const start = h("button", { type: "button", className: "strong" }, t("new.start"));
  start.addEventListener("click", () => minutes.reportValidity() && run(() => post("/api/games", {
    game: game.value, options: given(),
    dice: !rolls() ? "fair" : dice.value === "seeded" ? { seeded: seed.value } : dice.value,
    clock: Number(minutes.value) > 0 ? `${minutes.value}+${plus.value || 0}` : "",
    players: Object.fromEntries(pickers.filter(([seat]) => playing().includes(seat)).map(([seat, p]) => [seat, p.value(resigns.checked)]).filter(([, player]) => player)),
  }), start));
  const choose = (name) => {
    game.value = name;
    fill();
  };
  const form = h("fieldset", { className: "newgame" }, h("legend", {}, t("new.title")), label(t("new.game"), game), credit, options, players,
    h("h3", {}, t("new.clock")), label(t("new.clock.minutes"), minutes), label(t("new.clock.plus"), plus), clock,
    fall, seed, means, start);
  return Object.assign(form, { choose });
}
