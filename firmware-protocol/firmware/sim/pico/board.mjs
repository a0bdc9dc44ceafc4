// board.mjs: contacts, diodes and buttons at the pins (rp2040/board.h). Rows go up by the chip's own pull-ups; a line without one floats,
// and reads as low.
import {xorshift} from "./uart.mjs";

const range = (first, n) => Array.from({length: n}, (_, i) => first + i);

export const wirings = {
  "8x8": {columns: 8, rows: range(12, 8), leds: 64, start: (board) => range(4, 8).forEach((pin, i) => board.onPin(pin, (low) => board.drive(i, low)))},
  "16x16": {columns: 16, rows: range(4, 16), leds: 256, start: chain},
  hall: {columns: 16, rows: [], leds: 64, contacts: 64, start: hall},
  direct: {columns: 1, rows: range(4, 16), leds: 64, start: (board) => board.drive(0, true)},
};
const BUTTONS = range(20, 3);

// Four 74HC4067: S0 to S3 are GP4 to GP7; chips 0 and 1 are enabled by GP8, 2 and 3 by GP9; commons at GP26 and GP27.
function hall(board) {
  const high = new Map();
  const lead = () => {
    const address = range(4, 4).reduce((n, pin, i) => n | (high.get(pin) ? 1 << i : 0), 0);
    const banks = [8, 9].flatMap((pin, i) => high.get(pin) === false ? [i] : []);
    for (const input of [0, 1]) board.rp.adc.channelValues[input] = banks.length === 1 ? board.readings[16 * (2 * banks[0] + input) + address] : 0;
  };
  for (const pin of [4, 5, 6, 7, 8, 9]) board.rp.gpio[pin].addListener((value) => { high.set(pin, value === 1); lead(); });
}

// Two 74HC595 in a chain: data GP26, clock GP27, latch GP28. What the latch holds drives the columns.
function chain(board) {
  let [data, register, latched] = [0, 0xffff, 0xffff];
  board.onPin(26, (low, high) => { data = high ? 1 : 0; });
  board.onPin(27, (low, high) => { if (high) register = (register << 1 | data) & 0xffff; });
  board.onPin(28, (low, high) => {
    if (!high) return;
    const changed = latched ^ register;
    latched = register;
    range(0, 16).filter((i) => changed >> i & 1).forEach((i) => board.drive(i, !(latched >> i & 1)));
  });
}

export class Board {
  constructor(layout) {
    this.wiring = wirings[layout];
    this.closed = new Uint8Array(this.wiring.contacts ?? this.wiring.columns * this.wiring.rows.length);
    this.readings = new Uint16Array(64).fill(2048);
    this.clear();
  }

  clear() {
    this.closed.fill(0);
    Object.assign(this, {pressed: BUTTONS.map(() => false), ghosts: false, flips: 0, within: 1, dice: 1, bouncing: new Map()});
  }

  // A chip that was just switched on.
  attach(rp) {
    Object.assign(this, {rp, driven: 0});
    this.bouncing.clear();
    this.wiring.start(this);
    for (const pin of [...this.wiring.rows, ...BUTTONS]) rp.gpio[pin].addListener(() => this.settle()); // pull-ups come and go
    this.settle();
  }

  onPin(pin, tell) {
    this.rp.gpio[pin].addListener((value) => { tell(value === 0, value === 1); this.settle(); });
  }

  drive(column, low) { this.driven = low ? this.driven | 1 << column : this.driven & ~(1 << column); }

  // The rows that are pulled low. Without diodes a row pulls every column it is joined to, and so on.
  #low() {
    const rows = this.wiring.rows.length;
    let [low, columns, before] = [0, this.driven, -1];
    while (before !== low) {
      before = low;
      for (let c = 0; c < this.wiring.columns; c++)
        for (let r = 0; r < rows; r++)
          if (this.closed[c * rows + r]) {
            if (columns >> c & 1) low |= 1 << r;
            else if (this.ghosts && low >> r & 1) columns |= 1 << c;
          }
      if (!this.ghosts) break;
    }
    return low;
  }

  settle() {
    const low = this.driven ? this.#low() : 0;
    this.wiring.rows.forEach((pin, r) => this.#put(pin, !(low >> r & 1)));
    BUTTONS.forEach((pin, b) => this.#put(pin, !this.pressed[b]));
  }

  #put(pin, up) {
    const gpio = this.rp.gpio[pin], high = up && gpio.pullupEnabled && !gpio.pulldownEnabled;
    if (gpio.rawInputValue !== high) gpio.setInputValue(high);
  }

  // The contact changes at once, then flips back and forth for a while and ends where it was put.
  set(contact, level) {
    if (!(contact < this.closed.length)) return false;
    this.bouncing.get(contact)?.forEach((alarm) => alarm.cancel());
    this.bouncing.delete(contact);
    if (this.closed[contact] !== level && this.flips > 0) this.#bounce(contact, level);
    this.closed[contact] = level;
    this.settle();
    return true;
  }

  #bounce(contact, level) {
    const times = Array.from({length: 2 * this.#roll((this.flips >> 1) + 1)}, () => 1000 + this.#roll(this.within * 16) * 62.5).sort((a, b) => a - b);
    this.bouncing.set(contact, times.map((nanos, i) => {
      const alarm = this.rp.clock.createAlarm(() => { this.closed[contact] = i % 2 ? level : 1 - level; this.settle(); });
      alarm.schedule(nanos + i / 100); // two at one time would change places
      return alarm;
    }));
  }

  press(button, down) {
    if (!(button < BUTTONS.length)) return false;
    this.pressed[button] = down;
    this.settle();
    return true;
  }

  bounce(flips, within, seed) { Object.assign(this, {flips, within: within || 1, dice: Math.imul(seed, 2654435761) >>> 0 || 1}); }

  #roll(n) { return (this.dice = xorshift(this.dice)) % n; }
}
