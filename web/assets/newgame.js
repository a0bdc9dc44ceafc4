// The form that starts a new game.

import { get, post } from "./api.js";
import { h, capital } from "./dom.js";

// newGame makes the form; run does what may be refused.
export async function newGame(run) {
  let games;
  try {
    games = await get("/api/games");
  } catch (err) {
    return h("p", { className: "small" }, "A new game is the admin's to start: " + err.message + ". " + err.hint);
  }
  const game = h("select", { id: "new-game" }, ...games.map((g) => h("option", { value: g.name }, g.title || g.name)));
  const dice = h("select", { id: "new-dice" }, ...[["fair", "the daemon's, provably fair"], ["manual", "real ones, entered"], ["seeded", "from a seed"]]
    .map(([value, words]) => h("option", { value }, words)));
  const seed = h("input", { id: "new-seed", placeholder: "hex digits", pattern: "([0-9a-fA-F]{2})+", hidden: true, "aria-label": "Seed in hex digits", autocomplete: "off" });
  dice.addEventListener("change", () => { seed.hidden = dice.value !== "seeded"; });
  const options = h("div", { className: "options" }), players = h("div", { className: "options" });
  const credit = h("p", { className: "small" });
  const chosen = () => games.find((g) => g.name === game.value) ?? games[0];
  const fill = () => {
    const g = chosen();
    if (!g) return;
    options.replaceChildren(...g.options.map((o) => label(o.name.replaceAll("_", " "), field(o), o.means)));
    players.replaceChildren(...g.seats.map((seat) => label(capital(seat), h("input", { "data-player": seat, maxLength: 40, placeholder: "name", autocomplete: "off" }))));
    credit.textContent = [g.credit, g.rebuilt && "Rebuilt: " + g.rebuilt].filter(Boolean).join(" · ");
  };
  game.addEventListener("change", fill);
  fill();
  const start = h("button", { type: "button", className: "strong" }, "Start a new game");
  start.addEventListener("click", () => run(async () => {
    await post("/api/games", {
      game: game.value, options: values(options, chosen().options),
      dice: dice.value === "seeded" ? { seeded: seed.value } : dice.value,
      players: Object.fromEntries([...players.querySelectorAll("input")].filter((i) => i.value).map((i) => [i.dataset.player, i.value])),
    });
  }));
  return h("fieldset", { className: "newgame" }, h("legend", {}, "New game"), label("Game", game), label("Dice", dice), seed, options, players, credit, start);
}

function label(words, input, means = "") { return h("label", { title: means }, h("span", {}, capital(words)), input); }

function field(o) {
  if (o.type === "bool") return h("input", { type: "checkbox", checked: o.default, "data-option": o.name });
  if (o.type === "int") return h("input", { type: "number", min: o.values[0], max: o.values[1], value: o.default, "data-option": o.name });
  const el = h("select", { "data-option": o.name }, ...o.values.map((v) => h("option", { value: v }, v)));
  el.value = o.default;
  return el;
}

// values are the options that differ from their defaults.
function values(root, options) {
  const out = {};
  for (const el of root.querySelectorAll("[data-option]")) {
    const o = options.find((o) => o.name === el.dataset.option);
    const v = o.type === "bool" ? el.checked : o.type === "int" ? Number(el.value) : el.value;
    if (v !== o.default) out[o.name] = v;
  }
  return out;
}
