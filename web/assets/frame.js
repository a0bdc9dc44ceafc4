// The frame of every page: its words in the reader's language, and the colours.

import { h } from "./dom.js";
import { t, translate } from "./words.js";

translate();

const themes = ["auto", "light", "dark", "contrast"];

const kept = () => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // no storage: the colours last as long as the page
  }
};

// paint shows a theme and keeps it.
function paint(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch { /* as above */ }
}

const now = themes.includes(kept()) ? kept() : "auto";
paint(now);
const pick = h("select", { id: "theme", ariaLabel: t("theme") }, ...themes.map((name) => h("option", { value: name }, t("theme." + name))));
pick.value = now;
pick.addEventListener("change", () => paint(pick.value));
document.querySelector(".bar").append(pick);
