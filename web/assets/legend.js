// What the signs on the board mean: those of the lights, and those that the
// surface of this game has now.

import { h, put, s } from "./dom.js";
import { marks } from "./lights.js";
import { squaresOf } from "./pieces.js";
import { signsOf } from "./surface.js";
import { t } from "./words.js";

// entry is a sign, drawn in a box of -75 to 75 on the wood, and its meaning.
const entry = (name, words, ...drawn) => h("li", { "data-sign": name }, s("svg", { class: "legend-sign", viewBox: "-75 -75 150 150", "aria-hidden": "true" },
  s("rect", { class: "legend-back", x: -75, y: -75, width: 150, height: 150, rx: 14 }), s("circle", { class: "well", r: 44 }), ...drawn), words);

export class Legend {
  constructor(box) {
    this.title = h("p", { className: "legend-title" }, t("signs.legend"));
    this.signs = h("ul", { className: "legend" });
    box.append(h("p", { className: "legend-title" }, t("lights.legend")), h("ul", { className: "legend" }, ...Object.keys(marks).filter((m) => m !== "turn")
      .map((m) => entry(m, t("light." + m, { n: 4 }), s("g", { class: "sign " + m }, ...marks[m]("4"))))), this.title, this.signs);
  }

  // show explains what the surface has.
  show(board, position) {
    const signs = signsOf(board, position, squaresOf(position));
    this.title.hidden = signs.length === 0;
    put(this.signs, signs.map(({ name }) => name), () => signs.map(({ name, words, drawn }) => entry(name, words, ...drawn())));
  }
}
