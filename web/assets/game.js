// The game on the table: what it is called, the numbers of its rules that the
// daemon serves (prices, what cards ask for, the energy of fresh pieces), and its options.

export let game = "", figures = {};
let defaults = {};

export function playing(name, numbers, options = []) {
  game = name;
  figures = numbers ?? {};
  defaults = Object.fromEntries(options.map((o) => [o.name, o.default]));
}

export const optionOf = (position, name) => position.options?.[name] ?? defaults[name];
