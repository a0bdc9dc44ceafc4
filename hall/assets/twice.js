// A button for what cannot be taken back.

import { h } from "./dom.js";
import { t } from "./words.js";

// twice is one that asks when it is pressed, and does it when it is pressed again; at once where asks has nothing to ask.
export function twice(text, act, asks = () => t("hall.twice", { what: text })) {
  const calm = () => { delete el.dataset.asks; el.textContent = text; };
  const el = h("button", { type: "button", onblur: calm, onclick: () => {
    const question = asks();
    if (el.dataset.asks || !question) {
      calm();
      return act();
    }
    el.dataset.asks = "1";
    el.textContent = question;
  } }, text);
  return el;
}
