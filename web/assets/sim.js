// The simulated wooden board.

import { follow } from "./view.js";
import { post } from "./api.js";
import { h } from "./dom.js";
import { Contacts, Hands } from "./hands.js";
import { Panel } from "./panel.js";

let hands = null;
const setup = h("button", { type: "button", className: "strong", id: "setup", title: "Put the wood to the position at once" }, "Set up the board");
const keep = h("button", { type: "button", id: "keep", ariaPressed: "false", title: "A click on a piece takes it in hand (or hold Shift)" }, "Keep in hand");
const panel = new Panel({ extra: [setup, keep] });

setup.addEventListener("click", () => panel.run(() => post("/api/sim/setup", {})));
keep.addEventListener("click", () => {
  keep.ariaPressed = String(keep.ariaPressed !== "true");
  if (hands) hands.keep = keep.ariaPressed === "true";
});

const contacts = new Contacts((err) => {
  panel.tell(err.hint ? `${err.message}. ${err.hint}` : err.message);
  hands?.touch();
});

follow({
  events: "/api/events?rgb=1", probe: "/api/table", below: 1.8, panel,
  make: (board) => {
    hands = new Hands(board, contacts, (words) => { document.getElementById("spoken").textContent = words; });
    hands.keep = keep.ariaPressed === "true";
    return (t) => {
      hands.sync(t);
      document.body.classList.toggle("unset", t.status === "setup" || t.status === "settle");
    };
  },
});
