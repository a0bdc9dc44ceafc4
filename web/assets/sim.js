// The simulated wooden board.

import { follow } from "./view.js";
import { post } from "./api.js";
import { h } from "./dom.js";
import { Contacts, Hands } from "./hands.js";
import { Panel } from "./panel.js";
import { t } from "./words.js";

let hands = null;
const setup = h("button", { type: "button", className: "strong", id: "setup", title: t("button.setup.means") }, t("button.setup"));
const keep = h("button", { type: "button", id: "keep", ariaPressed: "false", title: t("button.keep.means") }, t("button.keep"));
const clumsy = h("button", { type: "button", id: "clumsy", ariaPressed: "false", title: t("button.clumsy.means") }, t("button.clumsy"));
// What only who tries the sensors needs lies in a drawer of its own.
const workshop = h("details", { className: "box workshop" }, h("summary", {}, t("sim.workshop")), h("div", { className: "row", role: "group", ariaLabel: t("sim.workshop") }, keep, clumsy),
  h("p", { className: "small" }, t("button.keep.means")), h("p", { className: "small" }, t("button.clumsy.means")));
// The wood lays itself at the start, and after a restart more of it than two hands put down: pages may play on meanwhile, here one sees it.
const laysItself = ({ status, settle, chore, message }) => (status === "setup" ? !message.key.startsWith("setup") : status === "settle" && !chore && settle.place.length > 2);
const panel = new Panel({ extra: [setup], drawers: [workshop], leds: true, heads: (table) => (laysItself(table) ? { key: "setup.follows" } : table.message) });

setup.addEventListener("click", () => panel.run(() => post("/api/sim/setup", {})));
keep.addEventListener("click", () => {
  keep.ariaPressed = String(keep.ariaPressed !== "true");
  if (hands) hands.keep = keep.ariaPressed === "true";
});

clumsy.addEventListener("click", () => {
  clumsy.ariaPressed = String(clumsy.ariaPressed !== "true");
  contacts.clumsy = clumsy.ariaPressed === "true";
});

const contacts = new Contacts((err) => {
  panel.tell(err.message);
  hands?.touch();
});

follow({
  probe: "/api/table", zones: 1.5, panel,
  make: (board) => {
    hands = new Hands(board, contacts, (words) => { document.getElementById("spoken").textContent = words; });
    hands.keep = keep.ariaPressed === "true";
    return (table) => {
      hands.sync(table);
      document.body.classList.toggle("unset", table.status === "setup" || table.status === "settle");
    };
  },
});
