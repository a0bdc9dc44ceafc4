// A table and its changes, merged into the table that a page shows (docs/api.md,
// "Following the table").

// Lists whose elements are sent one by one, and the key of each.
const lists = { pieces: "id", log: "n" };

// merged returns known with the members that are told. It changes neither; a member that is
// not told stays the same object. The elements of lists named in on are appended.
export function merged(known, told, on = []) {
  const out = { ...known };
  for (const [name, value] of Object.entries(told)) {
    const old = known?.[name];
    if (value === null) delete out[name];
    else if (Array.isArray(value) && lists[name]) out[name] = eachBy(lists[name], old ?? [], value);
    else if (Array.isArray(value) && on.includes(name)) out[name] = [...old, ...value];
    else if (typeof value === "object" && !Array.isArray(value)) out[name] = merged(old && !Array.isArray(old) ? old : {}, value);
    else out[name] = value;
  }
  return out;
}

// eachBy replaces the known elements that have the key of one told, and adds new ones. An element
// that is told by its key alone is gone.
function eachBy(key, known, told) {
  const all = new Map(known.map((e) => [e[key], e]));
  for (const e of told) {
    if (Object.keys(e).length > 1) all.set(e[key], e);
    else all.delete(e[key]);
  }
  return [...all.values()].sort((a, b) => (a[key] < b[key] ? -1 : 1));
}

// MergedTable is a table that arrives in events.
export class MergedTable {
  // again starts over after a reconnect: the daemon sends everything but the beginning of the log.
  again() {
    this.table = { log: this.table?.log ?? [] };
    this.on = [];
  }

  // take merges the table of an event. It returns the whole table when no more parts follow.
  take({ more, ...told }) {
    this.table = merged(this.table, told, this.on);
    this.table.log = this.table.log.slice(0, this.table.log_length);
    this.on = more ?? [];
    return more ? null : this.table;
  }

  // rgb merges the colours of an event and returns all.
  rgb(told) {
    this.table = merged(this.table, { rgb: told });
    return this.table.rgb;
  }
}
