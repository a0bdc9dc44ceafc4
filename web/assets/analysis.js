// What a finished game was made of: the curve of the result that could be expected, luck
// and play in sums, and the turning points. The daemon has it reckoned; this draws it.

import { parse } from "./actions.js";
import { get, post } from "./api.js";
import { h, s } from "./dom.js";
import { actionSays, Names, seatName } from "./naming.js";
import { book, t, tell } from "./words.js";

const points = (x) => String(Math.round(100 * x));
const signed = (x) => (Math.round(100 * x) > 0 ? "+" : "") + points(x);
const soon = () => new Promise((done) => { setTimeout(done, 700); });

// analyse has the game of a replay analysed, says in box how far that is, and shows what came of it. It
// returns what shows a step.
export async function analyse(replay, box) {
  await book();
  const bar = h("progress", { ariaLabel: t("analysis.title") }), said = h("p", { className: "small", role: "status" });
  box.replaceChildren(h("h2", {}, t("analysis.title")), said, bar);
  let now = await post("/api/analysis", { game: String(replay.game.id) });
  while (now.state !== "done") {
    if (now.of) Object.assign(bar, { max: now.of, value: now.done });
    said.textContent = now.of ? t("analysis.works", { n: now.done, of: now.of }) : t("analysis.waits");
    await soon();
    now = await get(`/api/archive/${replay.game.id}/analysis`);
  }
  return new Analysis(replay, box, now);
}

class Analysis {
  constructor(replay, box, { steps, totals }) {
    Object.assign(this, { replay, steps, totals });
    this.cursor = s("line", { class: "cursor", y1: 0, y2: 100 });
    this.says = h("p", { className: "small", role: "status" });
    box.replaceChildren(h("h2", {}, t("analysis.title")), ...this.curves(), this.says, this.sums(), h("p", { className: "small" }, t("analysis.sums"), " ", t("analysis.errs")),
      h("h3", {}, t("analysis.turning")), this.turning());
    this.at(replay.step);
  }

  // curves are one for each seat, or for the first of two.
  curves() {
    const { seats, start, turning } = this.totals, shown = seats.length === 2 ? seats.slice(0, 1) : seats;
    const line = (_, i) => s("polyline", { class: "curve", "data-owner": seats[i], points: [start, ...this.steps.map((j) => j.expect)].map((e, n) => `${n},${(100 * (1 - e[i])).toFixed(1)}`).join(" ") });
    const picture = s("svg", { class: "expected", viewBox: `0 0 ${this.steps.length} 100`, preserveAspectRatio: "none", role: "img", "aria-label": t("analysis.curve", { seat: shown.map(seatName).join(", ") }) },
      s("line", { class: "even", x1: 0, x2: this.steps.length, y1: 50, y2: 50 }), ...turning.map((x) => s("line", { class: "turn", x1: x.n, x2: x.n, y1: 0, y2: 100 })), ...shown.map(line), this.cursor);
    picture.addEventListener("click", (e) => {
      const { left, width } = picture.getBoundingClientRect();
      this.replay.go(Math.round(((e.clientX - left) / width) * this.steps.length));
    });
    return [h("p", { className: "small" }, t("analysis.curve", { seat: shown.map(seatName).join(", ") }), ". ", t("analysis.curve.means")), picture];
  }

  sums() {
    const { seats, luck, play, gave } = this.totals;
    const head = ["analysis.seat", "analysis.luck", "analysis.play", "analysis.gave"].map((key) => h("th", { scope: "col" }, t(key)));
    return h("table", { className: "games sums" }, h("thead", {}, h("tr", {}, ...head)),
      h("tbody", {}, ...seats.map((seat, i) => h("tr", {}, h("th", { scope: "row" }, seatName(seat)), h("td", {}, signed(luck[i])), h("td", {}, signed(play[i])), h("td", {}, points(gave[i]))))));
  }

  did(n) {
    const entry = this.replay.replay.steps[n - 1];
    return tell(entry) || entry.action;
  }

  turning() {
    if (this.totals.turning.length === 0) return h("p", {}, t("analysis.turning.none"));
    return h("ol", { className: "turning" }, ...this.totals.turning.map((x) => {
      const gaps = { n: x.n, seat: seatName(x.seat), points: points(x.by), did: this.did(x.n) }, luck = x.kind === "luck";
      const button = h("button", { type: "button", onclick: () => this.replay.go(luck ? x.n : x.n - 1) }, luck ? t("analysis.turn.luck", gaps) : "…");
      if (!luck) this.better(x.n, x.best).then((best) => { button.textContent = t("analysis.turn.play", { ...gaps, best }); });
      return h("li", {}, button);
    }));
  }

  // better is an action in the place of step n in words: its pieces are called as they stood before.
  async better(n, action) {
    const position = await this.replay.after(n - 1).catch(() => null);
    return position ? actionSays(parse(action), new Names(position)) : action;
  }

  // at shows where step n is, and what of it was luck or could have been better.
  at(n) {
    this.cursor.setAttribute("x1", n);
    this.cursor.setAttribute("x2", n);
    const j = this.steps[n - 1], most = j?.luck ? j.luck.indexOf(Math.max(...j.luck)) : -1;
    this.shown = n;
    if (j?.best) this.better(n, j.best).then((best) => {
      if (this.shown === n) this.says.textContent = t("analysis.better", { best, points: points(j.cost), line: j.line.slice(1).join(", ") || "–" });
    });
    else if (most >= 0 && points(j.luck[most]) > 0) this.says.textContent = t("analysis.chance", { seat: seatName(this.totals.seats[most]), points: points(j.luck[most]) });
    else this.says.textContent = "";
  }
}
