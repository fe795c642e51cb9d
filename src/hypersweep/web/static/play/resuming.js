// @ts-check
// Games that go on from a record: those that are kept, and any position of another one.

import { HypersweepError } from "../engine/errors.js";
import { parseRecord, readRecord } from "./record.js";
import { readRunning, takeGame } from "./running.js";
import { Session, engineGames } from "./session.js";
import { KNOWN } from "./tally.js";

/** @typedef {import("./record_writer.js").Event} Event */
/** @typedef {import("./record_writer.js").Record} Record */
/** @typedef {import("./session.js").GameMaker} GameMaker */
/** @typedef {import("./session.js").Page} Page */
/** @typedef {import("./session.js").PlayedGame} PlayedGame */
/** @typedef {import("../engine/client.js").RequestOptions} RequestOptions */

/** @param {string} message */
const impossible = (message) => new HypersweepError("RecordError", message);

/**
 * What follows from the events of a record without its board: times that go on, pauses that end, nothing but an undo after an end.
 * @param {Pick<Record, "events" | "outcome" | "milliseconds">} record
 * @returns {{isPaused: boolean, isStarted: boolean}} as of its end
 */
export function checkEvents({ events, outcome, milliseconds }) {
  let isPaused = false;
  let isStarted = false;
  let now = 0;
  /** @type {"won" | "lost" | null} */
  let over = null;
  /** How the game stood before each move that can be taken back. */
  events.forEach((event, place) => {
    const fail = (/** @type {string} */ expected) => impossible(`expected ${expected} at event ${place + 1}, got ${event.milliseconds} ${event.kind}`);
    const stands = over !== null || isPaused || !isStarted;
    if (event.milliseconds < now || (stands && event.milliseconds !== now)) throw fail(`a time of ${now} ms${stands ? ", as the clock stands" : " or later"}`);
    if (isPaused && event.kind !== "resume") throw fail("a paused game to be resumed");
    if (over !== null && event.kind !== "undo") throw fail("nothing but an undo after the end");
    if (event.kind === "resume" && !isPaused) throw fail("a pause before it");
    if ((event.kind === "undo" || event.kind === "redo") && !event.changed) throw fail(`something to ${event.kind}`);
    if (event.kind === "pause" || event.kind === "resume") isPaused = event.kind === "pause";
    else if (event.kind !== "hint") {
      isStarted ||= event.kind === "open" && event.changed > 0;
      over = event.ended;
    }
    now = event.milliseconds;
  });
  if (outcome !== (over ?? "ongoing")) throw impossible(`expected the outcome ${over ?? "ongoing"} at the end, got ${outcome}`);
  if (milliseconds < now || (milliseconds > now && (over !== null || isPaused || !isStarted))) {
    throw impossible(`expected a length of ${now} ms at the end, got ${milliseconds}`);
  }
  return { isPaused, isStarted };
}

/** How many safe cells are open after some events, as each says how many it changed. @param {readonly Event[]} events */
export function countOpened(events) {
  /** @type {number[]} */
  const done = [];
  /** @type {number[]} */
  const undone = [];
  let opened = 0;
  for (const { kind, changed, ended } of events) {
    if (!changed) continue;
    if (kind === "undo" || kind === "redo") {
      const count = (kind === "undo" ? done : undone).pop() ?? 0;
      (kind === "undo" ? undone : done).push(count);
      opened += kind === "undo" ? -count : count;
    } else {
      undone.length = 0;
      // A mine that goes off isn't a safe cell.
      done.push(kind === "flag" ? 0 : changed);
      opened += kind === "flag" ? 0 : changed;
      if (ended === "lost") continue;
    }
  }
  return opened;
}

/**
 * A game that has played the events of a record, which were checked.
 * @param {Record} record
 * @param {GameMaker} makeGame
 * @param {RequestOptions} [options]
 * @returns {Promise<PlayedGame>}
 */
