// The playing surface: squares where the topology puts them, and their lights.
// It knows no game.

import { s } from "./dom.js";
import { border, box, edgeNames, isGrid, walls } from "./grid.js";
import { beneath, lightSays, marks, plain } from "./lights.js";
import { banks, circles, drawMarks } from "./surface.js";
import { has, t } from "./words.js";

// beside is a screen on which all else stands beside the board (room.css): 17 rem of it.
const beside = matchMedia("(min-aspect-ratio: 1/1) and (min-width: 34rem)");
const aside = () => 17 * parseFloat(getComputedStyle(document.documentElement).fontSize);

// narrow is a screen on which the wood has hardly a rim, so that squares are large.
export const narrow = matchMedia("(max-width: 26rem)");

// rims is how far the wood goes beyond the middle of the outermost squares, in squares,
// on wide and on narrow screens: beside a grid there are the names of files and ranks.
const rims = { grid: [0.9, 0.78], places: [0.72, 0.46] };

// much is by how much larger squares must become for a long board to lie on its side:
// a seat's own side is rather below than beside.
const much = 1.15;

export class Board {
  // zones is room beyond the squares, in squares: below them, or beside them where they
  // stay larger so; turned by how many quarters, against the clock.
  constructor(svg, topology, { zones = 0, turned = 0 } = {}) {
    this.svg = svg;
    this.zones = zones;
    this.squares = new Map(topology.squares.map((q) => [q.name, q]));
    this.pitch = pitchOf(topology.squares);
    this.grid = isGrid(topology.squares);
    const xs = topology.squares.map((q) => q.x), ys = topology.squares.map((q) => q.y);
    this.left = Math.min(...xs); this.right = Math.max(...xs);
    this.low = Math.min(...ys); this.high = Math.max(...ys);
    this.turned = turned;
    this.lies = this.plan();
    [this.wide, this.tall] = this.across(this.lies.sideways);
    this.middle = { x: this.wide / 2, y: this.tall / 2 };
    this.far = Math.max(...topology.squares.map((q) => this.out(q.name)));
    this.round = this.far < 1.04 * Math.min(this.middle.x, this.middle.y);
    this.cells = new Map();
    this.draw();
  }

  get sideways() { return this.lies.sideways; }

  // across is how far apart the outermost squares are, from left to right and from top to bottom.
  across(sideways) {
    const sides = [this.right - this.left, this.high - this.low];
    return sideways === (this.turned % 2 === 1) ? sides : sides.reverse();
  }

  // plan says how the board lies so that its squares are largest in this window: whether it lies
  // on its side, and whether its zones are at its right.
  plan() {
    const room = beside.matches ? [innerWidth - aside(), innerHeight] : [innerWidth, innerHeight], rim = 2 * this.rim(), zones = this.zones > 0;
    const size = (sideways, right) => {
      const [wide, tall] = this.across(sideways), deep = this.deep(wide + rim, right);
      return Math.min(room[0] / (wide + rim + (right ? deep : 0)), room[1] / (tall + rim + (right ? 0 : deep)));
    };
    const sideways = this.high - this.low > 1.3 * (this.right - this.left) && beside.matches && size(true, false) > much * size(false, false);
    return { sideways, right: zones && beside.matches && size(sideways, true) > size(sideways, false), narrow: narrow.matches };
  }

  // deep is how far the zones go: on a narrow screen two lines of words and a piece have room below a board of small squares, too.
  deep(wide, right) { return this.zones === 0 ? 0 : Math.max(this.zones * this.pitch, right || !narrow.matches ? 0 : 0.09 * wide + 0.85 * this.pitch); }

  // fits reports whether it still lies so that its squares are largest.
  fits() { return JSON.stringify(this.plan()) === JSON.stringify(this.lies); }

  rim() { return this.pitch * rims[this.grid ? "grid" : "places"][narrow.matches ? 1 : 0]; }

  // at is the middle of a square on the page's drawing, in mm.
  at(name) {
    const q = this.squares.get(name), [right, down] = this.sideways ? [q.y - this.low, q.x - this.left] : [q.x - this.left, this.high - q.y];
    const { wide, tall } = this;
    return [{ x: right, y: down }, { x: down, y: tall - right }, { x: wide - right, y: tall - down }, { x: wide - down, y: right }][this.turned];
  }

  // out is how far a square lies from the middle of the board.
  out(name) {
    const { x, y } = this.at(name);
    return Math.hypot(x - this.middle.x, y - this.middle.y);
  }

