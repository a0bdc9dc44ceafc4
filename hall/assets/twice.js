// A button for what cannot be taken back.

import { h } from "./dom.js";
import { t } from "./words.js";

// twice is one that asks when it is pressed, and does it when it is pressed again.
export function twice(text, act) {
  const calm = () => { delete el.dataset.asks; el.textContent = text; };
  const el = h("button", { type: "button", onblur: calm, onclick: () => {
    if (el.dataset.asks) {
      calm();
      return act();
    }
    el.dataset.asks = "1";
    el.textContent = t("hall.twice", { what: text });
  } }, text);
  return el;
}
