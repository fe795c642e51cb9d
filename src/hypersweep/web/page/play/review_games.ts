// Reviews saved games one after another, for their numbers of unneeded guesses.

import { HypersweepError } from "../engine/errors.ts";
import { isUnneeded, type Findings } from "./findings.ts";
import { load } from "./games.ts";
import { readRecord } from "./record.ts";
import { review } from "./review.ts";
import type { App } from "../app.ts";

/** Save how many guesses of a game weren't needed, if the review is complete. */
export async function saveUnneeded(app: App, key: string, { moves, isComplete }: Pick<Findings, "moves" | "isComplete">) {
  if (!isComplete) return;
  const unneeded = moves.filter(isUnneeded).length;
  // Another tab may have deleted it.
  await app.storage.change("games", key, (row: any) => row && { ...row, unneeded });
}

/** @param onProgress - called with the number of games reviewed so far */
export async function reviewGames(app: App, keys: readonly string[], { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void }) {
  const engine = await app.engine();
  for (const [place, key] of keys.entries()) {
    signal.throwIfAborted();
    onProgress(place);
    try {
      await saveUnneeded(app, key, await review(engine, readRecord(await load(app, key)).record, { signal }));
    } catch (error) {
      // A damaged game can't be reviewed; the others can.
      if (!(error instanceof HypersweepError)) throw error;
    }
  }
}
