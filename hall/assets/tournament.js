// Tournaments: the list of them, and one with its pairings, standings and cross table.

import { lost, me } from "./header.js";
import { h, put } from "./dom.js";
import { or, refusals, t, tell } from "./words.js";

const main = document.querySelector("#main"), id = location.pathname.split("/")[2], query = new URLSearchParams(location.search);
const every = 2500; // ms between two looks
const systems = { swiss: "hall.t.swiss", robin: "hall.t.robin", double: "hall.t.double", fours: "hall.t.fours", hand: "hall.t.hand" };
const marks = { "1": "1", "0": "0", "=": "½", "+": "+", "-": "−", U: "1", H: "½", F: "1", Z: "0" };

document.querySelector(".skip").textContent = t("hall.skip.main");

// ask asks the hall, and says what it refuses.
async function ask(path, what) {
  const r = await fetch(path, what ? { method: "POST", body: JSON.stringify(what) } : {});
  const said = await r.json();
  if (!r.ok) throw Object.assign(new Error(t(said.key, said.args ?? {}) + (["hall.no.form", "hall.no.t.list"].includes(said.key) && said.error ? ": " + said.error : "")), { said });
  return said;
}

const labelled = (key, el) => h("label", {}, t(key), el);
const choice = (label, options, value) => {
  const el = h("select", { ariaLabel: label }, ...options.map(([v, text]) => h("option", { value: v }, text)));
  if (value !== undefined) el.value = value;
  return el;
};

// listing is a place for a list of players, typed, pasted or from a file, which read is told of.
function listing(read = () => {}) {
  const text = h("textarea", { placeholder: "name,rating\nAalto Ann,2100\nBerg Bo,1985", ariaLabel: t("hall.t.list") });
  const file = h("input", { type: "file", accept: ".csv,.txt,.trf,.trfx,text/*", ariaLabel: t("hall.t.file"), onchange: async () => {
    if (file.files[0]) read(text.value = await file.files[0].text());
  } });
  return { text, el: h("div", {}, labelled("hall.t.list", file), text) };
}

// all is the list of tournaments, and where one is made.
async function all() {
  const list = h("div", { className: "scroll" }), said = h("p", { role: "status" });
  main.append(h("div", { className: "contest" }, h("h2", {}, t("hall.tournaments")), list, ...(me.arbiter ? [await making(said), said] : [])));
  const look = async () => {
    try {
      const got = await ask("/api/tournaments");
      lost(false);
      put(list, got, () => (got.length === 0 ? [h("p", {}, t(me.arbiter ? "hall.t.none.yet" : "hall.t.none"))] : [h("table", { className: "cross" },
        h("thead", {}, h("tr", {}, ...["hall.t.name", "hall.t.system", "hall.kind", "hall.t.players", "hall.t.rounds"].map((key) => h("th", { scope: "col" }, t(key))))),
        h("tbody", {}, ...got.map((c) => h("tr", {}, h("th", { scope: "row" }, h("a", { href: "/tournament/" + c.id }, c.name)), h("td", {}, t(systems[c.system])), h("td", {}, c.game ? or("game." + c.game, c.game) : "–"),
          h("td", { className: "n" }, c.players), h("td", { className: "n" }, c.of ? `${c.done}/${c.of}` : c.done)))))]));
    } catch { lost(true); }
  };
  await look();
  setInterval(look, 2 * every);
}

