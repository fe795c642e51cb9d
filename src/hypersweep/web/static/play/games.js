// @ts-check
// The games that are kept in the browser: those that are over, with their records, and those that go on.

import { HypersweepError } from "../engine/errors.js";
import { formatRules, parseRules, readRules } from "../engine/rules.js";
import { readShape } from "../engine/shape.js";
import { formatRecord, parseRecord, readRecord, splitGames } from "./record.js";
import { playRecord, readKept, told } from "./resuming.js";
import { busyKeys, newKey, readRunning, takeGame } from "./running.js";
import { engineGames } from "./played_game.js";
import { Tally, gameRow } from "./tally.js";

/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../storage.js").Storage} Storage */
/** @typedef {import("./record_writer.js").Event} Event */
/** @typedef {import("./record_writer.js").Record} Record */
/** @typedef {import("./running.js").RunningRow} RunningRow */
/** @typedef {import("./played_game.js").GameMaker} GameMaker */
/** @typedef {import("./session.js").Page} Page */
/** @typedef {import("./tally.js").GameRow} GameRow */

/**
 * What a list shows of a game that can go on.
 * @typedef {object} RunningGameRow
 * @property {string} key
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {number} opened
 * @property {number} progress - the share of the safe cells that are open, 0 to 1
 * @property {number} milliseconds
 * @property {number} saved - in milliseconds since 1970
 * @property {boolean} isBusy - whether it is being played, here or in another tab
 */

/** The tag by which an exported game says that it can go on. */
const RUNNING = "can-go-on";

/** What lists need of any row; whatever a stranger or another version has put there isn't listed. @param {any} row */
function isListed(row) {
  if (typeof row?.board !== "string" || !Number.isFinite(row.mines) || !Number.isFinite(row.milliseconds)) return false;
  try {
    readShape(row.board);
    parseRules(row.rules);
    return true;
  } catch {
    return false;
  }
}

/** @param {any} row @returns {row is GameRow} */
function isRow(row) {
  const texts = [row?.key, row?.outcome, row?.start];
  const hasValue = row?.threeBV === null || Number.isFinite(row?.threeBV);
  return isListed(row) && hasValue && Number.isFinite(row.clicks) && texts.every((text) => typeof text === "string");
}

/** @param {any} row @returns {row is RunningRow} */
function isRunningRow(row) {
  // Later than this no date can be.
  return isListed(row) && Number.isFinite(row.opened) && Number.isFinite(row.saved) && Math.abs(row.saved) <= 8.64e15;
}

/**
 * The games that are over, the latest first.
 * @param {{storage: Storage}} app
 * @param {{board?: string, mines?: number, rules?: Rules | string}} [wish] - only those
 * @returns {Promise<GameRow[]>}
 */
export async function list({ storage }, { board, mines, rules } = {}) {
  const shape = board === undefined ? undefined : readShape(board).format();
  const text = rules === undefined ? undefined : formatRules(readRules(rules));
  const fits = (/** @type {GameRow} */ row) =>
    (shape === undefined || row.board === shape) && (mines === undefined || row.mines === mines) && (text === undefined || row.rules === text);
  const rows = (await storage.all("games")).map(([, row]) => row).filter(isRow).filter(fits);
  return rows.sort((one, other) => order(other.start, one.start) || order(other.key, one.key));
}

/** @param {string} one @param {string} other */
const order = (one, other) => (one < other ? -1 : Number(one > other));

/**
 * The fastest games won without help, the fastest first, and of equally fast ones the earliest.
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
 * The text of a record.
 * @param {{storage: Storage}} app
 * @param {string} key
 * @returns {Promise<string>}
 */
export async function load({ storage }, key) {
  const text = await storage.get("records", key);
  if (typeof text !== "string") throw new HypersweepError("ParameterError", `expected the key of a game that is kept, got ${key}`);
  return text;
}

/**
 * Keeps a record, and is done when it is kept.
 * @param {Page} app
 * @param {string | Record} given
 * @param {{key?: string, makeGame?: GameMaker}} [options] - a game of the same key is replaced
 * @returns {Promise<string>} its key
 */
export async function keep(app, given, { key = newKey(), makeGame = engineGames(app) } = {}) {
  const record = typeof given === "string" ? parseRecord(given) : given;
  const row = gameRow(key, record, Tally.of(record), await verified(app, record, makeGame));
  await app.storage.write([{ store: "games", key, value: row }, { store: "records", key, value: formatRecord(record) }], { isStrict: true });
  return key;
}

/**
 * The 3BV of a record's board, after it was played again; of a game that wasn't won null.
 * @param {Page} app
 * @param {Record} record
 * @param {GameMaker} makeGame
 */
async function verified(app, record, makeGame) {
  const game = await playRecord(record, makeGame, { grade: async (...values) => (await app.engine()).grade(...values) });
  try {
    return record.outcome === "won" ? ((await game.value())?.value ?? null) : null;
  } finally {
    await game.close();
  }
}

/**
 * Puts a running game that is over where it belongs, as after a crash; its lock must be held.
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

/** Removes a game that is over. @param {{storage: Storage}} app @param {string} key */
export async function remove({ storage }, key) {
  await storage.write([{ store: "games", remove: key }, { store: "records", remove: key }], { isStrict: true });
}

/**
 * The games that can go on, the last played first. Those that are over are put where they belong.
 * @param {Page} app
 * @returns {Promise<RunningGameRow[]>}
 */
