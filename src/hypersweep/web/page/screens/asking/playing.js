// @ts-check
// Starts a game on the server: creates a room, and opens it.

import { enter } from "../../together/guest.js";
import { deadline } from "../../patience.js";
import { ask } from "../../together/http.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../data/protocol.js").RoomMade} RoomMade */

/** Whether a room is being created, so that a second press doesn't create another. */
let isMaking = false;

/**
 * Create a room with a request, and open it; people who aren't signed in become guests.
 * @param {App} app
 * @param {string} path
 * @param {unknown} body
 */
export async function playRoom(app, path, body) {
  if (isMaking) return;
  isMaking = true;
  const { screen } = app;
  try {
    const made = enter().then(() => /** @type {Promise<RoomMade>} */ (ask(path, { body })));
    const { room } = await deadline(made, () => {
      void app.messages.add("asked").then(() => app.say(app.text("asked.silent")));
      return made;
    });
    // Stay if the player has gone to another screen meanwhile.
    if (app.screen === screen) app.go(`room/${encodeURIComponent(room)}`);
  } catch (error) {
    await app.fail(error);
  } finally {
    isMaking = false;
  }
}

/**
 * Start a ranked game.
 * @param {App} app
 * @param {{board: string, mines: number, rules: string}} wish
 */
export function playRanked(app, wish) {
  return playRoom(app, "/api/rooms", { kind: "solo", ...wish });
}
