// What all pages with a table have in common: the board of the topology, made
// anew when another game begins, its lights, and the line to the daemon.

import { get, watch } from "./api.js";
import { Board, legend } from "./board.js";
import { h } from "./dom.js";
import { t } from "./words.js";
import "./frame.js";

const $ = (id) => document.getElementById(id);

// still: LEDs are not shown as they flash to who wants no motion.
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

document.querySelector(".help")?.append(h("p", { className: "legend-title" }, t("lights.legend")), h("ul", { className: "legend" }, ...legend().map(([sign, words]) => h("li", {}, sign, words))));

// follow builds the page: make(board) returns what shows a table, and is called
// again for another game.
export async function follow({ query = "", probe, below = 0, turned = false, make, panel, refused }) {
  let game = null, board = null, show = null, latest = null, building = false, away = false;
  const gameOf = (table) => table.game + JSON.stringify(table.position.options); // options may change the board
  const build = async () => {
    building = true;
    while (latest && gameOf(latest) !== game) {
      const wanted = gameOf(latest);
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
  const path = "/api/events?" + [query, still ? "" : "rgb=1"].filter(Boolean).join("&");
  watch(path, probe, {
    line: (text) => {
      if (away && !text) $("spoken").textContent = t("line.back");
      away = text !== "";
      $("line").textContent = text;
      document.body.classList.toggle("away", away);
    },
    refused,
    rgb: (colours) => {
      if (latest) latest.rgb = colours;
      board?.glow(colours);
    },
    table: (table) => {
      latest = table;
      panel.table(table);
      if (building) return;
      if (gameOf(table) !== game) build().catch((err) => { building = false; panel.tell(err.message); });
      else draw();
    },
  });
}
