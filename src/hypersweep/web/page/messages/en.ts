// The texts up to the first move.

import game from "./en/game.ts";
import page from "./en/page.ts";
import session from "./en/session.ts";
import start from "./en/start.ts";

export default { game, page, session, start };