// planning is what is played, to be chosen: its fields, and plan, which they make of the one before.
function planning(offers, was, begun = false) {
  const name = h("input", { required: true, maxLength: 60, value: was.name ?? "" }), rounds = h("input", { type: "number", min: 1, max: 60, value: was.rounds || 5 });
  const system = choice(t("hall.t.system"), Object.entries(systems).map(([value, key]) => [value, t(key)]), was.system ?? (me.swiss ? "swiss" : "robin")), lacks = h("p", { className: "small", role: "status" }, t("hall.no.t.program"));
  const game = choice(t("hall.kind"), [...offers.map((g) => [g.name, or("game." + g.name, g.title)]), ["", t("hall.t.nogame")]], was.game ?? offers[0].name);
  const clock = h("input", { placeholder: "30+10", pattern: "[0-9]{1,3}\\+[0-9]{1,3}", value: was.clock ?? "" }), count = labelled("hall.t.rounds", rounds);
  system.disabled = game.disabled = begun;
  const counted = () => {
    count.hidden = system.value === "robin" || system.value === "double";
    lacks.hidden = me.swiss || system.value !== "swiss";
  };
  system.onchange = () => {
    counted();
    if (system.value === "fours") game.value = offers.find((g) => g.seats.length === 4)?.name ?? "";
  };
  counted();
  return { name, els: [labelled("hall.t.name", name), labelled("hall.t.system", system), lacks, count, labelled("hall.kind", game), labelled("hall.time", clock)],
    plan: () => ({ ...was, name: name.value, system: system.value, rounds: count.hidden ? 0 : Number(rounds.value), game: game.value, clock: clock.value, breaks: was.system === system.value ? was.breaks : null }) };
}

async function making(said) {
  const chosen = planning(await ask("/api/offers"), {}), players = listing((text) => { chosen.name.value ||= text.match(/^012 (.+)$/m)?.[1].trim() ?? ""; });
  return h("details", { className: "box", open: query.has("new") }, h("summary", {}, t("hall.t.new")), h("form", { onsubmit: async (e) => {
    e.preventDefault();
    try {
      location.href = "/tournament/" + (await ask("/api/tournaments", { plan: chosen.plan(), list: players.text.value })).id;
    } catch (err) { said.textContent = err.message; }
  } }, ...chosen.els, players.el, h("button", { type: "submit", className: "strong" }, t("hall.t.make"))));
}

// Contest is one tournament.
class Contest {
  constructor() {
    this.title = h("h2");
    this.facts = h("p", { className: "noprint" });
    this.now = h("section", { className: "box now noprint", ariaLabel: t("hall.t.next") });
    this.said = h("p", { role: "status", className: "noprint refused" });
    this.pairs = h("section", { className: "box", ariaLabel: t("hall.t.pairs") });
    this.table = h("section", { className: "box", ariaLabel: t("hall.t.standings") });
    this.cross = h("section", { className: "box", ariaLabel: t("hall.t.cross") });
    this.list = h("section", { className: "box noprint", ariaLabel: t("hall.t.players") });
    this.plan = h("section", { className: "box noprint", ariaLabel: t("hall.t.plan") });
    this.files = h("section", { className: "box noprint", ariaLabel: t("hall.t.files") });
    this.why = h("input", { maxLength: 200, placeholder: t("hall.why"), ariaLabel: t("hall.why") });
    this.boards = [];
    const only = query.get("overlay");
    if (only) document.body.classList.add("overlay");
    main.append(h("div", { className: "contest" }, ...(only ? [only === "pairs" ? this.pairs : this.table] : [h("div", {}, this.title, this.facts), this.now, this.said, this.pairs, this.table, this.cross, ...(me.arbiter ? [this.list, this.plan] : []), this.files])));
  }

  async look() {
    try {
      await this.show(await ask("/api/tournaments/" + id + (query.has("overlay") ? "?as=spectator" : "")));
      lost(false);
    } catch (err) {
      lost(err instanceof TypeError);
      if (!(err instanceof TypeError)) this.title.textContent = err.message;
    }
  }

  async do(what) {
    try {
      await this.show(await ask("/api/tournaments/" + id, { why: this.why.value, ...what }));
      this.said.textContent = "";
      this.why.value = "";
    } catch (err) {
      const { key, args } = err.said ?? {}, sure = () => this.do({ ...what, ends: args.n });
      this.said.replaceChildren(err.message, ...(key === "hall.no.t.ends" ? [" ", h("button", { type: "button", onclick: sure }, t("hall.t.put.ends"))] : []));
    }
  }

