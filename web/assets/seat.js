// A seat's view: what only that player may see, and choose.

import { follow } from "./view.js";
import { Panel } from "./panel.js";
import { Pieces } from "./pieces.js";
import { capital } from "./dom.js";

const seat = decodeURIComponent(location.pathname.split("/")[2]);
const panel = new Panel({ seat });
panel.title = capital(seat);

// squaresIn are the squares that an action's text names, in its order.
const squaresIn = (board, action) => (action.match(/[A-Za-z]+\d+/g) ?? []).filter((name) => board.squares.has(name));

follow({
  events: `/api/events?seat=${encodeURIComponent(seat)}`, probe: `/api/seat/${encodeURIComponent(seat)}`,
  turned: seat === "black" || seat === "north", panel,
  refused: (err) => {
    document.getElementById("message").textContent = "This seat opens with its own link";
    panel.tell(err.hint || err.message);
  },
  make: (board) => {
    const pieces = new Pieces(board);
    let legal = [], chosen = [];
    const fits = () => legal.filter((a) => {
      const squares = squaresIn(board, a);
      return chosen.every((name, i) => squares[i] === name);
    });
    const offer = () => {
      const fit = fits();
      panel.legal(fit, legal.length);
      const next = new Set(fit.map((a) => squaresIn(board, a)[chosen.length]));
      for (const [name, cell] of board.cells) {
        cell.well.classList.toggle("chosen", chosen.includes(name));
        cell.well.classList.toggle("choice", chosen.length > 0 && next.has(name));
      }
    };
    // choose narrows the actions down by one more square; the one left is taken.
    const choose = (name) => {
      chosen = [...chosen, name];
      if (fits().length === 0) chosen = [name];
      if (fits().length === 0) chosen = [];
      const fit = fits();
      if (fit.length === 1 && chosen.length > 1 && squaresIn(board, fit[0]).length === chosen.length) {
        chosen = [];
        panel.act(fit[0]);
      }
      offer();
    };
    board.svg.addEventListener("click", (e) => {
      const name = board.nearest(board.point(e));
      if (name) choose(name);
    });
    board.keys((e, name) => {
      if (e.key === "Escape") chosen = [];
      else if (name && (e.key === "Enter" || e.key === " ")) choose(name);
      else return false;
      offer();
      return true;
    });
    return (t) => {
      pieces.show(t.position);
      if (legal.join() !== (t.legal ?? []).join()) chosen = [];
      legal = t.legal ?? [];
      offer();
    };
  },
});
