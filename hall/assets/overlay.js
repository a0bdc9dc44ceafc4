// One board for a broadcast: nothing but the picture, names, clocks and the result, on
// nothing. ?board=0 leaves the picture out.

import { Card } from "./card.js";
import { Stream } from "./stream.js";

const id = decodeURIComponent(location.pathname.split("/").pop()), card = new Card();
document.querySelector("#main").append(card.el);
if (new URLSearchParams(location.search).get("board") === "0") card.picture.svg.remove();
new Stream({ board: id, size: 1, as: "spectator" }, ([now]) => now && card.show(now), () => {});
setInterval(() => card.card && card.tick(), 500);
