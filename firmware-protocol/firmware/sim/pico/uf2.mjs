// uf2.mjs: what the Pico's drive and its boot ROM do with a file: a reader of its own, that shares no code with host/pack.c.
const FAMILY = 0xe48bff56, FLASH = 0x10000000, BLOCK = 512;

// Writes the blocks of a file into flash, or throws what is wrong with them.
export function load(file, flash) {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const word = (at) => view.getUint32(at, true);
  if (file.length === 0 || file.length % BLOCK !== 0) throw new Error("a UF2 file has whole blocks of 512 bytes");
  for (let at = 0; at < file.length; at += BLOCK) {
    const [address, size, number, blocks] = [12, 16, 20, 24].map((field) => word(at + field));
    if (word(at) !== 0x0a324655 || word(at + 4) !== 0x9e5d5157 || word(at + 508) !== 0x0ab16f30) throw new Error(`block ${at / BLOCK}: wrong magic numbers`);
    if (word(at + 8) !== 0x2000 || word(at + 28) !== FAMILY) throw new Error(`block ${at / BLOCK} is not for the RP2040`);
    if (number !== at / BLOCK || blocks !== file.length / BLOCK) throw new Error(`block ${at / BLOCK} says it is ${number} of ${blocks}`);
    if (size !== 256 || address !== FLASH + 256 * number) throw new Error(`block ${number}: ${size} bytes at ${address.toString(16)}`);
    flash.set(file.subarray(at + 32, at + 32 + size), address - FLASH);
  }
}

// CRC32 as the boot ROM has it: the highest bit first, nothing reversed. By a table of sixteen.
const TABLE = Uint32Array.from({length: 16}, (_, n) => {
  let crc = n << 28;
  for (let bit = 0; bit < 4; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc;
});
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc = (crc << 4) ^ TABLE[(crc >>> 28) ^ (byte >> 4)];
    crc = (crc << 4) ^ TABLE[(crc >>> 28) ^ (byte & 15)];
  }
  return crc >>> 0;
}

// Whether the boot ROM would start what is in flash.
export function bootable(flash) {
  return crc32(flash.subarray(0, 252)) === new DataView(flash.buffer, flash.byteOffset + 252, 4).getUint32(0, true);
}
