// What all pages have in common: the board of the topology, made anew when
// another game begins.

import { get, watch } from "./api.js";
import { Board } from "./board.js";

const $ = (id) => document.getElementById(id);

// follow builds the page: make(board) returns what shows a table, and is called
// again for another game.
export async function follow({ events, probe, below = 0, turned = false, make, panel, rgb, refused }) {
  let game = null, board = null, show = null, latest = null, building = false;
  const build = async () => {
    building = true;
    while (latest && latest.game !== game) {
      const wanted = latest.game;
      const topology = await get("/api/topology");
      const svg = $("board").cloneNode(false);
      $("board").replaceWith(svg); // leaves the old board's listeners behind
      board = new Board(svg, topology, { below, turned });
      show = make(board);
      game = wanted;
    }
    building = false;
    draw();
  };
  const draw = () => {
    board.lights(latest.lights);
    board.attack(latest.declared);
    if (latest.rgb) board.glow(latest.rgb);
    show(latest);
  };
  watch(events, probe, {
    line: (text) => {
      $("line").textContent = text;
      document.body.classList.toggle("away", text !== "");
    },
    refused,
    rgb: (colours) => {
      if (latest) latest.rgb = colours;
      board?.glow(colours);
      rgb?.(colours);
    },
    table: (t) => {
      latest = t;
      panel.table(t);
      if (building) return;
      if (t.game !== game) build().catch((err) => { building = false; panel.tell(err.message); });
      else draw();
    },
  });
}
