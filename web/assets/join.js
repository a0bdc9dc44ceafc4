// What the daemon tells of a table, joined to what it told before (docs/api.md,
// "Following the table").

// Lists whose elements are told one by one, and what each is known by.
const lists = { pieces: "id", log: "n" };

// joined is what was known with what is told: neither is changed, and what is
// not told of stays the same object. Lists named in on go on.
export function joined(known, told, on = []) {
  const out = { ...known };
  for (const [name, value] of Object.entries(told)) {
    const old = known?.[name];
    if (value === null) delete out[name];
    else if (Array.isArray(value) && lists[name]) out[name] = eachBy(lists[name], old ?? [], value);
    else if (Array.isArray(value) && on.includes(name)) out[name] = [...old, ...value];
    else if (typeof value === "object" && !Array.isArray(value)) out[name] = joined(old && !Array.isArray(old) ? old : {}, value);
    else out[name] = value;
  }
  return out;
}

// eachBy puts the elements told in the places of those that are known by the
// same key. Of a piece that is gone the id alone is told.
function eachBy(key, known, told) {
  const all = new Map(known.map((e) => [e[key], e]));
  for (const e of told) {
    if (Object.keys(e).length > 1) all.set(e[key], e);
    else all.delete(e[key]);
  }
  return [...all.values()].sort((a, b) => (a[key] < b[key] ? -1 : 1));
}

// Joint is a table as it is told by and by.
export class Joint {
  // again says that the line is new: all is told but for the beginning of the log.
  again() {
    this.table = { log: this.table?.log ?? [] };
    this.on = [];
  }

  // take joins an event's table to it; it is whole, and returned, if no more follows.
  take({ more, ...told }) {
    this.table = joined(this.table, told, this.on);
    this.table.log = this.table.log.slice(0, this.table.log_length);
    this.on = more ?? [];
    return more ? null : this.table;
  }

  // rgb joins an event's colours to it, and returns all.
  rgb(told) {
    this.table = joined(this.table, { rgb: told });
    return this.table.rgb;
  }
}
