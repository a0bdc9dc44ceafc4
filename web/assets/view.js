// What all pages with a table have in common: the board of the topology, made
// anew when another game begins, its lights, and the line to the daemon.

import { get, watch } from "./api.js";
import { Board, flat, legend } from "./board.js";
import { h } from "./dom.js";
import { playing } from "./game.js";
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
      const [topology, about] = await Promise.all([get("/api/topology"), get("/api/about")]);
      if (gameOf(latest) !== wanted) continue; // another began meanwhile
      playing(about.name, about.figures);
      panel.about(about);
      const svg = $("board").cloneNode(false);
      $("board").replaceWith(svg); // leaves the old board's listeners behind
      board = new Board(svg, topology, { below, turned });
      show = make(board);
      game = wanted;
    }
    building = false;
    draw();
    document.body.classList.add("ready");
    performance.mark("drawn");
  };
  const again = () => { if (latest && !building) build().catch((err) => { building = false; panel.tell(err.message); }); };
  flat.addEventListener("change", () => {
    if (!board?.long) return;
    game = null;
    again();
  });
  const draw = () => {
    panel.table(latest);
    board.lights(latest.lights);
    board.attack(latest.declared);
    if (latest.rgb) board.glow(latest.rgb);
    show(latest);
    document.body.dataset.seq = latest.seq;
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
      if (building) return;
      if (gameOf(table) !== game) again();
      else draw();
    },
  });
}
