// The game on the table: what it is called, the numbers of its rules that the
// daemon serves (prices, what cards ask for, the energy of fresh pieces), the verbs of its actions, its options, and
// opening: the phases before the pieces beside the board have stood on it.

export let game = "", figures = {}, verbs = {}, opening = [];
let defaults = {};

export function playing(about) {
  game = about.name;
  figures = about.figures ?? {};
  verbs = Object.fromEntries((about.verbs ?? []).map((v) => [v.name, v]));
  opening = about.opening ?? [];
  defaults = Object.fromEntries((about.options ?? []).map((o) => [o.name, o.default]));
}

export const optionOf = (position, name) => position.options?.[name] ?? defaults[name];

// going reports whether a game is on that would be missed: opening dice alone make none. What
// players of a game with secrets did may not be told here.
export const going = ({ status, log }, hidden) => status !== "over" && (hidden || log.some(({ by }) => by !== "chance" && by !== "referee"));
