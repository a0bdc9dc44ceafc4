// The header of every page of a hall: the user, the links, and whether the hall answers.

import "./frame.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export const me = await (await fetch("/api/me")).json();
// A wall and a broadcast are for all: whoever opens them, they show what spectators see.
if (location.pathname === "/wall" || new URLSearchParams(location.search).has("overlay")) me.arbiter = "";

// lost shows whether the connection to the hall is lost.
export function lost(is) {
  const line = document.querySelector("#line");
  line.classList.toggle("line", is);
  line.textContent = is ? t("hall.lost") : me.arbiter ? t("hall.you", { name: me.arbiter }) : me.delay ? t("hall.delayed", { time: Math.round(me.delay / 1000) }) : "";
}

const link = (href, key) => h("a", { href, ...(location.pathname === href ? { ariaCurrent: "page" } : {}) }, t(key));
document.querySelector("#nav").append(link("/", "hall.boards"), link("/wall", "hall.wall"), link("/tournament", "hall.tournaments"), h("a", { href: "/games.json" }, t("hall.games")));
lost(false);
