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
const panel = new Panel({ extra: [setup, keep, clumsy], hints: { setup: `${t("button.setup")}: ${t("button.setup.means")}` } });

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
  probe: "/api/table", below: 1.8, panel,
  make: (board) => {
    hands = new Hands(board, contacts, (words) => { document.getElementById("spoken").textContent = words; });
    hands.keep = keep.ariaPressed === "true";
    return (table) => {
      hands.sync(table);
      document.body.classList.toggle("unset", table.status === "setup" || table.status === "settle");
    };
  },
});
