// One game stepped through, with its end and its story.

import { parse } from "./actions.js";
import { get } from "./api.js";
import { offBoard } from "./offboard.js";
import { Board } from "./board.js";
import { copyText, docked, fitted, h, put, s } from "./dom.js";
import { playing } from "./game.js";
import { playerSays } from "./opponents.js";
import { part } from "./lazy.js";
import { ending, names, when } from "./gamesummary.js";
import { PieceCard } from "./piececard.js";
import { Pieces } from "./pieces.js";
import { Names, seatName, seatsIn } from "./naming.js";
import { sheet } from "./sheet.js";
import { titleOf } from "./symbols.js";
import { or, t, tell } from "./words.js";

// around is how many steps of the score are shown before and after the one that the board shows.
const around = 6;

// Replay steps through one game.
export class Replay {
  constructor(game, replay) {
    Object.assign(this, { game, replay, step: -1, seen: new Map() });
    this.svg = s("svg", { class: "board", role: "group", "aria-label": t("board.table"), tabindex: -1 });
    this.text = h("p", { className: "message", role: "status" });
    this.detail = h("p", { className: "detail" });
    this.buttons = [["games.first", "⇤", () => this.go(0)], ["games.before", "←", () => this.go(this.step - 1)], ["games.next", "→", () => this.go(this.step + 1)], ["games.last", "⇥", () => this.go(replay.steps.length)]]
      .map(([key, sign, run]) => h("button", { type: "button", "data-go": key, title: t(key), ariaLabel: t(key), onclick: run }, sign)); // words have no room in every language
    this.slide = h("input", { type: "range", min: 0, max: replay.steps.length, value: 0, ariaLabel: t("games.slide"), oninput: () => this.go(Number(this.slide.value)) });
    this.score = h("ol", { className: "entries", ariaLabel: t("games.score") });
    this.players = h("section", { className: "box players" });
    this.beside = h("section", { className: "box beside" });
    this.story = h("section", { className: "box" });
    this.verified = h("p", { className: "verified", role: "status" });
    this.analysed = h("section", { className: "box analysis" }, game.sealed ? "" : this.offer());
  }

  async show(root) {
    const { game } = this;
    playing({ name: game.game, ...this.replay, options: [] });
    document.title = `${t("page.archive")} ${game.id} · reeve`;
    const whole = sheet(t("games.score"), t("log.all"), () => [h("ol", { className: "entries" }, ...this.replay.steps.map((e) => this.entry(e)))], "score");
    this.status = h("div", { className: "status" }, this.text, this.detail);
    root.replaceChildren(h("section", { className: "stage", ariaLabel: t("page.board") }, this.status, this.svg),
      h("section", { className: "dock", ariaLabel: t("games.open") }, this.slide, h("div", { className: "row steps", role: "group", ariaLabel: t("games.open") }, ...this.buttons)),
      h("aside", { className: "side", ariaLabel: t("page.game") }, h("div", {}, this.players, h("section", { className: "box log" }, h("div", { className: "head" }, h("h2", {}, t("games.score")), ...whole), h("div", { className: "recent stepped" }, this.score)), this.story),
        h("div", {}, h("p", { className: "box" }, h("a", { href: "/archive" }, t("games.back"))), h("section", { className: "box" }, this.links()), this.analysed, this.beside)));
    addEventListener("resize", () => this.board.fits() || this.draw());
    new ResizeObserver(() => fitted(this.status)).observe(this.status);
    docked(root.querySelector(".dock"));
    document.querySelector(".opens-menu").before(h("button", { type: "button", className: "rules", ariaExpanded: "false", onclick: async (e) => (await part("guide")).toggle(game.game, e.target) }, t("page.rules")));
    this.peek = new PieceCard();
    this.draw();
    const { facts, share } = await part("gameend");
    const { list, link } = await facts(game.id), say = (what) => what().catch((err) => { this.verified.textContent = err.message; });
    this.story.replaceChildren(h("h2", {}, t("tale.title")), list, share({ id: game.id, link }, () => this.svg, say));
    return this.go(this.replay.opens);
  }

