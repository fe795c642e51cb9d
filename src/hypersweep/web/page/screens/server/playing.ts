// Starts a game on the server: creates a room, and opens it.

import { enter } from "../../multiplayer/guest.ts";
import { deadline } from "../../patience.ts";
import { ask } from "../../multiplayer/http.ts";
import type { App } from "../../app.ts";
import type { RoomMade } from "../../data/protocol.ts";

/** Whether a room is being created, so that a second press doesn't create another. */
let isMaking = false;

/** Create a room with a request, and open it; people who aren't signed in become guests. */
export async function playRoom(app: App, path: string, body: unknown) {
  if (isMaking) return;
  isMaking = true;
  const { screen } = app;
  try {
    const made = enter().then(() => ask(path, { body }) as Promise<RoomMade>);
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

export function playRanked(app: App, request: {board: string, mines: number, rules: string}) {
  return playRoom(app, "/api/rooms", { kind: "solo", ...request });
}
