// @ts-check
// Takes over running games from other tabs: checks whether one is in use, takes it, and reads its saved data.

import { HypersweepError } from "../engine/errors.js";
import { deadline } from "../patience.js";
import { RowReader, readPieces, readStamp } from "./rows.js";
import { STAMP_LASTS, leftName, lockName, locks, newStamp, takeLock } from "./running.js";

/** @typedef {import("../storage.js").Storage} Storage */
/** @typedef {import("./running.js").Hold} Hold */
/** @typedef {import("./running.js").RunningRow} RunningRow */

/** The keys of games being played, here or in another page. @param {[string, RunningRow][]} rows */
export async function busyKeys(rows) {
  const own = locks();
  if (!own) return new Set(rows.filter(([key, row]) => !isFree(key, row)).map(([key]) => key));
  const { held = [] } = await deadline(own.query(), () => /** @type {LockManagerSnapshot} */ ({}));
  const names = new Set(held.map(({ name }) => name));
  return new Set(rows.map(([key]) => key).filter((key) => names.has(lockName(key))));
}

/** The stamp that a closing page left for a game; the database may not have it. @param {string} key */
function leftBy(key) {
  try {
    return globalThis.localStorage?.getItem(leftName(key)) ?? null;
  } catch {
    return null;
  }
}

/** Whether no tab is writing a game, in browsers without locks. @param {string} key @param {RunningRow | undefined} row */
function isFree(key, row) {
  const stamp = readStamp(row?.stamp);
  // A stamp from the future comes from before the clock was set back.
  return !stamp || Math.abs(Date.now() - stamp.at) >= STAMP_LASTS || stamp.by === leftBy(key);
}

/**
 * Take over a game, so that no other tab can.
 * @param {Storage} storage
 * @param {string} key
 * @returns {Promise<Hold>}
 */
export async function takeGame(storage, key) {
  const stamp = newStamp();
  const release = locks() ? await takeLock(key) : await takeStamp(storage, key, stamp);
  if (!release) throw new HypersweepError("BusyError", `expected a game that isn't open elsewhere, got ${key}, which is open in another tab`, { what: "busy" });
  return { stamp, release };
}

/**
 * @param {Storage} storage
 * @param {string} key
 * @param {string} stamp
 * @returns {Promise<(() => void) | null>}
 */
async function takeStamp(storage, key, stamp) {
  const holds = (/** @type {RunningRow | undefined} */ row) => isFree(key, row);
  const row = /** @type {RunningRow | undefined} */ (await storage.get("running", key));
  if (!row) return () => {};
  const own = { store: /** @type {const} */ ("running"), key };
  const isTaken = await storage.write([{ ...own, value: { ...row, stamp: { by: stamp, at: Date.now() } } }], { guard: { ...own, holds } });
  if (!isTaken) return null;
  const isOurs = (/** @type {RunningRow | undefined} */ now) => now?.stamp?.by === stamp;
  return () => {
    const freed = async () => {
      const now = /** @type {RunningRow | undefined} */ (await storage.get("running", key));
      if (now && isOurs(now)) await storage.write([{ ...own, value: { ...now, stamp: null } }], { guard: { ...own, holds: isOurs } });
    };
    // If that fails, the game is free once the stamp expires.
    freed().catch(() => {});
  };
}

/**
 * The readable part of a running game's text, or null if nothing is readable.
 * @param {Storage} storage
 * @param {string} key
 * @returns {Promise<{row: RunningRow, text: string, isCut: boolean} | null>}
 */
export async function readRunning(storage, key) {
  const row = new RowReader().running(key, await storage.get("running", key));
  if (!row) return null;
  // Events after a gap can't be replayed.
  const { texts, isCut } = readPieces(await storage.all("events", key));
  return { row, text: [row.head, ...texts].join(""), isCut };
}
