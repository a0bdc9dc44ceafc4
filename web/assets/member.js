// The hall of boards that this board belongs to: a call for its arbiter, and how to join one.

import { get, post } from "./api.js";
import { h, put } from "./dom.js";
import { seatName } from "./naming.js";
import { book, t } from "./words.js";

const asks = 4000; // ms between looks while somebody calls, or the hall is away

// Member is the box of a board that belongs to a hall; it is hidden on any other.
export class Member {
  constructor(panel, state) {
    this.panel = panel;
    this.box = h("section", { className: "box member", role: "group", ariaLabel: t("member.call") });
    this.show(state);
  }

  show(state) {
    this.box.hidden = !state.joined;
    put(this.box, [state.title, state.name, state.here, state.fork, state.calls, state.seat], () => [
      h("p", { className: "small" }, t("member.of", state)),
      h("p", { role: "status" }, [state.calls ? t("member.called") + (state.seat ? " (" + seatName(state.seat) + ")" : "") : "", state.fork ? t("member.fork") : state.here ? "" : t("member.away")].filter(Boolean).join(". ")),
      this.panel.button(t(state.calls ? "member.back" : "member.call"), () => this.call(!state.calls), "", "arbiter"),
    ]);
    clearTimeout(this.next);
    if (state.joined && (state.calls || !state.here)) this.next = setTimeout(() => this.look(), asks);
  }

  async call(on) { this.show(await post("/api/call", this.panel.seat ? { on, seat: this.panel.seat } : { on })); }

  async look() {
    try {
      this.show(await get("/api/hall"));
    } catch {
      this.next = setTimeout(() => this.look(), asks); // the board itself does not answer
    }
  }
}

// joining is the form by which the admin joins a hall.
export function joining(panel) {
  const text = h("input", { type: "url", name: "invitation", required: true, placeholder: "http://192.168.1.5:8090/join#…", ariaLabel: t("member.invitation"), autocomplete: "off", spellcheck: false });
  const send = h("button", { type: "submit" }, t("member.do")), said = h("p", { role: "status" });
  return h("details", { className: "joins" }, h("summary", {}, t("member.join")), h("form", { className: "row", onsubmit: (e) => {
    e.preventDefault();
    panel.run(async () => {
      said.textContent = t("member.asking");
      try {
        const state = await post("/api/hall", { invitation: text.value.trim() });
        said.textContent = t("member.of", state);
        await panel.hall(state);
      } catch (err) {
        said.textContent = "";
        throw err;
      }
    });
  } }, h("label", {}, t("member.invitation"), " ", text), send), said);
}

export async function member(panel, state) {
  await book();
  return new Member(panel, state);
}
