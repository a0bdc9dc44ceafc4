// Games played: the list, and one game stepped through.

import { get } from "./api.js";
import { beside } from "./beside.js";
import { Board } from "./board.js";
import { parse } from "./actions.js";
import { copyText, h, s } from "./dom.js";
import { Pieces } from "./pieces.js";
import { playing } from "./game.js";
import { part } from "./part.js";
import { Names, seatName } from "./sayings.js";
import { titleOf } from "./symbols.js";
import { book, lang, list, or, t, tell } from "./words.js";
import "./frame.js";

const root = document.getElementById("main"), spoken = document.getElementById("spoken");

const when = (at) => new Date(at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });

// ending says how a game stands.
function ending({ ended, outcome, damaged }) {
  if (damaged) return t("games.damaged");
  if (!ended || !outcome) return t("games.goes");
  const why = or("why." + outcome.why, outcome.why);
  return outcome.winners.length ? t("games.won", { seats: list(outcome.winners.map(seatName)), why }) : t("games.draw", { why });
}

const names = (players) => Object.entries(players ?? {}).map(([seat, name]) => `${seatName(seat)} ${name}`).join(", ");

async function showList() {
  const games = await get("/api/archive");
  if (games.length === 0) return root.replaceChildren(h("h2", {}, t("games.title")), h("p", {}, t("games.none")));
  const head = ["games.number", "games.game", "games.when", "games.players", "games.end", "games.record"];
  root.replaceChildren(h("h2", {}, t("games.title")), h("div", { className: "wide", tabIndex: 0, role: "region", ariaLabel: t("games.title") }, h("table", { className: "games list", role: "table" },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...head.map((key) => h("th", { scope: "col", role: "columnheader" }, t(key))))),
    h("tbody", { role: "rowgroup" }, ...games.map(row)))));
}

function row(g) {
  const over = Boolean(g.ended && g.outcome), cell = (...what) => h("td", { role: "cell" }, ...what); // the roles last where a small screen lays the table out anew
  const open = { className: "opens", onclick: (e) => e.target.closest("a") || getSelection().toString() || location.assign("/archive?game=" + g.id) };
  return h("tr", { role: "row", ...(over ? open : {}) }, h("th", { scope: "row", role: "rowheader" }, over ? h("a", { href: "/archive?game=" + g.id, ariaLabel: t("games.open.n", { n: g.id }) }, String(g.id)) : String(g.id)), cell(titleOf(g.game)),
    cell(when(g.started)), cell(names(g.players)), cell(ending(g)),
    cell(h("a", { href: `/api/archive/${g.id}/export`, download: `reeve-${g.id}.jsonl`, ariaLabel: t("games.export.n", { n: g.id }) }, t("games.events", { n: g.events }))));
}

// Replay steps through one game.
class Replay {
  constructor(game, replay) {
    Object.assign(this, { game, replay, step: -1, seen: new Map() });
    this.svg = s("svg", { class: "board", role: "group", "aria-label": t("board.table"), tabindex: -1 });
    this.text = h("p", { className: "message", role: "status" });
    this.buttons = [["games.first", () => this.go(0)], ["games.before", () => this.go(this.step - 1)], ["games.next", () => this.go(this.step + 1)], ["games.last", () => this.go(replay.steps.length)]]
      .map(([key, run]) => h("button", { type: "button", "data-go": key, onclick: run }, t(key)));
    this.slide = h("input", { type: "range", min: 0, max: replay.steps.length, value: 0, ariaLabel: t("games.slide"), oninput: () => this.go(Number(this.slide.value)) });
    this.score = h("ol", { className: "entries", tabIndex: 0, ariaLabel: t("games.score") }, ...replay.steps.map((e) => h("li", { className: "entry", value: e.n, "data-owner": e.by },
      h("button", { type: "button", onclick: () => this.go(e.n) }, tell(e) || e.action), h("code", {}, e.action))));
    this.beside = h("section", { className: "box beside" });
    this.story = h("section", { className: "box" });
    this.verified = h("p", { className: "verified", role: "status" });
    this.analysed = h("section", { className: "box analysis" }, game.sealed ? "" : this.offer());
  }

