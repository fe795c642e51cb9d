// @ts-check
// The games saved in the browser: finished ones with their records, and running ones. Unreadable games (play/damage.js)
// are skipped, but counted.

import { HypersweepError } from "../engine/errors.js";
import { formatRules, readRules } from "../engine/rules.js";
import { readShape } from "../engine/shape.js";
import { formatRecord, parseRecord } from "./record.js";
import { playRecord, readKept, told } from "./resuming.js";
import { RowReader } from "./rows.js";
import { engineGames } from "./played_game.js";
import { newKey } from "./running.js";
import { busyKeys, takeGame } from "./taking.js";
import { Tally, gameRow } from "./tally.js";

/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../storage.js").Storage} Storage */
/** @typedef {import("./record_writer.js").Record} Record */
/** @typedef {import("./running.js").RunningRow} RunningRow */
/** @typedef {import("./played_game.js").GameMaker} GameMaker */
/** @typedef {import("./session.js").Page} Page */
/** @typedef {import("./tally.js").GameRow} GameRow */

/**
 * Data of a running game for lists.
 * @typedef {object} RunningGameRow
 * @property {string} key
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {number} opened
 * @property {number} progress - share of the safe cells that are open, 0 to 1
 * @property {number} milliseconds
 * @property {number} saved - when it was saved, in milliseconds since 1970
 * @property {boolean} isBusy - whether this or another tab is playing it
 */

/**
 * The finished games, latest first.
 * @param {{storage: Storage}} app
 * @param {{board?: string, mines?: number, rules?: Rules | string}} [wish] - which games to list; all by default
 * @returns {Promise<GameRow[]>}
 */
export async function list({ storage }, { board, mines, rules } = {}) {
  const shape = board === undefined ? undefined : readShape(board).format();
  const text = rules === undefined ? undefined : formatRules(readRules(rules));
  const fits = (/** @type {GameRow} */ row) =>
    (shape === undefined || row.board === shape) && (mines === undefined || row.mines === mines) && (text === undefined || row.rules === text);
  return (await listAll({ storage })).rows.filter(fits);
}

/**
 * All finished games, latest first, and the number of unreadable ones.
 * @param {{storage: Storage}} app
 * @returns {Promise<{rows: GameRow[], damaged: number}>}
 */
export async function listAll({ storage }) {
  const found = await storage.all("games");
  const reader = new RowReader();
  const rows = found.flatMap(([key, row]) => reader.game(key, row) ?? []);
  rows.sort((one, other) => order(other.start, one.start) || order(other.key, one.key));
  return { rows, damaged: found.length - rows.length };
}

/** @param {string} one @param {string} other */
const order = (one, other) => (one < other ? -1 : Number(one > other));

/**
 * The fastest games won without help, fastest first, earlier ones first among equals.
 * @param {{storage: Storage}} app
 * @param {{board: string, mines: number, rules: Rules | string}} wish
 * @param {number} [limit]
 */
export async function bestTimes(app, wish, limit = 10) {
  const rows = (await list(app, wish)).filter(({ isRanked, outcome }) => isRanked && outcome === "won");
  rows.sort((one, other) => one.milliseconds - other.milliseconds || order(one.start, other.start) || order(one.key, other.key));
  return rows.slice(0, limit);
}

/**
 * The text of a saved record.
 * @param {{storage: Storage}} app
 * @param {string} key
 * @returns {Promise<string>}
 */
export async function load({ storage }, key) {
  const text = await storage.get("records", key);
  if (typeof text !== "string") throw new HypersweepError("ParameterError", `expected the key of a game that is kept, got ${key}`, { what: "no_game", got: key });
  return text;
}

/**
 * Save a record; resolves once it is saved.
 * @param {Page} app
 * @param {string | Record} given
 * @param {{key?: string, makeGame?: GameMaker}} [options] - `key`: replaces the game with that key
 * @returns {Promise<string>} its key
 */
