// @ts-check
// Begins a study on the server: with a record, a board ID, or an empty board.

import { ask } from "./http.js";

/** @typedef {import("../app.js").App} App */

/** A file of more than these bytes is begun anew, in place of being sent by the connection of a study. */
export const MOST_SENT = 60_000;

/**
 * Begins a study and goes there.
 * @param {App} app
 * @param {{record: string} | {board: string, mines: number, rules?: string}} wish
 */
export async function beginStudy(app, wish) {
  const { enter } = await import("./guest.js");
  await enter();
  const { room } = await ask("/api/rooms", { body: { kind: "study", ...wish } });
  app.go(`study/${room}`);
}

/** The same, with what is refused told below. @param {App} app @param {Parameters<typeof beginStudy>[1]} wish */
export async function openAsStudy(app, wish) {
  try {
    await beginStudy(app, wish);
  } catch (error) {
    await app.fail(error);
  }
}
