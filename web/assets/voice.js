// The voice: what happens is said aloud in the page's language, for who asks for
// it. The latest is said; what was being said before breaks off.

import { h } from "./dom.js";
import { lang, t } from "./words.js";

// kept is a switch as it was left, or as it is by itself.
const kept = (name, unless = false) => {
  try {
    return (localStorage.getItem(name) ?? (unless ? "on" : "off")) === "on";
  } catch {
    return unless; // no storage: what is chosen lasts as long as the page
  }
};

const keep = (name, on) => {
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch { /* as above */ }
};

// Sounds is the switch of what is heard besides, and of the phone that shakes.
export class Sounds {
  constructor(on) {
    this.on = kept("sound", on);
    this.button = h("button", { type: "button", id: "sound", title: t("sound.means"), ariaPressed: String(this.on), onclick: () => this.turn() }, t("sound"));
  }

  turn() {
    this.on = !this.on;
    this.button.ariaPressed = String(this.on);
    keep("sound", this.on);
  }
}

export class Voice {
  constructor() {
    this.on = kept("voice");
    this.last = "";
    this.button = h("button", { type: "button", id: "voice", title: t("speech.means"), ariaPressed: String(this.on), onclick: () => this.turn() }, t("speech"));
    this.button.hidden = !("speechSynthesis" in window);
  }

  turn() {
    this.on = !this.on;
    this.button.ariaPressed = String(this.on);
    keep("voice", this.on);
    speechSynthesis.cancel();
    if (this.on && this.last) this.speak(this.last);
  }

  // say is the newest announcement.
  say(words) {
    if (words === this.last) return;
    this.last = words;
    if (this.on) this.speak(words);
  }

  speak(words) {
    speechSynthesis.cancel();
    const said = new SpeechSynthesisUtterance(words);
    said.lang = lang;
    speechSynthesis.speak(said);
  }
}
