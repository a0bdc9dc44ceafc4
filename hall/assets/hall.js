// The pages of a hall: all boards, one board, the wall; and where there is nothing.

import { lost, me } from "./header.js";
import { t } from "./words.js";
import { boards } from "./boards.js";
import { h } from "./dom.js";
import { one } from "./oneboard.js";

const main = document.querySelector("#main"), path = location.pathname;

document.querySelector(".skip").textContent = t("hall.skip");
document.body.classList.add("ready");

if (path.startsWith("/board/")) one(main, decodeURIComponent(path.slice("/board/".length)), me, lost);
else if (path === "/" || path === "/wall") boards(main, me, lost, path === "/wall");
else main.append(h("h2", {}, t("hall.no.there")));
