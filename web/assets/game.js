// The game on the table: what it is called, and the numbers of its rules that
// the daemon serves: prices, what cards ask for, the energy of fresh pieces.

export let game = "", figures = {};

export function playing(name, numbers) {
  game = name;
  figures = numbers ?? {};
}
