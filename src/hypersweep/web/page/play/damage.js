// @ts-check
// Unreadable saved games: finds them, repairs rows from their records, exports them unchanged, or removes them.

import { HypersweepError } from "../engine/errors.js";
import { keepEnded } from "./games.js";
import { readRecord } from "./record.js";
import { RowReader } from "./rows.js";
import { busyKeys } from "./taking.js";

/** @typedef {import("../storage.js").Key} Key */
/** @typedef {import("../storage.js").StoreName} StoreName */
/** @typedef {import("./session.js").Page} Page */
/** Everything saved for an unreadable game. @typedef {{store: StoreName, key: any, value: any}[]} Damage */

/** Maximum nesting depth of exported values. */
const MOST_DEPTH = 40;

/**
 * Find unreadable games. A row whose record is readable is repaired and not reported.
 * @param {Page} app
 * @param {{isDeep?: boolean, signal?: AbortSignal}} [options] - `isDeep`: whether to read every record too
 * @returns {Promise<Damage[]>}
 */
export async function findDamage(app, { isDeep = false, signal } = {}) {
  const { storage } = app;
  const reader = new RowReader();
  /** @type {Damage[]} */
  const found = [];
  const rows = await storage.all("games");
  const records = new Set((await storage.keys("records")).map(nameOf));
  const suspects = rows.filter(([key, row]) => isDeep || !records.has(nameOf(key)) || !reader.game(key, row)).map(([key]) => key);
  const known = new Set(rows.map(([key]) => nameOf(key)));
  suspects.push(...(await storage.keys("records")).filter((key) => !known.has(nameOf(key))));
  for (const key of suspects) {
    signal?.throwIfAborted();
    const [row, text] = await Promise.all([storage.get("games", key), storage.get("records", key)]);
    // It may have been removed meanwhile.
    if (row === undefined && text === undefined) continue;
    if (recordOf(text) && (reader.game(key, row) || (await mend(app, key, text)))) continue;
    found.push([...entry("games", key, row), ...entry("records", key, text)]);
  }
  const running = await storage.all("running");
  const pieces = await storage.all("events");
  const familyOf = (/** @type {any} */ key) => nameOf(Array.isArray(key) ? key[0] : key);
  const own = (/** @type {any} */ key) => pieces.filter(([each]) => familyOf(each) === nameOf(key)).flatMap(([each, value]) => entry("events", each, value));
  // The tab that plays a game will rewrite its data itself.
  const busy = await busyKeys(running);
  const bad = running.filter(([key, row]) => !busy.has(key) && !reader.running(key, row));
  found.push(...bad.map(([key, row]) => [...entry("running", key, row), ...own(key)]));
  const going = new Set(running.map(([key]) => nameOf(key)));
  const strays = new Set(pieces.map(([key]) => (Array.isArray(key) ? key[0] : key)).filter((key) => !going.has(nameOf(key))));
  found.push(...[...strays].map(own));
  return found;
}

/** Keys may be lists and dates. @param {any} key */
const nameOf = (key) => JSON.stringify(rawValue(key));

/** @param {StoreName} store @param {any} key @param {any} value @returns {Damage} */
const entry = (store, key, value) => (value === undefined ? [] : [{ store, key, value }]);

/** The record saved in a value; null if it can't be read. @param {unknown} text */
export function recordOf(text) {
  try {
    return readRecord(/** @type {string} */ (text)).record;
  } catch {
    return null;
  }
}

/** Repair a row from its record. @param {Page} app @param {any} key @param {string} text */
async function mend(app, key, text) {
  if (typeof key !== "string") return false;
  try {
    await keepEnded(app, key, readRecord(text).record);
    return true;
  } catch (error) {
    if (!(error instanceof HypersweepError)) throw error;
    return false;
  }
}

/** @param {readonly Damage[]} found @returns {Blob} their data, unchanged */
export function damageFile(found) {
  const games = found.map((entries) => entries.map(({ store, key, value }) => ({ store, key: rawValue(key), value: rawValue(value) })));
  return new Blob([JSON.stringify(games, null, 1)], { type: "application/json" });
}

/** Remove unreadable games, except those that have changed since they were found. @param {Page} app @param {readonly Damage[]} found */
export async function removeDamage({ storage }, found) {
  for (const entries of found) {
    await storage.write(entries.map(({ store, key }) => ({ store, remove: key })), { isStrict: true });
  }
}

/**
 * Convert any value to a JSON value.
 * @param {any} value
 * @param {any[]} [outer] - the values that contain it, to detect cycles
 * @returns {any}
 */
export function rawValue(value, outer = []) {
  if (value === null || typeof value === "boolean" || typeof value === "string" || Number.isFinite(value)) return value;
  if (typeof value !== "object") return { unusual: typeof value, text: String(value) };
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (outer.includes(value) || outer.length > MOST_DEPTH) return { unusual: kind };
  const inside = [...outer, value];
  const all = (/** @type {Iterable<any>} */ values) => Array.from(values, (each) => rawValue(each, inside));
  if (Array.isArray(value)) return all(value);
  if (value instanceof Date) return { unusual: kind, text: String(value) };
  if (value instanceof ArrayBuffer) return { unusual: kind, values: all(new Uint8Array(value)) };
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
    const values = value instanceof DataView ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
    return { unusual: kind, values: all(/** @type {Iterable<any>} */ (values)) };
  }
  const plain = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rawValue(each, inside)]));
  return kind === "Object" ? plain : { unusual: kind, ...plain };
}