  async show() {
    const { game } = this;
    playing(game.game, this.replay.figures);
    document.title = `${t("page.archive")} ${game.id} · reeve`;
    root.className = "room";
    root.replaceChildren(h("section", { className: "stage", ariaLabel: t("page.board") }, h("div", { className: "status" }, this.text, h("p", { className: "detail" }, [titleOf(game.game), when(game.started), names(game.players), ending(game)].filter(Boolean).join(" · "))),
      this.svg, h("div", { className: "row steps", role: "group", ariaLabel: t("games.open") }, ...this.buttons), this.slide),
    h("aside", { className: "side", ariaLabel: t("page.game") }, h("p", { className: "box" }, h("a", { href: "/archive" }, t("games.back"))),
      h("section", { className: "box log" }, h("h2", {}, t("games.score")), this.score), this.story, h("section", { className: "box" }, this.links()), this.analysed, this.beside));
    this.board = new Board(this.svg, this.replay.topology);
    this.pieces = new Pieces(this.board);
    this.board.keys((e) => ({ PageDown: () => this.go(this.step + 1), PageUp: () => this.go(this.step - 1) })[e.key]?.() !== undefined);
    const { facts, share } = await part("end");
    const { list } = await facts(game.id), say = (what) => what().catch((err) => { this.verified.textContent = err.message; });
    this.story.replaceChildren(h("h2", {}, t("tale.title")), list, share(game.id, () => this.svg, say));
    return this.go(0);
  }

  links() {
    const copy = h("button", { type: "button", onclick: () => copyText(this.replay.steps.map((e) => `${e.n}. ${e.action}`).join("\n")).then(() => { spoken.textContent = t("log.copied"); }) }, t("games.copy"));
    const check = h("button", { type: "button", id: "verify", onclick: () => this.verify() }, t("games.verify"));
    return h("div", {}, h("div", { className: "row" }, h("a", { className: "export", href: `/api/archive/${this.game.id}/export`, download: `reeve-${this.game.id}.jsonl` }, t("games.export"))), h("div", { className: "row" }, copy, this.game.sealed ? "" : check), this.verified,
      this.game.sealed ? h("p", { className: "small", id: "sealed" }, t("games.sealed")) : "",
      this.game.commitment ? h("p", { className: "small" }, t("more.dice", { kind: or("dice." + this.game.dice, this.game.dice) }), " ", h("code", {}, this.game.commitment)) : "");
  }

  // offer has the game analysed on demand.
  offer() {
    return h("button", { type: "button", id: "analyse", onclick: async () => {
      try {
        this.analysis = await (await part("analysis")).analyse(this, this.analysed);
      } catch (err) {
        this.analysed.replaceChildren(h("p", { className: "note", role: "alert" }, err.message), this.offer());
      }
    } }, t("analysis.start"));
  }

  async verify() {
    const v = await get(`/api/archive/${this.game.id}/verify`).catch((err) => ({ verified: false, why: err.message }));
    this.verified.textContent = v.verified ? t("games.verified", { n: v.computed, m: v.entered }) : t("games.false", { why: v.why });
  }

  // go shows the position after n steps.
  async go(n) {
    const { steps } = this.replay;
    if (n < 0 || n > steps.length || n === this.step) return true;
    this.step = n;
    if (!this.seen.has(n)) this.seen.set(n, get(`/api/archive/${this.game.id}/replay/${n}`));
    const { position } = await this.seen.get(n);
    if (this.step !== n) return true; // somebody went on meanwhile
    const entry = steps[n - 1];
    this.text.textContent = entry ? tell(entry) || entry.action : t("games.start");
    this.slide.value = n;
    this.slide.setAttribute("aria-valuetext", t("games.step", { n, of: steps.length }));
    for (const [i, b] of this.buttons.entries()) b.disabled = i < 2 ? n === 0 : n === steps.length;
    const squares = entry ? parse(entry.action).parts.filter((p) => p.type === "square").map((p) => p.value) : [];
    this.board.lights(Object.fromEntries(squares.map((name) => [name, ["last"]])));
    this.pieces.show({ position });
    this.analysis?.at(n);
    this.beside.replaceChildren(...beside(position, new Names(position)));
    for (const [i, li] of [...this.score.children].entries()) {
      if (i === n - 1) li.setAttribute("aria-current", "step");
      else li.removeAttribute("aria-current");
      if (i === n - 1) this.score.scrollTop = li.offsetTop - this.score.offsetTop - this.score.clientHeight / 2;
    }
    return true;
  }
}

async function start() {
  await book();
  const id = new URLSearchParams(location.search).get("game");
  if (!id) return showList();
  const path = "/api/archive/" + encodeURIComponent(id);
  const [game, replay] = await Promise.all([get(path), get(path + "/replay")]);
  return new Replay(game, replay).show();
}

start().catch((err) => root.replaceChildren(h("p", { className: "note", role: "alert" }, err.message), h("p", {}, h("a", { href: "/archive" }, t("games.back"))))).finally(() => document.body.classList.add("ready"));
