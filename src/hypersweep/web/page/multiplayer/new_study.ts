// Begins a study on the server: with a record, a board ID, or an empty board.

import { enter } from "./guest.ts";
import { ask } from "./http.ts";
import type { App } from "../app.ts";

/** Maximum size, in bytes, of a file that fits into one message; a larger file has to start a new study. */
export const MOST_SENT = 60_000;

export async function openAsStudy(app: App, request: {record: string} | {board: string, mines: number, rules?: string}) {
  try {
    await enter();
    const { room } = await ask("/api/rooms", { body: { kind: "study", ...request } });
    app.go(`study/${room}`);
  } catch (error) {
    await app.fail(error);
  }
}
