// realtime.mjs: the chip as fast as the clock on the wall, with the line on a socket. What cannot be caught up with is let go.
import {connect} from "node:net";
import {createInterface} from "node:readline";

const SLICE = 500e3, LAG = 20e6; // ns; hands that are caught up with would be hastier than the daemon takes them for

export function serve(path, chip, line, answer) {
  const socket = connect(path), commands = [];
  let [wall, start, until] = [performance.now(), chip.now, 0];
  socket.on("data", (bytes) => line.feed(bytes));
  socket.on("error", () => process.exit()); // the test has ended, and closed the line first
  createInterface({input: process.stdin}).on("line", (text) => { commands.push(text); obey(); }).on("close", () => process.exit());

  // Commands wait for one another, and for "wait", which takes its time here.
  function obey() {
    while (commands.length > 0 && chip.now >= until) {
      const [word, us] = commands[0].split(" ");
      if (word === "wait" && until === 0) {
        until = chip.now + 1000 * us;
        continue;
      }
      until = 0;
      const text = commands.shift();
      answer(word === "wait" ? "wait 0" : text);
    }
  }

  (function turn() {
    const due = start + (performance.now() - wall) * 1e6;
    if (due - chip.now > LAG) [wall, start] = [performance.now(), chip.now];
    for (let n = 0; n < 20 && chip.now < due; n++) chip.run(Math.min(due, chip.now + SLICE));
    if (line.heard.length > 0) socket.write(Buffer.from(line.heard.splice(0)));
    obey();
    if (chip.now < due) setImmediate(turn);
    else setTimeout(turn, 1);
  })();
}
