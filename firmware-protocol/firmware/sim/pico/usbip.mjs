// usbip.mjs: the Pico at the USB of a kernel: what Linux asks for, by the protocol of USB/IP (Linux: Documentation/usb/usbip_protocol.rst), goes to
// the emulated chip, and what the chip says comes back. A transfer ends as on a wire: full, or with a packet that is not.
import {SETUP, UsbHost} from "./usb.mjs";

const VERSION = 0x0111, IMPORT = 0x8003, IMPORTED = 3, REQUEST = 40, HEADER = 48, PACKET = 64, BULK_OUT = 2;
const SUBMIT = 1, UNLINK = 2, ANSWER = 3, UNLINKED = 4, IN = 1, FULL_SPEED = 2;
const STALLED = -32, TAKEN_BACK = -104; // EPIPE, ECONNRESET

export class UsbIp extends UsbHost {
  constructor(line) {
    super(line);
    Object.assign(this, {heard: [], got: Buffer.alloc(0)});
    this.forget();
  }

  attach(rp) {
    this.forget();
    super.attach(rp);
  }

  // What a kernel leaves to the other end: a reset, and an address.
  *discover() {
    this.description = yield [SETUP.device, 18];
    yield [SETUP.address, 0];
    this.up = true;
    this.read(); // somebody may be waiting for it
  }

  unplug() {
    super.unplug();
    this.forget();
  }

  forget() { Object.assign(this, {imported: false, waiting: new Map(), spoken: new Map(), outgoing: [], description: undefined}); }

  feed(bytes) {
    this.got = Buffer.concat([this.got, bytes]);
    this.read();
  }

  read() {
    while (this.imported ? this.#request() : this.#import()) ;
  }

  // Drops what is left of the time before, up to a wish for the device.
  #import() {
    const wish = Buffer.from([VERSION >> 8, VERSION & 255, IMPORT >> 8, IMPORT & 255, 0, 0, 0, 0]), at = this.got.indexOf(wish);
    if (at < 0 || !this.up || this.got.length < at + REQUEST) return false;
    const bus = this.got.subarray(at + 8, at + REQUEST), reply = Buffer.alloc(8 + 312), d = this.description;
    this.got = this.got.subarray(at + REQUEST);
    reply.writeUInt16BE(VERSION, 0);
    reply.writeUInt16BE(IMPORTED, 2);
    bus.copy(reply, 8 + 256);
    [1, 2, FULL_SPEED].forEach((v, i) => reply.writeUInt32BE(v, 8 + 288 + 4 * i));
    [8, 10, 12].forEach((at, i) => reply.writeUInt16BE(d[at] | d[at + 1] << 8, 8 + 300 + 2 * i));
    reply.set([d[4], d[5], d[6], 0, d[17], 0], 8 + 306);
    this.heard.push(...reply);
    return this.imported = true;
  }

  #request() {
    if (this.got.length < HEADER) return false;
    const word = (n) => this.got.readUInt32BE(4 * n), [command, seq, into, endpoint, length] = [word(0), word(1), word(3) === IN, word(4), word(6)];
    const size = HEADER + (command === SUBMIT && !into ? length : 0);
    if (this.got.length < size) return false;
    const request = {seq, into, endpoint, length, setup: [...this.got.subarray(40, 46)], data: [...this.got.subarray(HEADER, size)], answer: []};
    const unlinks = word(5);
    this.got = this.got.subarray(size);
    if (command === SUBMIT) this.#submit(request);
    else if (command === UNLINK) this.#reply(UNLINKED, seq, this.waiting.delete(unlinks) ? TAKEN_BACK : 0, 0, []);
    else throw new Error(`USB/IP: command ${command}`);
    return true;
  }

  #submit(request) {
    const {seq, into, endpoint, length, setup, data} = request;
    this.waiting.set(seq, request);
    if (endpoint === 0) {
      this.control(setup, into ? length : 0, data, (bytes) => this.#done(request, bytes ? 0 : STALLED, bytes ?? []));
    } else if (into) {
      this.#deliver(endpoint);
    } else {
      this.outgoing.push(request);
      this.give(BULK_OUT);
    }
  }

  takeData(size) {
    while (this.outgoing.length > 0 && !this.waiting.has(this.outgoing[0].seq)) this.outgoing.shift(); // taken back
    const first = this.outgoing[0];
    if (!this.up || !first) return undefined;
    const packet = first.data.splice(0, Math.min(size, PACKET));
    if (first.data.length === 0) this.#done(this.outgoing.shift(), 0, []);
    return packet;
  }

  said(endpoint, bytes) {
    if (!this.spoken.has(endpoint)) this.spoken.set(endpoint, []);
    this.spoken.get(endpoint).push([...bytes]);
    this.#deliver(endpoint);
  }

  #deliver(endpoint) {
    const packets = this.spoken.get(endpoint) ?? [];
    for (const request of this.waiting.values()) {
      if (!request.into || request.endpoint !== endpoint) continue;
      while (packets.length > 0) {
        const packet = packets.shift();
        request.answer.push(...packet);
        if (packet.length < PACKET || request.answer.length >= request.length) {
          this.#done(request, 0, request.answer);
          break;
        }
      }
      if (packets.length === 0) return;
    }
  }

  #done(request, status, bytes) {
    if (this.waiting.delete(request.seq)) this.#reply(ANSWER, request.seq, status, request.into ? bytes.length : request.length, bytes);
  }

  #reply(command, seq, status, length, bytes) {
    const head = Buffer.alloc(HEADER);
    [command, seq].forEach((v, i) => head.writeUInt32BE(v, 4 * i));
    head.writeInt32BE(status, 20);
    head.writeUInt32BE(length, 24);
    this.heard.push(...head, ...bytes);
  }
}
