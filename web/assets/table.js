// The table view: what everybody may see.

import { h } from "./dom.js";
import { follow } from "./view.js";
import { Panel } from "./panel.js";
import { Pieces } from "./pieces.js";
import { book, t } from "./words.js";

// Who comes here first may want to play, and cannot here.
const play = h("button", { type: "button", id: "play", onclick: () => location.assign("/start") }, t("page.start"));
const panel = new Panel({ extra: [play] });

follow({
  probe: "/api/table", panel,
  make: (board) => {
    const pieces = new Pieces(board);
    board.keys(() => false);
    board.svg.onclick = () => panel.run(async () => { await book(); panel.tell(t("help.table")); }); // who presses a piece would play
    return (table) => pieces.show(table);
  },
});
