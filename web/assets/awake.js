// The screen of who plays stays on. It needs a page that came by https or from this
// machine; elsewhere, and where the system refuses, the screen sleeps as it likes.

let lock = null; // what keeps the screen on, or the promise of it
let wanted = false;

// awake keeps the screen on while wants is true.
export function awake(wants) {
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
