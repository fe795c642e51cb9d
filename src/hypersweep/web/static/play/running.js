// @ts-check
// A game that goes on, as it is kept: its head, and a piece of text for each event as it happens, so that a page that is killed loses
// nothing. One page at a time writes a game: it holds the game's lock, or where the browser has no locks renews a stamp.

import { formatRules } from "../engine/rules.js";
import { deadline } from "../patience.js";
import { formatEvent, formatHead } from "./record_writer.js";

/** @typedef {import("../storage.js").Storage} Storage */
/** @typedef {import("../storage.js").Step} Step */
/** @typedef {import("./record_writer.js").Event} Event */
/** @typedef {import("./record_writer.js").Head} Head */
/** @typedef {import("./tally.js").GameRow} GameRow */

/**
 * What is kept of a running game beside its events.
 * @typedef {object} RunningRow
 * @property {string} head - the text before the events
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {number} milliseconds - what its clock showed at last
 * @property {number} opened - safe cells that are open
 * @property {number | null} cursor - where the player was
 * @property {import("../engine/terms.js").Outcome} outcome - not "ongoing" of a page that was closed in the moment of the end
 * @property {number} saved - when it was written, in milliseconds since 1970
 * @property {{by: string, at: number} | null} stamp - who writes it, where there are no locks
 */

/** As long as that a page may be silent before another one may take its game, where there are no locks. */
export const STAMP_LASTS = 10_000;
/** A page that is just going may still hold its lock. */
const STILL_HELD = 1000;
/** After trouble, until everything is written anew. */
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
 * Holds the lock of a game.
 * @param {string} key
 * @returns {Promise<(() => void) | null>} lets go of it; null where somebody else has it
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

/** What a page that leaves a game says with its last breath, as the database may not hear it: its stamp. @param {string} key */
export const leftName = (key) => `hypersweep left ${key}`;

/** Who writes a game: `release` lets go of it. @typedef {{stamp: string, release: () => void}} Hold */

export const newStamp = () => crypto.getRandomValues(new Uint32Array(2)).join("");

/** Follows a game and keeps it. What fails is noted, and written anew with a later event; it is never raised. */
export class RunningGame {
  /** Events so far. @type {readonly Event[]} */
  #events;
  /** How many events have been handed over. */
  #sent = 0;
  /** @type {Promise<void> | null} */
  #waiting = null;
  /** Whether the lock is held, or on its way. */
  #isLocked;
  #generation = 0;
  /** Whether what is kept is to be written anew, all of it. */
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
  /** Why not everything is kept; null where it is. @type {unknown} */
  failure = null;
  /** Whether another page has taken the game over. */
  isTaken = false;
  /** Whether the page goes, which may come back: the game is free for others then. */
  #isLeaving = false;
  /** Whether it is kept as one that is over. */
  isOver = false;

  /**
   * @param {Storage} storage
   * @param {string} key
   * @param {Head} head
   * @param {readonly Event[]} events - so far; whoever adds to them calls `append`
   * @param {Pick<RunningRow, "milliseconds" | "opened" | "cursor" | "outcome">} state - as of now, changed by whoever plays
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

  /** Everything anew. @returns {Step[]} */
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
    // Nobody takes a game whose stamp is young; and what needn't look first can be sent by a page that is just going.
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
   * Keeps what has happened.
   * @param {{isStrict?: boolean, isPatient?: boolean}} [options] - see to it that it is on the disk; try again at once after trouble
   * @returns {Promise<void>} done when this is kept, or has failed
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

  /** The page goes, or has come back. @param {boolean} isLeaving */
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

  /** Sees to it that everything is kept that can be. @returns {Promise<unknown>} what still keeps it from that, or null */
  async settle() {
    await this.append({ isStrict: true, isPatient: false });
    while (this.#onTheirWay.size) await Promise.all(this.#onTheirWay);
    return this.failure;
  }

  /**
   * The game is over, and goes to the others.
   * @param {string} text - its record
   * @param {GameRow} row
   * @returns {Promise<boolean>} whether that is kept
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

  /** The end was taken back: the game goes on. */
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
