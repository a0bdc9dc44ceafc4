// What stands beside the board: what the board waits for, dice, buttons, log,
// and what seats and the admin may ask for. It knows no game.

import { get, post } from "./api.js";
import { h, put, s, capital } from "./dom.js";
import { titleOf } from "./symbols.js";
import { newGame } from "./newgame.js";

const $ = (id) => document.getElementById(id);

export class Panel {
  // given: seat (the seat that this page acts for, or null), extra (more buttons).
  constructor({ seat = null, extra = [] } = {}) {
    this.seat = seat;
    this.boxes = {};
    const box = (name, ...children) => (this.boxes[name] = h("section", { className: "box " + name }, ...children));
    this.note = h("p", { className: "note", role: "alert", hidden: true });
    this.buttons = h("div", { className: "row" },
      ...extra,
      this.button("Confirm", () => this.press("confirm"), "Seal what was done, end the turn, or pass"),
      this.button("Undo", () => this.press("undo"), "Take the last step back"),
      this.button("Energy", () => this.press("energy"), "Show every piece's energy on the board"));
    $("side").append(this.note, box("players"), box("ask"), box("throw"), box("dice"), box("buttons", this.buttons),
      box("legal"), box("log", h("h2", {}, "What happened"), (this.list = h("ol", { className: "entries", tabIndex: 0 }))),
      box("faults"), this.more());
    setInterval(() => this.tick(), 500);
  }

  button(words, run, means = "") {
    return h("button", { type: "button", title: means, onclick: () => this.run(run) }, words);
  }

  // run does what may be refused, and says why it was.
  async run(what) {
    try {
      this.tell("");
      await what();
    } catch (err) {
      this.tell(err.hint ? `${err.message}. ${capital(err.hint)}.` : err.message);
    }
  }

