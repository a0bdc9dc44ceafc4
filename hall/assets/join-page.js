// Where a phone comes that has read an invitation's code.

import "./frame.js";
import { copies } from "./copies.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const main = document.querySelector("#main");
main.className = "one";
main.append(h("p", {}, t(location.hash ? "hall.join.how" : "hall.join.cut")), ...(location.hash ? [copies(location.href)] : []));