  // draw makes the board as this window has room for it.
  draw() {
    const svg = this.svg.cloneNode(false);
    this.svg.replaceWith(svg); // leaves the old board's listeners behind
    this.svg = svg;
    this.board = new Board(svg, this.replay.topology);
    this.pieces = new Pieces(this.board);
    this.peek.watch(svg, (e) => this.position?.pieces.find((p) => p.at && p.at === this.board.nearest(this.board.point(e))));
    this.board.keys((e) => ({ PageDown: () => this.go(this.step + 1), PageUp: () => this.go(this.step - 1) })[e.key]?.() !== undefined);
    const step = this.step;
    this.step = -1;
    if (step >= 0) this.go(step);
  }

  // seats are who played, and the points of each where the game counts them.
  seats(position) {
    const scores = this.game.outcome?.scores, seats = seatsIn(position, Object.keys({ ...this.game.players, ...scores }));
    put(this.players, seats, () => seats.map((seat) => h("div", { className: "player", "data-owner": seat }, h("span", { className: "chip" }),
      h("span", { className: "who" }, seatName(seat), h("b", {}, playerSays(this.game.players?.[seat]))), scores ? h("b", { className: "score" }, t("beside.scores", { n: scores[seat] })) : "")));
  }

  // inView leaves out steps before the one that the board shows until it has room.
  inView() {
    const now = this.score.querySelector("[aria-current]"), box = this.score.parentElement;
    while (now && this.score.firstChild !== now && now.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom) this.score.firstChild.remove();
  }

  // entry is one step of the score.
  entry(e) {
    return h("li", { className: "entry", value: e.n, "data-owner": e.by, ...(e.n === this.step ? { "aria-current": "step" } : {}) }, h("button", { type: "button", onclick: () => this.go(e.n) }, tell(e) || e.action), h("code", {}, e.action));
  }

  links() {
    const copy = h("button", { type: "button", onclick: () => copyText(this.replay.steps.map((e) => `${e.n}. ${e.action}`).join("\n")).then(() => { document.getElementById("spoken").textContent = t("log.copied"); }, (err) => { this.verified.textContent = err.message; }) }, t("games.copy"));
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

  // after is the position after n steps.
  async after(n) {
    if (!this.seen.has(n)) this.seen.set(n, get(`/api/archive/${this.game.id}/replay/${n}`));
    return (await this.seen.get(n)).position;
  }

  // go shows the position after n steps.
  async go(n) {
    const { steps } = this.replay;
    if (n < 0 || n > steps.length || n === this.step) return true;
    this.step = n;
    const position = await this.after(n);
    if (this.step !== n) return true; // somebody went on meanwhile
    const entry = steps[n - 1];
    this.text.textContent = entry ? tell(entry) || entry.action : t("games.start");
    this.slide.value = n;
    const step = t("games.step", { n, of: steps.length }), { game } = this;
    this.slide.setAttribute("aria-valuetext", step);
    this.detail.textContent = [step, titleOf(game.game), when(game.started), names(game.players), ending(game)].filter(Boolean).join(" · "); // the story names steps
    for (const [i, b] of this.buttons.entries()) b.disabled = i < 2 ? n === 0 : n === steps.length;
    const squares = entry ? parse(entry.action).parts.filter((p) => p.type === "square").map((p) => p.value) : [];
    this.board.lights(Object.fromEntries(squares.map((name) => [name, ["last"]])));
    this.position = position;
    this.pieces.show({ position });
    this.seats(position);
    this.analysis?.at(n);
    this.beside.replaceChildren(...offBoard(position, new Names(position)));
    const inside = this.score.contains(document.activeElement);
    this.score.replaceChildren(...steps.slice(Math.max(0, n - around), n + around).map((e) => this.entry(e)));
    this.inView();
    if (inside) this.score.querySelector("[aria-current] button")?.focus();
    fitted(this.status);
    return true;
  }
}
