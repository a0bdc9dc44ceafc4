// The pages of a hall: all boards, one board, the wall.

import "./frame.js";
import { h } from "./dom.js";
import { t } from "./words.js";
import { boards } from "./boards.js";
import { one } from "./one.js";

const me = await (await fetch("/api/me")).json();
const main = document.querySelector("#main"), path = location.pathname;

document.querySelector(".skip").textContent = t("hall.skip");
const link = (href, key) => h("a", { href, ...(path === href ? { ariaCurrent: "page" } : {}) }, t(key));
document.querySelector("#nav").append(link("/", "hall.boards"), link("/wall", "hall.wall"), link("/tournament", "hall.tournaments"), h("a", { href: "/games.json" }, t("hall.games")));

// lost says whether the hall answers.
export const lost = (is) => {
  document.querySelector("#line").classList.toggle("line", is);
  document.querySelector("#line").textContent = is ? t("hall.lost") : me.arbiter ? t("hall.you", { name: me.arbiter }) : me.delay ? t("hall.delayed", { time: Math.round(me.delay / 1000) }) : "";
};
lost(false);
document.body.classList.add("ready");

if (path.startsWith("/board/")) one(main, decodeURIComponent(path.slice("/board/".length)), me, lost);
else boards(main, me, lost, path === "/wall");
