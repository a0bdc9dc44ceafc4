// A button for what cannot be taken back.

import { h } from "./dom.js";
import { t } from "./words.js";

// sure is one that asks when it is pressed, and does it when it is pressed again.
export function sure(text, act) {
  const calm = () => { delete el.dataset.sure; el.textContent = text; };
  const el = h("button", { type: "button", onblur: calm, onclick: () => {
    if (el.dataset.sure) {
      calm();
      return act();
    }
    el.dataset.sure = "1";
    el.textContent = t("hall.sure", { what: text });
  } }, text);
  return el;
}
