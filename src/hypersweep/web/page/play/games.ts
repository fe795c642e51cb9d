// The games saved in the browser: finished ones with their records, and running ones. Unreadable games (play/damaged_games.ts)
// are skipped, but counted.

import { HypersweepError } from "../engine/errors.ts";
import { readShape } from "../engine/shape.ts";
import { formatRecord } from "./record.ts";
import { playRecord, readKept, rethrow } from "./resuming.ts";
import { RowReader } from "./saved_rows.ts";
import { engineGames, type GameMaker } from "./played_game.ts";
import type { RunningRow } from "./running_game.ts";
import { awaitRelease, busyKeys, takeGame } from "./lock_game.ts";
import { Tally, gameRow, type GameRow } from "./tally.ts";
import type { RequestOptions } from "../engine/worker_queue.ts";
import type { Storage } from "../storage.ts";
import type { Record } from "./record_writer.ts";
import type { Page } from "./session.ts";

/** Data of a running game for lists. */
export interface RunningGameRow {
  key: string;
  board: string;
  mines: number;
  rules: string;
  opened: number;
  /** share of the safe cells that are open, 0 to 1 */ progress: number;
  milliseconds: number;
  /** the board without clues; "" for none */ picture: string;
  /** when it was saved, in milliseconds since 1970 */ saved: number;
  /** whether this or another tab is playing it */ isBusy: boolean;
  /** date and name of a daily board */ daily?: string;
}

/** The finished games, latest first. */
export async function list(app: {storage: Storage}): Promise<GameRow[]> {
  return (await listAll(app)).rows;
}

/** All finished games, latest first, and the number of unreadable ones. */
export async function listAll({ storage }: {storage: Storage}): Promise<{rows: GameRow[], damaged: number}> {
  const found = await storage.all("games");
  const reader = new RowReader();
  const rows = found.flatMap(([key, row]) => reader.game(key, row) ?? []);
  rows.sort((one, other) => order(other.start, one.start) || order(other.key, one.key));
  return { rows, damaged: found.length - rows.length };
}

const order = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** The text of a saved record. */
export async function load({ storage }: {storage: Storage}, key: string): Promise<string> {
  const text = await storage.get("records", key);
  if (typeof text !== "string") throw new HypersweepError("ParameterError", { what: "no_game", got: key });
  return text;
}

/** The 3BV of a record's board, after checking the record by replaying it; null if the game wasn't won. */
export async function verified(app: Page, record: Record, makeGame: GameMaker = engineGames(app), options: RequestOptions = {}) {
  const game = await playRecord(record, makeGame, { ...options, grade: async (...values) => (await app.engine()).grade(...values, options) });
  try {
    return record.outcome === "won" ? ((await game.value())?.value ?? null) : null;
  } finally {
    await game.close();
  }
}

/**
 * Move a finished game from the running ones to the finished ones, for example after a crash; its lock must be held.
 */
export async function keepEnded(app: Page, key: string, record: Record, makeGame: GameMaker = engineGames(app)) {
  const row = gameRow(key, record, Tally.of(record), await verified(app, record, makeGame));
  await app.storage.write(
    [
      { store: "games", key, value: row },
      { store: "records", key, value: formatRecord(record) },
      { store: "running", remove: key },
      { store: "events", family: key },
    ],
    { isStrict: true },
  );
}

export async function remove({ storage }: {storage: Storage}, key: string) {
  await storage.write([{ store: "games", remove: key }, { store: "records", remove: key }], { isStrict: true });
}

/**
 * The games that can be continued, most recently played first. Finished ones found among them are moved to the finished
 * games.
 */
export async function running(app: Page): Promise<RunningGameRow[]> {
  return (await runningAll(app)).rows;
}

/** Like `running`, with the number of unreadable games. */
export async function runningAll(app: Page): Promise<{rows: RunningGameRow[], damaged: number}> {
  const all = await app.storage.all("running");
  const reader = new RowReader();
  const read = all.flatMap(([key, own]) => {
    const row = reader.running(key, own);
    return row ? [[key, row] as [string, RunningRow]] : [];
  });
  const busy = await busyKeys(read);
  let damaged = all.length - read.length;
  for (const [key, { outcome }] of read) if (outcome !== "ongoing" && !busy.has(key) && !(await tidy(app, key))) damaged += 1;
  const rows = read
    .filter(([key, { outcome }]) => outcome === "ongoing" || busy.has(key))
    .map(([key, { board, mines, rules, opened, milliseconds, picture, saved, daily }]) => {
      const safe = readShape(board).cells - mines;
      const progress = safe > 0 ? Math.min(opened / safe, 1) : 0;
      return { key, board, mines, rules, opened, progress, milliseconds, picture, saved, isBusy: busy.has(key), daily };
    })
    .sort((one, other) => other.saved - one.saved || order(other.key, one.key));
  return { rows, damaged };
}

/**
 * Call a function now, and whenever the list of games has changed or a busy game has been released. Calls never
 * overlap, so that an early answer can't replace a later one.
 * @param read - shows the games; returns the running ones that it shows
 * @param fail - handles its errors
 * @returns resolves after the first call
 */
export function followGames(
  { storage }: Pick<Page, "storage">, read: () => Promise<readonly RunningGameRow[] | void>, fail: (error: unknown) => unknown,
  signal: AbortSignal,
): Promise<void> {
  let waiting = new AbortController();
  let isReading = false;
  let isStale = false;
  const again = async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && !signal.aborted) {
      isStale = false;
      waiting.abort();
      waiting = new AbortController();
      const own = waiting.signal;
      try {
        const busy = ((await read()) ?? []).filter(({ isBusy }) => isBusy);
        // A hidden page may be frozen while it has the lock. It reads again when it is shown.
        if (signal.aborted || document.hidden) continue;
        for (const { key } of busy) void awaitRelease(key, own).then((isReleased) => (isReleased ? again() : undefined));
      } catch (error) {
        if (!signal.aborted) await fail(error);
      }
    }
    isReading = false;
  };
  storage.onGames(again, signal);
  signal.addEventListener("abort", () => waiting.abort());
  document.addEventListener("visibilitychange", () => document.hidden && waiting.abort(), { signal });
  return again();
}

/** Remove a running game without saving its record; rejects with a BusyError if it is being played. */
export async function removeRunning(app: Page, key: string) {
  await app.messages.add("session");
  const hold = await takeGame(app.storage, key).catch((error) => rethrow(app, error));
  try {
    await app.storage.write([{ store: "running", remove: key }, { store: "events", family: key }], { isStrict: true });
  } finally {
    hold.release();
  }
}

/**
 * Move a finished game to the finished ones if the page was closed just as it ended.
 * @returns false if it is unreadable
 */
async function tidy(app: Page, key: string): Promise<boolean> {
  try {
    const hold = await takeGame(app.storage, key);
    try {
      const { record } = await readKept(app, key);
      if (record.outcome !== "ongoing") await keepEnded(app, key, record);
    } finally {
      hold.release();
    }
  } catch (error) {
    // If a tab is playing the game, that tab saves it. If storage is full, the game stays until the list is next read.
    if (!(error instanceof HypersweepError) || error.kind === "BusyError") return true;
    return error.kind === "ParameterError";
  }
  return true;
}
