// The end of a game: who won and why, its story in three facts, a rematch, and what can be
// shared. Loaded when a game is over.

import { get, post } from "./api.js";
import { copyText, h, onlyHere } from "./dom.js";
import { picture } from "./picture.js";
import { book, t, tell } from "./words.js";

// facts is what decided a game of the archive, and its story, and the number of that game.
export async function facts(id) {
  const [{ id: number, link, counted, facts }] = await Promise.all([get(`/api/archive/${id}/story`), book()]);
  return { id: number, link, list: told([...counted, ...facts]) };
}

const told = (all) => h("ul", { className: "facts", ariaLabel: t("tale.title") }, ...all.map((m) => h("li", {}, tell(m))));

// share offers what can be taken along of a game: its link, pictures of the board as it
// is drawn, its record.
export function share({ id, link }, svg, run) {
  const button = (words, what, name) => h("button", { type: "button", "data-share": name, onclick: () => run(what) }, words);
  const copy = async () => {
    await copyText(link);
    said.textContent = t(onlyHere(link) ? "end.local" : "end.copied");
  }, said = h("p", { className: "small", role: "status" });
  const draw = (form) => button(t("end.picture", { form: form.toUpperCase() }), async () => save(`reeve-${id}.${form}`, await picture(svg(), form)), form);
  return h("div", { className: "row share" }, button(t("end.link"), copy, "link"), draw("svg"), draw("png"), said);
}

// ending is what stands on a page when a game is over: the button to play again, and its story; said is what a count
// decided, as it is read aloud.
// Of a game that is not kept there is no more than that.
export async function ending({ message, counted = [] }, run, close) {
  await book();
  const again = h("button", { type: "button", className: "strong", id: "rematch", onclick: () => run(() => post("/api/rematch", {})) }, t("end.rematch"));
  const head = [h("div", { className: "head" }, h("h2", {}, tell(message)), h("button", { type: "button", id: "close", onclick: close }, t("end.close")))];
  const said = counted.length > 0 ? [message, ...counted].map((m) => tell(m)).join(". ") : "";
  const { id, link, list } = await facts("latest").catch(() => ({}));
  return { again, said, parts: !id ? [...head, ...(counted.length ? [told(counted)] : [])] : [...head, list,
    h("p", {}, h("a", { id: "replay", href: "/archive?game=" + id }, t("end.replay")), " · ", h("a", { id: "record", href: `/api/archive/${id}/export`, download: `reeve-${id}.jsonl` }, t("end.record"))),
    share({ id, link }, () => document.getElementById("board"), run)] };
}

// save gives a file to who reads the page.
function save(name, blob) {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}
