// The options of a game, to be chosen.

import { capital, h } from "./dom.js";
import { or } from "./words.js";

// label is a field with its name before it.
export const label = (words, input) => h("label", {}, h("span", {}, capital(words)), input);

// option is one option with what it means, as nodes that say makes of the words.
export function option(game, o, say = (words) => [words]) {
  const id = "means-" + o.name, input = field(o);
  input.setAttribute("aria-describedby", id);
  return h("div", { className: "option" }, label(or(`option.${game}.${o.name}`, o.name), input), h("p", { className: "small", id }, ...say(or(`means.${game}.${o.name}`, o.means), game)));
}

function field(o) {
  if (o.type === "bool") return h("input", { type: "checkbox", checked: o.default, "data-option": o.name });
  if (o.type === "int") return h("input", { type: "number", min: o.values[0], max: o.values[1], value: o.default, "data-option": o.name });
  const el = h("select", { "data-option": o.name }, ...o.values.map((v) => h("option", { value: v }, or("value." + v, v))));
  el.value = o.default;
  return el;
}

// values are the options that differ from their defaults, of those that are shown.
export function values(root, options) {
  const out = {};
  for (const el of root.querySelectorAll("[data-option]")) {
    if (el.closest(".option").hidden) continue;
    const o = options.find((o) => o.name === el.dataset.option);
    const v = o.type === "bool" ? el.checked : o.type === "int" ? Number(el.value) : el.value;
    if (v !== o.default) out[o.name] = v;
  }
  return out;
}
