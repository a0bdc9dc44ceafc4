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

// going reports whether a game is on that would be missed: opening dice alone make none. What
// players of a game with secrets did may not be told here.
export const going = ({ status, log }, hidden) => status !== "over" && (hidden || log.some(({ by }) => by !== "chance" && by !== "referee"));
