// The page of an invitation's QR code.

import "./frame.js";
import { copies, way } from "./invitation.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const main = document.querySelector("#main");
main.className = "one";
main.append(...(location.hash ? [h("p", {}, t("hall.join.how", await way())), copies(location.href)] : [h("p", {}, t("hall.join.cut"))]));
