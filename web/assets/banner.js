// The banner shows an important result (a hit, a revealed piece) until the player dismisses
// it. It reads the log alone and knows of games only which sentences are results.

import { h, put } from "./dom.js";
import { told } from "./story.js";
import { t, tell } from "./words.js";

const results = /^\w+\.(revealed|draw\.|strike\.|shot\.|fire|cast\.selfdestruct|capture\.wizard)/;

export class Banner {
  constructor(seat) {
    Object.assign(this, { seat, seen: 0 });
    this.el = h("div", { className: "told", role: "status", hidden: true });
    document.getElementById("dock").append(this.el);
  }

  // show tells the last result, until it is seen or the player here has acted since; on a
  // page that is everybody's, until anybody has. Of a lesson its own sentences tell.
  show({ log, lesson }) {
    const last = log.findLastIndex((e) => results.test(e.key)), entry = log[last];
    const since = log.slice(last + 1).some((e) => (this.seat ? e.by === this.seat : e.by !== "chance"));
    this.el.hidden = Boolean(lesson) || !entry || since || entry.n <= this.seen;
    if (this.el.hidden) return;
    put(this.el, entry.n, () => [h("div", {}, ...lines(log, last).map((e) => h("p", {}, tell(e)))),
      h("button", { type: "button", className: "seen", onclick: () => {
        this.seen = entry.n;
        this.el.hidden = true;
      } }, t("told.seen"))]);
  }

  // tells reports whether an entry of the log is what is told now.
  tells({ n }) { return !this.el.hidden && this.el.dataset.key === JSON.stringify(n); }
}

// lines are what is told of a result: of a fight all its cards, else its own sentence.
function lines(log, at) {
  const fight = told(log.slice(0, at + 1));
  return fight.at(-1) === log[at] ? fight : [log[at]];
}
