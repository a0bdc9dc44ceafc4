// flash.mjs: the flash chip and the interface to it. The emulator has none that can be spoken to. While it is spoken to, nothing can be
// read from it: a program that fetches an instruction there then has crashed on a real Pico.
const CTRLR0 = 0x00, SSIENR = 0x08, SR = 0x28, DR0 = 0x60, SS_CTRL = 0x0c, SECTOR = 4096;
const TIMES = {0x02: 700, 0x20: 45000}; // us, typical of a W25Q16JV

export class Flash {
  constructor(rp, bytes, unique) {
    Object.assign(this, {rp, bytes, unique, registers: new Map(), queue: [], said: [], selected: false, enabled: false, busyUntil: 0});
    const plain = {read: (a) => this.registers.get(a) ?? 0, write: (a, v) => this.registers.set(a, v)};
    rp.peripherals[0x18000] = register((a) => this.#read(a), (a, v) => this.#write(a, v));
    rp.peripherals[0x40018] = register(plain.read, (a, v) => { plain.write(a, v); if (a === SS_CTRL) this.#select((v >> 8 & 3) === 2); });
    rp.peripherals[0x14000] = register(() => 1, () => {});
  }

  // Bytes on the line, not words that the program is read by.
  get spoken() { return this.selected || (this.registers.get(CTRLR0) ?? 0) >> 8 === 7 << 8; }

  #read(a) {
    if (a === SR) return 6 | (this.queue.length > 0 ? 8 : 0);
    if (a === DR0) return this.queue.shift() ?? 0;
    return this.registers.get(a) ?? 0;
  }

  #write(a, v) {
    if (a === DR0) {
      if (this.queue.length >= 16) throw new Error("the flash interface has room for 16 bytes");
      this.queue.push(this.#exchange(v & 0xff));
      return;
    }
    this.registers.set(a, v);
    if (a === SSIENR || a === CTRLR0) guard(this.rp, this.spoken);
  }

  #select(low) {
    if (this.selected && !low) this.#finish();
    if (low && !this.selected) this.said = [];
    this.selected = low;
    guard(this.rp, this.spoken);
  }

  // One byte in, one out.
  #exchange(byte) {
    const n = this.said.push(byte) - 1, busy = this.rp.clock.nanos < this.busyUntil;
    switch (this.said[0]) {
      case 0x05: return n === 0 ? 0xff : (busy ? 1 : 0) | (this.writable ? 2 : 0);
      case 0x4b: return n < 5 || busy ? 0xff : this.unique[(n - 5) % this.unique.length];
      default: return 0xff;
    }
  }

  // The chip is let go: what was said is done.
  #finish() {
    const [code, a, b, c, ...data] = this.said, at = (a << 16 | b << 8 | c) >>> 0;
    if (code === 0x06) this.writable = true;
    if (!(code in TIMES)) return;
    if (!this.writable || this.rp.clock.nanos < this.busyUntil) throw new Error(`flash command ${code} is not taken now`);
    this.writable = false;
    this.busyUntil = this.rp.clock.nanos + 1000 * TIMES[code];
    if (code === 0x20) this.bytes.fill(0xff, at & ~(SECTOR - 1), (at & ~(SECTOR - 1)) + SECTOR);
    else data.forEach((v, i) => { this.bytes[(at & ~255) | (at + i & 255)] &= v; }); // bits only go down, and a page is a ring
  }
}

export function register(read, write) {
  return {
    readUint32: (a) => read(a & 0xfff),
    writeUint32Atomic(a, v, how) { write(a, (how === 0 ? v : how === 1 ? read(a) ^ v : how === 2 ? read(a) | v : read(a) & ~v) >>> 0); },
  };
}

// Makes reads of flash fatal, or allows them again.
function guard(rp, on) {
  rp.flashGuarded = on;
  for (const name of ["readUint32", "readUint16", "readUint8"]) {
    delete rp[name];
    if (!on) continue;
    const read = rp[name].bind(rp);
    rp[name] = (address) => {
      if (address >>> 24 === 0x10) throw new Error(`flash is read at ${address.toString(16)} while it is spoken to`);
      return read(address);
    };
  }
}
