// The links of seats as QR codes.

import { h, onlyHere } from "./dom.js";
import { seatName } from "./naming.js";
import { t } from "./words.js";

// unreachable says why no phone can open these links, nothing if phones can.
const unreachable = (links) => (Object.values(links).some(({ url }) => onlyHere(url)) ? t("start.phones.unreachable", { port: location.port || "80" }) : "");

// qrCodes shows a link a seat, in that order; those that were opened are nobody else's.
export function qrCodes(links, seats, wide) {
  const why = unreachable(links);
  return [...seats.filter((seat) => links[seat]).map((seat) => h("figure", {},
    links[seat].opened ? h("span", { className: "taken" }, t("more.taken")) : h("img", { src: `/api/keys/${seat}/qr`, alt: t("more.qr", { seat: seatName(seat) }), width: wide, height: wide }),
    h("figcaption", {}, h("a", { href: links[seat].url }, seatName(seat))))), ...(why ? [h("p", { className: "note" }, why)] : [])];
}
