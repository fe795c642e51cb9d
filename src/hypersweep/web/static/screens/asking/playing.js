// @ts-check
// Begins what is played on the server: a room is made, and gone to.

import { enter } from "../../together/guest.js";
import { deadline } from "../../patience.js";
import { ask } from "../../together/http.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../data/protocol.js").RoomMade} RoomMade */

/** Whether a room is being made: one press makes one. */
let isMaking = false;

/**
 * Makes a room by a request, and goes to it; who comes without a name plays as a guest.
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
    const { room, key } = await deadline(made, () => {
      void app.messages.add("asked").then(() => app.say(app.text("asked.silent")));
      return made;
    });
    // Who has gone elsewhere meanwhile stays there.
    if (app.screen === screen) app.go(`room/${encodeURIComponent(room)}${key ? `?key=${encodeURIComponent(key)}` : ""}`);
  } catch (error) {
    await app.fail(error);
  } finally {
    isMaking = false;
  }
}

/**
 * Begins a ranked game.
 * @param {App} app
 * @param {{board: string, mines: number, rules: string}} wish
 */
export function playRanked(app, wish) {
  return playRoom(app, "/api/rooms", { kind: "solo", ...wish });
}
