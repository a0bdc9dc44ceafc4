// The HTTP interface and the event stream.

import { capital } from "./dom.js";
import { MergedTable } from "./merge.js";
import { has, refusals, t, tell } from "./words.js";

// refused is why something was refused and what would help, in the page's language.
async function refused({ key, args, error, hint_key, hint_args, hint }) {
  if (key || hint_key) await refusals();
  const why = has(key) ? tell({ key, args }) : error ?? t("line.refused");
  const help = has(hint_key) ? tell({ key: hint_key, args: hint_args }) : capital(hint ?? "");
  return help ? `${why}. ${help}.` : why;
}

// call sends a request and returns the answer's JSON; an error says why it was
// refused, and carries the status.
export async function call(method, path, body) {
  const init = { method, headers: {} };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers["Content-Type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetch(path, init);
  } catch {
    throw Object.assign(new Error(t("line.silent")), { status: 0 });
  }
  const text = await answer.text();
  let value = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    value = { error: text.slice(0, 200) };
  }
  if (!answer.ok) {
    throw Object.assign(new Error(await refused(value ?? {})), { status: answer.status });
  }
  return value;
}

export const get = (path) => call("GET", path);
export const post = (path, body) => call("POST", path, body);

// silent is how long a line may say nothing, in ms, before it is taken for dead: two beats of the daemon, and one that is late.
const silent = 40000;

// watch follows the table. on.table(t), on.rgb(colours), on.line(text) where
// text is "" while the line is good. probe tells why a closed line was refused.
export function watch(path, probe, on) {
  const joint = new MergedTable();
  let source, silence;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(open, silent);
  };
  const open = () => {
    if (source) on.line(t("line.again")); // what stands here may be old
    source?.close();
    source = new EventSource(path);
    heard();
    const take = (e) => {
      heard();
      const table = joint.take(JSON.parse(e.data));
      if (!table) return;
      on.line("");
      on.table(table);
    };
    source.addEventListener("open", () => joint.again());
    source.addEventListener("table", take);
    source.addEventListener("more", take);
    source.addEventListener("beat", heard);
    source.addEventListener("rgb", (e) => on.rgb?.(joint.rgb(JSON.parse(e.data))));
    source.addEventListener("error", async ({ target }) => {
      on.line(t("line.again"));
      if (target.readyState !== EventSource.CLOSED) return;
      try {
        await get(probe);
      } catch (err) {
        if (err.status === 401 || err.status === 403) {
          on.line(err.message);
          on.refused?.(err);
          return;
        }
      }
      setTimeout(() => target === source && open(), 3000); // unless a wake has opened another
    });
  };
  open();
  // A phone that slept believes in a line that is long dead: each wake opens a new one at once. A line may die unheard while
  // the phone is awake, too, and so may the new one: then nothing comes, not even beats.
  document.addEventListener("visibilitychange", () => document.hidden || open());
  addEventListener("online", open);
  addEventListener("pageshow", (e) => e.persisted && open());
  addEventListener("pagehide", () => source.close());
}
