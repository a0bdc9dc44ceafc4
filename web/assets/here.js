// One screen for all who play: whoever is to act chooses here, by taps or by dragging a
// piece. It is for games without secrets, and knows none.

import { get, post } from "./api.js";
import { follow } from "./view.js";
import { Chooser } from "./chooser.js";
import { Drags } from "./drags.js";
import { seatsOf } from "./morebox.js";
import { turns } from "./naming.js";
import { form } from "./opponents.js";
import { Panel } from "./panel.js";
import { Pieces } from "./pieces.js";
import { t } from "./words.js";

const panel = new Panel({ acts: true });
panel.title = t("page.here");
document.title = `${panel.title} · reeve`;

let board = null, asked = 0, turn = null, waits = false; // waits: what may be chosen now is not known yet, and nothing is lit or taken
let known = null; // the table of who is to act
let closed = new Set(), of = null, last = Promise.resolve();
const none = new Set(), free = (what) => (name) => !waits && what(name);
const say = (path, body) => panel.run(() => post(path, { ...body, seat: chooser.seat }));
const chooser = new Chooser(panel.boxes.legal, { seat: null, act: (action) => say("/api/action", { action }), arm: (action) => say("/api/arm", { action }), mark: (...marks) => waits || board.mark(...marks), hush: () => panel.tell("") });

// own is a seat's table; null of a seat whose key this browser has not, which is asked for once in a game and each time the page
// comes back into view.
const own = (seat, game) => last = last.then(() => {
  if (game !== of) [of, closed] = [game, new Set()];
  return closed.has(seat) ? null : get(`/api/seat/${encodeURIComponent(seat)}?log=1`).catch((err) => { if (err.status === 401 || err.status === 403) closed.add(seat); return null; });
});
document.addEventListener("visibilitychange", () => closed.clear());

// choose offers what the seat that is to act may do. Who may not act for it sees the game, and so do all while a
// computer plays it; for one that cannot play somebody may. A board laid anew is marked at once.
async function choose(table) {
  const [seat, ...others] = [table.position.to_act ?? []].flat(), mine = ++asked, computer = table.computers?.[seat];
  const next = JSON.stringify([seat, table.log_length, table.dice.commitment]);
  if (next !== turn) [turn, waits] = [next, true];
  if (waits) board.mark([], none);
  const some = seat && seat !== "chance" && others.length === 0 && (!computer || computer.trouble);
  const may = !some ? null : !waits && known?.seq === table.seq ? known : await own(seat, table.dice.commitment);
  if (mine !== asked) return; // it is asked anew
  [known, waits] = [may, false];
  chooser.seat = may ? seat : null;
  chooser.hands = table.hardware.driver !== "sim"; // nobody has simulated wood in hand here
  chooser.table(may ?? { ...table, legal: [] }); // for nobody, where each has secrets of the own
}

// turned has the side of who plays against computers alone below.
function turned(table) {
  const [person, ...others] = seatsOf(table).filter((seat) => !form.test(table.players[seat]));
  return others.length === 0 ? turns[person] ?? 0 : 0;
}

follow({
  probe: "/api/table", turned, panel,
  make: (made, view) => {
    board = made;
    chooser.anew();
    chooser.look = (fit) => view.look(chooser, fit);
    const pieces = new Pieces(board);
    new Drags(board, pieces, { begins: free((name) => chooser.names?.squares.has(name)), begin: free((name) => chooser.begin(name)), square: free((name) => chooser.square(name)), drop: free((name) => chooser.drop(name)) });
    board.keys((e, name) => {
      if (e.key === "Escape") chooser.clear();
      else if (name && (e.key === "Enter" || e.key === " ")) free(() => chooser.square(name))();
      else return false;
      return true;
    });
    return (table) => {
      pieces.show(table);
      choose(table);
    };
  },
});
