// Takes over running games from other tabs: checks whether one is in use, takes it, and reads its saved data.

import { HypersweepError } from "../engine/errors.ts";
import { deadline, pause } from "../patience.ts";
import { RowReader, readPieces, readStamp } from "./saved_rows.ts";
import { STAMP_LASTS, leftName, lockName, locks, newStamp, takeLock, type Hold, type RunningRow } from "./running_game.ts";
import type { Storage } from "../storage.ts";

/** The keys of games being played, here or in another page. */
export async function busyKeys(rows: [string, RunningRow][]) {
  const own = locks();
  if (!own) return new Set(rows.filter(([key, row]) => !isFree(key, row)).map(([key]) => key));
  const { held = [] } = await deadline(own.query(), () => ({} as LockManagerSnapshot));
  // A page that waits for a release gets a shared lock, and releases it at once.
  const names = new Set(held.filter(({ mode }) => mode === "exclusive").map(({ name }) => name));
  return new Set(rows.map(([key]) => key).filter((key) => names.has(lockName(key))));
}

/**
 * Wait until no page plays a game any more. A page that is closed or crashes sends no message, and a message may arrive
 * before the lock is free, so only the lock itself is reliable.
 * @returns false if the signal aborts the wait
 */
export async function awaitRelease(key: string, signal: AbortSignal): Promise<boolean> {
  const released = locks()?.request(lockName(key), { mode: "shared", signal }, () => {}) ?? pause(STAMP_LASTS);
  // The browser rejects the request if the signal aborts it, or the page is being closed.
  return released.then(() => !signal.aborted, () => false);
}

/** The stamp that a closing page left for a game; the database may not have it. */
function leftBy(key: string) {
  try {
    return globalThis.localStorage?.getItem(leftName(key)) ?? null;
  } catch {
    return null;
  }
}

/** Whether no tab is writing a game, in browsers without locks. */
function isFree(key: string, row: RunningRow | undefined) {
  const stamp = readStamp(row?.stamp);
  // A stamp from the future comes from before the clock was set back.
  return !stamp || Math.abs(Date.now() - stamp.at) >= STAMP_LASTS || stamp.by === leftBy(key);
}

/** Take over a game, so that no other tab can. */
export async function takeGame(storage: Storage, key: string): Promise<Hold> {
  const stamp = newStamp();
  const release = locks() ? await takeLock(key) : await takeStamp(storage, key, stamp);
  if (!release) throw new HypersweepError("BusyError", { what: "busy" });
  return { stamp, release };
}

async function takeStamp(storage: Storage, key: string, stamp: string): Promise<(() => void) | null> {
  const holds = (row: RunningRow | undefined) => isFree(key, row);
  const row = await storage.get("running", key) as RunningRow | undefined;
  if (!row) return () => {};
  const own = { store: "running" as const, key };
  const isTaken = await storage.write([{ ...own, value: { ...row, stamp: { by: stamp, at: Date.now() } } }], { guard: { ...own, holds } });
  if (!isTaken) return null;
  const isOurs = (now: RunningRow | undefined) => now?.stamp?.by === stamp;
  return () => {
    const freed = async () => {
      const now = await storage.get("running", key) as RunningRow | undefined;
      if (now && isOurs(now)) await storage.write([{ ...own, value: { ...now, stamp: null } }], { guard: { ...own, holds: isOurs } });
    };
    // If that fails, the game is free once the stamp expires.
    freed().catch(() => {});
  };
}

/** The readable part of a running game's text, or null if nothing is readable. */
export async function readRunning(storage: Storage, key: string): Promise<{row: RunningRow, text: string, isCut: boolean} | null> {
  const row = new RowReader().running(key, await storage.get("running", key));
  if (!row) return null;
  // Events after a gap can't be replayed.
  const { texts, isCut } = readPieces(await storage.all("events", key));
  return { row, text: [row.head, ...texts].join(""), isCut };
}
