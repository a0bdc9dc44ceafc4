// Games played: the list, or one of them.

import { get } from "./api.js";
import { h } from "./dom.js";
import { part } from "./lazy.js";
import { ending, names, points, when } from "./gamesummary.js";
import { titleOf } from "./symbols.js";
import { book, t } from "./words.js";
import "./frame.js";

document.head.append(h("link", { rel: "stylesheet", href: "/assets/lists.css" }));

const root = document.getElementById("main");

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
  return h("tr", { role: "row", ...(over ? open : {}) }, h("th", { scope: "row", role: "rowheader" }, over ? h("a", { href: "/archive?game=" + g.id }, t("games.open.n", { n: g.id })) : String(g.id)), cell(titleOf(g.game)),
    cell(when(g.started)), cell(names(g.players)), cell(ending(g), ...[points(g)].filter(Boolean).map((said) => h("div", { className: "small" }, said))),
    cell(h("a", { href: `/api/archive/${g.id}/export`, download: `reeve-${g.id}.jsonl`, ariaLabel: t("games.export.n", { n: g.id }) }, t("games.download"))));
}

// going is what is said of a game that is not over: where it can be seen, if it is the one on the table.
async function going(game) {
  const { id } = await get("/api/archive/latest");
  play("page", false);
  root.replaceChildren(h("h2", {}, titleOf(game.game)), h("p", {}, [when(game.started), names(game.players), ending(game)].filter(Boolean).join(" · ")),
    id === game.id ? h("p", {}, h("a", { className: "watch", href: "/" }, t("games.watch"))) : "", h("p", {}, h("a", { href: "/archive" }, t("games.back"))));
}

// play makes the page one of a board, or of lists.
function play(name, on) {
  root.className = name;
  document.body.classList.toggle("play", on);
}

async function start() {
  const id = new URLSearchParams(location.search).get("game");
  if (id) play("room", true);
  await book();
  if (!id) return showList();
  const path = "/api/archive/" + encodeURIComponent(id);
  const game = await get(path);
  if (!game.ended && !game.damaged) return going(game);
  const replay = await get(path + "/replay");
  return new (await part("replay")).Replay(game, replay).show(root);
}

start().catch((err) => (play("page", false), root.replaceChildren(h("p", { className: "note", role: "alert" }, err.message), h("p", {}, h("a", { href: "/archive" }, t("games.back")))))).finally(() => document.body.classList.add("ready"));
