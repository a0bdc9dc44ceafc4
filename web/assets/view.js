// What all pages with a table have in common: the board of the topology, made
// anew when another game begins, its lights, and the line to the daemon.

import { get, watch } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { game, opening, playing } from "./game.js";
import { Legend } from "./legend.js";
import { part } from "./lazy.js";
import { PieceCard } from "./piececard.js";
import { t } from "./words.js";
import { keepAwake } from "./wakelock.js";
import "./frame.js";

const $ = (id) => document.getElementById(id);

// still: LEDs are not shown as they flash to who wants no motion.
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

// gameOf tells games apart: options may change the board.
const gameOf = (table) => table.game + JSON.stringify(table.position.options);

// boardOf is the game that a topology was told for.
const boardOf = ({ game, options }) => game + JSON.stringify(options);

// lit are the lights, and those of a hint, which no light that all see tells where anything is hidden.
const lit = ({ lights, hint }) => Object.assign({}, lights, ...[hint?.piece, ...(hint?.to ?? [])].filter((name) => name && !lights[name]?.includes("hint")).map((name) => ({ [name]: [...(lights[name] ?? []), "hint"] })));

// surface asks for the board of the game on the table, and what is to be said of that game.
function surface() {
  const both = Promise.all([get("/api/topology"), get("/api/about")]);
  both.catch(() => {}); // who waits for it says so
  return both;
}

class View {
  constructor(given) {
    Object.assign(this, { zones: 0, turned: () => 0, near: false }, given);
    this.legend = new Legend(document.querySelector(".help"));
    this.peek = new PieceCard();
    this.coming = surface(); // asked for beside the first table: nothing waits for that
    document.querySelector(".bar .rules").addEventListener("click", (e) => this.panel.run(async () => (await part("guide")).toggle(game, e.target)));
  }

  // table takes a table; another game's board is built first.
  table(table) {
    this.latest = table;
    if (this.building) return;
    if (gameOf(table) !== this.game) return this.again();
    if (this.turned(table) !== this.board.turned) this.lay(); // others play now
    this.draw();
  }

  again() {
    if (!this.latest || this.building) return;
    this.building = true;
    this.build().catch((err) => this.panel.tell(err.message)).finally(() => { this.building = false; });
  }

  async build() {
    while (gameOf(this.latest) !== this.game) {
      const wanted = gameOf(this.latest);
      const coming = this.coming ?? surface();
      this.coming = null;
      const [topology, about] = await coming.catch(surface); // another game began meanwhile: once more
      if (gameOf(this.latest) === wanted && boardOf(topology) === wanted) this.begin(wanted, topology, about); // else another began meanwhile
    }
    this.draw();
    document.body.classList.add("ready");
    performance.mark("drawn");
  }

  // begin puts a game's board on the page.
  begin(game, topology, about) {
    document.querySelector("dialog.guide")?.close(); // the rules of the game before
    this.topology = topology;
    playing(about);
    this.panel.about(about);
    this.lay();
    this.game = game;
    this.drawn = null;
  }

  // lay makes the board as this window has room for it.
  lay() {
    const svg = $("board").cloneNode(false);
    $("board").replaceWith(svg); // leaves the old board's listeners behind
    this.board = new Board(svg, this.topology, { zones: this.zones, turned: this.turned(this.latest) });
    this.show = this.make(this.board, this);
    this.peek.watch(svg, (e) => {
      const name = this.board.nearest(this.board.point(e));
      return name ? this.latest.position.pieces.find((p) => p.at === name) : null;
    });
  }

  draw() {
    const { board, latest } = this;
    this.panel.table(latest);
    board.near(this.near && opening.includes(latest.position.phase)); // the board of a phase that sets up one's own half
    board.lights(lit(latest));
    board.attack(latest.declared, latest.odds);
    if (latest.rgb) board.glow(latest.rgb);
    this.show(latest);
    this.legend.show(board, latest.position);
    this.hand();
    keepAwake(latest.status !== "over");
    document.body.dataset.seq = latest.seq;
    this.live(this.drawn, latest);
    this.drawn = latest;
  }

  // look shows the piece that is chosen on the page as one in hand.
  look(chooser, fit) {
    if (chooser.chosen.length > 0 || this.looked) part("chosenpiece").then((m) => m.look(this, chooser, fit));
  }

  hand() { this.peek.hand({ ...this.latest, ...this.looked }); }

  // live shows and sounds what happened since the table before.
  live(old, next) {
    if (!old || next.log_length <= old.log_length) return;
    const { board, zones } = this, sound = this.panel.sounds?.on ? (all) => part("sound").then((m) => m.sound(all)) : null;
    part("animation").then((m) => m.live(board, old, next, { still, sound, wood: zones > 0 }));
  }

  // rgb takes what the LEDs show.
  rgb(colours) {
    if (this.latest) this.latest = { ...this.latest, rgb: colours };
    this.board?.glow(colours);
  }

  // line says how the line to the daemon is: "" while it is good.
  line(text) {
    if (this.away && !text) $("spoken").textContent = t("line.back");
    this.away = text !== "";
    $("line").textContent = text;
    document.body.classList.toggle("away", this.away);
  }

  // fit lays the board anew for a window that has become another, and then what stands beside it.
  fit() {
    if (!this.board) return;
    if (this.board.fits()) return this.show(this.latest);
    this.lay();
    this.draw();
  }
}

// follow builds a page: make(board, view) returns what shows a table, and is called
// again for another game; panel stands beside the board; zones are the board's, turned(table) says how it is turned; near
// shows the own half large before the battle. The line may be refused, and probe tells why.
export function follow({ query = "", probe, refused, ...given }) {
  const view = new View(given);
  addEventListener("resize", () => view.fit());
  const path = "/api/events?" + [query, still ? "" : "rgb=1"].filter(Boolean).join("&");
  watch(path, probe, { refused, line: (text) => view.line(text), rgb: (colours) => view.rgb(colours), table: (table) => view.table(table) });
}
