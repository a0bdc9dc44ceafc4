// The documents: what is shown is made by the daemon; the page adds its colours and language.

import { h } from "./dom.js";
import "./frame.js";

document.head.append(h("link", { rel: "stylesheet", href: "/assets/guide.css" }));
document.body.classList.add("ready");