  draw() {
    const { pitch: p, wide, tall } = this, edge = this.edge = this.rim(), extra = this.extra = this.deep(wide + 2 * edge, this.lies.right);
    this.whole = [-edge, -edge, wide + 2 * edge + (this.lies.right ? extra : 0), tall + 2 * edge + (this.lies.right ? 0 : extra)];
    this.svg.replaceChildren();
    this.svg.classList.toggle("grid", this.grid);
    document.documentElement.style.setProperty("--ratio", (this.whole[2] / this.whole[3]).toFixed(4));
    this.near(false);
    const blur = s("filter", { id: "blur", x: "-20%", y: "-20%", width: "140%", height: "140%" }, s("feGaussianBlur", { stdDeviation: p * 0.07 }));
    const wood = s("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 1, y2: 1 },
      s("stop", { offset: 0, class: "wood-a" }), s("stop", { offset: 0.5, class: "wood-b" }), s("stop", { offset: 1, class: "wood-c" }));
    this.svg.append(s("defs", {}, blur, wood));
    this.svg.append(this.plank(edge, wide, tall), banks(this), circles(this), this.grid ? edgeNames(this) : this.lines());
    const wells = s("g"), glows = s("g", { class: "glows", filter: "url(#blur)" }), names = s("g"), floors = s("g", { class: "signs" });
    this.tokens = s("g", { class: "tokens" });
    const signs = s("g", { class: "signs" });
    this.arrows = s("g", { class: "arrows" });
    this.spells = s("g", { class: "spells" });
    for (const name of this.squares.keys()) this.cell(name, wells, glows, names, floors, signs);
    this.border = s("path", { class: "border", "stroke-width": p * 0.06 });
    this.aims = s("path", { class: "border aims", "stroke-width": p * 0.06 });
    if (this.grid) wells.append(walls(this), this.border, this.aims);
    this.svg.append(wells, glows, names, floors, this.arrows, this.tokens, this.spells, signs);
  }

  // near shows the half of a long board that is the seat's own, and the middle, as large as can be; or all of it.
  near(half) {
    const [x, y, wide, tall] = this.whole, p = this.pitch, beyond = 0.9 * p, rim = 0.02 * p; // names need the rest of it
    const own = this.sideways ? [x, y + rim, wide / 2 + beyond, tall - 2 * rim] : [x + rim, y + tall / 2 - beyond, wide - 2 * rim, tall / 2 + beyond];
    const box = (half && this.high - this.low > 1.3 * (this.right - this.left) ? own : this.whole).map((n) => n.toFixed(2)).join(" ");
    this.svg.classList.toggle("near", half);
    this.svg.setAttribute("preserveAspectRatio", !half ? "xMidYMid" : this.sideways ? "xMinYMid" : "xMidYMin");
    if (this.svg.getAttribute("viewBox") !== box) this.svg.setAttribute("viewBox", box);
  }

  // seen reports whether a square is in what is shown.
  seen(name) {
    const { x, y } = this.at(name), box = this.svg.viewBox.baseVal;
    return x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height;
  }

  // plank draws the wood: round if the squares lie so.
  plank(edge, wide, tall) {
    const p = this.pitch, { x, y } = this.middle;
    const shape = (extra) => this.round ? s("circle", { cx: x, cy: y, r: this.far + edge, ...extra })
      : s("rect", { x: -edge, y: -edge, width: wide + 2 * edge, height: tall + 2 * edge, rx: p * 0.22, ...extra });
    const grain = this.grain(edge, wide, tall);
    grain.setAttribute("clip-path", "url(#shape)");
    return s("g", {}, s("clipPath", { id: "shape" }, shape({})), shape({ class: "plank", fill: "url(#wood)" }), grain, shape({ class: "rim-line", "stroke-width": p * 0.05 }));
  }

  // grain draws the lines that wood has.
  grain(edge, wide, tall) {
    const g = s("g", { class: "grain" });
    for (let i = 1; i < 13; i++) {
      const y = -edge + ((tall + 2 * edge) * i) / 13, d = this.pitch * (0.1 + 0.07 * (i % 4));
      g.append(s("path", { d: `M${-edge} ${y}c${wide * 0.3} ${-d} ${wide * 0.5} ${d * 1.6} ${wide + 2 * edge} ${(i % 3) * d * 0.4 - d * 0.3}`, "stroke-width": this.pitch * 0.012 }));
    }
    return g;
  }

