// @ts-check
// A running game as it is saved: its header, and a piece of text for each event, so that a killed page loses
// nothing. One page at a time writes a game: it holds the game's lock or, in browsers without locks, renews a stamp.

import { formatRules } from "../engine/rules.js";
import { deadline } from "../patience.js";
import { formatEvent, formatHead } from "./record_writer.js";

/** @typedef {import("../storage.js").Storage} Storage */
/** @typedef {import("../storage.js").Step} Step */
/** @typedef {import("./record_writer.js").Event} Event */
/** @typedef {import("./record_writer.js").Head} Head */
/** @typedef {import("./tally.js").GameRow} GameRow */

/**
 * Saved data of a running game, in addition to its events.
 * @typedef {object} RunningRow
 * @property {string} head - the text before the events
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {number} milliseconds - the latest time on its clock
 * @property {number} opened - number of open safe cells
 * @property {number | null} cursor - the player's cell
 * @property {import("../engine/terms.js").Outcome} outcome - "ongoing", except for a page that was closed at the moment of the end
 * @property {number} saved - when it was written, in milliseconds since 1970
 * @property {{by: string, at: number} | null} stamp - the writer, in browsers without locks
 */

/** Milliseconds of silence after which another page may take a game, in browsers without locks. */
export const STAMP_LASTS = 10_000;
/** A page that is just going may still hold its lock. */
const STILL_HELD = 1000;
/** Milliseconds after a problem before everything is written again. */
const BETWEEN_TRIES = 5000;
/** Events of which each is on its way by itself; further ones wait and go together. */
const MOST_ON_THEIR_WAY = 8;

/** @param {string} key */
export const lockName = (key) => `hypersweep running ${key}`;

/** @returns {LockManager | undefined} none on hosts without a certificate */
export const locks = () => globalThis.navigator?.locks;

/** A name that no other game has; later games have later names. */
export function newKey() {
  const time = new Date().toISOString().replace(/[-:.Z]/g, "").replace("T", "-");
  return `${time}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36).padStart(7, "0")}`;
}

/**
 * Take the lock of a game.
 * @param {string} key
 * @returns {Promise<(() => void) | null>} releases the lock; null if another tab has it
 */
export async function takeLock(key) {
  const own = locks();
  if (!own) return () => {};
  const patience = new AbortController();
  const { signal } = patience;
  /** @type {Promise<(() => void) | null>} */
  const taken = new Promise((resolve, reject) => {
    own
      // One that comes too late is let go at once.
      .request(lockName(key), { signal }, () => !signal.aborted && new Promise((release) => resolve(() => release(undefined))))
      .catch(reject);
  });
  const tooLate = () => {
    patience.abort();
    return null;
  };
  return deadline(taken, tooLate, STILL_HELD);
}

/** Key of the stamp that a page leaves when it closes, in case the database is too slow. @param {string} key */
export const leftName = (key) => `hypersweep left ${key}`;

/** The writer of a game: `release` lets others write it. @typedef {{stamp: string, release: () => void}} Hold */

export const newStamp = () => crypto.getRandomValues(new Uint32Array(2)).join("");

/** Follows a game and saves it. Errors are recorded, never thrown, and everything is written again with a later event. */
export class RunningGame {
  /** Events so far. @type {readonly Event[]} */
  #events;
  /** Number of events handed over. */
  #sent = 0;
  /** @type {Promise<void> | null} */
  #waiting = null;
  /** Whether the lock is held, or on its way. */
  #isLocked;
  #generation = 0;
  /** Whether everything must be written again. */
  #isBehind = true;
  #tried = -Infinity;
  /** @type {Set<Promise<void>>} */
  #onTheirWay = new Set();
  /** @type {(() => void) | null} */
  #release;
  #isClosed = false;
  #stamp;
  /** When the latest stamp was written. */
  #stamped = Date.now();
  /** Why the latest save was incomplete; null if it wasn't. @type {unknown} */
  failure = null;
  /** Whether another page has taken the game over. */
  isTaken = false;
  /** Whether the page is closing, perhaps to come back: the game is free for other tabs then. */
  #isLeaving = false;
  /** Whether it is saved as a finished game. */
  isOver = false;

  /**
   * @param {Storage} storage
   * @param {string} key
   * @param {Head} head
   * @param {readonly Event[]} events - so far; call `append` after adding to them
   * @param {Pick<RunningRow, "milliseconds" | "opened" | "cursor" | "outcome">} state - current values, which the session changes
   * @param {Hold | null} hold - null for a new game
   */
  constructor(storage, key, head, events, state, hold) {
    this.storage = storage;
    this.key = key;
    this.head = head;
    this.state = state;
    this.#events = events;
    this.#release = hold?.release ?? null;
    this.#stamp = hold?.stamp ?? newStamp();
    this.#isLocked = hold !== null || !locks();
  }

