// The frame of every page: its colours and its language.

import { h } from "./dom.js";
import { lang, t } from "./words.js";

const themes = ["auto", "light", "dark", "contrast"];

const kept = () => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // no storage: the colours last as long as the page
  }
};

const strong = matchMedia("(prefers-contrast: more)");

// paint shows a theme and keeps it; the board has strong contrasts in that theme, and where the system asks for them.
function paint(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.toggleAttribute("data-contrast", theme === "contrast" || theme === "auto" && strong.matches);
  try {
    localStorage.setItem("theme", theme);
  } catch { /* as above */ }
}

const now = themes.includes(kept()) ? kept() : "auto";
paint(now);
const pick = h("select", { id: "theme", ariaLabel: t("theme") }, ...themes.map((name) => h("option", { value: name }, t("theme." + name))));
pick.value = now;
for (const wish of [pick, strong]) wish.addEventListener("change", () => paint(pick.value));

// Each language is called by its own name, so that who reads it finds it.
const languages = { en: "English", fi: "Suomi", sv: "Svenska", pl: "Polski", it: "Italiano" };

const speaks = h("select", { id: "language", ariaLabel: t("language") }, ...Object.entries(languages).map(([name, own]) => h("option", { value: name, lang: name }, own)));
speaks.value = lang;
speaks.addEventListener("change", () => {
  document.cookie = `language=${speaks.value}; path=/; max-age=31536000; samesite=lax`;
  if (document.cookie) location.reload(); // once it can be read it is kept: a browser may write it later than it loads
});
document.querySelector(".picks").append(speaks, pick);
