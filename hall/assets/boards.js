// All boards of the hall, the most urgent first; and the wall, which turns its pages.

import { Card } from "./card.js";
import { copies, way } from "./invitation.js";
import { h } from "./dom.js";
import { Stream } from "./stream.js";
import { or, t } from "./words.js";

const kinds = ["rolechess", "camelot", "kaleidochess", "dungeonchess", "chessbattle"];
const turn = 12_000; // ms that the wall shows a page

export function boards(main, me, lost, wall) {
  const list = h("ul", { className: "cards", ariaLabel: t("hall.boards") }), told = h("p", { className: "found", role: "status" });
  const pages = h("div", { className: "pages", role: "group", ariaLabel: t("hall.page") }), cards = new Map();
  const filter = { search: "", kind: "", state: "", sort: "urgent", page: 0, size: wall ? 12 : 24 };
  for (const [name, value] of new URLSearchParams(location.search)) if (name in filter) filter[name] = value;
  filter.page = Number(filter.page) || 0;
  let stream = null, found = 0;

  const show = (shown, { found: all, count }) => {
    found = all;
    for (const [id, card] of cards) if (!shown.some((c) => c.id === id)) cards.delete(id);
    const els = shown.map((c) => {
      const card = cards.get(c.id) ?? new Card();
      cards.set(c.id, card);
      if (card.card !== c) card.show(c);
      return card.el;
    });
    if (wall) tile(list, els.length);
    if (els.length !== list.children.length || els.some((el, i) => list.children[i] !== el)) arrange(list, els);
    told.textContent = t("hall.count", { boards: count.boards, calls: count.calls, faults: count.faults, playing: count.playing }) + (all === count.boards ? "" : " " + t("hall.found", { n: all }));
    document.title = (count.calls ? `(${count.calls}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    numbers();
  };
  const open = () => {
    stream?.close();
    stream = new Stream(wall ? { ...filter, as: "spectator" } : filter, show, lost);
    const kept = new URLSearchParams(Object.entries(filter).filter(([name, value]) => value && !(name === "sort" && value === "urgent") && name !== "size"));
    history.replaceState(null, "", location.pathname + (String(kept) ? "?" + kept : ""));
  };
  const last = () => Math.max(0, Math.ceil(found / filter.size) - 1);
  const go = (page) => {
    filter.page = Math.min(Math.max(page, 0), last());
    open();
  };
  const step = (key, by) => h("button", { type: "button", ariaLabel: t(key), onclick: () => go(filter.page + by) }, by < 0 ? "‹" : "›");
  const [back, on, at] = [step("hall.back", -1), step("hall.on", 1), h("span")];
  pages.append(back, at, on);
  const numbers = () => {
    pages.hidden = last() === 0 && filter.page === 0;
    at.textContent = t("hall.at", { n: filter.page + 1, m: last() + 1 });
    back.disabled = filter.page === 0;
    on.disabled = filter.page >= last();
  };

  if (wall) {
    document.body.classList.add("wall");
    addEventListener("resize", () => tile(list, list.children.length));
    setInterval(() => { if (last() > 0) go(filter.page >= last() ? 0 : filter.page + 1); }, turn);
    main.append(list, h("div", { className: "tools" }, told, pages));
  } else {
    main.append(h("div", { className: "tools" }, ...tools(filter, () => go(0)), told, pages), ...(me.arbiter ? [invite(), delay(me)] : []), list);
  }
  open();
  setInterval(() => { for (const card of cards.values()) card.tick(); }, 500);
}

// tile gives n cards the columns and rows in which their pictures are largest; the rest is the wall's head and foot, and the
// words of a card.
function tile(list, n) {
  const size = (columns) => Math.min(innerWidth / columns - 40, (innerHeight - 110) / Math.ceil(n / columns) - 130);
  let best = 1;
  for (let columns = 2; columns <= n; columns++) if (size(columns) > size(best)) best = columns;
  list.style.setProperty("--columns", best);
  list.style.setProperty("--rows", Math.ceil(n / best));
}

// arrange puts els into the list, and leaves the focus where it is.
function arrange(list, els) {
  const focus = document.activeElement;
  list.replaceChildren(...els);
  if (list.contains(focus)) focus.focus({ preventScroll: true });
}

function tools(filter, changed) {
  const pick = (name, label, ...options) => {
    const el = h("select", { ariaLabel: t(label), onchange: () => { filter[name] = el.value; changed(); } }, ...options.map(([value, text]) => h("option", { value }, text)));
    el.value = filter[name];
    return el;
  };
  let typed = 0;
  const search = h("input", { type: "search", value: filter.search, placeholder: t("hall.search"), ariaLabel: t("hall.search"), oninput: () => {
    clearTimeout(typed);
    typed = setTimeout(() => { filter.search = search.value.trim(); changed(); }, 250);
  } });
  return [search,
    pick("state", "hall.state", ["", t("hall.all")], ["calls", t("hall.only.calls")], ["faults", t("hall.only.faults")], ["playing", t("hall.only.playing")], ["over", t("hall.only.over")]),
    pick("kind", "hall.kind", ["", t("hall.kinds")], ...kinds.map((k) => [k, or("game." + k, k)])),
    pick("sort", "hall.sort", ["urgent", t("hall.sort.urgent")], ["name", t("hall.sort.name")])];
}

// invite makes invitations.
function invite() {
  const name = h("input", { required: true, maxLength: 60, placeholder: t("hall.invite.name"), ariaLabel: t("hall.invite.name") }), out = h("div", { className: "invited", role: "status" });
  return h("details", { className: "box invite" }, h("summary", {}, t("hall.invite")), h("form", { className: "row", onsubmit: async (e) => {
    e.preventDefault();
    const r = await fetch("/api/invitations", { method: "POST", body: JSON.stringify({ name: name.value }) }), said = await r.json();
    if (!r.ok) return out.replaceChildren(said.error ?? t(said.key));
    const code = new DOMParser().parseFromString(said.qr, "image/svg+xml").documentElement;
    code.setAttribute("class", "qr");
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", t("hall.invite.code"));
    out.replaceChildren(h("p", {}, t("hall.invite.how", { name: name.value, ...await way() })), h("div", { className: "ways" }, code, copies(said.invitation)));
    name.value = "";
  } }, name, h("button", { type: "submit", className: "strong" }, t("hall.invite.do"))), out);
}

// delay sets how much later spectators see everything.
function delay(me) {
  const seconds = h("input", { type: "number", min: 0, max: 3600, value: Math.round(me.delay / 1000), ariaLabel: t("hall.delay") }), said = h("span", { role: "status" });
  return h("details", { className: "box invite" }, h("summary", {}, t("hall.spectators")), h("form", { className: "row", onsubmit: async (e) => {
    e.preventDefault();
    const r = await fetch("/api/delay", { method: "POST", body: JSON.stringify({ ms: 1000 * Number(seconds.value) }) });
    said.textContent = r.ok ? t("hall.done") : t("hall.no.form");
  } }, h("label", {}, t("hall.delay"), " ", seconds), h("button", { type: "submit" }, t("hall.set")), said));
}
