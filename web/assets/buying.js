// Buying and paying: the form of an army, and what prices and cards mean while
// they are chosen.

import { goods } from "./actions.js";
import { h } from "./dom.js";
import { change, howPaid, priceOf, soundArmies, total, trainingPrice, units, valueOf } from "./prices.js";
import { cardSign, goodsSay, kindName, seatName } from "./naming.js";
import { list, t } from "./words.js";

export { rankOf } from "./prices.js";

const cardsOf = (table, what, seat) => (Array.isArray(table?.position.state?.[what]?.[seat]) ? table.position.state[what][seat] : []);

const small = (words) => h("small", {}, " ", words);

// hintOf says what a verb needs to be said about it: without a part for the
// whole, with a part for that choice.
export function hintOf(verb, table, seat, part = null) {
  const hand = cardsOf(table, "cards", seat), box = cardsOf(table, "spent", seat), due = table?.position.state?.due ?? 0;
  if (verb === "pay") return part ? [small(paySays(valueOf(part.value), due, box))] : [h("p", { className: "due" }, t("pay.due", { n: due }))];
  if (verb === "train" && part) return [small(trainSays(trainingPrice(part.value), hand, box))];
  return (part ? [] : known[verb]?.(table.position, cardsOf(table, "espionage", seat), seat) ?? []).map((words) => h("p", {}, words));
}

// known is what a verb is weighed by: the cards that each has laid to spy, and the armies of others that a spy has seen.
const known = {
  spy: ({ state }, laid, seat) => [...(laid.length ? [t("spy.laid", { cards: list(laid.map(cardSign)), n: total(laid) })] : []),
    ...Object.entries(state.espionage).filter(([other]) => other !== seat).map(([other, of]) => `${seatName(other)}: ${t("beside.cards.n", { n: of.length ?? of.count })}`)],
  army: ({ pieces }, _, seat) => {
    const armies = {};
    for (const { owner, kind } of pieces) if (owner !== seat && priceOf({ [kind]: 1 }) > 0) (armies[owner] ??= {})[kind] = (armies[owner][kind] ?? 0) + 1;
    return Object.entries(armies).map(([other, army]) => `${seatName(other)}: ${goodsSay(army)}`);
  },
};

function paySays(value, due, box) {
  if (value < due) return t("pay.leaves", { n: due - value });
  if (value === due) return t("pay.exact");
  return t("pay.change", { n: value - due, cards: list((change(box, value - due) ?? []).map(cardSign)) });
}

function trainSays(price, hand, box) {
  if (!price) return t("train.free");
  return `${t("train.costs", { n: price })}. ${howSays(howPaid(hand, box, price))}`;
}

const howSays = (how) => (how === null ? t("army.cannot") : how.exact ? t("army.exact") : t("army.over", { n: how.over }));

// proposed are the cards that pay best what is still due, as the daemon says.
export const proposed = (table) => table?.position.state?.payment ?? [];

// payButton pays with them all.
export function payButton(c, verb) {
  const cards = verb === "pay" && c.chosen.length === 0 ? proposed(c.now) : [];
  return cards.length ? [h("button", { type: "button", className: "strong", "data-k": "pay", onclick: () => c.pay() }, t("pay.best", { cards: list(cards.map(cardSign)) }))] : [];
}

// handBox is a choice of who would rather lay the cards one by one.
export function handBox(c) {
  const box = h("input", { type: "checkbox", checked: c.byHand, "data-k": "by hand" });
  box.addEventListener("change", () => { c.byHand = box.checked; });
  return h("label", { className: "handbox" }, box, h("span", {}, t("pay.byhand")));
}

// proposal is the army to begin with: a sound one, or the dearest part of one that is paid for when what was spent
// already, to spy, is saved on it.
function proposal(armies, box) {
  const texts = new Set(armies.map((a) => a.text)), all = armies.map((a) => goods(a.parts[0].value));
  const whole = soundArmies().find((army) => texts.has(textOf(army)));
  if (whole) return whole;
  const [sound = {}] = soundArmies(), most = priceOf(sound) - total(box);
  return all.filter((army) => priceOf(army) <= most && units().every(({ kind }) => (army[kind] ?? 0) <= (sound[kind] ?? 0)))
    .reduce((best, army) => (priceOf(army) > priceOf(best) ? army : best), {});
}

// armyForm chooses among the armies that can be bought, with a sound one to begin with.
export function armyForm(armies, table, seat, buys) {
  const texts = new Set(armies.map((a) => a.text)), most = {};
  const hand = cardsOf(table, "cards", seat), box = cardsOf(table, "spent", seat), first = proposal(armies, box);
  for (const a of armies) for (const [kind, n] of Object.entries(goods(a.parts[0].value))) most[kind] = Math.max(most[kind] ?? 0, n);
  const fields = units().filter(({ kind }) => most[kind]).map(({ kind }) => [kind, h("input", { type: "number", inputMode: "numeric", min: 0, max: most[kind], value: first[kind] ?? 0, ariaLabel: `${kindName(kind)}, ${t("army.each", { n: priceOf({ [kind]: 1 }) })}`, "data-goods": kind, "data-k": "army " + kind })]);
  const says = h("p", { className: "price", role: "status" }), buy = h("button", { type: "button", className: "strong", "data-k": "buy" });
  const chosen = () => Object.fromEntries(fields.map(([kind, el]) => [kind, Math.trunc(Number(el.value)) || 0]).filter(([, n]) => n > 0));
  const weigh = () => {
    const army = chosen(), price = priceOf(army), can = texts.has(textOf(army));
    says.replaceChildren(h("b", {}, t("army.price", { n: price })), " ", t("army.left", { n: total(hand), left: total(hand) - price }), ". ",
      price === 0 ? t("army.none") : can ? howSays(howPaid(hand, box, price)) : t("army.cannot"));
    buy.textContent = price === 0 ? t("army.nothing") : t("army.buy", { n: price });
    buy.disabled = !can;
  };
  for (const [, el] of fields) el.addEventListener("input", weigh);
  buy.addEventListener("click", () => buys(textOf(chosen())));
  weigh();
  return h("div", { className: "army" }, ...fields.map(([kind, el]) => stepper(kind, el)), says, buy);
}

const textOf = (army) => ["army", ...units().map(({ kind }) => kind).filter((kind) => army[kind] > 0).map((kind) => `${kind}=${army[kind]}`)].join(" ");

// stepper is a number with one less and one more beside it.
function stepper(kind, el) {
  const by = (n, sign) => h("button", { type: "button", ariaLabel: t(n < 0 ? "army.less" : "army.more", { kind: kindName(kind) }), "data-k": `army ${sign} ${kind}`, onclick: () => {
    el.value = Math.min(Number(el.max), Math.max(0, (Math.trunc(Number(el.value)) || 0) + n));
    el.dispatchEvent(new Event("input"));
  } }, sign);
  return h("div", { className: "stepper" }, h("span", { ariaHidden: "true" }, kindName(kind), " ", h("small", {}, t("army.each", { n: priceOf({ [kind]: 1 }) }))), by(-1, "−"), el, by(1, "+"));
}
