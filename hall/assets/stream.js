// What the hall tells of its cards, as it changes.

// Stream keeps the cards that a filter shows, and calls changed with them whenever
// anything of them is new.
export class Stream {
  constructor(filter, changed, lost) {
    this.changed = changed;
    this.cards = new Map();
    this.order = [];
    this.source = new EventSource("/api/events?" + new URLSearchParams(filter));
    this.source.onmessage = (e) => this.take(JSON.parse(e.data));
    this.source.onerror = () => lost(true);
    this.source.onopen = () => lost(false);
  }

  take({ order, cards = [], heard = {}, found, count }) {
    const now = performance.now();
    for (const card of cards) this.cards.set(card.id, { ...card, at: now - (heard[card.id] ?? 0) });
    if (order) this.order = order;
    this.changed(this.order.map((id) => this.cards.get(id)).filter(Boolean), { found, count });
  }

  close() { this.source.close(); }
}
