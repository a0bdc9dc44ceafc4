// What things cost, and what comes back: sums for the forms. The prices are the
// daemon's, and whether a payment is taken it alone decides.

import { figures } from "./game.js";

// units are the kinds that can be bought, in order: [{kind, price}].
export const units = () => figures.units ?? [];

// rankOf is a kind's place among them; what cannot be bought comes after.
export const rankOf = (kind) => ((i) => (i < 0 ? units().length : i))(units().findIndex((u) => u.kind === kind));

// soundArmies are some that are worth their price.
export const soundArmies = () => figures.armies ?? [];

// trainingPrice is the price of so many points.
export const trainingPrice = (points) => figures.training?.[points];

// priceOf is the price of an army.
export const priceOf = (army) => units().reduce((sum, { kind, price }) => sum + price * (army[kind] ?? 0), 0);

// valueOf is a card's value: "10h" is 10.
export const valueOf = (card) => parseInt(card, 10);

export const total = (cards) => cards.reduce((sum, c) => sum + valueOf(c), 0);

// canLay reports whether some of the cards make up n.
export function canLay(cards, n) {
  let sums = new Set([0]);
  for (const c of cards) sums = new Set([...sums, ...[...sums].map((s) => s + valueOf(c))]);
  return sums.has(n);
}

// change returns the cards of the box that make up n: as few as can be, then the
// dearest first, then c before s and d before h; null if none do.
export function change(box, n) {
  const rank = (c) => 4 * -valueOf(c) + "cdsh".indexOf(c.at(-1)) / 4;
  const cards = [...box].sort((a, b) => rank(a) - rank(b));
  const pick = (from, left, count) => {
    if (count === 0) return left === 0 ? [] : null;
    for (let i = from; i < cards.length; i++) {
      if (valueOf(cards[i]) > left) continue;
      const rest = pick(i + 1, left - valueOf(cards[i]), count - 1);
      if (rest) return [cards[i], ...rest];
    }
    return null;
  };
  for (let count = 0; count <= cards.length; count++) {
    const found = pick(0, n, count);
    if (found) return found;
  }
  return null;
}

// howPaid says how a price can be paid: {exact}, or {over}: how much too much at
// least, or null. A card less than what is paid too much would be superfluous.
export function howPaid(hand, box, price) {
  if (canLay(hand, price)) return { exact: true, over: 0 };
  for (let over = 1; over <= 9; over++) {
    if (canLay(box, over) && canLay(hand.filter((c) => valueOf(c) > over), price + over)) return { exact: false, over };
  }
  return null;
}