  tell(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  press(button) { return post("/api/button", this.seat ? { button, seat: this.seat } : { button }); }

  // table shows a table.
  table(t) {
    this.now = t;
    this.since = performance.now();
    $("title").textContent = this.title ?? titleOf(t.game);
    $("status").dataset.status = t.status;
    $("message").textContent = t.message.text || t.message.key;
    $("detail").textContent = detail(t);
    this.players(t);
    this.ask(t);
    this.throw(t);
    this.dice(t);
    this.log(t);
    put(this.boxes.faults, t.hardware.faults, () => t.hardware.faults.map((f) => h("p", { className: "fault" }, "⚠ ", f)));
  }

  players(t) {
    const seats = seatsOf(t), act = [t.position.to_act].flat();
    put(this.boxes.players, [seats, act, t.players, t.offers, Object.keys(t.clocks ?? {})], () => seats.map((seat) =>
      h("div", { className: act.includes(seat) ? "player acts" : "player", "data-owner": seat },
        h("span", { className: "chip" }), h("span", { className: "who" }, capital(seat), h("b", {}, t.players[seat] ?? "")),
        h("span", { className: "offers" }, t.offers.filter((o) => o.seat === seat).map((o) => `offers ${o.kind}`).join(", ")),
        h("span", { className: "clock", "data-clock": seat }), h("span", { className: "acting" }, act.includes(seat) ? "to act" : ""))));
    this.tick();
  }

  tick() {
    for (const el of document.querySelectorAll("[data-clock]")) {
      const left = this.now?.clocks?.[el.dataset.clock];
      if (typeof left !== "number") continue;
      const run = this.now.clocks.running === el.dataset.clock ? performance.now() - this.since : 0;
      const sec = Math.max(0, Math.ceil((left - run) / 1000));
      el.textContent = `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, "0")}`;
    }
  }

  ask(t) {
    put(this.boxes.ask, t.ask ?? null, () => t.ask ? [h("h2", {}, t.ask.question), h("div", { className: "row" },
      ...t.ask.choices.map((choice) => this.button(choice, () => post("/api/answer", { choice }))))] : []);
  }

  // throw lets real dice be entered.
  throw(t) {
    put(this.boxes.throw, t.status === "throw", () => {
      if (t.status !== "throw") return [];
      const text = h("input", { name: "throw", placeholder: "die 4", "aria-label": "Another throw, as text", autocomplete: "off" });
      const enter = () => this.run(() => post("/api/throw", { action: text.value.trim() }));
      return [h("h2", {}, "Enter the throw"),
        h("div", { className: "row faces" }, ...[1, 2, 3, 4, 5, 6].map((n) => {
          const b = this.button("", () => post("/api/throw", { faces: [n] }));
          b.setAttribute("aria-label", String(n));
          b.append(die(n));
          return b;
        })),
        h("details", {}, h("summary", {}, "Another throw"), h("div", { className: "row" }, text, h("button", { type: "button", onclick: enter }, "Enter")))];
    });
  }

  // dice shows the last throws as they fell.
  dice(t) {
    const log = t.log, last = log.findLastIndex((e) => e.by === "chance");
    let first = last;
    while (first > 0 && log[first - 1].by === "chance") first--;
    const thrown = last < 0 ? [] : log.slice(first, last + 1);
    put(this.boxes.dice, thrown.map((e) => [e.n, e.action]), () => thrown.length === 0 ? [] : [h("h2", {}, "Dice"),
      h("div", { className: "row fallen" }, ...thrown.slice(-6).map((e) => {
        const face = /^die (\d+)$/.exec(e.action);
        return h("figure", {}, face ? die(Number(face[1])) : h("span", { className: "drawn" }, e.action), h("figcaption", {}, e.text));
      }))]);
  }

  log(t) {
    const fresh = put(this.list, t.log.map((e) => [e.n, e.action, e.open]), () => t.log.map((e) =>
      h("li", { className: e.open ? "entry open" : "entry", value: e.n, "data-owner": e.by, title: e.at ? `${e.action} · ${new Date(e.at).toLocaleTimeString()}` : e.action },
        h("span", {}, e.text || e.action), h("code", {}, e.action), e.open ? h("em", {}, "open") : "")));
    if (!fresh) return;
    this.list.scrollTop = this.list.scrollHeight;
    const last = t.log.at(-1);
    if (last && this.heard !== undefined && last.n > this.heard) $("spoken").textContent = last.text || last.action;
    this.heard = last?.n ?? 0;
  }

  // legal shows the actions that can be taken without wood.
  legal(actions, all) {
    put(this.boxes.legal, [actions, all], () => all === 0 ? [] : [h("h2", {}, actions.length === all ? "What you can do" : `What you can do there (${actions.length} of ${all})`),
      h("div", { className: "chips" }, ...actions.map((action) => this.button(action, () => this.act(action))))]);
  }

  act(action) { return this.run(() => post("/api/action", this.seat ? { action, seat: this.seat } : { action })); }

  // more is what is seldom asked for.
  more() {
    const box = h("details", { className: "box more" }, h("summary", {}, "Game and seats"));
    box.addEventListener("toggle", () => {
      if (box.open) this.fill(box);
    });
    return box;
  }

  async fill(box) {
    box.replaceChildren(box.firstChild);
    const seats = this.seat ? [this.seat] : seatsOf(this.now ?? { position: { pieces: [] } });
    for (const seat of seats) box.append(this.seatRow(seat));
    if (!this.seat) box.append(await newGame((what) => this.run(what)), this.links());
    const dice = this.now?.dice;
    if (dice?.commitment) box.append(h("p", { className: "small" }, `Dice: ${dice.kind || "fair"}, promised as `, h("code", {}, dice.commitment)));
    if (dice?.seed) box.append(h("p", { className: "small" }, "Seed: ", h("code", {}, dice.seed)));
  }

  seatRow(seat) {
    const words = h("input", { placeholder: "your words", "aria-label": `${seat}: words for the dice`, maxLength: 200, autocomplete: "off" });
    const offer = (kind, accept) => () => post("/api/offer", { seat, kind, accept });
    const resign = h("button", { type: "button" }, "Resign");
    resign.addEventListener("click", () => {
      if (resign.dataset.sure) this.run(() => post("/api/resign", { seat }));
      resign.dataset.sure = "1";
      resign.textContent = "Resign: sure?";
    });
    return h("fieldset", { "data-owner": seat }, h("legend", {}, capital(seat)), h("div", { className: "row" },
      this.button("Offer or accept a draw", offer("draw", true)), this.button("Offer or accept an undo", offer("undo", true)),
      this.button("Decline", async () => {
        for (const kind of new Set((this.now?.offers ?? []).map((o) => o.kind))) await offer(kind, false)();
      }), resign),
      h("div", { className: "row" }, words, this.button("Words for the dice", () => post("/api/words", { seat, words: words.value }))));
  }

  // links shows the seats' links to the admin.
  links() {
    const box = h("div", { className: "links" });
    const ask = this.button("Show the seats' links", async () => {
      const { seats } = await get("/api/keys");
      box.replaceChildren(...Object.entries(seats).map(([seat, link]) => h("figure", {},
        link.opened ? h("span", { className: "taken" }, "taken") : h("img", { src: `/api/keys/${seat}/qr`, alt: `QR code of ${seat}'s link`, width: 160, height: 160 }),
        h("figcaption", {}, h("a", { href: link.url }, capital(seat))))));
    });
    return h("div", {}, ask, box);
  }
}

// seatsOf names the seats that have pieces, in the order of play.
export function seatsOf(t) {
  const order = ["white", "black", "south", "west", "north", "east"];
  const seats = new Set([...Object.keys(t.players ?? {}), ...t.position.pieces.map((p) => p.owner)]);
  return [...seats].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function detail(t) {
  const parts = [];
  if (t.declared) parts.push(`${t.declared.attackers.join(" + ")} → ${t.declared.target}`);
  if (t.settle && t.status !== "setup" && !t.message.key.startsWith("settle")) {
    if (t.settle.lift?.length) parts.push("Take away: " + t.settle.lift.join(", "));
    if (t.settle.place?.length) parts.push("Put down: " + t.settle.place.join(", "));
  }
  if (t.open.length) parts.push("Open: " + t.open.map((o) => o.action).join(", "));
  return parts.join(" · ");
}

const pips = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// die draws a face.
export function die(n) {
  const el = s("svg", { class: "die", viewBox: "0 0 60 60", role: "img", "aria-label": String(n) }, s("rect", { x: 2, y: 2, width: 56, height: 56, rx: 12 }));
  for (const i of pips[n] ?? []) el.append(s("circle", { cx: 15 + 15 * (i % 3), cy: 15 + 15 * Math.floor(i / 3), r: 5.5 }));
  if (!pips[n]) {
    const t = s("text", { x: 30, y: 39 });
    t.textContent = n;
    el.append(t);
  }
  return el;
}
