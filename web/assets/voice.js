// The voice: what happens is said aloud in the page's language, for who asks for
// it. The latest is said; what was being said before breaks off.

import { h } from "./dom.js";
import { lang, t } from "./words.js";

const kept = () => {
  try {
    return localStorage.getItem("voice") === "on";
  } catch {
    return false; // no storage: the voice lasts as long as the page
  }
};

export class Voice {
  constructor() {
    this.on = kept();
    this.last = "";
    this.button = h("button", { type: "button", id: "voice", title: t("speech.means"), ariaPressed: String(this.on), onclick: () => this.turn() }, t("speech"));
    this.button.hidden = !("speechSynthesis" in window);
  }

  turn() {
    this.on = !this.on;
    this.button.ariaPressed = String(this.on);
    try {
      localStorage.setItem("voice", this.on ? "on" : "off");
    } catch { /* as above */ }
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
