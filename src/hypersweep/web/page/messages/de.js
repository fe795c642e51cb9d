// @ts-check
// The texts up to the first move.

import game from "./de/game.js";
import page from "./de/page.js";
import session from "./de/session.js";
import start from "./de/start.js";

export default { game, page, session, start };
