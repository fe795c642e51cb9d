// @ts-check
// The texts up to the first move.

import game from "./en/game.js";
import page from "./en/page.js";
import session from "./en/session.js";
import start from "./en/start.js";

export default { game, page, session, start };
