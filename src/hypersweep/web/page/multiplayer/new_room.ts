// Creates rooms and studies on the server, and opens them. People who aren't signed in become guests.

import { deadline } from "../patience.ts";
import { ask } from "./http.ts";
import { enter } from "./me.ts";
import type { App } from "../app.ts";
import type { RoomMade } from "../data/protocol.ts";

/** Maximum size, in bytes, of a file that fits into one message; a larger file has to start a new study. */
export const MOST_SENT = 60_000;

/** Whether a room is being created, so that a second press doesn't create another. */
let isMaking = false;

/** Create a room with a request, and open it on a screen. */
export async function playRoom(app: App, path: string, body: unknown, screen = "room") {
  if (isMaking) return;
  isMaking = true;
  const { screen: before } = app;
  try {
    const made = enter().then(() => ask(path, { body }) as Promise<RoomMade>);
    const { room } = await deadline(made, () => {
      void app.messages.add("asked").then(() => app.say(app.text("asked.silent")));
      return made;
    });
    // Stay if the player has gone to another screen meanwhile.
    if (app.screen === before) app.go(`${screen}/${encodeURIComponent(room)}`);
  } catch (error) {
    await app.fail(error);
  } finally {
    isMaking = false;
  }
}

export function playRanked(app: App, request: {board: string, mines: number, rules: string}) {
  return playRoom(app, "/api/rooms", { kind: "solo", ...request });
}

/** Begin a study with a record, a board ID, or an empty board. */
export function openAsStudy(app: App, request: {record: string} | {board: string, mines: number, rules?: string}) {
  return playRoom(app, "/api/rooms", { kind: "study", ...request }, "study");
}
