// @ts-check
// Begins what is played on the server: a room is made, and gone to.

import { enter } from "../../together/guest.js";
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
    await enter();
    const { room, key } = /** @type {RoomMade} */ (await ask(path, { body }));
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
