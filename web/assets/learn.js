// The lessons: a game teaches itself on its own board. What goes on, the daemon
// says: whose action, and the squares that show it. This knows no game.

import { parse } from "./actions.js";
import { get, post } from "./api.js";
import { h, put } from "./dom.js";
import { Drags } from "./drags.js";
import { ownSays } from "./naming.js";
import { Panel } from "./panel.js";
import { Pieces } from "./pieces.js";
import { sheet } from "./sheet.js";
import { titleOf } from "./symbols.js";
import { follow } from "./view.js";
import { lessons, t } from "./words.js";

await lessons();
const leaving = h("button", { type: "button", hidden: true, onclick: () => leave() }, t("lesson.leave"));
const panel = new Panel({ extra: [leaving], ends: false, heads: (table) => (table.lesson ? table.message : { key: "lesson.choose" }) }); // what is said of the game on the table is of another
panel.title = t("page.learn");

const coach = h("section", { className: "box coach", ariaLabel: t("page.learn") });
document.getElementById("dock").prepend(coach);

let table = null, board = null, chosen = [], games = [];

const start = (game, lesson = 0) => panel.run(() => post("/api/lessons", { game, lesson }));
const leave = () => panel.run(() => post("/api/lessons", { leave: true }));
const button = (words, run, strong = false) => h("button", { type: "button", className: strong ? "strong next" : "", onclick: run }, words);

// choice offers the games that teach themselves.
async function choice() {
  games = await get("/api/lessons").catch(() => []);
  if (table.lesson) return; // one began meanwhile
  put(coach, ["choice", table.game, games], () => [h("p", { className: "small" }, t("lesson.aside")),
    h("div", { className: "row" }, ...games.map((g) => button(t("lesson.learn", { game: titleOf(g.game) }), () => start(g.game), g.game === table.game)))]);
}

// fits are the ways that go on from the squares chosen.
const fits = () => (table?.lesson?.ways ?? []).filter((w) => chosen.every((name) => w.squares.includes(name)));

// taking are those of several ways that take a piece, if there are any: in a battle the learner is shown these first.
function taking(ways) {
  const takes = ways.filter((w) => meets(w, w.squares.at(-1)));
  return takes.length > 0 ? takes : ways;
}

// meets reports whether a way meets another's piece on a square.
const meets = ({ by }, at) => ![undefined, by].includes(table.position.pieces.find((p) => p.at === at)?.owner);

// mark marks what goes on; nothing while the wood is being set up, for then no die can be rolled.
function mark() {
  const ways = table?.status === "setup" ? [] : taking(fits()), first = chosen.length === 0;
  const next = ways.flatMap((w) => (first ? w.squares.slice(0, 1) : w.squares.filter((name) => !chosen.includes(name))));
  board?.mark(chosen, new Set(next), new Set(first ? [] : next.filter((name) => meets(ways[0], name))));
}

const act = (action) => {
  chosen = [];
  return panel.run(() => post("/api/action", { action })).then(mark);
};

// square takes a tap. Two squares that are no way are tried all the same: the rules
// say why not.
function square(name) {
  chosen = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
  const whole = fits().filter((w) => w.squares.length === chosen.length), led = whole.filter((w) => w.squares[0] === chosen[0]), meant = led.length > 0 ? led : whole;
  if (meant.length > 0) return meant.length > 1 ? ask(meant) : act(meant[0].action);
  if (fits().length === 0) {
    if (chosen.length > 1) return act(chosen.slice(0, 2).join("-"));
    if (!table.position.pieces.some((p) => p.at === name)) chosen = [];
  }
  return mark();
}

// buttons are what take these ways.
const buttons = (ways, strong = false) => ways.map((w) => button(ownSays(parse(w.action), panel.names), () => act(w.action), strong));

// ask has the learner say which of several ways with the same squares is meant.
function ask(ways) {
  const [opens, list] = sheet(t("choose.title"), "", () => [h("div", { className: "chips" }, ...buttons(ways))]);
  list.addEventListener("close", () => {
    list.remove();
    chosen = [];
    mark();
  });
  coach.append(list);
  opens.click();
}

function show(lesson) {
  const spare = lesson.ways.filter((w) => w.squares.length === 0);
  const throws = !lesson.done && lesson.ways.length === 0 && table.can.includes("confirm"); // a die that opens a turn
  const last = lesson.won && lesson.lesson + 1 === lesson.lessons;
  put(coach, [lesson, table.game, throws], () => [
    h("p", { className: "small" }, t("lesson.title", { n: lesson.lesson + 1, of: lesson.lessons }), " · ", t("lesson.step", { n: Math.min(lesson.step + 1, lesson.steps), of: lesson.steps })),
    h("progress", { max: lesson.steps, value: lesson.step, ariaLabel: t("lesson.step", { n: lesson.step, of: lesson.steps }) }),
    h("div", { className: "row" }, ...buttons(spare, spare.length === lesson.ways.length),
      ...(throws ? [button(t("button.confirm"), () => panel.run(() => panel.press("confirm")), true)] : []),
      ...(!lesson.done ? [] : lesson.won && !last ? [button(t("lesson.next"), () => start(table.game, lesson.lesson + 1), true)] : lesson.won ? [] : [button(t("lesson.retry"), () => start(table.game, lesson.lesson), true)]),
      ...(lesson.done ? [button(t("lesson.leave"), leave, last)] : []))]);
}

follow({
  probe: "/api/table", panel,
  make: (made) => {
    board = made;
    const pieces = new Pieces(board);
    new Drags(board, pieces, {
      begins: (name) => table.position.pieces.some((p) => p.at === name),
      begin: (name) => (chosen = [], square(name)), square: (name) => table.lesson && square(name),
    });
    board.keys((e, name) => {
      if (e.key === "Escape") chosen = [];
      else if (name && table.lesson && (e.key === "Enter" || e.key === " ")) square(name);
      else return false;
      mark();
      return true;
    });
    return (now) => {
      const before = table;
      table = now;
      if (JSON.stringify(before?.lesson?.ways) !== JSON.stringify(now.lesson?.ways)) chosen = [];
      pieces.show(now);
      leaving.hidden = !now.lesson || now.lesson.done; // then the coach offers it
      if (now.lesson) show(now.lesson);
      else if (!before || before.lesson || before.game !== now.game) choice();
      mark();
    };
  },
});

const asked = new URLSearchParams(location.search).get("game");
if (asked) start(asked);
