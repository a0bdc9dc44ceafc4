// Every word of the pages: t(key, gaps). A sentence that counts has the forms of
// its language, chosen by the gap n. A language is one more catalogue.

import { en } from "./words.en.js";

const catalogues = { en };

export const lang = catalogues[document.documentElement.lang] ? document.documentElement.lang : "en";

const words = catalogues[lang], plural = new Intl.PluralRules(lang);

export const has = (key) => Object.hasOwn(words, key);

// t is the sentence of a key; a key without one is said itself.
export function t(key, gaps = {}) {
  let text = has(key) ? words[key] : key;
  if (typeof text === "object") text = text[plural.select(gaps.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, gap) => (gap in gaps ? String(gaps[gap]) : whole));
}

// or is the sentence of a key, or other words where there is none.
export const or = (key, other, gaps) => (has(key) ? t(key, gaps) : other);

const lists = new Intl.ListFormat(lang, { type: "conjunction" });

// list joins words as the language does.
export const list = (items) => lists.format(items);

// translate fills in what the page's own text names by data-t and data-t-label.
export function translate(root = document) {
  for (const el of root.querySelectorAll("[data-t]")) el.textContent = t(el.dataset.t);
  for (const el of root.querySelectorAll("[data-t-label]")) el.setAttribute("aria-label", t(el.dataset.tLabel));
}
