// The way in: which game, with whom and where.

import { get, post, watch } from "./api.js";
import { qrCodes } from "./qrcodes.js";
import { h, s } from "./dom.js";
import { mySeats } from "./myseats.js";
import { going } from "./game.js";
import { newGame } from "./newgame.js";
import { engines, levelsOf } from "./picker.js";
import { seatName, seatsIn } from "./naming.js";
import { form } from "./opponents.js";
import { titleOf } from "./symbols.js";
import { book, or, t, tell } from "./words.js";
import "./frame.js";

document.head.append(h("link", { rel: "stylesheet", href: "/assets/start.css" }));

// strengths are the levels of the computer that one can choose here; the rest is under "more". The lowest is left
// out where others are left.
function strengths(reeve, game) {
  const all = levelsOf(reeve, game), n = all.length;
  return { easy: all[n > 3 ? 1 : 0], middle: all[n >> 1], hard: all[n - 1] };
}

const root = document.getElementById("main");

class Start {
  constructor(games, table, programs) {
    Object.assign(this, { games, table, wood: table.hardware.driver !== "sim" });
    this.game = games.find((g) => g.name === table.game) ?? games[0];
    this.said = h("span", { className: "note", role: "alert" }); // in what was pressed, where the eyes are
    this.back = h("div");
    this.state = h("span", { className: "small state" }); // of the wood
    this.where = h("div", { className: "where" });
    this.reeve = programs.find((p) => p.name === "reeve");
    this.against = h("select", { id: "against" }, h("option", { value: "" }, t("start.people")), ...(this.reeve ? ["easy", "middle", "hard"].map((l) => h("option", { value: l }, t("start.computer", { hard: t("start.hard." + l) }))) : []));
    this.against.addEventListener("change", () => this.ways());
    this.cards = h("div", { className: "cards", role: "radiogroup", "aria-label": t("start.title") });
  }

  async show() {
    this.back.replaceChildren(...await this.going());
    root.replaceChildren(this.back, h("h2", {}, t("start.title")), this.cards, h("p", { className: "with" }, h("label", {}, h("span", {}, t("start.against")), this.against)), this.where, this.more(), h("p", {}, h("a", { className: "button", href: "/help" }, t("page.help"))));
    this.cards.replaceChildren(...(await Promise.all(this.games.map((g) => this.card(g)))));
    this.choose(this.game);
    watch("/api/events", "/api/table", { line: (text) => { document.getElementById("line").textContent = text; }, table: (now) => this.told(now) });
    document.body.classList.add("ready");
  }

  on() { return going(this.table, this.hides(this.table.game)); }

  // going are the ways back to a game that is on: to one's own seats, or else to the board.
  async going() {
    const seats = await seatsGoing(this.table);
    if (!seats.length && !this.on()) return [];
    const ways = seats.length ? seats : [h("a", { className: "button strong", id: "go-on", href: this.board() }, t("start.goon", { game: titleOf(this.table.game) }))];
    return [h("p", {}, ...ways.flatMap((way) => [way, " "]), h("span", { className: "small" }, t("start.away")))];
  }

  async card(g) {
    const { board } = await get("/api/rules/" + g.name);
    const card = h("button", { type: "button", className: "card", role: "radio", "data-game": g.name, onclick: () => { this.choose(g); this.where.scrollIntoView({ block: "nearest" }); } }, // on a phone it is far below
      small(board), h("span", { className: "name" }, titleOf(g.name)), h("span", { className: "small" }, or("start.facts." + g.name, "")), ...(g.carried ? [] : [h("span", { className: "small lacks" }, t("start.lacks"))]), h("span", {}, or("start.special." + g.name, "")));
    return card;
  }

  choose(g) {
    this.game = g;
    this.form?.choose?.(g.name);
    for (const card of this.cards.children) card.ariaChecked = String(card.dataset.game === g.name);
    this.ways();
  }

  // ways are where the chosen game can be played; the first is the one for most.
  ways() {
    if (!this.game.carried) return this.where.replaceChildren(h("p", { className: "notice" }, t("start.other")));
    const levels = this.reeve ? strengths(this.reeve, this.game.name) : {}, level = levels[this.against.value], secret = this.game.hidden && !level;
    const way = (id, go, means = id) => h("button", { type: "button", id, onclick: (e) => (id === "learn" || this.sure(e.currentTarget)) && this.run(go, e.currentTarget) }, h("strong", {}, t("start." + id)), h("span", { className: "small" }, t(`start.${means}.means`)));
    const all = [
      ...(this.wood ? [way("wood", () => this.begin(level).then(() => location.assign("/")))] : []),
      ...(!secret ? [way("here", () => this.here(level))] : this.reeve ? [way("here", () => this.here(levels.middle), "alone")] : []),
      way("phones", () => this.phones(level)),
      way("learn", () => location.assign("/learn?game=" + this.game.name)),
    ];
    all[0].classList.add("strong");
    if (this.wood) all[0].append(this.state);
    this.where.replaceChildren(...all);
  }

