// The player's unfinished games on the server: their addresses, and resigning one.

import { connection } from "./connection.ts";
import { ask } from "./http.ts";
import type { App } from "../app.ts";
import type { Refused, RunningRoom, RunningRooms } from "../data/protocol.ts";

/** Time limit in milliseconds for the server to end a game. */
const PATIENCE = 10_000;
/** Server errors which mean that there is nothing left to resign. */
const OVER = new Set(["over", "ended", "no_room"]);

/** The unfinished games, newest first. */
export async function runningRooms(signal?: AbortSignal): Promise<RunningRoom[]> {
  return (await ask("/api/rooms", { signal }) as RunningRooms).rooms;
}

/**
 * Resign a game, which loses it; a room without a started game is removed.
 * @param name - name of its room
 * @returns why it failed; null once the game is over
 */
export async function resign(app: App, name: string): Promise<Refused | null> {
  const room = connection(app).join(name);
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await new Promise((resolve) => {
      const answer = (why: Refused | null) => resolve(why && OVER.has(why.what) ? null : why);
      for (const kind of ["refused", "gone"]) room.addEventListener(kind, (event) => answer((event as CustomEvent).detail), { signal });
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
