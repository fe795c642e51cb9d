// @ts-check
// Begins a study on the server: with a record, a board ID, or an empty board.

import { enter } from "./guest.js";
import { ask } from "./http.js";

/** @typedef {import("../app.js").App} App */

/** A larger file, in bytes, has to start a new study, because it doesn't fit into one message. */
export const MOST_SENT = 60_000;

/**
 * Create a study and open its screen.
 * @param {App} app
 * @param {{record: string} | {board: string, mines: number, rules?: string}} wish
 */
export async function beginStudy(app, wish) {
  await enter();
  const { room } = await ask("/api/rooms", { body: { kind: "study", ...wish } });
  app.go(`study/${room}`);
}

/** The same, showing errors at the bottom. @param {App} app @param {Parameters<typeof beginStudy>[1]} wish */
export async function openAsStudy(app, wish) {
  try {
    await beginStudy(app, wish);
  } catch (error) {
    await app.fail(error);
  }
}