  async show(c) {
    if (c.rounds.at(-1)?.tables.some((m) => m.refused)) await refusals();
    this.c = c;
    this.boards = (c.boards ?? []).map((b) => [b.id, b.name]);
    const latest = c.rounds.at(-1)?.n ?? 0;
    if (this.latest !== latest) this.round = this.latest = latest;
    document.title = c.plan.name + " · reeve";
    this.title.textContent = c.plan.name;
    this.facts.textContent = [t(systems[c.plan.system]), c.plan.game && or("game." + c.plan.game, c.plan.game), c.plan.clock, t("hall.t.count", { n: c.players.length })].filter(Boolean).join(" · ");
    put(this.now, [c.plan, c.rounds.map((r) => r.tables), c.open, c.of, c.players.length], () => this.next());
    put(this.pairs, [c.plan, this.round, c.rounds, this.boards, c.players.map((p) => p.name)], () => this.pairing());
    put(this.table, [c.plan, c.standings, c.players], () => this.standing());
    put(this.cross, [c.plan, c.standings, c.players], () => this.crossing());
    if (me.arbiter && !this.list.contains(document.activeElement)) put(this.list, c.players, () => this.crowd());
    if (me.arbiter) put(this.plan, [c.plan, c.rounds.length], () => [this.replanning()]);
    put(this.files, [c.rounds.length, c.plan, c.open > 0], () => this.exports());
  }

  // next says what is to be done now, with its button.
  next() {
    const c = this.c, round = c.rounds.at(-1), says = (key, gaps) => h("p", {}, t(key, gaps));
    const press = (key, gaps, what) => h("button", { type: "button", className: "strong", onclick: () => this.do(what()) }, t(key, gaps));
    const waiting = round?.tables.filter((m) => m.players.length > 1 && !m.results.every(Boolean)) ?? [], free = waiting.filter((m) => !m.board);
    if (c.open > 0 && free.length > 0 && me.arbiter && c.plan.game) return [says("hall.t.put.how", { n: free.length }), press("hall.t.put", {}, () => ({ do: "boards", ends: 0 }))];
    if (c.open > 0) return [says("hall.t.open", { n: c.open, round: round.n })];
    const done = round?.n ?? c.players[0]?.games.length ?? 0;
    if (c.of && done >= c.of) return [says("hall.t.over")];
    if (!me.arbiter) return [says(round ? "hall.t.wait" : "hall.t.soon")];
    if (c.players.length < 2) return [says("hall.t.need")];
    const delay = h("input", { type: "number", min: 0, max: 3600, value: Math.round(me.delay / 1000), ariaLabel: t("hall.delay") });
    const begin = c.plan.system === "hand" ? [this.byHand(delay)] : [press("hall.t.pair", { n: done + 1 }, () => ({ do: "pair", last: this.c.last, delay: 1000 * Number(delay.value) }))];
    return [says(done > 0 ? "hall.t.ready" : "hall.t.first", { n: c.players.length, round: done }), ...begin, h("label", {}, t("hall.delay"), delay)];
  }

  byHand(delay) {
    const text = h("textarea", { placeholder: "1 4\n2 3", ariaLabel: t("hall.t.byhand") });
    return h("form", { onsubmit: (e) => {
      e.preventDefault();
      this.do({ do: "pair", last: this.c.last, delay: 1000 * Number(delay.value), tables: text.value.trim().split("\n").map((line) => line.trim().split(/[\s,;-]+/).map(Number)) });
    } }, h("label", {}, t("hall.t.byhand")), text, h("button", { type: "submit", className: "strong" }, t("hall.t.begin")));
  }

  who(n) {
    const p = this.c.players[n - 1];
    return [p.title, p.name].filter(Boolean).join(" ") + (p.rating ? ` (${p.rating})` : "");
  }

  printer(section, key) {
    return h("button", { type: "button", className: "noprint", onclick: () => {
      document.body.dataset.print = "one";
      section.classList.add("printed");
      window.print();
      section.classList.remove("printed");
      delete document.body.dataset.print;
    } }, t(key));
  }

