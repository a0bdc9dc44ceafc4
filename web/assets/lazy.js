// Loads modules of a page at their first use.

const parts = new Map();
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// part loads the module of that name, once. While the daemon is away it asks again until
// the module is there. A failed address stays failed, so each try has one of its own.
export function part(name) {
  if (!parts.has(name)) parts.set(name, load(name));
  return parts.get(name);
}

async function load(name) {
  for (let n = 0; ; n++) {
    try {
      return await import(`./${name}.js${n ? "#" + n : ""}`);
    } catch (err) {
      if (!(err instanceof TypeError)) throw err; // it came, and is no module
      await pause(Math.min(1000 * 2 ** n, 30000));
    }
  }
}