export async function running(app) {
  const rows = /** @type {[string, RunningRow][]} */ ((await app.storage.all("running")).filter(([, row]) => isRunningRow(row)));
  const busy = await busyKeys(rows);
  const isOver = (/** @type {RunningRow} */ { outcome }) => outcome !== undefined && outcome !== "ongoing";
  for (const [key, row] of rows) if (isOver(row) && !busy.has(key)) await tidy(app, key);
  return rows
    .filter(([key, row]) => !isOver(row) || busy.has(key))
    .map(([key, { board, mines, rules, opened, milliseconds, saved }]) => {
      const safe = readShape(board).cells - mines;
      const progress = safe > 0 ? Math.min(opened / safe, 1) : 0;
      return { key, board, mines, rules, opened, progress, milliseconds, saved, isBusy: busy.has(key) };
    })
    .sort((one, other) => other.saved - one.saved || order(other.key, one.key));
}

/**
 * Removes a running game without keeping its record; rejected with a BusyError where it is being played.
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
 * All games as one text: records one after another, which Python's load_games reads as well.
 * @param {{storage: Storage}} app
 * @returns {Promise<Blob>}
 */
export async function exportAll({ storage }) {
  /** @type {string[]} */
  const texts = (await storage.all("records")).map(([, text]) => text);
  for (const [key] of await storage.all("running")) {
    const found = await readRunning(storage, key);
    const record = found && readable(found.text);
    if (record) texts.push(formatRecord({ ...record, tags: { ...record.tags, [RUNNING]: "yes" } }));
  }
  return new Blob(
    texts.map((text, place) => (place ? `\n${text}` : text)),
    { type: "text/plain;charset=utf-8" },
  );
}

/** @param {string} text */
function readable(text) {
  try {
    return readRecord(text).record;
  } catch {
    return null;
  }
}

/**
 * Takes in the games of a text; those that are here already are passed over. Each is kept as a whole.
 * @param {Page} app
 * @param {string} text
 * @param {{makeGame?: GameMaker, signal?: AbortSignal, onProgress?: (done: number, all: number) => void}} [options]
 * @returns {Promise<{kept: number, known: number, refused: {game: number, message: string}[]}>}
 */
export async function importAll(app, text, { makeGame = engineGames(app), signal, onProgress } = {}) {
  const { storage } = app;
  const known = new Set((await storage.all("records")).map(([, own]) => own));
  for (const [key] of await storage.all("running")) {
    const record = readable((await readRunning(storage, key))?.text ?? "");
    if (record) known.add(formatRecord(record));
  }
  const result = { kept: 0, known: 0, refused: /** @type {{game: number, message: string}[]} */ ([]) };
  const games = splitGames(text);
  for (const [place, { text: own, firstLine }] of games.entries()) {
    signal?.throwIfAborted();
    onProgress?.(place, games.length);
    /** @type {Record} */
    let record;
    /** @type {number | null} */
    let threeBV;
    try {
      ({ record } = readRecord(own, { firstLine }));
      threeBV = await verified(app, record, makeGame);
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      result.refused.push({ game: place + 1, message: error.message });
      continue;
    }
    const { [RUNNING]: isRunning, ...tags } = record.tags;
    const plain = formatRecord({ ...record, tags });
    if (known.has(plain)) {
      result.known += 1;
      continue;
    }
    known.add(plain);
    const key = newKey();
    if (isRunning === "yes" && record.outcome === "ongoing") await storage.write(runningSteps(key, { ...record, tags }), { isStrict: true });
    else {
      const row = gameRow(key, { ...record, tags }, Tally.of(record), threeBV);
      await storage.write([{ store: "games", key, value: row }, { store: "records", key, value: plain }], { isStrict: true });
    }
    result.kept += 1;
  }
  return result;
}

/** How many safe cells are open after some events, as each says how many it changed. @param {readonly Event[]} events */
function countOpened(events) {
  /** @type {number[]} */
  const done = [];
  /** @type {number[]} */
  let undone = [];
  let opened = 0;
  for (const { kind, changed } of events) {
    if (!changed) continue;
    const isStep = kind === "undo" || kind === "redo";
    const count = kind === "undo" ? done.pop() : kind === "redo" ? undone.pop() : kind === "flag" ? 0 : changed;
    if (!isStep) undone = [];
    (kind === "undo" ? undone : done).push(count ?? 0);
    opened += (kind === "undo" ? -1 : 1) * (count ?? 0);
  }
  return opened;
}

/** @param {string} key @param {Record} record @returns {import("../storage.js").Step[]} */
function runningSteps(key, record) {
  const { board, mines, rules, milliseconds, events } = record;
  const whole = formatRecord(record);
  const gap = whole.indexOf("\n\n") + 2;
  const head = whole.slice(0, gap);
  const lines = whole.slice(gap, whole.lastIndexOf("\n", whole.length - 2) + 1);
  const row = { head, board: board.format(), mines, rules: formatRules(rules), milliseconds, opened: countOpened(events), cursor: null, outcome: record.outcome, saved: Date.now(), stamp: null };
  const steps = /** @type {import("../storage.js").Step[]} */ ([{ store: "running", key, value: row }]);
  return events.length ? [...steps, { store: "events", key: [key, 0], value: lines }] : steps;
}

/**
 * Puts a running game that is over where it belongs: of a page that was closed in the very moment of the end.
 * @param {Page} app
 * @param {string} key
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
    // It is being played, or can't be read; who goes on with it is told.
    if (!(error instanceof HypersweepError)) throw error;
  }
}
