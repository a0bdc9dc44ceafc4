// The table view: what everybody may see.

import { follow } from "./view.js";
import { Panel } from "./panel.js";
import { Pieces } from "./pieces.js";
import { book, t } from "./words.js";

const panel = new Panel();

follow({
  probe: "/api/table", panel,
  make: (board) => {
    const pieces = new Pieces(board);
    board.keys(() => false);
    board.svg.onclick = () => panel.run(async () => { await book(); panel.tell(t("help.table")); }); // who presses a piece would play
    return (table) => pieces.show(table);
  },
});
