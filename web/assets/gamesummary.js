// The summary of a game in the archive: when it was played, by whom, and how it ended.

import { seatName, seatsIn, whySays } from "./naming.js";
import { playerSays } from "./opponents.js";
import { lang, list, t } from "./words.js";

// when is an instant in the reader's words.
export const when = (at) => new Date(at).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });

// ending says how a game stands.
export function ending({ ended, outcome, damaged, ran_out: late }) {
  if (damaged) return t("games.damaged");
  if (!ended || !outcome) return t("games.goes");
  const why = late ? t("why.clock", { loser: seatName(late) }) : whySays(outcome);
  return outcome.winners.length ? t("games.won", { seats: list(outcome.winners.map(seatName)), why }) : t("games.draw", { why });
}

// points are those of each seat, where the game counts them: "South 24, West 27".
export const points = ({ outcome }) => seatsIn({ pieces: [] }, Object.keys(outcome?.scores ?? {})).map((seat) => `${seatName(seat)} ${outcome.scores[seat]}`).join(", ");

// names are those of who played.
export const names = (players) => seatsIn({ pieces: [] }, Object.keys(players ?? {})).map((seat) => `${seatName(seat)} ${playerSays(players[seat])}`).join(" · ");
