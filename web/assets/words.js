// Every word of the pages: t(key, gaps). The catalogues are the daemon's own, one
// a language (messages/*.json); the daemon says in <html lang> which is wanted. A
// sentence that counts has the forms of its language, chosen by the gap n, or by
// the gap that "by" names: a key there takes the form that its own name has.

export const lang = document.documentElement.lang;

// tenths is a number with one decimal, as the language writes it.
export const tenths = (n) => n.toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const file = async (name) => (await fetch(`/assets/${name}.${lang}.json`)).json();
const words = await file("words"), plural = new Intl.PluralRules(lang);

// refusals are the words for what is refused: they come with the first of them.
let coming = null;
export const refusals = () => (coming ??= file("refusals").then((more) => Object.assign(words, more), () => { coming = null; }));

// lessons is what lessons say.
let learning = null;
export const lessons = () => (learning ??= file("lessons").then((more) => Object.assign(words, more), () => { learning = null; }));

// book is the words of cards, forms and games that are over: they come with the first.
let reading = null;
export const book = () => (reading ??= file("book").then((more) => Object.assign(words, more), () => { reading = null; }));

export const has = (key) => Object.hasOwn(words, key);

// t is the sentence of a key; a key without one is said itself.
export const t = (key, gaps = {}) => say(key, gaps, 2);

function say(key, gaps, depth) {
  if (!has(key)) return key;
  return formOf(words[key], gaps).replace(/\{(\w+)(?::(\w+))?\}/g, (whole, gap, kind) => (gap in gaps ? put(String(gaps[gap]), kind, gaps, depth) : whole));
}

function formOf(entry, gaps) {
  if (typeof entry === "string") return entry;
  const by = String(gaps[entry.by ?? "n"] ?? "");
  const named = by.startsWith("@") ? (words[by.slice(1)]?.other ? "other" : "one") : null;
  return entry[named ?? plural.select(Number(by))] ?? entry.other;
}

// put says what stands in a gap: a key, a seat, a card, cards drawn, pieces, a list, or itself.
function put(arg, kind, gaps, depth) {
  if (kind === "list") return list(arg.split(",").map((one) => one.split(" ").map((word) => put(word, "", gaps, 1)).join(" ")));
  if (kind === "placed" || kind === "standing") return list(arg.split(",").map((one) => where(one, kind === "placed" ? "piece.onto" : "piece.at")));
  if (kind === "piece") return pieceSays(arg.split(" "));
  if (arg.startsWith("@") && depth > 0) return say(arg.slice(1), gaps, depth - 1);
  if (kind === "seat") return or("seat." + arg, arg);
  if (kind === "card" && has("suit." + arg.at(-1))) return t("card", { value: arg.slice(0, -1), suit: "@suit." + arg.at(-1) });
  if (kind === "cards") return arg.split(",").map((n) => (has("drawn." + n) ? t("drawn", { card: "@drawn." + n, n }) : n)).join(", ");
  return arg;
}

// pieceSays is a piece: the keys of its owner and kind, and perhaps its number.
const pieceSays = ([owner = "", kind = "", number = ""]) => t("piece", { owner, kind, number }).replace(/\s+/g, " ").trim();

// where is a piece with its square after it.
function where(arg, key) {
  const words = arg.split(" "), at = words.pop();
  return t(key, { piece: pieceSays(words), at });
}

// or is the sentence of a key, or other words where there is none.
export const or = (key, other, gaps) => (has(key) ? t(key, gaps) : other);

// tell is a message of the daemon: its sentence, or the daemon's own English. It
// begins with a capital, unless what is written with digits begins: b1-c3.
export function tell({ key, args, text }) {
  if (!has(key)) return text ?? "";
  const words = t(key, args).replace(/\s+/g, " ").trim();
  return /^\S*\d/.test(words) ? words : words.charAt(0).toLocaleUpperCase(lang) + words.slice(1);
}

// list joins words as the language does: "E8, F6 and E5".
export const list = (items) => (items.length < 2 ? items.join("") : t("list", { most: items.slice(0, -1).join(", "), last: items.at(-1) }));

const rule = /(rules?|sääntö|säännöt|regel|zasad[ay]|regol[ae]) (\d+)/g;

// linked is a text with its "rule 7" as links to the rules of a game: nodes.
export function linked(text, game) {
  const out = [];
  let from = 0;
  for (const m of text.matchAll(rule)) {
    const a = document.createElement("a");
    a.href = `/rules/${game}#rule-${m[2]}`;
    a.textContent = m[0];
    out.push(text.slice(from, m.index), a);
    from = m.index + m[0].length;
  }
  return [...out, text.slice(from)];
}
