// What stands beside the board: what the board waits for, buttons, dice, what is
// off the board, the log, and what seats and the admin may ask for. It knows no game.

import { parse } from "./actions.js";
import { get, post } from "./api.js";
import { offBoard, ownSecret } from "./offboard.js";
import { copyText, docked, fitted, h, put } from "./dom.js";
import { MoreBox, seatsOf } from "./morebox.js";
import { oddsSay, playerSays } from "./opponents.js";
import { part } from "./lazy.js";
import { adviceSays, armedHow, armedSays, calmLeft, choiceSays, Names, seatName } from "./naming.js";
import { sheet } from "./sheet.js";
import { die, Story } from "./story.js";
import { titleOf } from "./symbols.js";
import { Banner } from "./banner.js";
import { Sounds, Voice } from "./voice.js";
import { has, lang, list, refusals, t, tell } from "./words.js";

// recent is how many steps are shown openly.
const recent = 30;

const $ = (id) => document.getElementById(id);

export class Panel {
  // given: seat (the seat that this page acts for, or null), acts (actions are chosen here), extra (more buttons),
  // drawers (more boxes), heads (which message stands over a table here), ends (it tells the end of a game),
  // leds (it shows simulated LEDs as they are).
  constructor({ seat = null, acts = seat !== null, extra = [], drawers = [], heads = (table) => table.message, ends = true, leds = false } = {}) {
    this.seat = seat;
    this.ends = ends;
    this.leds = leds;
    this.heads = heads;
    this.boxes = {};
    const box = (name, ...children) => (this.boxes[name] = h("section", { className: "box " + name }, ...children));
    this.note = h("p", { className: "note toast", role: "alert", hidden: true });
    this.voice = new Voice();
    this.sounds = new Sounds(acts); // where one plays it sounds, where one looks on it is quiet
    document.body.append(this.note);
    const buttons = h("div", { className: "row", role: "group", ariaLabel: t("buttons") }, ...extra,
      ...["confirm", "undo"].map((name) => this.button(t("button." + name), () => this.press(name), t(`button.${name}.means`), name)),
      this.button(t("button.hint"), () => this.hint(), t("button.hint.means"), "hint"));
    this.plays = [...buttons.querySelectorAll("[data-button]")];
    this.energy = this.button(t("button.energy"), () => this.press("energy"), t("button.energy.means"), "energy");
    this.recent = h("div", { className: "recent" });
    this.more = new MoreBox(this);
    this.told = h("div", { className: "dice" });
    const whole = sheet(t("log.title"), t("log.all"), () => [h("div", { className: "head" }, h("h2", {}, t("log.title")), this.button(t("log.copy"), () => this.copy())),
      h("ol", { className: "entries" }, ...this.now.log.map(entry))], "log");
    const log = box("log", h("div", { className: "head" }, h("h2", {}, t("log.title")), ...whole), this.recent, this.told);
    // What can be done now is in the dock, always in view; how a game ended lies over the log, so that nothing moves.
    $("dock").append(box("chore"), box("ask"), box("throw"), box("again"), ...(acts ? [box("offers"), box("legal")] : []), box("buttons", buttons));
    const now = h("div", { className: "now" }, log, h("div", { className: "over" }, box("end"), box("faults"), box("damage")));
    const [first, last] = $("side").children;
    this.aids = h("section", { className: "box row", ariaLabel: t("buttons") }, this.energy);
    $("menu").append(h("div", { className: "row heard" }, this.voice.button, this.sounds.button)); // in reach on every screen
    first.prepend(...(seat ? [box("own")] : []), box("players"), now, this.aids);
    last.append(box("beside"));
    new ResizeObserver(() => fitted($("status"))).observe($("status"));
    docked($("dock"));
    $("foot").append(...drawers, this.more.rebuilt, this.more.box);
    this.story = new Story(this.told);
    this.result = new Banner(seat);
    setInterval(() => this.tick(), 500);
    get("/api/hall").then((state) => this.hall(state), () => {}); // without an answer there is no arbiter to be called
  }

  // hall shows the hall of boards that this board belongs to, if any.
  async hall(state) {
    if (this.member) this.member.show(state);
    else if (state.joined) {
      this.member = await (await part("member")).member(this, state);
      this.aids.after(this.member.box);
    }
  }

  button(words, run, means = "", name = "") {
    const el = h("button", { type: "button", title: means, onclick: () => this.run(run) }, words);
    if (name) el.dataset.button = name;
    return el;
  }

  // run does what may be refused, and says why it was.
  async run(what) {
    try {
      this.tell("");
      await what();
    } catch (err) {
      this.tell(err.message);
    }
  }

