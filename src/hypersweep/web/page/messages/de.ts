// The texts up to the first move.

import game from "./de/game.ts";
import page from "./de/page.ts";
import session from "./de/session.ts";
import start from "./de/start.ts";

export default { game, page, session, start };