  pairing() {
    const { rounds, plan } = this.c, round = rounds.find((r) => r.n === this.round);
    if (!round) return [h("h3", {}, t("hall.t.pairs")), h("p", {}, t("hall.t.soon"))];
    const pick = choice(t("hall.t.round.which"), rounds.map((r) => [r.n, t("hall.t.round", { n: r.n })]), this.round);
    pick.onchange = () => { this.round = Number(pick.value); this.show(this.c); };
    pick.className = "noprint";
    const two = plan.system !== "fours", columns = two ? ["#", t("hall.t.white"), t("hall.t.result"), t("hall.t.black"), t("hall.t.board")] : ["#", t("hall.t.players"), t("hall.t.result"), t("hall.t.board")];
    return [h("div", { className: "head" }, h("h3", {}, `${plan.name} · ${t("hall.t.round", { n: round.n })}`), rounds.length > 1 ? pick : "", this.printer(this.pairs, "hall.t.print.pairs")),
      h("div", { className: "scroll", tabIndex: 0, role: "group", ariaLabel: t("hall.t.pairs") }, h("table", { className: "cross" }, h("thead", {}, h("tr", {}, ...columns.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...round.tables.map((m, i) => this.match(m, i + 1, round.n, two))))),
      ...(me.arbiter ? [h("div", { className: "noprint" }, this.why)] : [])];
  }

  match(m, table, round, two) {
    const result = h("td", { className: "score" }, this.result(m, table, round)), board = h("td", {}, ...this.board(m, table, round));
    if (!two) return h("tr", {}, h("td", { className: "n" }, table), h("td", {}, ...m.players.map((n, i) => h("div", {}, `${i + 1}. ${this.who(n)}${m.results[i] ? " " + marks[m.results[i]] : ""}`))), result, board);
    return h("tr", {}, h("td", { className: "n" }, table), h("th", { scope: "row" }, this.who(m.players[0])), result, h("td", {}, m.players[1] ? this.who(m.players[1]) : t("hall.t.bye")), board);
  }

  result(m, table, round) {
    const [a, b] = m.results, text = m.players.length === 2 && a ? `${marks[a]} – ${marks[b]}` : m.players.length === 1 ? marks[a] : "";
    if (!me.arbiter || m.players.length < 2) return text;
    const set = (result) => this.do({ do: "result", round, table, result });
    if (m.players.length > 2) {
      const el = h("input", { size: 4, value: m.results.every(Boolean) ? m.results.map((r, i) => (r === "1" || r === "=" ? i + 1 : "")).filter(Boolean).join(",") : "", ariaLabel: t("hall.t.winners", { n: table }), onchange: () => set(el.value.trim()) });
      return el;
    }
    const known = { "10": "1-0", "01": "0-1", "==": "1/2", "+-": "+-", "-+": "-+", "--": "--" }[a + b] ?? "";
    const el = choice(t("hall.t.result.of", { n: table }), [["", "…"], ["1-0", "1 – 0"], ["1/2", "½ – ½"], ["0-1", "0 – 1"], ["+-", "+ – −"], ["-+", "− – +"], ["--", "− – −"]], known);
    el.onchange = () => set(el.value);
    return el;
  }

  board(m, table, round) {
    const link = m.board ? [h("a", { href: "/board/" + m.board }, m.name), ...(m.file ? [" ", h("a", { href: m.file, className: "noprint" }, t("hall.lines"))] : [])] : [];
    if (!me.arbiter || m.players.length < 2 || round !== this.latest || m.results.every(Boolean)) return link;
    const el = choice(t("hall.t.board.of", { n: table }), [["", "–"], ...this.boards], m.board ?? "");
    el.onchange = () => this.do({ do: "put", round, table, board: el.value, ends: 0 });
    el.className = "noprint";
    const state = m.state === "refused" ? h("div", { className: "refused noprint" }, tell(m.refused) || m.refused.text, " ", h("button", { type: "button", onclick: () => this.do({ do: "put", round, table, board: m.board, ends: 0 }) }, t("hall.t.again")))
      : m.state ? h("div", { className: "noprint" }, t(m.state === "started" ? "hall.t.started" : "hall.t.asked")) : "";
    return [el, " ", ...link, state];
  }

  standing() {
    const { standings, players, breaks, plan } = this.c;
    return [h("div", { className: "head" }, h("h3", {}, `${plan.name} · ${t("hall.t.standings")}`), this.printer(this.table, "hall.t.print.standings")),
      h("div", { className: "scroll", tabIndex: 0, role: "group", ariaLabel: t("hall.t.standings") }, h("table", { className: "cross" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col", className: "n" }, "#"), h("th", { scope: "col" }, t("hall.t.player")), h("th", { scope: "col", className: "n" }, t("hall.t.points")),
          ...breaks.map((b) => h("th", { scope: "col", className: "n" }, h("abbr", { title: b.name }, b.code))))),
        h("tbody", {}, ...standings.map((s) => h("tr", {}, h("td", { className: "n" }, s.rank), h("th", { scope: "row" }, this.who(s.number) + (players[s.number - 1].out ? ` (${t("hall.t.out")})` : "")),
          h("td", { className: "n" }, s.halves / 2), ...s.breaks.map((v) => h("td", { className: "n" }, v)))))))];
  }

