// Buying and paying: the form of an army, and what prices and cards mean while
// they are chosen.

import { goods } from "./actions.js";
import { h } from "./dom.js";
import { change, howPaid, priceOf, total, trainingPrice, units, valueOf } from "./prices.js";
import { cardSign, kindName } from "./sayings.js";
import { list, t } from "./words.js";

const cardsOf = (table, what, seat) => (Array.isArray(table?.position.state?.[what]?.[seat]) ? table.position.state[what][seat] : []);

const small = (words) => h("small", {}, " ", words);

// hintOf says what a word needs to be said about it: without a part for the
// whole, with a part for that choice.
export function hintOf(word, table, seat, part = null) {
  const hand = cardsOf(table, "cards", seat), box = cardsOf(table, "spent", seat), due = table?.position.state?.due ?? 0;
  if (word === "pay") return part ? [small(paySays(valueOf(part.value), due, box))] : [h("p", { className: "due" }, t("pay.due", { n: due }))];
  if (word === "train" && part) return [small(trainSays(trainingPrice(part.value), hand, box))];
  if (word === "spy" && !part) {
    const laid = cardsOf(table, "espionage", seat);
    return laid.length ? [h("p", {}, t("spy.laid", { cards: list(laid.map(cardSign)), n: total(laid) }))] : [];
  }
  return [];
}

function paySays(value, due, box) {
  if (value < due) return t("pay.leaves", { n: due - value });
  if (value === due) return t("pay.exact");
  return t("pay.change", { n: value - due, cards: list((change(box, value - due) ?? []).map(cardSign)) });
}

function trainSays(price, hand, box) {
  if (!price) return t("train.free");
  return `${t("train.costs", { n: price })}; ${howSays(howPaid(hand, box, price))}`;
}

const howSays = (how) => (how === null ? t("army.cannot") : how.exact ? t("army.exact") : t("army.over", { n: how.over }));

// armyForm chooses among the armies that can be bought.
export function armyForm(armies, table, seat, act) {
  const texts = new Set(armies.map((a) => a.text)), most = {};
  for (const a of armies) for (const [kind, n] of Object.entries(goods(a.parts[0].value))) most[kind] = Math.max(most[kind] ?? 0, n);
  const fields = units().filter(({ kind }) => most[kind]).map(({ kind }) => [kind, h("input", { type: "number", min: 0, max: most[kind], value: 0, "data-goods": kind, "data-k": "army " + kind })]);
  const says = h("p", { className: "price", role: "status" }), buy = h("button", { type: "button", className: "strong", "data-k": "buy" });
  const hand = cardsOf(table, "cards", seat), box = cardsOf(table, "spent", seat);
  const chosen = () => Object.fromEntries(fields.map(([kind, el]) => [kind, Math.trunc(Number(el.value)) || 0]).filter(([, n]) => n > 0));
  const textOf = (army) => ["army", ...Object.entries(army).map(([kind, n]) => `${kind}=${n}`)].join(" ");
  const weigh = () => {
    const army = chosen(), price = priceOf(army), can = texts.has(textOf(army));
    says.replaceChildren(h("b", {}, t("army.price", { n: price })), " ", t("army.left", { n: total(hand), left: total(hand) - price }), ". ",
      price === 0 ? t("army.none") : can ? howSays(howPaid(hand, box, price)) : t("army.cannot"));
    buy.textContent = price === 0 ? t("army.nothing") : t("army.buy", { n: price });
    buy.disabled = !can;
  };
  for (const [, el] of fields) el.addEventListener("input", weigh);
  buy.addEventListener("click", () => act(textOf(chosen())));
  weigh();
  return h("div", { className: "army" }, ...fields.map(([kind, el]) => h("label", {}, h("span", {}, kindName(kind), " ", h("small", {}, t("army.each", { n: priceOf({ [kind]: 1 }) }))), el)), says, buy);
}
