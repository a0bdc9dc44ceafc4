// The seats that this browser has opened, so that the start page finds them again: an app on
// a phone always begins there. The keys are not here but in cookies that no script reads.

import { get } from "./api.js";

const place = "seats";

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? [];
  } catch {
    return []; // no storage
  }
};

// keep remembers a seat whose page was opened.
export function keep(seat) {
  try {
    localStorage.setItem(place, JSON.stringify([...new Set([...kept(), seat])].slice(-8)));
  } catch { /* as above */ }
}

// mine are the seats that still are this browser's in the game on the table.
export async function mine() {
  const open = async (seat) => {
    try {
      return (await get("/api/seat/" + encodeURIComponent(seat))).status !== "over";
    } catch {
      return false; // of another game, or its key is another
    }
  };
  const all = kept(), still = await Promise.all(all.map(open));
  return all.filter((_, i) => still[i]);
}
