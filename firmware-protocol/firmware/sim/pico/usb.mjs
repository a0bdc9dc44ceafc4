// usb.mjs: a host at the Pico's USB: it finds out what is there, opens the port, and carries bytes. It minds what the emulator does not:
// that packets of an endpoint alternate, and that a device is alive only while frames begin.
export const SETUP = {device: [0x80, 6, 0, 1, 0, 0], configuration: [0x80, 6, 0, 2, 0, 0], address: [0, 5, 7, 0, 0, 0], configure: [0, 9, 1, 0, 0, 0], coding: [0x21, 0x20, 0, 0, 0, 0],
  asked: [0xa1, 0x21, 0, 0, 0, 0]};
const string = (n) => [0x80, 6, n, 3, 0x09, 0x04], lines = (dtr) => [0x21, 0x22, dtr, 0, 0, 0];
const SOF_RD = 0x48, PID = 1 << 13, STALL = 1 << 11, AVAILABLE = 1 << 10, DATA = 2, PACKET = 64, NOTICED = 2e6;

export class UsbHost {
  constructor(line) { Object.assign(this, {line, plugged: false, wants: true, found: {}}); }

  attach(rp) {
    const usb = this.usb = rp.usbCtrl, update = usb.DPRAMUpdated.bind(usb), read = usb.readUint32.bind(usb);
    Object.assign(this, {rp, queue: [], armed: [], toggles: {}, transfers: [], up: false, enabled: false});
    usb.readUint32 = (a) => a === SOF_RD ? (this.plugged ? Math.floor(rp.clock.nanos / 1e6) & 0x7ff : 0) : read(a);
    usb.onUSBEnabled = () => { this.enabled = true; this.#notice(); };
    usb.onResetReceived = () => this.#enumerate();
    usb.onEndpointWrite = (endpoint, bytes) => endpoint === 0 ? this.#packet0(bytes) : this.said(endpoint, bytes);
    usb.onEndpointRead = (endpoint, size) => { this.armed[endpoint] = size; this.give(endpoint); };
    usb.DPRAMUpdated = (at, value) => { this.#mind(at, value); update(at, value); };
    this.reset = rp.clock.createAlarm(() => usb.resetDevice());
  }

  #notice() { if (this.plugged && this.enabled) this.reset.schedule(NOTICED); }

  plug() {
    this.plugged = true;
    this.line.usb = this;
    this.#notice();
  }

  unplug() {
    Object.assign(this, {plugged: false, up: false, queue: [], found: {}});
    delete this.line.usb;
    this.reset.cancel();
  }

  // Opens the port or closes it.
  open(wants) {
    this.wants = wants;
    if (this.up) this.control(lines(wants ? 1 : 0), 0, () => {});
  }

  feed(bytes) {
    this.queue.push(...bytes);
    this.give(DATA);
  }

  // A packet has come in.
  said(endpoint, bytes) { this.line.heard.push(...bytes); }

  // Gives an endpoint that listens what there is for it.
  give(endpoint) {
    const size = this.armed[endpoint], bytes = size === undefined ? undefined : endpoint === 0 ? this.#take0() : this.takeData(size);
    if (!bytes) return;
    delete this.armed[endpoint];
    this.usb.endpointReadDone(endpoint, new Uint8Array(bytes));
  }

  takeData(size) {
    return this.up && this.queue.length > 0 ? this.queue.splice(0, Math.min(size, PACKET)) : undefined;
  }

  // All is done in the time of the chip, so nothing is waited for: what comes next is asked for when an answer is whole.
  #enumerate() {
    Object.assign(this, {up: false, armed: [], toggles: {}, current: undefined, transfers: [], found: {}});
    this.#do(this.discover());
  }

  #do(steps, answer) {
    const {value, done} = steps.next(answer);
    if (!done) this.control(...value, (bytes) => this.#do(steps, bytes));
  }

  *discover() {
    const found = {device: yield [SETUP.device, 64]};
    yield [SETUP.address, 0];
    const head = yield [SETUP.configuration, 9];
    found.configuration = yield [SETUP.configuration, head[2] | head[3] << 8];
    for (const [name, at] of [["maker", 14], ["product", 15], ["serial", 16]]) {
      found[name] = Buffer.from((yield [string(found.device[at]), 255]).slice(2)).toString("utf16le");
    }
    found.refused = (yield [string(77), 255]) === undefined;
    yield [SETUP.configure, 0];
    yield [SETUP.coding, 0, [0x00, 0xc2, 0x01, 0x00, 0, 0, 8]];
    found.coding = yield [SETUP.asked, 7];
    if (this.wants) yield [lines(1), 0];
    Object.assign(this, {up: true, found});
    this.give(DATA);
  }

  // One control transfer after the other; an answer longer than a packet comes in several. undefined is a stall.
  control(setup, most, data, then) {
    if (typeof data === "function") [then, data] = [data, []];
    this.transfers.push({setup, most, data, then, answer: []});
    if (this.transfers.length === 1) this.#begin();
  }

  #begin() {
    const {setup, most, data} = this.transfers[0], length = data.length || most;
    this.toggles["0in"] = this.toggles["0out"] = PID; // both begin with DATA1
    this.usb.sendSetupPacket(new Uint8Array([...setup, length & 255, length >> 8]));
  }

  #finish(value) {
    const {then} = this.transfers.shift();
    then?.(value);
    if (this.transfers.length > 0) this.#begin();
  }

  // A packet of endpoint 0 has come: part of an answer, which is whole if it is as long as it may be or its last packet was not full, or
  // the end of a transfer the other way.
  #packet0(bytes) {
    const now = this.transfers[0];
    if (!now) throw new Error("endpoint 0 speaks without being asked");
    if (now.setup[0] < 0x80) return this.#finish([]);
    now.answer.push(...bytes);
    now.whole = bytes.length < PACKET || now.answer.length >= now.most;
    this.give(0);
  }

  // Endpoint 0 listens: to the data of a transfer, or to the end of an answer.
  #take0() {
    const now = this.transfers[0];
    if (now?.setup[0] < 0x80) return now.data;
    if (!now?.whole) return undefined;
    this.usb.rp2040.clock.createAlarm(() => this.#finish(now.answer)).schedule(20e3);
    now.whole = false;
    return [];
  }

  #mind(at, value) {
    if (at < 0x80 || at >= 0x100) return;
    const endpoint = (at - 0x80) >> 3, out = at & 4 ? "out" : "in", key = endpoint + out;
    if (value & STALL && key === "0in") this.#finish(undefined);
    if (!(value & AVAILABLE)) return;
    const want = this.toggles[key] ?? 0;
    const status = endpoint === 0 && (value & 0x3ff) === 0; // always DATA1
    if ((value & PID) !== (status ? PID : want)) throw new Error(`endpoint ${key}: a packet has the toggle of the one before it`);
    this.toggles[key] = want ^ PID;
  }
}
