// Making elements.

import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

// h makes an HTML element; keys that begin with "on" are listeners.
export function h(name, given = {}, ...children) {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (key in el && key !== "list" && key !== "form") el[key] = value;
    else el.setAttribute(key, value);
  }
  el.append(...children);
  return el;
}

// s makes an SVG element.
export function s(name, given = {}, ...children) {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) el.setAttribute(key, value);
  el.append(...children);
  return el;
}

// put replaces the children of el if key has changed since the last time.
export function put(el, key, make) {
  const now = JSON.stringify(key);
  if (el.dataset.key === now) return false;
  el.dataset.key = now;
  el.replaceChildren(...make());
  return true;
}

// fitted makes the words of a place as large as there is room for, and no smaller than can be read.
export function fitted(el) {
  for (const size of [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6]) {
    el.style.fontSize = `${size}rem`;
    if (el.scrollHeight <= el.clientHeight) break;
  }
}

// docked leaves room on the page for the dock, however high it grows.
export const docked = (dock) => new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${dock.offsetHeight}px`)).observe(dock);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// copyText puts text onto the clipboard, on pages too that came over plain HTTP or may not write there by themselves.
export async function copyText(text) {
  if (await navigator.clipboard?.writeText(text).then(() => true, () => false)) return;
  const el = h("textarea", { value: text, className: "unseen" });
  (document.querySelector("dialog[open]") ?? document.body).append(el); // what is below a dialog cannot be selected
  el.select();
  const copied = document.execCommand("copy");
  el.remove();
  if (!copied) throw new Error(t("copy.refused"));
}

// onlyHere reports whether nobody can open a link but this machine.
export const onlyHere = (link) => /^(localhost|127\..*|\[::1\])$/.test(new URL(link).hostname);
