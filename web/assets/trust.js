// How a phone comes to trust this board, so that its pages can be opened by https.

import { get } from "./api.js";
import { h } from "./dom.js";
import { book, t } from "./words.js";
import "./frame.js";

await book();

document.head.append(h("link", { rel: "stylesheet", href: "/assets/start.css" }));

const root = document.getElementById("main");

// steps are what to do on the phone, one after the other.
const steps = ({ url, certificate, fingerprint }) => [
  h("li", {}, t("trust.scan"), h("img", { src: "/api/trust/qr", alt: t("trust.code"), width: 200, height: 200 })),
  h("li", {}, h("a", { className: "button", id: "certificate", href: certificate, download: "reeve.crt" }, t("trust.get")), h("p", { className: "small" }, t("trust.print"), " ", h("code", { className: "print" }, fingerprint))),
  h("li", {}, h("p", {}, t("trust.iphone")), h("p", {}, t("trust.android"))),
  h("li", {}, h("a", { className: "button strong", id: "secure", href: url }, t("trust.open"))),
];

const shown = [h("h2", {}, t("trust.title")), h("p", {}, t("trust.why"))];
try {
  const how = await get("/api/trust");
  root.replaceChildren(...shown, h("ol", { className: "steps" }, ...steps(how)), h("p", { className: "small" }, t("trust.house")));
} catch (err) {
  root.replaceChildren(...shown, h("p", { className: "notice" }, err.message));
}
document.body.classList.add("ready");