export async function playRecord({ board, mines, rules, seed, layout, events, outcome }, makeGame, options) {
  const game = await makeGame(seed === null && layout !== null ? { layout, rules } : { board: board.format(), mines, rules, seed: seed ?? undefined });
  try {
    const moves = /** @type {[any, any?][]} */ ([]);
    for (const { kind, cell, changed } of events) if (changed) moves.push(cell ? [kind, board.index(cell)] : [kind]);
    const made = moves.length ? await game.playAll(moves, options) : 0;
    if (made < moves.length) {
      const place = events.findIndex((event, number) => event.changed && events.slice(0, number).filter(({ changed }) => changed).length === made);
      throw impossible(`expected a move that changes something at event ${place + 1}`);
    }
    if (game.standing.outcome !== outcome) throw impossible(`expected the outcome ${game.standing.outcome}, got ${outcome}`);
    if (layout !== null && seed !== null && game.standing.isDecided && (await game.boardId()) !== layout) {
      throw impossible("expected the layout that seed and first open give");
    }
    return game;
  } catch (error) {
    await game.close().catch(() => {});
    throw error;
  }
}

/**
 * The record of a text that may be damaged: up to where it is whole.
 * @param {string} text
 */
function readDamaged(text) {
  try {
    return { ...readRecord(text), isCut: false };
  } catch (error) {
    const line = error instanceof HypersweepError ? error.detail.line : null;
    if (typeof line !== "number") throw error;
    const kept = text.split("\n").slice(0, line - 1);
    return { ...readRecord(`${kept.join("\n")}\n`), isCut: true };
  }
}

/**
 * A running game as far as it can be read; its lock must be held.
 * @param {Page} app
 * @param {string} key
 */
export async function readKept(app, key) {
  const found = await readRunning(app.storage, key);
  if (!found) throw new HypersweepError("ParameterError", `expected a game that can go on, got ${key}, which is over or was removed`);
  const { record, isCut } = readDamaged(found.text);
  const state = checkEvents(record);
  const { row } = found;
  const noted = typeof row.milliseconds === "number" && record.events.length && !state.isPaused ? row.milliseconds : 0;
  const milliseconds = record.outcome === "ongoing" ? Math.max(record.milliseconds, noted) : record.milliseconds;
  const cursor = typeof row.cursor === "number" && row.cursor < record.board.cells ? row.cursor : null;
  return { record, isCut, ...state, milliseconds, cursor };
}

/**
 * See `Session.resume`.
 * @param {Page} app
 * @param {string} key
 * @param {GameMaker} [makeGame]
 * @param {RequestOptions} [options]
 */
export async function resume(app, key, makeGame = engineGames(app), options = {}) {
  await app.messages.add("session");
  const release = await takeGame(app.storage, key);
  try {
    const { record, isCut, ...state } = await readKept(app, key);
    if (record.outcome !== "ongoing") {
      const { keepEnded } = await import("./games.js");
      await keepEnded(app, key, record, makeGame);
      throw new HypersweepError("ParameterError", `expected a game that can go on, got ${key}, which is over`);
    }
    const game = await playRecord(record, makeGame, options);
    const session = sessionOf(app, record, game, makeGame, key);
    await session.takeOver(record.events, state, release);
    if (isCut) app.say(app.text("session.was_cut", { events: record.events.length }));
    return session;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * @param {Page} app
 * @param {Record} record
 * @param {PlayedGame} game
 * @param {GameMaker} makeGame
 * @param {string} [key] - of a game that is kept
 */
function sessionOf(app, record, game, makeGame, key) {
  const { board, mines, rules, seed, layout, tags } = record;
  const own = { board, mines, rules, seed, layout: seed === null ? layout : null, tags };
  const kind = { board: board.format(), mines, rules };
  return new Session(app, { game, head: own, kind, makeGame, isSaved: key !== undefined, key });
}

/**
 * See `Session.attempt`.
 * @param {Page} app
 * @param {Record | string} given
 * @param {GameMaker} [makeGame]
 * @param {RequestOptions} [options]
 */
export async function attempt(app, given, makeGame = engineGames(app), options = {}) {
  await app.messages.add("session");
  const record = typeof given === "string" ? parseRecord(given) : given;
  const { isPaused, isStarted } = checkEvents(record);
  const game = await playRecord(record, makeGame, options);
  const known = { ...record, tags: { ...record.tags, [KNOWN]: "yes" } };
  const session = sessionOf(app, known, game, makeGame);
  const { events, milliseconds } = record;
  await session.takeOver(events, { milliseconds, isPaused, isStarted, cursor: null }, null);
  await session.go_on();
  return session;
}
