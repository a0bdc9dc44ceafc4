// A list that opens over the whole page: what has no room where it belongs.

import { h } from "./dom.js";
import { t } from "./words.js";

// sheet is the button that opens a list, and the list: called so, of what fill makes anew
// each time; a press on a button of it shuts it, before the button does anything, but for those that step a number.
export function sheet(title, words, fill, mark = "all") {
  const el = h("dialog", { className: "sheet", ariaLabel: title });
  el.addEventListener("click", (e) => e.target.closest("button:not(.stepper *)") && el.close(), true);
  const open = () => {
    el.replaceChildren(h("button", { type: "button", className: "shut" }, t("choose.back")), ...fill());
    el.showModal();
  };
  return [h("button", { type: "button", "data-k": mark, onclick: open }, words), el];
}
