// Screen wake lock: keeps the screen on during a game. Browsers grant it only to pages that
// came by https or from this machine.

let lock = null; // what keeps the screen on, or the promise of it
let wanted = false;

// keepAwake keeps the screen on while wants is true.
export function keepAwake(wants) {
  wanted = wants;
  if (wanted) ask();
  else if (lock) lock.then((held) => held?.release());
}

function ask() {
  if (lock || document.hidden || !navigator.wakeLock) return;
  lock = navigator.wakeLock.request("screen").then((held) => {
    held.addEventListener("release", () => { lock = null; }); // a hidden page loses it
    if (!wanted) held.release();
    return held;
  }, () => {
    lock = null;
    return null;
  });
}

document.addEventListener("visibilitychange", () => wanted && ask());
