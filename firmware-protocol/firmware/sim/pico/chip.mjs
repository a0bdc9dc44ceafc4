// chip.mjs: an emulated RP2040 on a Pico's board: its flash stays, the rest is new after each reset. Time is that of the chip's own cycles.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {Flash, register} from "./flash.mjs";
import {pace} from "./pio.mjs";
import {Uart} from "./uart.mjs";
import {bootable, load} from "./uf2.mjs";

export const CAUSES = {power: 1 << 8, pin: 1 << 16, watchdog: 0};
const BOOT2_AT = 0x20041f00, RING_OSCILLATOR = 6.5e6;

export class Chip {
  // modules is the folder that rp2040js is installed in; parts are what is wired to the pins.
  constructor(modules, file, parts) {
    this.RP2040 = createRequire(`${modules}/package.json`)("rp2040js").RP2040;
    Object.assign(this, {parts, nanos: 0, flash: new Uint8Array(16 << 20).fill(0xff), unique: [0xe6, 0x61, 0x38, 0x52, 0x83, 0x41, 0x9c, 0x2a]});
    load(readFileSync(file), this.flash);
    this.reset("power");
  }

  reset(cause) {
    const before = this.rp?.clock.nanos ?? 0, rp = this.rp = new this.RP2040();
    rp.logger = {debug() {}, info() {}, warn: (who, what) => complain(who, what), error(who, what) { throw new Error(`${who}: ${what}`); }};
    rp.clock.nanosCounter = before;
    rp.flash.set(this.flash.subarray(0, 1 << 21));
    this.flash = rp.flash;
    this.cycle = 1e9 / RING_OSCILLATOR;
    rp.addClockListener((hz) => { this.cycle = 1e9 / hz; });
    new Flash(rp, this.flash, this.unique);
    rp.peripherals[0x40064] = register((a) => a === 8 ? CAUSES[cause] : 0, () => {});
    let resets = 0; // what a watchdog resets
    rp.peripherals[0x40010] = register((a) => a === 8 ? resets : 0, (a, v) => { if (a === 8) resets = v; });
    const watchdog = rp.peripherals[0x40058];
    watchdog.reason = cause === "watchdog" ? 1 : 0;
    watchdog.onWatchdogTrigger = () => { this.bitten = resets === 0x1fffc; watchdog.timer.enable = false; }; // else it goes off again at once, without end
    fetch(rp);
    pace(rp, () => this.cycle);
    this.uart = new Uart(rp, this.parts.line);
    this.parts.board.attach(rp);
    this.parts.strip.attach(rp);
    this.parts.usb?.attach(rp);
    this.#bootRom();
  }

  // Loads the first 256 bytes into memory and jumps there, if they are what they should be. Else a Pico waits for a file.
  #bootRom() {
    const {core, sram} = this.rp;
    this.dead = !bootable(this.flash);
    sram.set(this.flash.subarray(0, 256), BOOT2_AT - 0x20000000);
    core.SP = BOOT2_AT;
    core.LR = 0;
    core.PC = BOOT2_AT;
  }

  // Runs it up to a time, ns. What an instruction takes goes onto the clock by itself: only one in hundreds wakes an alarm.
  run(until) {
    const {core, clock} = this.rp;
    while (clock.nanosCounter < until) {
      if (this.dead || core.waiting) clock.tick(Math.max(0, Math.min(until, clock.nextAlarm?.nanos ?? until) - clock.nanosCounter));
      else {
        const after = core.executeInstruction() * this.cycle;
        if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= clock.nanosCounter + after) clock.tick(after);
        else clock.nanosCounter += after;
      }
      if (this.bitten) {
        this.bitten = false;
        this.reset("watchdog");
        return this.run(until);
      }
    }
  }

  // Time passes without the program, from when it waits anyway: between the reading of a clock and the setting of an alarm it would set
  // one that is over, and wait for the next turn of the timer.
  sleep(until) {
    while (!this.dead && !this.rp.core.waiting && this.now < until) this.run(this.now + 1);
    if (this.now < until) this.rp.clock.tick(until - this.now);
  }

  // The processor does nothing any more, but time goes on.
  hang() { this.dead = true; }

  get now() { return this.rp.clock.nanos; }
}

// Instructions are half words of flash or memory, asked for millions of times a second; the emulator's own way looks at each address anew.
// While flash is spoken to its guard hears of it all the same.
function fetch(rp) {
  const halves = new Uint16Array(rp.flash.buffer, rp.flash.byteOffset, rp.flash.length >> 1);
  rp.core.readUint16 = (address) => {
    if (address >>> 24 !== 0x10 || rp.flashGuarded) return rp.readUint16(address);
    return halves[(address & 0xffffff) >> 1];
  };
}

function complain(who, what) {
  if (!/clkDivRestart/.test(what)) process.stderr.write(`pico: ${who}: ${what}\n`);
}
