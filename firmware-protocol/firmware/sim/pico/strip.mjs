// strip.mjs: a strip at GP2 and GP3. WS2812: a byte is eight pulses, long for a 1, and a pause ends the frame. APA102: a bit a clock.
const LATCH = 50e3, PAUSE_FROM = 1900; // ns

export class Strip {
  constructor() { Object.assign(this, {bits: [], shown: [], frames: 0, written: 0, pause: 0, pulses: {}, data: 0, clocked: false, rose: 0, fell: 0}); }

  attach(rp) {
    this.rp = rp;
    rp.gpio[2].addListener((value) => this.#dataPin(value === 1 ? 1 : 0, rp.clock.nanos));
    rp.gpio[3].addListener((value) => { if (value === 1) this.#clockPin(rp.clock.nanos); });
    Object.assign(this, {data: 0, rose: 0, fell: 0, bits: []});
  }

  #dataPin(level, now) {
    if (level === this.data) return;
    this.data = level;
    if (this.clocked) return;
    if (level) {
      if (now - this.fell > LATCH) this.latch();
      else if (now - this.fell > PAUSE_FROM) this.pause = Math.max(this.pause, now - this.fell);
      else if (this.bits.length > 0) this.#measure("period", now - this.rose);
      this.rose = now;
    } else if (this.rose) {
      this.bits.push(now - this.rose > 560 ? 1 : 0);
      this.#measure(this.bits.at(-1) ? "one" : "zero", now - this.rose);
      this.fell = now;
    }
  }

  // The shortest and the longest of a time, ns.
  #measure(what, nanos) {
    const [least, most] = this.pulses[what] ?? [Infinity, 0];
    this.pulses[what] = [Math.min(least, Math.round(nanos)), Math.max(most, Math.round(nanos))];
  }

  #clockPin(now) {
    if (now - this.fell > LATCH) this.latch();
    this.clocked = true;
    this.fell = now;
    this.bits.push(this.data);
  }

  // Ends a frame: what came becomes what is shown. LEDs that it does not reach go on showing what they did.
  latch() {
    if (this.bits.length === 0) return;
    const bytes = [];
    for (let i = 0; i + 7 < this.bits.length; i += 8) bytes.push(parseInt(this.bits.slice(i, i + 8).join(""), 2));
    const colours = this.clocked ? clocked(bytes) : wired(bytes);
    colours.forEach((v, i) => { this.shown[i] = v; });
    Object.assign(this, {written: colours.length / 3, frames: this.frames + 1, bits: []});
  }

  leds() {
    if (this.rp.clock.nanos - this.fell > LATCH) this.latch();
    return this.shown;
  }
}

function wired(bytes) {
  const out = [];
  for (let i = 0; i + 2 < bytes.length; i += 3) out.push(bytes[i + 1], bytes[i], bytes[i + 2]);
  return out;
}

function clocked(bytes) {
  const out = [];
  for (let i = 4; i + 3 < bytes.length && bytes[i] >= 0xe0; i += 4) out.push(bytes[i + 3], bytes[i + 2], bytes[i + 1]);
  return out;
}