export async function keep(app, given, { key = newKey(), makeGame = engineGames(app) } = {}) {
  const record = typeof given === "string" ? parseRecord(given) : given;
  const row = gameRow(key, record, Tally.of(record), await verified(app, record, makeGame));
  await app.storage.write([{ store: "games", key, value: row }, { store: "records", key, value: formatRecord(record) }], { isStrict: true });
  return key;
}

/**
 * The 3BV of a record's board, after checking the record by replaying it; null if the game wasn't won.
 * @param {Page} app
 * @param {Record} record
 * @param {GameMaker} [makeGame]
 * @param {import("../engine/client.js").RequestOptions} [options]
 */
export async function verified(app, record, makeGame = engineGames(app), options = {}) {
  const game = await playRecord(record, makeGame, { ...options, grade: async (...values) => (await app.engine()).grade(...values, options) });
  try {
    return record.outcome === "won" ? ((await game.value())?.value ?? null) : null;
  } finally {
    await game.close();
  }
}

/**
 * Move a finished game from the running ones to the finished ones, for example after a crash; its lock must be held.
 * @param {Page} app
 * @param {string} key
 * @param {Record} record
 * @param {GameMaker} [makeGame]
 */
export async function keepEnded(app, key, record, makeGame = engineGames(app)) {
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

/** Remove a finished game. @param {{storage: Storage}} app @param {string} key */
export async function remove({ storage }, key) {
  await storage.write([{ store: "games", remove: key }, { store: "records", remove: key }], { isStrict: true });
}

/**
 * The games that can be continued, most recently played first. Finished ones found among them are moved to the finished
 * games.
 * @param {Page} app
 * @returns {Promise<RunningGameRow[]>}
 */
export async function running(app) {
  return (await runningAll(app)).rows;
}

/**
 * The same, with the number of unreadable ones.
 * @param {Page} app
 * @returns {Promise<{rows: RunningGameRow[], damaged: number}>}
 */
export async function runningAll(app) {
  const all = await app.storage.all("running");
  const reader = new RowReader();
  const read = all.flatMap(([key, own]) => {
    const row = reader.running(key, own);
    return row ? [/** @type {[string, RunningRow]} */ ([key, row])] : [];
  });
  const busy = await busyKeys(read);
  let damaged = all.length - read.length;
  for (const [key, { outcome }] of read) if (outcome !== "ongoing" && !busy.has(key) && !(await tidy(app, key))) damaged += 1;
  const rows = read
    .filter(([key, { outcome }]) => outcome === "ongoing" || busy.has(key))
    .map(([key, { board, mines, rules, opened, milliseconds, saved }]) => {
      const safe = readShape(board).cells - mines;
      const progress = safe > 0 ? Math.min(opened / safe, 1) : 0;
      return { key, board, mines, rules, opened, progress, milliseconds, saved, isBusy: busy.has(key) };
    })
    .sort((one, other) => other.saved - one.saved || order(other.key, one.key));
  return { rows, damaged };
}

/**
 * Remove a running game without saving its record; rejects with a BusyError if it is being played.
 * @param {Page} app
 * @param {string} key
 */
export async function removeRunning(app, key) {
  await app.messages.add("session");
  const hold = await takeGame(app.storage, key).catch((error) => told(app, error));
  try {
    await app.storage.write([{ store: "running", remove: key }, { store: "events", family: key }], { isStrict: true });
  } finally {
    hold.release();
  }
}

/**
 * Move a finished game to the finished ones if the page was closed just as it ended.
 * @param {Page} app
 * @param {string} key
 * @returns {Promise<boolean>} false if it is unreadable
 */
async function tidy(app, key) {
  try {
    const hold = await takeGame(app.storage, key);
    try {
      const { record } = await readKept(app, key);
      if (record.outcome !== "ongoing") await keepEnded(app, key, record);
    } finally {
      hold.release();
    }
  } catch (error) {
    // If a tab is playing it, that tab saves it. If storage is full, it stays until the list is next read.
    if (!(error instanceof HypersweepError) || error.kind === "BusyError") return true;
    return error.kind === "ParameterError";
  }
  return true;
}