  // crossing is who met whom, round by round, by the ranks now.
  crossing() {
    const { standings, players, plan } = this.c, rounds = players[0]?.games.length ?? 0;
    if (rounds === 0) return [];
    const rank = new Map(standings.map((s, i) => [s.number, i + 1]));
    const cell = (g) => {
      const met = g.against ? [g.against] : g.others ?? [], result = marks[g.result] ?? "";
      return met.length === 0 ? (g.result === "Z" ? "–" : result) : `${met.map((n) => rank.get(n)).join(" ")}${met.length === 1 ? (g.colour === "w" ? t("hall.t.w") : t("hall.t.b")) : ""} ${result}`;
    };
    return [h("div", { className: "head" }, h("h3", {}, `${plan.name} · ${t("hall.t.cross")}`), this.printer(this.cross, "hall.t.print.cross")), h("div", { className: "scroll", tabIndex: 0, role: "group", ariaLabel: t("hall.t.cross") }, h("table", { className: "cross" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", className: "n" }, "#"), h("th", { scope: "col" }, t("hall.t.player")), ...Array.from({ length: rounds }, (_, i) => h("th", { scope: "col" }, String(i + 1))), h("th", { scope: "col", className: "n" }, t("hall.t.points")))),
      h("tbody", {}, ...standings.map((s, i) => h("tr", {}, h("td", { className: "n" }, i + 1), h("th", { scope: "row" }, players[s.number - 1].name), ...players[s.number - 1].games.map((g) => h("td", {}, cell(g))), h("td", { className: "n" }, s.halves / 2))))))];
  }

  // replanning changes what is played; once a round has begun its system and game stay.
  replanning() {
    const box = h("details", { ontoggle: async () => {
      if (!box.open || box.querySelector("form")) return;
      const chosen = planning(await ask("/api/offers"), this.c.plan, (this.c.players[0]?.games.length ?? 0) > 0);
      box.append(h("form", { onsubmit: (e) => { e.preventDefault(); this.do({ do: "plan", plan: chosen.plan() }); } }, ...chosen.els, h("button", { type: "submit" }, t("hall.set"))));
    } }, h("summary", {}, t("hall.t.plan")));
    return box;
  }

  // crowd is the list of players, for arbiters.
  crowd() {
    const { players, rounds } = this.c, more = listing();
    const plays = (p) => {
      const el = choice(t("hall.t.plays.who", { name: p.name }), [["", t("hall.t.plays")], ["H", t("hall.t.half")], ["Z", t("hall.t.zero")], ["out", t("hall.t.out")]], p.out ? "out" : p.next ?? "");
      el.onchange = () => this.do({ do: "away", number: p.number, out: el.value === "out", next: el.value === "out" ? "" : el.value });
      return el;
    };
    return [h("details", { open: players.length < 2 }, h("summary", {}, t("hall.t.players")), h("div", { className: "scroll", tabIndex: 0, role: "group", ariaLabel: t("hall.t.players") }, h("table", { className: "cross" }, h("tbody", {}, ...players.map((p) => h("tr", {},
      h("td", { className: "n" }, p.number), h("th", { scope: "row" }, this.who(p.number)), h("td", {}, p.federation ?? ""), h("td", {}, plays(p))))))),
    h("form", { onsubmit: async (e) => {
      e.preventDefault();
      document.activeElement.blur();
      await this.do({ do: rounds.length > 0 || e.submitter.value === "enrol" ? "enrol" : "players", list: more.text.value });
    } }, more.el, h("div", { className: "row" }, h("button", { type: "submit", value: "enrol" }, t("hall.t.enrol")), ...(rounds.length === 0 ? [h("button", { type: "submit", value: "players" }, t("hall.t.replace"))] : []))))];
  }

  exports() {
    const at = `/tournaments/${id}/`, round = this.c.rounds.at(-1)?.n, link = (file, text) => h("li", {}, h("a", { href: at + file }, text));
    const log = h("ol", { className: "history" });
    const history = h("details", { ontoggle: async () => {
      if (!history.open) return;
      const list = await ask(`/api/tournaments/${id}/history`);
      log.replaceChildren(...list.filter((e) => e.change.step !== "attend").map((e) => h("li", {}, `${new Date(e.at).toLocaleString(document.documentElement.lang)} · ${e.who} · ${this.entry(e.change)}${e.why ? " · " + e.why : ""}`)));
    } }, h("summary", {}, t("hall.t.history")), log);
    return [h("h3", {}, t("hall.t.files")), h("ul", { className: "links" }, link("standings.csv", t("hall.t.csv")), ...(this.c.plan.system === "fours" ? [] : [link("tournament.trf", "TRF")]), link("games.json", "games.json"),
      ...(round ? [link(`round-${round}.jsonl`, t("hall.t.records", { n: round })), link(`round-${round}.txt`, t("hall.t.texts", { n: round }))] : []),
      h("li", {}, h("a", { href: `/tournament/${id}?overlay=pairs` }, t("hall.t.overlay.pairs"))), h("li", {}, h("a", { href: `/tournament/${id}?overlay=standings` }, t("hall.t.overlay.standings")))),
    h("details", {}, h("summary", {}, t("hall.share")), h("img", { className: "qr", src: `/api/tournaments/${id}/qr`, alt: t("hall.t.code"), width: 160, height: 160 })),
    ...(me.arbiter ? [history, ...(round && this.c.open > 0 ? [h("button", { type: "button", onclick: () => this.do({ do: "undo", last: this.c.last }) }, t("hall.t.undo", { n: round }))] : [])] : [])];
  }

  // entry is in words what was done.
  entry(c) {
    const at = c.round ? ` ${c.round}/${c.table}` : "", names = (list) => list.map((n) => this.c.players[n - 1]?.name ?? n).join(", ");
    if (c.step === "result" || c.step === "arrived") {
      const s = c.score;
      return `${t("hall.t.result")}${at}: ${!s ? "…" : s.absent?.length ? "− " + names(s.absent) : s.winners.length ? "1 " + names(s.winners) : "½"}`;
    }
    if (c.step === "away") return `${names([c.number])}: ${c.out ? t("hall.t.out") : c.next === "H" ? t("hall.t.half") : c.next === "Z" ? t("hall.t.zero") : t("hall.t.plays")}`;
    const steps = { make: "hall.t.did.make", plan: "hall.t.did.plan", players: "hall.t.did.players", enrol: "hall.t.did.enrol", begin: "hall.t.did.begin", undo: "hall.t.did.undo", put: "hall.t.did.put", order: "hall.t.asked", start: "hall.t.started", refuse: "hall.t.did.refuse" };
    return t(steps[c.step]) + at;
  }
}

document.body.classList.add("ready");
if (id) {
  const contest = new Contest();
  await contest.look();
  setInterval(() => contest.look(), every);
} else await all();