  lines() {
    let d = "";
    for (const q of this.squares.values()) {
      for (const near of q.neighbours) {
        if (near > q.name) {
          const a = this.at(q.name), b = this.at(near);
          d += `M${a.x} ${a.y}L${b.x} ${b.y}`;
        }
      }
    }
    return s("path", { class: "lines", d, "stroke-width": this.pitch * 0.018 });
  }

  cell(name, wells, glows, names, floors, signs) {
    const { x, y } = this.at(name), p = this.pitch, q = this.squares.get(name);
    const shape = this.grid ? box(p, q.dark) : s("circle", { class: "well", r: p * 0.41, "stroke-width": p * 0.02 });
    const well = s("g", { class: "cell", "data-square": name, transform: `translate(${x} ${y})`, role: "button", tabindex: -1 },
      s("title"), s("circle", { class: "hit", r: p * 0.49 }), shape, s("circle", { class: "focus", r: p * 0.47, "stroke-width": p * 0.04 }));
    for (const mark of q.marks) well.classList.add("mark-" + mark);
    well.append(...drawMarks(q.marks, p));
    const glow = s("circle", { cx: x, cy: y, r: p * 0.43, visibility: "hidden" });
    const over = () => s("g", { transform: `translate(${x} ${y}) scale(${(p * 0.78) / 100})` }), floor = over(), sign = over();
    if (!this.grid) names.append(s("text", { class: "label", x, y: y + p * 0.075, "font-size": p * 0.22, "stroke-width": p * 0.05 }, name));
    wells.append(well); glows.append(glow); floors.append(floor); signs.append(sign);
    this.cells.set(name, { well, glow, floor, sign, notes: [] });
  }

  // lights shows meanings: a map from square to meanings.
  lights(lights) {
    for (const [name, cell] of this.cells) {
      const all = lights[name] ?? [], meanings = this.zones > 0 ? all : all.filter((m) => !plain.has(m.split(":")[0])), key = meanings.join();
      cell.plain = meanings.length < all.length;
      if (cell.key === key) continue;
      cell.key = key;
      cell.well.dataset.lit = key;
      const drawn = (under) => meanings.map((m) => m.split(":")).filter(([meaning]) => beneath.has(meaning) === under)
        .map(([meaning, n]) => s("g", { class: "sign " + meaning }, ...(marks[meaning]?.(n) ?? [])));
      cell.floor.replaceChildren(...drawn(true));
      cell.sign.replaceChildren(...drawn(false));
      this.once(name);
    }
  }

  // glow shows the colours of the LEDs. LEDs are far brighter than a screen, so
  // a dim one is drawn stronger than its number.
  glow(colours) {
    for (const [name, { glow }] of this.cells) {
      const rgb = /^[0-9a-f]{6}$/i.test(colours[name] ?? "") ? parseInt(colours[name], 16) : 0;
      const parts = [rgb >> 16, (rgb >> 8) & 255, rgb & 255], most = Math.max(...parts);
      if (most === 0) {
        glow.setAttribute("visibility", "hidden");
        continue;
      }
      glow.setAttribute("visibility", "visible");
      glow.setAttribute("fill", `rgb(${parts.map((v) => Math.round((v * 255) / most)).join()})`);
      glow.setAttribute("fill-opacity", (0.25 + 0.75 * Math.sqrt(most / 255)).toFixed(2));
    }
  }

