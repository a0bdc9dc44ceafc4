// The seats that this browser has opened. The start page offers them again: an app on a phone
// always begins there. The keys themselves are in cookies that no script can read.

import { get } from "./api.js";

const place = "seats";

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? [];
  } catch {
    return []; // no storage
  }
};

// keep remembers a seat of a game whose page was opened.
export function keep(game, seat) {
  try {
    const others = kept().filter((k) => k.game !== game || k.seat !== seat);
    localStorage.setItem(place, JSON.stringify([...others, { game, seat }].slice(-8)));
  } catch { /* as above */ }
}

// mySeats are the seats that still are this browser's in the game on the table.
export async function mySeats(game) {
  const open = async (seat) => {
    try {
      return (await get("/api/seat/" + encodeURIComponent(seat))).status !== "over";
    } catch {
      return false; // its key is another
    }
  };
  const all = kept().filter((k) => k.game === game).map((k) => k.seat), still = await Promise.all(all.map(open));
  return all.filter((_, i) => still[i]);
}
