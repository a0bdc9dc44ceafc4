// A seat's view: what only that player may see, and choose.

import { get } from "./api.js";
import { follow } from "./view.js";
import { Chooser } from "./chooser.js";
import { Drags } from "./drags.js";
import { Panel } from "./panel.js";
import { Pieces } from "./pieces.js";
import { keep } from "./myseats.js";
import { seatName, turns } from "./naming.js";
import { t } from "./words.js";

const seat = decodeURIComponent(location.pathname.split("/")[2]);
const panel = new Panel({ seat });
panel.title = seatName(seat);
document.title = `${panel.title} · reeve`;

// In a rematch the page goes where its player sits now.
let shown = null;
const follows = (went) => location.replace("/seat/" + went);

// What is chosen outlives the board: a tablet may be turned in between.
let board = null;
const chooser = new Chooser(panel.boxes.legal, { seat, act: (text) => panel.act(text), arm: (text) => panel.arm(text), mark: (...marks) => board.mark(...marks), hush: () => panel.tell("") });

follow({
  query: `seat=${encodeURIComponent(seat)}`, probe: `/api/seat/${encodeURIComponent(seat)}`,
  turned: () => turns[seat] ?? 0, near: true, panel,
  refused: async (err) => {
    const went = shown && err.status === 403 && (await get("/api/table").catch(() => null))?.rematch?.[seat];
    if (went) return follows(went);
    document.getElementById("message").textContent = t("page.shut");
    document.body.classList.add("ready");
    panel.tell(err.message);
  },
  make: (made, view) => {
    board = made;
    chooser.anew();
    chooser.look = (fit) => view.look(chooser, fit);
    const pieces = new Pieces(board);
    new Drags(board, pieces, { begins: (name) => chooser.names?.squares.has(name), begin: (name) => chooser.begin(name), square: (name) => chooser.square(name), drop: (name) => chooser.drop(name) });
    board.keys((e, name) => {
      if (e.key === "Escape") chooser.clear();
      else if (name && (e.key === "Enter" || e.key === " ")) chooser.square(name);
      else return false;
      return true;
    });
    keep(view.latest.game, seat);
    return (table) => {
      if (shown?.status === "over" && table.status !== "over" && table.rematch?.[seat]) return follows(table.rematch[seat]);
      shown = table;
      pieces.show(table);
      const plays = table.computers?.[seat] && !table.computers[seat].trouble; // it is its turn, then, and nobody else's
      chooser.seat = plays ? null : seat;
      chooser.table(plays ? { ...table, legal: [] } : table);
    };
  },
});
