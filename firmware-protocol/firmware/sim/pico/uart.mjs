// uart.mjs: the serial line, bytes that take their time, and the chip's own end of it: two stores of 32 bytes, errors of frames and of
// overruns. A rate other than the chip's garbles what comes.
import {register} from "./flash.mjs";

const DR = 0x00, FR = 0x18, IBRD = 0x24, FBRD = 0x28, LCR = 0x2c, CR = 0x30, STORE = 32, BAD_FRAME = 1 << 8, OVERRUN = 1 << 11;

export class Uart {
  constructor(rp, line) {
    Object.assign(this, {rp, line, divisor: 0, registers: new Map(), received: [], sending: [], overrun: 0});
    this.sent = rp.clock.createAlarm(() => this.#leave());
    rp.peripherals[0x40034] = register((a) => this.#read(a), (a, v) => this.#write(a, v));
    line.attach(this);
  }

  get rate() { return this.divisor ? Math.round(this.rp.clkPeri * 4 / this.divisor) : 0; }
  get #on() { return this.registers.get(CR) & 1; }

  #read(a) {
    if (a === DR) return this.received.shift() ?? 0;
    if (a === FR) return (this.received.length === 0 ? 1 << 4 : 0) | (this.sending.length > STORE ? 1 << 5 : 0) | (this.sending.length > 0 ? 1 << 3 : 0);
    return this.registers.get(a) ?? 0;
  }

  #write(a, v) {
    this.registers.set(a, v);
    if (a === LCR) this.divisor = (this.registers.get(IBRD) ?? 0) * 64 + (this.registers.get(FBRD) ?? 0);
    if (a !== DR || !this.#on) return;
    if (this.sending.length > STORE) throw new Error("a byte was written into a full store");
    if (this.sending.push(v & 0xff) === 1) this.sent.schedule(1e10 / this.rate);
  }

  #leave() {
    const byte = this.sending.shift();
    this.line.fromChip(byte, this.rate);
    if (this.sending.length > 0) this.sent.schedule(1e10 / this.rate);
  }

  // A byte has come over the line at a rate.
  arrive(byte, rate) {
    if (!this.#on) return;
    if (this.received.length === STORE) {
      this.overrun = OVERRUN;
      return;
    }
    this.received.push((same(this.rate, rate) ? byte : byte ^ 0x5a | BAD_FRAME) | this.overrun);
    this.overrun = 0;
  }
}

// A byte survives an error of four in a hundred.
const same = (a, b) => Math.abs(a - b) * 100 <= 4 * b;

// The wire, and the host's end of it: it stays when the chip is reset.
export class Line {
  constructor() { this.clear(); }

  clear() { Object.assign(this, {rate: 115200, waiting: [], heard: [], changes: 0, loses: 0, dice: 1}); }

  attach(uart) {
    this.uart = uart;
    this.arrival = uart.rp.clock.createAlarm(() => this.#deliver());
    if (this.waiting.length > 0) this.arrival.schedule(1e10 / this.rate);
  }

  feed(bytes) {
    if (this.usb) return this.usb.feed(bytes);
    if (this.waiting.length === 0 && bytes.length > 0) this.arrival.schedule(1e10 / this.rate);
    this.waiting.push(...bytes);
  }

  #deliver() {
    const byte = this.waiting.shift();
    if (this.waiting.length > 0) this.arrival.schedule(1e10 / this.rate);
    this.damaged(byte, (b) => this.uart.arrive(b, this.rate));
  }

  fromChip(byte, rate) { if (!this.usb) this.damaged(byte, (b) => this.heard.push(same(rate, this.rate) ? b : b ^ 0x5a)); }

  // One byte in so many is lost, one is changed.
  damaged(byte, pass) {
    if (this.loses && this.roll(this.loses) === 0) return;
    if (this.changes && this.roll(this.changes) === 0) byte ^= 1 + this.roll(255);
    pass(byte);
  }

  noise(changes, loses, seed) { Object.assign(this, {changes, loses, dice: Math.imul(seed, 2654435761) >>> 0 || 1}); }

  roll(n) { return (this.dice = xorshift(this.dice)) % n; }
}

export function xorshift(x) {
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  return x >>> 0;
}
