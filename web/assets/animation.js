// Animates the change from one table to the next: dice beside the attacked piece, its energy
// counted down, captured pieces fading. The board below always shows the latest position. The
// next table, or hiding the page, ends the animation.

import { fights, parse } from "./actions.js";
import { s } from "./dom.js";
import { die } from "./story.js";
import { drawPiece } from "./symbols.js";

// A page that missed more steps than this shows where the game stands, and no more.
const most = 8;

const byId = (table) => new Map(table.position.pieces.map((p) => [p.id, p]));

// foughtFor is the square whose piece the latest attack is on.
function foughtFor(log) {
  const fight = log.map((e) => parse(e.action)).findLast((a) => fights.has(a.manner));
  return fight?.parts.filter((p) => p.type === "square").at(fight.signs?.endsWith("/") ? -2 : -1)?.value;
}

// found says, kind by kind in the order in which they are shown, what two tables tell.
const found = {
  thrown: (old, next, fresh) => {
    const faces = fresh.map((e) => /^die (\d+)$/.exec(e.action)?.[1]).filter(Boolean).map(Number), at = foughtFor(next.log);
    return faces.length && at ? [{ at, faces }] : [];
  },
  loss: (old, next) => both(old, next).filter(([p, q]) => p.energy !== undefined && (q?.at ? q.energy < p.energy : q?.energy === 0)).map(([p, q]) => ({ at: p.at, from: p.energy, to: q.energy })),
  left: (old, next) => both(old, next).filter(([, q]) => !q?.at).map(([p]) => ({ at: p.at, piece: p })),
  placed: (old, next) => both(old, next).filter(([p, q]) => q?.at && q.at !== p.at).map(([, q]) => ({ at: q.at })),
  over: (old, next) => (old.status !== "over" && next.status === "over" ? [{}] : []),
};

// both are the pieces that stood on the board, as they were and as they are.
const both = (old, next) => {
  const now = byId(next);
  return old.position.pieces.filter((p) => p.at).map((p) => [p, now.get(p.id)]);
};

// changes are what two successive tables tell: [{kind, …}]. Nothing of another game,
// of what was taken back, or of more than a page can follow.
export function changes(old, next) {
  const fresh = next.log.filter((e) => e.n > old.log_length);
  if (old.game !== next.game || next.log_length <= old.log_length || fresh.length > most || fresh.length < next.log_length - old.log_length) return [];
  return Object.entries(found).flatMap(([kind, find]) => find(old, next, fresh).map((what) => ({ kind, ...what })));
}

// shown says how long a kind lasts, in ms, and how it is drawn; those of one kind are
// shown at once, after those of the kind before.
const shown = {
  thrown: { lasts: ({ faces }) => 300 * faces.length + 700, draw: dice },
  loss: { lasts: () => 900, draw: counted },
  left: { lasts: () => 450, draw: leaving },
};

let over = null; // what lies over a board now

// clear takes everything away, at once.
export function clear() {
  over?.remove();
  over = null;
}

document.addEventListener("visibilitychange", () => document.hidden && clear());

// live shows what happened; still says that nothing is to move.
export function live(board, old, next, { still = false, wood = false, sound = null } = {}) {
  const all = changes(old, next).filter((c) => !(wood && c.kind === "left"));
  if (all.length === 0) return;
  clear();
  sound?.(all);
  if (still || document.hidden) return;
  const layer = over = s("g", { class: "alive", "aria-hidden": "true" });
  let from = 0;
  for (const [kind, { lasts, draw }] of Object.entries(shown)) {
    const these = all.filter((c) => c.kind === kind && board.squares.has(c.at));
    for (const c of these) draw(layer, board, c, from);
    from += Math.max(0, ...these.map(lasts));
  }
  if (!layer.firstChild) return clear();
  board.svg.append(layer);
  Promise.allSettled(layer.getAnimations({ subtree: true }).map((a) => a.finished)).then(() => layer.remove());
}

// on is a group on a square, in a box of -50 to 50.
function on(layer, board, at, ...children) {
  const { x, y } = board.at(at), g = s("g", {}, ...children);
  layer.append(s("g", { transform: `translate(${x} ${y}) scale(${(board.pitch * 0.78) / 100})` }, g));
  return g;
}

// play animates an element from a time on; before it and after it stand its first and last frame.
const play = (el, frames, delay, duration) => el.animate(frames, { delay, duration, fill: "both", easing: "ease-out" });

function dice(layer, board, { at, faces }, from) {
  for (const [i, n] of faces.entries()) {
    const face = die(n);
    for (const [name, value] of Object.entries({ x: 34 + 50 * i - 50 * (faces.length - 1) / 2 - 22, y: -92, width: 44, height: 44 })) face.setAttribute(name, value);
    play(on(layer, board, at, face), [{ opacity: 0, transform: "translateY(-120px)" }, { opacity: 1, transform: "none", offset: 0.35 }, { transform: "translateY(-14px)", offset: 0.45 }, { opacity: 1, transform: "none", offset: 0.55 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], from + 300 * i, 1600);
  }
}

// counted shows each number in its turn, from the energy that was to the one that is.
function counted(layer, board, { at, from: high, to: low }, from) {
  const whole = from + 900, steps = Math.min(high - low, 8), when = (i) => (from + (500 * i) / steps) / whole;
  for (let i = 0; i <= steps; i++) {
    const words = s("text", { class: "count", y: 16 }), begins = i === 0 ? 0 : when(i), ends = i === steps ? 1 : when(i + 1);
    words.textContent = Math.round(high - ((high - low) * i) / steps);
    const frames = [[0, 0], [0, begins], [1, begins], [1, ends], [0, ends], [0, 1]].map(([opacity, offset]) => ({ opacity, offset }));
    on(layer, board, at, words).animate(frames, { duration: whole, fill: "both" });
  }
}

// leaving lies under the numbers that are counted down on it.
function leaving(layer, board, { at, piece }, from) {
  const gone = on(layer, board, at, drawPiece(piece));
  layer.prepend(gone.parentNode);
  play(gone, [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateY(60px) scale(0.6)" }], from, 450);
}
