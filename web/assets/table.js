// The table view: what everybody may see.

import { follow } from "./view.js";
import { Panel } from "./panel.js";
import { Pieces } from "./pieces.js";

follow({
  probe: "/api/table", panel: new Panel(),
  make: (board) => {
    const pieces = new Pieces(board);
    board.keys(() => false);
    return (table) => pieces.show(table);
  },
});
