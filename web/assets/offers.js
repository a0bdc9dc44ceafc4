// The offers of others with their answers, in the dock. Loaded with the first offer.

import { post } from "./api.js";
import { h, put } from "./dom.js";
import { form } from "./opponents.js";
import { seatsOf } from "./morebox.js";
import { book, t } from "./words.js";

// answers shows what may be answered here: by the page's own seat, or by all who share the screen.
export async function answers(panel) {
  await book();
  const { now, boxes: { offers: box } } = panel, kinds = [...new Set(now.offers.map((o) => o.kind))];
  const asked = (kind) => seatsOf(now).filter((seat) => (panel.seat ?? seat) === seat && !form.test(now.players[seat]) && !now.offers.some((o) => o.kind === kind && o.seat === seat));
  const open = kinds.map((kind) => [kind, asked(kind)]).filter(([, seats]) => seats.length > 0);
  put(box, open, () => open.map(([kind, seats]) => {
    const say = (accept) => () => seats.reduce((last, seat) => last.then(() => post("/api/offer", { seat, kind, accept })), Promise.resolve());
    return h("div", { className: "row" }, panel.button(t(`more.${kind}.accept`), say(true), "", "accept " + kind), panel.button(t("more.decline"), say(false), "", "decline"));
  }));
}
