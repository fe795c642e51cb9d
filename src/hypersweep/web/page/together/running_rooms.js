// @ts-check
// The player's unfinished games on the server: their addresses, and resigning one.

import { connection } from "./connection.js";
import { ask } from "./http.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../data/protocol.js").RunningRoom} RunningRoom */
/** @typedef {import("../data/protocol.js").RunningRooms} RunningRooms */
/** @typedef {import("../data/protocol.js").Refused} Refused */

/** Time limit in milliseconds for the server to end a game. */
const PATIENCE = 10_000;
/** Server errors which mean that there is nothing left to resign. */
const OVER = new Set(["over", "ended", "no_room"]);

/** The unfinished games, newest first. @param {AbortSignal} [signal] @returns {Promise<RunningRoom[]>} */
export async function runningRooms(signal) {
  return (/** @type {RunningRooms} */ (await ask("/api/rooms", { signal }))).rooms;
}

/**
 * Resign a game, which loses it; a room without a started game is removed.
 * @param {App} app
 * @param {string} name - name of its room
 * @returns {Promise<Refused | null>} why it failed; null once the game is over
 */
export async function resign(app, name) {
  const room = connection(app).join(name);
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await new Promise((resolve) => {
      const answer = (/** @type {Refused | null} */ why) => resolve(why && OVER.has(why.what) ? null : why);
      for (const kind of ["refused", "gone"]) room.addEventListener(kind, (event) => answer(/** @type {CustomEvent} */ (event).detail), { signal });
      room.addEventListener("ended", () => answer(null), { signal });
      room.ready.then(() => (room.stage === "over" ? answer(null) : room.resign()), answer);
      const timer = setTimeout(() => answer({ t: "refused", what: "unavailable", message: "no answer", room: name }), PATIENCE);
      signal.addEventListener("abort", () => clearTimeout(timer));
    });
  } finally {
    stop.abort();
    room.leave();
  }
}
