// An invitation: its link, and the command that contains it, each with a button to copy it.

import { copyText, h } from "./dom.js";
import { book, t } from "./words.js";

export function copies(link) {
  const done = h("p", { className: "done", role: "status" });
  const copy = (key, text) => h("div", { className: "row" }, h("pre", {}, text), h("button", { type: "button", onclick: async () => { await copyText(text); done.textContent = t("hall.copied"); } }, t(key)));
  return h("div", { className: "copies" }, copy("hall.copy.link", link), copy("hall.copy", `reeve serve --hall '${link}'`), done);
}

// way is where on a board's page the link is pasted.
export async function way() {
  await book();
  return { way: ["page.table", "more.title", "member.join"].map((key) => t(key)).join(" › ") };
}