  // told takes what the daemon says of the table as long as the page is open: a game may begin elsewhere, and a
  // board may just have been plugged in.
  told(table) {
    const was = this.on();
    this.table = table;
    const { message, hardware: { faults } } = table, ill = message.key.startsWith("paused.");
    this.state.classList.toggle("ill", ill || faults.length > 0);
    this.state.textContent = ill ? tell(message) : faults.length > 0 ? t("start.wood.faults", { n: faults.length }) : t("start.wood.ready");
    if (this.on() !== was) this.going().then((ways) => this.back.replaceChildren(...ways));
  }

  // sure asks before a game that is on is put away: what asked is to be pressed again.
  sure(pressed) {
    if (this.asked === pressed || !this.on()) return true;
    this.asked = pressed;
    this.say(t("start.sure"), pressed);
    return false;
  }

  // say answers what was pressed.
  say(words, pressed) {
    this.said.textContent = words;
    pressed.append(this.said);
    pressed.scrollIntoView({ block: "nearest" });
  }

  // begin starts the game with all that is not asked for left as it is by itself.
  begin(level) {
    const [, ...others] = this.game.seated;
    return post("/api/games", { game: this.game.name, players: Object.fromEntries(level ? others.map((seat) => [seat, "reeve:" + level]) : []) });
  }

  // here is a seat's page for who plays alone, and one for all who share the screen.
  async here(level) {
    const { seats } = await this.begin(level);
    if (level) return location.assign(here(seats[this.game.seated[0]]));
    await Promise.all(Object.values(seats ?? {}).map((link) => fetch(here(link)))); // where keys are asked for, this browser has all
    location.assign("/here");
  }

  // board is where everybody sees a game that is on: one without secrets is played there.
  board(game = this.table.game) { return this.wood || this.hides(game) ? "/" : "/here"; }

  hides(game) { return this.games.find((g) => g.name === game)?.hidden; }

  // begun leads on from the whole form: to the board, or where each has secrets to the seats of those who play.
  async begun({ seats }) {
    const { game, players } = await get("/api/table"), people = seatsIn({ pieces: [] }, Object.keys(seats ?? {})).filter((seat) => !form.test(players[seat] ?? ""));
    if (this.wood || !this.hides(game) || people.length === 0) return location.assign(this.board(game));
    return people.length === 1 ? location.assign(here(seats[people[0]])) : this.scan(seats, people);
  }

  async phones(level) {
    const { seats } = await this.begin(level);
    this.scan(seats, level ? this.game.seated.slice(0, 1) : this.game.seated);
  }

  // scan shows each person's link, to be scanned.
  scan(seats, mine) {
    root.replaceChildren(h("h2", {}, t("start.scan")), h("div", { className: "links" }, ...qrCodes(seats, mine, 200)),
    h("p", {}, h("a", { className: "button strong", href: "/" }, t("start.board"))));
  }

  // more is the whole form: names, options, clocks and dice.
  more() {
    const box = h("details", { className: "box" }, h("summary", {}, t("start.more")));
    box.addEventListener("toggle", async () => {
      if (!box.open || box.children.length > 1) return;
      this.form = await newGame((what, pressed) => this.sure(pressed) && this.run(async () => this.begun(await what()), pressed), this.game.name);
      box.append(this.form);
    });
    return box;
  }

  async run(what, pressed) {
    this.said.remove();
    try {
      await what();
    } catch (err) {
      this.say(err.message, pressed);
    }
  }
}

// here is a link on this machine: it is for others, too, who call the machine otherwise.
const here = ({ url }) => new URL(url).pathname + new URL(url).search;

// seatsGoing are the ways to the seats that this browser has opened in a game that is on.
async function seatsGoing({ game }) {
  return (await mySeats(game)).map((seat, i) => h("a", { className: "button strong", ...(i ? {} : { id: "go-on" }), href: "/seat/" + encodeURIComponent(seat), "data-seat": seat }, t("start.goon.as", { game: titleOf(game), seat: seatName(seat) })));
}

// small draws a board for a card.
function small({ squares }) {
  const xs = squares.map((q) => q.x), ys = squares.map((q) => q.y), left = Math.min(...xs), high = Math.max(...ys);
  const p = Math.min(...squares.slice(1).map((q) => Math.hypot(q.x - squares[0].x, q.y - squares[0].y)));
  const square = ({ x, y, shape, dark, marks }) => {
    const cls = [dark ? "dark" : "", ...marks.map((m) => "mark-" + m)].join(" ").trim();
    return shape === "box" ? s("rect", { class: cls, x: x - left - p / 2, y: high - y - p / 2, width: p, height: p }) : s("circle", { class: cls, cx: x - left, cy: high - y, r: p * 0.4 });
  };
  return s("svg", { class: "tiny", "aria-hidden": "true", viewBox: [-p, -p, Math.max(...xs) - left + 2 * p, high - Math.min(...ys) + 2 * p].join(" ") }, ...squares.map(square));
}

const table = get("/api/table");
await book();
try {
  await new Start(await get("/api/games"), await table, await engines()).show();
} catch (err) { // who is not the admin begins no game here
  root.replaceChildren(h("p", {}, ...await table.then(seatsGoing, () => [])), h("p", { className: "notice" }, t("new.admin", { why: err.message })), h("p", {}, h("a", { href: "/" }, t("page.table"))));
  document.body.classList.add("ready");
}
