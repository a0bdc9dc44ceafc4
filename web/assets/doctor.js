// The sensors, live: every contact on the surface of the game, and every one in a
// table. The daemon counts since its start; what is recent is counted here.

import { get } from "./api.js";
import { Board } from "./board.js";
import { h, put, s } from "./dom.js";
import { book, t } from "./words.js";
import "./frame.js";

await book();

const every = 1000, again = 3000, recently = 10_000;

const root = document.getElementById("main"), spoken = document.getElementById("spoken");
document.head.append(...["lists", "doctor"].map((name) => h("link", { rel: "stylesheet", href: `/assets/${name}.css` })));

// Recent counts how often each contact changed in the last ten seconds.
class Recent {
  constructor() { this.seen = []; }

  take({ at, drivers }) {
    if (this.seen.length && at < this.seen.at(-1).at) this.seen = []; // another daemon
    const edges = new Map(drivers.flatMap((d, i) => d.contacts.map((c) => [`${i}/${c.channel}`, c.edges])));
    this.seen.push({ at, edges });
    while (this.seen.length > 1 && this.seen[1].at <= at - recently) this.seen.shift();
  }

  of(key) {
    const now = this.seen.at(-1).edges.get(key), before = this.seen[0].edges.get(key) ?? now;
    return (now - before) >>> 0;
  }
}

const state = (c) => t(c.closed ? "doctor.closed" : "doctor.open");

class Sensors {
  constructor(topology) {
    this.recent = new Recent();
    this.told = new Map();
    this.svg = s("svg", { class: "board", role: "group", "aria-label": t("page.board"), tabindex: -1 });
    this.wells = h("ul", { className: "wells" });
    this.faults = h("ul", { className: "faults" });
    this.rows = h("tbody");
    this.note = h("p", { className: "note", role: "alert", hidden: true });
    const head = ["doctor.channel", "doctor.place", "doctor.contact", "doctor.edges", "doctor.recent", "doctor.flickers"];
    root.replaceChildren(h("h2", {}, t("page.doctor")), h("p", {}, t("doctor.about")), this.note, this.wells, this.faults,
      h("div", { className: "sensors" }, this.svg, h("div", { className: "wide", tabIndex: 0, role: "region", ariaLabel: t("page.doctor") },
        h("table", { className: "games" }, h("thead", {}, h("tr", {}, ...head.map((key) => h("th", { scope: "col" }, t(key))))), this.rows))));
    this.board = new Board(this.svg, topology);
    this.board.keys(() => false);
    this.drawn = new Map([...this.board.cells].map(([name, cell]) => [name, this.draw(name, cell)]));
  }

  // draw puts the sign of a contact over a square.
  draw(name, { sign, well }) {
    well.setAttribute("role", "img");
    const edges = s("text", { class: "count", y: -15 }), flickers = s("text", { class: "count", y: 31 }), called = s("text", { class: "count name", y: 9 });
    called.textContent = name;
    sign.append(s("circle", { class: "contact", r: 44 }), edges, called, flickers);
    return { sign, edges, flickers };
  }

  show(live) {
    this.recent.take(live);
    this.note.hidden = true;
    const all = live.drivers.flatMap((d, i) => d.contacts.map((c) => ({ ...c, key: `${i}/${c.channel}`, driver: d.name, recent: this.recent.of(`${i}/${c.channel}`) })));
    put(this.wells, live.drivers.map((d) => [d.name, d.kind, d.fault]), () => live.drivers.map((d) => h("li", {}, wellOf(d))));
    const faulty = all.filter((c) => c.fault);
    put(this.faults, faulty.map((c) => [c.square, c.fault]), () => faulty.map((c) => h("li", {}, t("fault." + c.fault, { square: c.square }))));
    for (const c of all.filter((c) => this.drawn.has(c.square))) this.square(c);
    put(this.rows, all, () => (all.length ? all.map(row) : [h("tr", {}, h("td", { colSpan: 6 }, t("doctor.none")))]));
    this.tell(live.drivers, faulty);
  }

  square(c) {
    const { sign, edges, flickers } = this.drawn.get(c.square);
    sign.classList.toggle("closed", c.closed);
    sign.classList.toggle("faulty", Boolean(c.fault));
    edges.textContent = c.edges ? String(c.edges) : "";
    flickers.textContent = c.flickers ? "~" + c.flickers : "";
    this.board.say(c.square, t("doctor.says", { state: state(c), edges: c.edges, recent: c.recent, flickers: c.flickers }));
  }

  // tell says aloud what is new: a driver that fails or is well again, a square at fault.
  tell(drivers, faulty) {
    const now = new Map([...drivers.map((d) => [d.name, wellOf(d)]), ...faulty.map((c) => [c.driver + c.square, t("fault." + c.fault, { square: c.square })])]);
    const news = [...now].filter(([key, words]) => this.told.get(key) !== words).map(([, words]) => words);
    if (this.told.size && news.length) spoken.textContent = news.join(". ");
    this.told = now;
  }

  trouble(err) {
    this.note.textContent = err.message;
    this.note.hidden = false;
  }
}

const wellOf = (d) => t(d.fault ? "doctor.fails" : "doctor.well", { name: d.name || d.kind, kind: d.kind, why: d.fault ?? "" });

function row(c) {
  const number = (n) => h("td", { className: "number" }, String(n));
  return h("tr", { className: c.fault ? "faulty" : "", "data-contact": c.key }, number(c.channel), h("th", { scope: "row" }, c.label || c.square || t("doctor.unwired")),
    h("td", {}, state(c)), number(c.edges), number(c.recent), number(c.flickers));
}

let sensors = null;

// strange reports whether a contact feels a square that is not drawn: another game.
const strange = (live) => live.drivers.some((d) => d.contacts.some((c) => c.square && !sensors.drawn.has(c.square)));

async function look() {
  try {
    const live = await get("/api/doctor");
    if (!sensors || strange(live)) sensors = new Sensors(await get("/api/topology"));
    sensors.show(live);
    setTimeout(look, every);
  } catch (err) {
    if (sensors) sensors.trouble(err);
    else root.replaceChildren(h("h2", {}, t("page.doctor")), h("p", { className: "note", role: "alert" }, err.message));
    setTimeout(look, again);
  }
}

look();