  /** @returns {RunningRow} */
  #row() {
    const { board, mines, rules } = this.head;
    const stamp = this.#isClosed || this.#isLeaving || locks() ? null : { by: this.#stamp, at: Date.now() };
    const own = { board: board.format(), mines, rules: formatRules(rules) };
    return { head: formatHead(this.head), ...own, ...this.state, saved: Date.now(), stamp };
  }

  /** @param {number} begin @returns {Step} */
  #piece(begin) {
    const lines = this.#events.slice(begin).map((event) => `${formatEvent(event)}\n`);
    return { store: "events", key: [this.key, begin], value: lines.join("") };
  }

  /** Write everything again. @returns {Step[]} */
  #whole() {
    const steps = /** @type {Step[]} */ ([
      { store: "events", family: this.key },
      { store: "running", key: this.key, value: this.#row() },
      // It may have been over.
      { store: "games", remove: this.key },
      { store: "records", remove: this.key },
    ]);
    return this.#events.length ? [...steps, this.#piece(0)] : steps;
  }

  /**
   * @param {Step[]} steps
   * @param {boolean} isStrict
   * @returns {Promise<void>}
   */
  #send(steps, isStrict) {
    if (!this.#isLocked) {
      this.#isLocked = true;
      void takeLock(this.key).then((release) => {
        if (this.#isClosed) release?.();
        else this.#release = release;
      });
    }
    const holds = (/** @type {RunningRow | undefined} */ row) => !row?.stamp || row.stamp.by === this.#stamp;
    // A fresh stamp keeps other pages away. A write that needs no read first can still be sent by a closing page.
    const now = Date.now();
    const isSure = locks() !== undefined || Math.abs(now - this.#stamped) < STAMP_LASTS / 2;
    const guard = isSure ? undefined : { store: /** @type {const} */ ("running"), key: this.key, holds };
    const sent = this.storage.write(steps, { isStrict, guard }).then(
      (isDone) => {
        if (isDone) this.#stamped = now;
        if (!isDone) this.isTaken = true;
        else if (!this.#isBehind && this.#generation === this.storage.generation) {
          this.failure = null;
        }
      },
      (error) => {
        this.#isBehind = true;
        this.#tried = performance.now();
        this.failure = error;
      },
    );
    this.#onTheirWay.add(sent);
    void sent.then(() => this.#onTheirWay.delete(sent));
    return sent;
  }

  /**
   * Save the new events.
   * @param {{isStrict?: boolean, isPatient?: boolean}} [options] - make sure that it is on the disk; retry at once after a problem
   * @returns {Promise<void>} resolves when they are saved, or saving has failed
   */
  append({ isStrict = false, isPatient = true } = {}) {
    if (this.isTaken || this.isOver) return Promise.resolve();
    if (this.#isBehind || this.#generation !== this.storage.generation) {
      if (isPatient && performance.now() - this.#tried < BETWEEN_TRIES) return Promise.resolve();
      this.#isBehind = false;
      this.#generation = this.storage.generation;
      this.#sent = this.#events.length;
      return this.#send(this.#whole(), isStrict);
    }
    if (this.#onTheirWay.size >= MOST_ON_THEIR_WAY && !isStrict) {
      // They go with the one that comes when there is room.
      this.#waiting ??= Promise.race(this.#onTheirWay).then(() => {
        this.#waiting = null;
        return this.append();
      });
      return this.#waiting;
    }
    const begin = this.#sent;
    this.#sent = this.#events.length;
    const row = /** @type {Step} */ ({ store: "running", key: this.key, value: this.#row() });
    return this.#send(begin < this.#sent ? [this.#piece(begin), row] : [row], isStrict);
  }

  /** The page closes, or has come back. @param {boolean} isLeaving */
  leave(isLeaving) {
    this.#isLeaving = isLeaving;
    if (locks()) return;
    try {
      if (isLeaving) localStorage.setItem(leftName(this.key), this.#stamp);
      else localStorage.removeItem(leftName(this.key));
    } catch {
      // Then others wait until the stamp is old.
    }
  }

  /** Save everything that can be saved. @returns {Promise<unknown>} the remaining problem, or null */
  async settle() {
    await this.append({ isStrict: true, isPatient: false });
    while (this.#onTheirWay.size) await Promise.all(this.#onTheirWay);
    return this.failure;
  }

  /**
   * Move the finished game to the others.
   * @param {string} text - its record
   * @param {GameRow} row
   * @returns {Promise<boolean>} whether it is saved
   */
  async keep(text, row) {
    while (this.#onTheirWay.size) await Promise.all(this.#onTheirWay);
    if (this.isTaken || this.isOver) return this.isOver;
    const steps = /** @type {Step[]} */ ([
      { store: "games", key: this.key, value: row },
      { store: "records", key: this.key, value: text },
      { store: "running", remove: this.key },
      { store: "events", family: this.key },
    ]);
    this.isOver = true;
    await this.#send(steps, true);
    if (this.failure !== null) this.isOver = false;
    return this.isOver;
  }

  /** The end was undone: the game continues. */
  goOn() {
    this.isOver = false;
    this.#isBehind = true;
    return this.append({ isPatient: false });
  }

  /** Everything is written, and the game is free for others. */
  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.isOver) await this.settle();
    this.leave(false);
    this.#release?.();
  }
}
