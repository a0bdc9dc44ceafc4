// A button that asks for a second press before it does what cannot be undone.

import { h } from "./dom.js";
import { t } from "./words.js";

// confirmButton does act at its second press; at once where asks returns no question.
export function confirmButton(text, act, asks = () => t("hall.twice", { what: text })) {
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