  // attack draws the declared attack: who attacks whom, and how likely it is to hit.
  attack(declared, odds) {
    const hit = declared && odds?.find((o) => o.target === declared.target && o.attackers.join() === declared.attackers.join())?.hit, b = declared && this.at(declared.target);
    const says = hit === undefined ? [] : [this.chance(declared.target, hit)];
    this.arrows.replaceChildren(...(declared ? [s("circle", { cx: b.x, cy: b.y, r: this.pitch * 0.45, "stroke-width": this.pitch * 0.05 })] : []), ...(declared?.attackers ?? []).map((from) => {
      const a = this.at(from);
      return s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, "stroke-width": this.pitch * 0.09, "stroke-dasharray": `${this.pitch * 0.2} ${this.pitch * 0.12}` });
    }), ...says);
  }

  // chance is how likely a piece is hit, above it; where there the drawing ends, below it.
  chance(at, hit) {
    const { x, y } = this.at(at), above = y - this.pitch * 0.46, size = this.pitch * 0.3;
    const words = s("text", { class: "odds", x, y: above - size > this.svg.viewBox.baseVal.y ? above : y + this.pitch * 0.46 + size * 0.7, "font-size": size });
    words.textContent = `${Math.round(hit * 100)} %`;
    return words;
  }

  // point turns a pointer's place into the drawing's.
  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // nearest is the square under a point, null between squares.
  nearest({ x, y }) {
    let best = null, least = this.pitch * 0.55;
    for (const name of this.squares.keys()) {
      const q = this.at(name), d = Math.hypot(q.x - x, q.y - y);
      if (d < least) [best, least] = [name, d];
    }
    return best;
  }

  // toward is the nearest square in the direction of an arrow key, null at the edge.
  toward(name, dx, dy) {
    const from = this.at(name);
    let best = null, least = Infinity;
    for (const other of this.squares.keys()) {
      const q = this.at(other), along = (q.x - from.x) * dx + (q.y - from.y) * dy;
      const aside = Math.abs((q.x - from.x) * dy) + Math.abs((q.y - from.y) * dx);
      if (along <= this.pitch * 0.3) continue;
      const cost = along + 3 * aside;
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  // keys lets the arrow keys walk over the squares; one of them is in the tab order.
  keys(onKey) {
    let here = this.squares.keys().next().value;
    const go = (name) => {
      this.cells.get(here).well.setAttribute("tabindex", -1);
      here = name;
      this.cells.get(here).well.setAttribute("tabindex", 0);
    };
    go(here);
    this.svg.addEventListener("focusin", (e) => {
      const name = e.target.closest?.("[data-square]")?.dataset.square;
      if (name) go(name);
    });
    this.svg.addEventListener("keydown", (e) => {
      const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
      const name = e.target.closest?.("[data-square]")?.dataset.square;
      if (step && name) {
        e.preventDefault();
        const next = this.toward(name, ...step);
        if (next) this.cells.get(next).well.focus();
      } else if (onKey(e, name)) {
        e.preventDefault();
      }
    });
  }

  // mark shows what is chosen and what may be next, of it what is attacked or captured: squares, or whole files
  // ("d*"). Squares side by side have one border.
  mark(chosen, next, aims = new Set()) {
    const among = (set) => (name) => set.has(name) || (set.has(name[0] + "*") && this.seen(name)), may = among(next), taken = among(new Set(chosen));
    for (const [name, { well }] of this.cells) {
      well.classList.toggle("chosen", taken(name));
      well.classList.toggle("choice", may(name));
      well.classList.toggle("aim", aims.has(name));
      this.label(name);
      this.once(name);
    }
    const around = (of) => (this.grid ? border(this, [...this.cells.keys()].filter(of)) : "");
    this.border.setAttribute("d", around((name) => may(name) && !aims.has(name)));
    this.aims.setAttribute("d", around((name) => aims.has(name)));
  }

  // once leaves out what the LEDs say and the page says already: dice and energy, and of a square that may be chosen that a piece
  // may go there; and on circles the last move, whose ring would lie on the page's own.
  once(name) {
    const { well, key, glow, sign, plain } = this.cells.get(name), twice = well.classList.contains("choice") && (key === "legal" || (key === "last" && !this.grid));
    sign.classList.toggle("twice", twice);
    glow.classList.toggle("twice", twice || plain);
  }

  // say names a square for those who hear the page.
  say(name, words) {
    this.cells.get(name).words = words;
    this.label(name);
  }

  // note names what lies on the squares: a map from square to words.
  note(notes) {
    for (const [name, cell] of this.cells) {
      const own = notes.get(name) ?? [];
      if (own.join() === cell.notes.join()) continue;
      cell.notes = own;
      this.label(name);
    }
  }

  label(name) {
    const { well, words, notes } = this.cells.get(name), lit = well.dataset.lit;
    const marks = this.squares.get(name).marks.filter((m) => has("mark." + m)).map((m) => t("mark." + m));
    const parts = [words || t("board.empty"), ...marks, ...notes];
    if (lit) parts.push(t("board.lit", { lights: lit.split(",").map(lightSays).join(", ") }));
    if (well.classList.contains("chosen")) parts.push(t("board.chosen"));
    if (well.classList.contains("choice")) parts.push(t("board.may"));
    const label = `${name}: ${parts.join("; ")}`;
    if (well.getAttribute("aria-label") === label) return;
    well.setAttribute("aria-label", label);
    well.querySelector("title").textContent = label;
  }
}

function pitchOf(squares) {
  let least = Infinity;
  const at = new Map(squares.map((q) => [q.name, q]));
  for (const q of squares) {
    for (const near of q.neighbours) {
      const o = at.get(near);
      least = Math.min(least, Math.hypot(q.x - o.x, q.y - o.y));
    }
  }
  return Number.isFinite(least) ? least : 40;
}
