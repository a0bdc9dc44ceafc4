// Shows the card of a piece that is chosen on the page, the hit probability of each of its
// attacks, and in words the odds of the chosen one. The daemon computes them.

import { fights } from "./actions.js";
import { get } from "./api.js";
import { s } from "./dom.js";
import { bringsSay } from "./opponents.js";

// look shows what is chosen now; fit are the actions that go on from it.
export function look(view, c, fit) {
  const from = (c.current() === "move" && c.chosen[0]) || null, asked = JSON.stringify([from, c.same, c.now?.position.pieces]);
  if (asked !== c.asked) Object.assign(c, { asked, odds: [] }, ask(c, from, fit));
  const odds = brings(c), says = c.armed() && odds.length > 0 ? bringsSay(odds[0]) : "";
  view.board.hits ??= view.board.svg.appendChild(s("g", { class: "arrows" }));
  view.board.hits.replaceChildren(...odds.map((o) => view.board.chance(o.target, o.hit)));
  view.looked = from ? { declared: { attackers: [from] }, odds } : null;
  view.hand();
  if (says === c.says) return;
  c.says = says;
  c.show();
}

// ask gets the odds of the attacks of a piece, and shows them unless another is chosen by then.
function ask(c, from, fit) {
  if (!from || !fit.some((a) => fights.has(a.manner))) return;
  const { seat, same } = c, path = `/api/seat/${encodeURIComponent(seat)}/odds?from=${encodeURIComponent(from)}`;
  get(path).then((odds) => {
    if (c.seat !== seat || c.same !== same || c.chosen[0] !== from) return;
    c.odds = odds;
    c.show();
  }, () => {}); // the page tells without odds, too
}

// brings are the odds of what is chosen so far: of the attack, or of each that one square more would make.
function brings({ odds, chosen, goal }) {
  const next = ({ attackers, target }) => (chosen.length === attackers.length ? !goal || goal === target : chosen[attackers.length] === target);
  return odds.filter((o) => o.attackers.every((at, i) => at === chosen[i]) && next(o));
}