  tell(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  press(button) { return post("/api/button", this.seat ? { button, seat: this.seat } : { button }); }

  // hint asks what a strong player would do; which takes a moment.
  async hint() {
    this.tell(t("hint.thinks"));
    await post("/api/hint", this.seat ? { seat: this.seat } : {});
    this.tell("");
  }

  act(action) { return this.run(() => post("/api/action", this.seat ? { action, seat: this.seat } : { action })); }

  // arm lets the hands show an action of this page's seat; "" takes that back.
  arm(action) { return this.run(() => post("/api/arm", { seat: this.seat, action })); }

  // about takes what the daemon tells of the game.
  about(about) { this.more.about(about); }

  // table shows a table.
  table(table) {
    if (this.now && table.log_length !== this.now.log_length) this.tell(""); // what could not be may be now
    this.now = table;
    this.since = performance.now();
    this.names = new Names(table.position);
    $("title").textContent = this.title ? `${this.title} · ${titleOf(table.game)}` : titleOf(table.game);
    $("status").dataset.status = table.status;
    this.result.show(table);
    const head = this.heads(table), says = [this.says(head), head === table.message ? this.detail(table) : ""];
    if (put($("status"), says, () => ["message", "detail"].map((id, i) => h("p", { id, className: id }, says[i])))) fitted($("status"));
    this.players(table);
    put(this.boxes.chore, table.chore ?? null, () => (table.chore ? [h("p", { role: "status" }, tell(table.chore))] : []));
    this.ask(table);
    this.offered(table);
    this.throw(table);
    this.end(table);
    this.story.show(table);
    this.log(table);
    this.voice.say([table.log.at(-1), table.message].filter(Boolean).map((m) => tell(m)).join(". "));
    const own = this.seat && ownSecret(table.position, this.seat);
    if (this.seat) put(this.boxes.own, own, () => (own ? [h("p", {}, own)] : []));
    put(this.boxes.beside, table.position, () => offBoard(table.position, this.names, this.seat));
    put(this.boxes.faults, table.hardware, () => table.hardware.faults.length === 0 ? [] : [h("h2", {}, t("faults.title")),
      h("p", { className: "small" }, t("faults.driver", { driver: table.hardware.driver })),
      ...table.hardware.faults.map((f) => h("p", { className: "fault", role: "alert" }, "⚠ ", tell(table.hardware.squares?.find((m) => m.text === f) ?? { text: f }))),
      ...(table.hardware.confirm ? [h("p", { className: "small" }, tell(table.hardware.confirm))] : [])]);
    put(this.boxes.damage, table.damage, () => !table.damage ? [] : [h("h2", {}, t("damage.title")), ...table.damage.map((m) => h("p", { className: "fault", role: "alert" }, "⚠ ", tell(m)))]);
    const over = table.status === "over";
    for (const button of this.plays) {
      button.hidden = over; // nothing is left to seal, take back or advise
      button.disabled = !table.can.includes(button.dataset.button);
    }
    this.aids.hidden = over || (!this.leds && table.hardware.driver === "sim") || !table.position.pieces.some((p) => p.energy !== undefined); // only LEDs need to be asked
    for (const link of document.querySelectorAll('nav a[href="/sim"]')) link.hidden = table.hardware.driver !== "sim";
    this.more.table(table);
  }

  // says is the message in words. It may give a reason, and the words of reasons come
  // with the first of them: till then it is said as the daemon says it.
  says(message) {
    const why = message.args?.why ?? "";
    if (!why.startsWith("@no.") || has(why.slice(1))) return tell(message) || message.key;
    refusals().then(() => has(why.slice(1)) && this.table(this.now));
    return message.text;
  }

  // detail says in words what the message leaves out.
  detail({ declared, odds, hint, status, message, open, armed, position, log, lesson, offers, declined = [] }) {
    const parts = [...(message.text ? [] : [t("wait." + status)]), ...offers.map(({ kind, seat }) => t("offer." + kind, { seat: seatName(seat) }))];
    const mine = ({ seat }) => (this.seat ?? seat) === seat; // who declined knows it
    parts.push(...declined.filter(mine).map(({ kind, seat }) => t("declined." + kind, { seat: seatName(seat) })));
    if (lesson && lesson.say.key !== message.key && status !== "setup") parts.push(tell(lesson.say));
    if (declared) parts.push(t("detail.attack", { n: declared.attackers.length, attackers: list(declared.attackers.map((sq) => this.names.square(sq))), target: this.names.square(declared.target) }));
    if (armed?.length) parts.push(t("arm.waits", { action: armedSays(armed, this.names) }), armedHow(armed));
    const calm = calmLeft(position);
    if (calm <= 3) parts.push(t("beside.calm", { n: calm }));
    if (hint) parts.push(hint.action ? t("hint.action", { action: adviceSays(parse(hint.action), this.names) }) : t("hint.piece", { piece: this.names.square(hint.piece) }));
    if (odds?.length) parts.push(oddsSay(odds, this.names));
    if (open.length) parts.push(t("detail.open", { actions: log.filter((e) => e.open).map(tell).join(", ") }));
    else if (parts.length === 0 && log.length && !this.result.tells(log.at(-1)) && !(status === "over" && log.at(-1).key.startsWith("rules."))) parts.push(tell(log.at(-1)));
    return parts.filter(Boolean).join(" · ");
  }

  players(table) {
    const seats = seatsOf(table), act = [table.position.to_act].flat();
    const scores = table.position.outcome?.scores;
    put(this.boxes.players, [seats, act, scores, table.players, table.computers, Object.keys(table.clocks ?? {})], () => seats.map((seat) =>
      h("div", { className: act.includes(seat) ? "player acts" : "player", "data-owner": seat },
        h("span", { className: "chip" }), h("span", { className: "who" }, this.seat ? seatName(seat) : h("a", { href: "/seat/" + seat, ariaLabel: t("players.open", { seat: seatName(seat) }) }, seatName(seat)),
          h("b", {}, playerSays(table.players[seat]))),
        ...(table.computers?.[seat]?.trouble ? [h("span", { className: "fault" }, tell(table.computers[seat].trouble))] : []),
        ...(scores ? [h("b", { className: "score" }, t("beside.scores", { n: scores[seat] }))] : []),
        h("span", { className: "clock", "data-clock": seat }), h("span", { className: "acting" }, act.includes(seat) ? t("players.acts") : ""))));
    this.tick();
  }

  tick() {
    for (const el of document.querySelectorAll("[data-clock]")) {
      const left = this.now?.clocks?.[el.dataset.clock];
      if (typeof left !== "number") continue;
      const run = this.now.clocks.running === el.dataset.clock ? performance.now() - this.since : 0;
      const sec = Math.max(0, Math.ceil((left - run) / 1000));
      el.textContent = `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, "0")}`;
      el.classList.toggle("runs", run > 0);
    }
  }

  ask(table) {
    const alone = table.ask?.choices.length === 2 && table.ask.choices[1] === "none of these";
    put(this.boxes.ask, table.ask ?? null, () => table.ask ? [h("h2", {}, tell({ ...table.ask, text: table.ask.question })), h("div", { className: "row" },
      ...table.ask.choices.map((choice) => this.button(choiceSays(choice, this.names, alone), () => post("/api/answer", { choice }))))] : []);
  }

  // offered has who acts here answer what others offer. What that takes comes with the first offer.
  offered(table) {
    if (this.boxes.offers && (table.offers.length > 0 || this.boxes.offers.firstChild)) part("offers").then((m) => m.answers(this));
  }

  // end tells a game that is over. What that takes comes with the first end.
  end(table) {
    const over = this.ends && table.status === "over" && !table.lesson;
    if (this.over === over) return;
    this.over = over;
    this.boxes.end.replaceChildren();
    this.boxes.again.replaceChildren();
    if (over) this.run(async () => {
      const { again, parts, said } = await (await part("gameend")).ending(table, (what) => this.run(what), () => this.boxes.end.replaceChildren());
      if (!this.over) return;
      this.boxes.again.replaceChildren(again);
      this.boxes.end.replaceChildren(...parts);
      if (said) this.voice.say(said);
    });
  }

  // throw lets real dice be entered.
  throw(table) {
    put(this.boxes.throw, table.status === "throw", () => {
      if (table.status !== "throw") return [];
      const text = h("input", { name: "throw", placeholder: "die 4", "aria-label": t("throw.text"), autocomplete: "off" });
      return [h("h2", {}, t("throw.title")),
        h("div", { className: "row faces" }, ...[1, 2, 3, 4, 5, 6].map((n) => {
          const b = this.button("", () => post("/api/throw", { faces: [n] }));
          b.setAttribute("aria-label", String(n));
          b.append(die(n));
          return b;
        })),
        h("details", {}, h("summary", {}, t("throw.other")), h("div", { className: "row" }, text,
          this.button(t("throw.enter"), () => post("/api/throw", { action: text.value.trim() }))))];
    });
  }

  // log shows the last steps; all of them are in the list that opens.
  log({ log }) {
    const last = log.at(-1), shown = log.slice(-recent), fresh = put(this.recent, shown.map((e) => [e.n, e.action, e.open]), () => (shown.length === 0 ? [h("p", { className: "small" }, t("log.none"))] : [h("ol", { className: "entries", ariaLabel: t("log.title") }, ...shown.map(entry))]));
    if (!fresh) return;
    if (last && this.heard !== undefined && last.n > this.heard) $("spoken").textContent = tell(last) || last.action;
    this.heard = last?.n ?? 0;
  }

  // copy puts the log onto the clipboard, one step a line.
  async copy() {
    await copyText((this.now?.log ?? []).map((e) => `${e.n}. ${e.action}\t${tell(e)}`).join("\n"));
    $("spoken").textContent = t("log.copied");
  }
}

// entry is one step in the log.
const entry = (e) => h("li", { className: e.open ? "entry open" : "entry", value: e.n, "data-owner": e.by, title: e.at ? `${e.action} · ${new Date(e.at).toLocaleTimeString(lang)}` : e.action },
  h("span", {}, tell(e) || e.action), h("code", {}, e.action), e.open ? h("em", {}, t("log.open")) : "");
