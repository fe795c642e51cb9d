// Unreadable saved games: finds them, repairs rows from their records, exports them unchanged, or removes them.

import { HypersweepError } from "../engine/errors.ts";
import { keepEnded } from "./games.ts";
import { readRecord } from "./record.ts";
import { RowReader } from "./saved_rows.ts";
import { busyKeys } from "./lock_game.ts";
import type { StoreName } from "../storage.ts";
import type { Page } from "./session.ts";

/** Everything saved for an unreadable game. */
export type Damage = {store: StoreName, key: any, value: any}[];

/** Maximum nesting depth of exported values. */
const MOST_DEPTH = 40;

/**
 * Find unreadable games. A row whose record is readable is repaired and not reported.
 * @param options - `isDeep`: whether to read every record too
 */
export async function findDamage(app: Page, { isDeep = false, signal }: {isDeep?: boolean, signal?: AbortSignal} = {}): Promise<Damage[]> {
  const { storage } = app;
  const reader = new RowReader();
  const found: Damage[] = [];
  const rows = await storage.all("games");
  const records = new Set((await storage.keys("records")).map(nameOf));
  const suspects = rows.filter(([key, row]) => isDeep || !records.has(nameOf(key)) || !reader.game(key, row)).map(([key]) => key);
  const known = new Set(rows.map(([key]) => nameOf(key)));
  suspects.push(...(await storage.keys("records")).filter((key) => !known.has(nameOf(key))));
  for (const key of suspects) {
    signal?.throwIfAborted();
    const [row, text] = await Promise.all([storage.get("games", key), storage.get("records", key)]);
    // The game may have been removed meanwhile.
    if (row === undefined && text === undefined) continue;
    if (recordOf(text) && (reader.game(key, row) || (await mend(app, key, text)))) continue;
    found.push([...entry("games", key, row), ...entry("records", key, text)]);
  }
  const running = await storage.all("running");
  const pieces = await storage.all("events");
  const familyOf = (key: any) => nameOf(Array.isArray(key) ? key[0] : key);
  const own = (key: any) => pieces.filter(([each]) => familyOf(each) === nameOf(key)).flatMap(([each, value]) => entry("events", each, value));
  // The tab that plays a game will rewrite its data itself.
  const busy = await busyKeys(running);
  const bad = running.filter(([key, row]) => !busy.has(key) && !reader.running(key, row));
  found.push(...bad.map(([key, row]) => [...entry("running", key, row), ...own(key)]));
  const going = new Set(running.map(([key]) => nameOf(key)));
  const strays = new Set(pieces.map(([key]) => (Array.isArray(key) ? key[0] : key)).filter((key) => !going.has(nameOf(key))));
  found.push(...[...strays].map(own));
  return found;
}

/** Keys may be lists and dates. */
const nameOf = (key: any) => JSON.stringify(rawValue(key));

const entry = (store: StoreName, key: any, value: any): Damage => (value === undefined ? [] : [{ store, key, value }]);

/** The record saved in a value; null if it can't be read. */
export function recordOf(text: unknown) {
  try {
    return readRecord(text as string).record;
  } catch {
    return null;
  }
}

async function mend(app: Page, key: any, text: string) {
  if (typeof key !== "string") return false;
  try {
    await keepEnded(app, key, readRecord(text).record);
    return true;
  } catch (error) {
    if (!(error instanceof HypersweepError)) throw error;
    return false;
  }
}

/** @returns their data, unchanged */
export function damageFile(found: readonly Damage[]): Blob {
  const games = found.map((entries) => entries.map(({ store, key, value }) => ({ store, key: rawValue(key), value: rawValue(value) })));
  return new Blob([JSON.stringify(games, null, 1)], { type: "application/json" });
}

/** Remove everything that was found of unreadable games. */
export async function removeDamage({ storage }: Page, found: readonly Damage[]) {
  for (const entries of found) {
    await storage.write(entries.map(({ store, key }) => ({ store, remove: key })), { isStrict: true });
  }
}

/**
 * Convert any value to a JSON value.
 * @param outer - the values that contain it, to detect cycles
 */
function rawValue(value: any, outer: any[] = []): any {
  if (value === null || typeof value === "boolean" || typeof value === "string" || Number.isFinite(value)) return value;
  if (typeof value !== "object") return { unusual: typeof value, text: String(value) };
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (outer.includes(value) || outer.length > MOST_DEPTH) return { unusual: kind };
  const inside = [...outer, value];
  const all = (values: Iterable<any>) => Array.from(values, (each) => rawValue(each, inside));
  if (Array.isArray(value)) return all(value);
  if (value instanceof Date) return { unusual: kind, text: String(value) };
  if (value instanceof ArrayBuffer) return { unusual: kind, values: all(new Uint8Array(value)) };
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
    const values = value instanceof DataView ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
    return { unusual: kind, values: all(values as Iterable<any>) };
  }
  const plain = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rawValue(each, inside)]));
  return kind === "Object" ? plain : { unusual: kind, ...plain };
}
