// One board, large; for arbiters with what they can do there.

import { Board } from "./board.js";
import { h, put, s } from "./dom.js";
import { playing } from "./game.js";
import { Pieces } from "./pieces.js";
import { clock, inOrder, left, seats, state, surfaceOf, urgency, withSeats } from "./card.js";
import { option, values } from "./options.js";
import { Stream } from "./stream.js";
import { confirmButton } from "./confirmbutton.js";
import { book, or, refusals, t, tell } from "./words.js";

export function one(main, id, me, lost) {
  const svg = s("svg", { class: "board", role: "group", "aria-label": t("hall.picture") });
  const title = h("h2"), said = h("p", { className: "message", role: "status", ariaLive: "polite" }), players = h("ul", { className: "players large" }), games = h("ul", { className: "archive" });
  const side = h("aside", { className: "side", ariaLabel: t("hall.game") }, h("section", { className: "box" }, players));
  main.className = "single";
  main.append(h("section", { className: "stage" }, title, said, svg), side);
  const orders = me.arbiter ? new Orders(id, side) : null;
  side.append(h("section", { className: "box" }, h("h3", {}, t("hall.archive")), games), share(id));
  side.hidden = true;
  let pieces = null, drawn = "", card = null, known = "";

  const draw = async () => {
    if (!card.kind) return;
    const key = JSON.stringify([card.kind, card.options]), { surface, figures, options } = await surfaceOf(card.kind, card.options);
    if (drawn !== key) {
      playing({ name: card.kind, figures, options });
      pieces = new Pieces(new Board(svg, surface));
      drawn = key;
    }
    pieces.show({ position: { options: card.options ?? {}, pieces: card.pieces.map((p) => ({ id: p.i, kind: p.k, owner: p.o, at: p.a, energy: p.e })) } });
    for (const el of svg.querySelectorAll("[role=button]")) { // nothing is done here by hand
      el.removeAttribute("role");
      el.removeAttribute("tabindex");
    }
  };
  const tick = () => {
    if (!card) return;
    const text = state(card);
    if (said.textContent !== text) said.textContent = text;
    put(players, [card.seats, card.players, card.to_act, card.outcome, Object.keys(card.clocks ?? {}).map((seat) => clock(left(card, seat)))], () => seats(card));
  };
  new Stream({ board: id, size: 1 }, async ([now]) => {
    svg.toggleAttribute("hidden", !now);
    if (!now) {
      side.hidden = true;
      title.textContent = t("hall.no.board");
      said.textContent = "";
      return;
    }
    await withSeats(now);
    card = now;
    main.dataset.urgency = urgency(card);
    title.textContent = card.name + (card.kind ? " · " + or("game." + card.kind, card.kind) : "");
    document.title = card.name + " · reeve";
    draw();
    tick();
    orders?.show(card);
    side.hidden = false; // nothing can be ordered before it is known what is there
    if (known !== card.game + card.status) {
      known = card.game + card.status;
      list(id, games);
    }
  }, lost);
  setInterval(tick, 500);
}

// list shows the games of a board that the hall has.
async function list(id, into) {
  const { games } = await (await fetch(`/api/boards/${id}/games`)).json();
  into.replaceChildren(...games.slice(0, 50).map((g) => h("li", {},
    h("span", {}, [or("game." + g.game, g.game), new Date(g.started).toLocaleString(document.documentElement.lang), versus(g.players), t("hall.record." + g.state) + (g.why ? ": " + g.why : "")].filter(Boolean).join(" · ") + " "),
    h("a", { href: g.file }, t("hall.lines")), " ", h("a", { href: g.file.replace(/jsonl$/, "txt") }, t("hall.text")))));
}

// versus are those who play, as they sit.
const versus = (players = {}) => inOrder(Object.keys(players)).map((seat) => players[seat]).join(" – ");

// share is the link to the board for others.
function share(id) {
  return h("details", { className: "box" }, h("summary", {}, t("hall.share")), h("img", { className: "qr", src: "/api/qr/" + id, alt: t("hall.share.code"), width: 160, height: 160 }),
    h("p", {}, h("a", { href: "/overlay/" + id }, t("hall.overlay"))));
}

// Orders are what an arbiter can have a board do.
class Orders {
  constructor(id, side) {
    this.id = id;
    this.said = h("p", { className: "told", role: "status" });
    this.why = h("input", { maxLength: 200, placeholder: t("hall.why"), ariaLabel: t("hall.why") });
    this.heard = this.button("hall.heard", { do: "heard" });
    this.pause = this.button("hall.pause", { do: "pause" });
    this.resume = this.button("hall.resume", { do: "resume" });
    this.clocks = h("div", { className: "times" });
    this.results = h("div", { className: "row" });
    this.begin = h("details", { ontoggle: () => this.offers() }, h("summary", {}, t("hall.start")));
    this.log = h("ol", { className: "orders" });
    this.name = h("input", { required: true, maxLength: 60, ariaLabel: t("hall.board.name") });
    side.append(h("section", { className: "box", ariaLabel: t("hall.arbiter") }, h("h3", {}, t("hall.arbiter")), h("div", { className: "row" }, this.heard, this.pause, this.resume), this.why,
      this.clocks, this.results, this.begin, this.said, h("details", { ontoggle: () => this.history() }, h("summary", {}, t("hall.orders")), this.log), this.membership()));
  }

  button(key, order) {
    return h("button", { type: "button", onclick: () => this.order(order) }, t(key));
  }

