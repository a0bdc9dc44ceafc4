// runner.mjs: the firmware on an emulated Raspberry Pi Pico: `node runner.mjs MODULES LAYOUT FILE.uf2` understands the commands of
// sim/runner.c, in emulated time. With `socket PATH` behind it, it runs in real time with the line on a socket of that name; with `usbip PATH`
// the socket is the USB of a kernel.
//
//   fresh       a chip that was just switched on for the first time, with nothing on the board
//   flash ADDRESS HEX   writes flash                        hang       the program does nothing any more
//   hall HEX            a reading of every linear sensor, 16 bits each
//   sleep US    the time passes without the program: for a test in which nothing happens
//   plug, unplug        the host's end is at USB or at the serial line          dtr 0|1    the port there is closed or opened
//   device      "device JSON": what the host has found at USB
//   pulses      "pulses WHAT LEAST MOST ...": times of a strip's signal, ns      watchdog   a reset as the watchdog does it
import {writeSync} from "node:fs";
import {createInterface} from "node:readline";
import {Board} from "./board.mjs";
import {Chip} from "./chip.mjs";
import {Strip} from "./strip.mjs";
import {Line} from "./uart.mjs";
import {UsbHost} from "./usb.mjs";
import {UsbIp} from "./usbip.mjs";

const [modules, layout, file, mode, path] = process.argv.slice(2);
const parts = {line: new Line(), board: new Board(layout), strip: new Strip()};
parts.usb = mode === "usbip" ? new UsbIp(parts.line) : new UsbHost(parts.line);
const chip = new Chip(modules, file, parts);
const {line, board, strip, usb} = parts;

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const heard = () => `line ${hex(line.heard.splice(0))}`;

function pass(us) {
  chip.run(chip.now + 1000 * us);
  return heard();
}

// Runs until the bytes have been said, for as long as it takes them to leave, or the time is over.
function until(text, us) {
  const want = Buffer.from(text, "hex"), start = chip.now, said = () => Buffer.from(line.heard).includes(want);
  while (chip.now < start + 1000 * us && !said()) chip.run(chip.now + 10e3);
  const took = said() ? [`took ${Math.round((chip.now - start) / 1000)}`] : [];
  return [...took, heard()];
}

function fresh() {
  line.clear();
  board.clear();
  usb.unplug();
  usb.wants = true;
  chip.flash.fill(0xff, 0xf0000, 0x100000);
  chip.reset("power");
}

const set = (fine) => fine ? [] : ["error: no such input"];
const commands = {
  fresh,
  feed: (text) => line.feed(Buffer.from(text, "hex")),
  pass: (us) => pass(+us),
  wait: (us) => chip.run(chip.now + 1000 * us),
  sleep: (us) => chip.sleep(chip.now + 1000 * us),
  until: (text, us) => until(text, +us),
  set: (n, level) => set(board.set(+n, +level)),
  hall: (text) => { const b = Buffer.from(text, "hex"); board.readings.forEach((_, i) => { board.readings[i] = b.readUInt16LE(2 * i); }); },
  press: (n, level) => set(board.press(+n, +level === 1)),
  leds: () => `leds ${hex(strip.leds())}`,
  strip: () => `strip ${strip.frames} ${Math.round(strip.pause / 62.5)} ${strip.written}`,
  pulses: () => `pulses ${Object.entries(strip.pulses).flat(2).join(" ")}`,
  rate: (baud) => { line.rate = +baud; },
  baud: () => `baud ${chip.uart.rate}`,
  waiting: () => `waiting ${line.waiting.length}`,
  reset: () => chip.reset("pin"),
  brownout: () => chip.reset("power"),
  watchdog: () => chip.reset("watchdog"),
  flash: (address, text) => chip.flash.set(Buffer.from(text, "hex"), parseInt(address, 16)),
  hang: () => chip.hang(),
  plug: () => usb.plug(),
  unplug: () => usb.unplug(),
  dtr: (on) => usb.open(on === "1"),
  device: () => `device ${JSON.stringify(usb.found)}`,
  bounce: (flips, us, seed) => board.bounce(+flips, +us, +seed),
  noise: (changes, loses, seed) => line.noise(+changes, +loses, +seed),
  ghost: (on) => { board.ghosts = on === "1"; board.settle(); },
};

function answer(line) {
  const [word, ...rest] = line.split(" ");
  let said;
  try {
    said = word in commands ? commands[word](...rest) : `error: ${word}`;
  } catch (e) {
    said = `error: ${e.message}`;
  }
  const text = Buffer.from([said ?? [], "ok", ""].flat().join("\n"));
  for (let at = 0; at < text.length;) at += writeSync(1, text, at); // thousands a second: a stream costs more than the chip
}

if (mode) (await import("./realtime.mjs")).serve(path, chip, mode === "usbip" ? usb : line, answer);
else createInterface({input: process.stdin}).on("line", answer);
