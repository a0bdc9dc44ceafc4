// Where a phone comes that has read an invitation's code.

import "./frame.js";
import { copyText, h } from "./dom.js";
import { t } from "./words.js";

const command = `reeve serve --hall '${location.href}'`, done = h("span", { role: "status" }), main = document.querySelector("#main");
main.className = "one";
main.append(h("p", {}, t("hall.join.how")), h("pre", {}, location.hash ? command : t("hall.join.cut")),
  ...(location.hash ? [["hall.copy.link", location.href], ["hall.copy", command]] : []).map(([key, text]) => h("button", { type: "button", onclick: async () => { await copyText(text); done.textContent = t("hall.copied"); } }, t(key))), done);