  // order has the board do something; a game that has changed meanwhile is left alone.
  async order(order) {
    this.said.textContent = t("hall.asking");
    const r = await fetch(`/api/boards/${this.id}/order`, { method: "POST", body: JSON.stringify({ v: 1, n: 0, who: "", why: this.why.value, ...(order.of === undefined && this.card.game && !["start", "heard"].includes(order.do) ? { of: this.card.game } : {}), ...order }) });
    const said = await r.json();
    if (said.refused) await refusals();
    this.said.textContent = !r.ok ? t(said.key) : said.refused ? tell(said.refused) || said.refused.text : said.next ? t("hall.again") : t("hall.done");
    if (r.ok && !said.refused) this.why.value = "";
    this.history();
  }

  // membership is the board in the hall: what it is called, and that it may be.
  membership() {
    return h("details", {}, h("summary", {}, t("hall.board.of")), h("form", { onsubmit: (e) => { e.preventDefault(); this.change({ name: this.name.value.trim() }); } },
      h("label", {}, t("hall.board.name"), this.name), h("button", { type: "submit" }, t("hall.set"))), h("p", { className: "small" }, t("hall.expel.how")),
    confirmButton(t("hall.expel"), () => this.change({ expel: true })));
  }

  async change(what) {
    const r = await fetch(`/api/boards/${this.id}`, { method: "POST", body: JSON.stringify(what) });
    if (r.ok && what.expel) location.href = "/";
    this.said.textContent = t(r.ok ? "hall.done" : (await r.json()).key);
  }

  show(card) {
    if (this.card?.name !== card.name) this.name.value = card.name;
    this.card = card;
    this.heard.hidden = !card.call;
    this.pause.hidden = card.paused || card.status === "over" || card.status === "never";
    this.resume.hidden = !card.paused;
    const going = this.going = card.status !== "over" && card.status !== "never";
    const names = card.seats ?? [], clocks = inOrder(Object.keys(card.clocks ?? {}));
    put(this.clocks, going && clocks, () => (going ? clocks.map((seat) => this.time(seat)) : []));
    put(this.results, [going, names, card.game], () => (going ? [...names.map((seat) => confirmButton(t("hall.wins", { seat: t("seat." + seat) }), () => this.order({ do: "result", seat }))), confirmButton(t("hall.draw"), () => this.order({ do: "result", draw: true }))] : []));
  }

  // time sets a clock.
  time(seat) {
    const minutes = h("input", { type: "text", inputMode: "numeric", pattern: "[0-9]{1,3}(:[0-5][0-9])?", size: 6, placeholder: "5:00", ariaLabel: t("hall.clock", { seat: t("seat." + seat) }) });
    return h("form", { onsubmit: (e) => {
      e.preventDefault();
      const [m, sec = 0] = minutes.value.split(":").map(Number);
      this.order({ do: "clock", seat, ms: (m * 60 + sec) * 1000 });
      minutes.value = "";
    } }, h("label", {}, t("hall.clock", { seat: t("seat." + seat) }), minutes), h("button", { type: "submit" }, t("hall.set")));
  }

  // offers shows the games that can be started.
  async offers() {
    if (!this.begin.open || this.form) return;
    const [list] = await Promise.all([fetch("/api/offers").then((r) => r.json()), book()]);
    const game = h("select", { ariaLabel: t("hall.kind") }, ...list.map((g) => h("option", { value: g.name }, or("game." + g.name, g.title)))), more = h("div"), time = h("input", { placeholder: "30+10", pattern: "[0-9]{1,3}\\+[0-9]{1,3}", ariaLabel: t("hall.time") });
    const fill = () => {
      const g = list.find((each) => each.name === game.value);
      more.replaceChildren(...g.seats.map((seat) => h("label", {}, t("seat." + seat), h("input", { name: seat, maxLength: 60 }))), ...(g.options ?? []).map((o) => option(g.name, o)));
    };
    game.onchange = fill;
    fill();
    const start = confirmButton(t("hall.start.do"), () => this.form.requestSubmit(), () => this.going && t("hall.start.over"));
    start.classList.add("strong");
    this.form = h("form", { onsubmit: (e) => {
      e.preventDefault();
      const g = list.find((each) => each.name === game.value), players = {};
      for (const el of more.querySelectorAll("[name]")) if (el.value.trim()) players[el.name] = el.value.trim();
      this.order({ do: "start", game: g.name, players, options: values(more, g.options ?? []), ...(time.value ? { clock: time.value } : {}) });
    } }, h("label", {}, t("hall.kind"), game), h("label", {}, t("hall.time"), time), more, start);
    this.begin.append(this.form);
  }

  // history is what was ordered, by whom and why.
  async history() {
    if (!this.log.parentElement.open) return;
    const list = await (await fetch(`/api/boards/${this.id}/orders`)).json();
    if (list.some(({ reply }) => reply?.refused)) await refusals();
    this.log.replaceChildren(...list.map(({ at, command: c, reply }) => h("li", {},
      [new Date(at).toLocaleString(document.documentElement.lang), c.who, wanted(c), c.why, !reply ? t("hall.waits") : reply.refused ? tell(reply.refused) || reply.refused.text : t("hall.done")].filter(Boolean).join(" · "))));
  }
}

// wanted is in words what was ordered.
function wanted(c) {
  const seat = c.seat && t("seat." + c.seat);
  return { pause: () => t("hall.pause"), resume: () => t("hall.resume"), heard: () => t("hall.heard"), clock: () => `${t("hall.clock", { seat })} ${clock(c.ms ?? 0)}`,
    result: () => (c.draw ? t("hall.draw") : t("hall.wins", { seat })), start: () => [or("game." + c.game, c.game), versus(c.players), c.clock].filter(Boolean).join(", ") }[c.do]?.() ?? c.do;
}
