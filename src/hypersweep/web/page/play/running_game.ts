// A running game as it is saved: its header, and a piece of text for each event, so that a killed page loses nothing.
// Only one page at a time writes a game: it holds the game's lock or, in browsers without locks, renews a stamp.

import { formatRules } from "../engine/rules.ts";
import { deadline } from "../patience.ts";
import { isNewKind } from "./marks.ts";
import { formatEvent, formatHead, type Event, type Head } from "./record_writer.ts";
import type { Outcome } from "../engine/terms.ts";
import type { Step, Storage } from "../storage.ts";
import type { GameRow } from "./tally.ts";

/** Saved data of a running game, besides its events. */
export interface RunningRow {
  /** record header, the text before the events */ head: string;
  board: string;
  mines: number;
  rules: string;
  /** latest time on its clock */ milliseconds: number;
  /** number of open safe cells */ opened: number;
  /** the cell under the cursor */ cursor: number | null;
  /** "ongoing", unless the page was closed just as the game ended */ outcome: Outcome;
  /** the board without clues, in the format of board_pictures.ts; "" for none */ picture: string;
  /** when it was written, in milliseconds since 1970 */ saved: number;
  /** which page is writing, in browsers without locks */ stamp: {by: string, at: number} | null;
  /** date and name of a daily board, read from the header */ daily?: string;
}

/** Age of a stamp in milliseconds from which another page may take the game, in browsers without locks. */
export const STAMP_LASTS = 10_000;
/** Milliseconds to wait for a lock, because a page that is just closing may still hold it. */
const STILL_HELD = 1000;
/** Milliseconds after a failure before everything is written again. */
const BETWEEN_TRIES = 5000;
/** Maximum number of separate writes in progress; further events wait and are written together. */
const MOST_ON_THEIR_WAY = 8;

export const lockName = (key: string) => `hypersweep running ${key}`;

/** @returns undefined on insecure hosts */
export const locks = (): LockManager | undefined => globalThis.navigator?.locks;

/** A new unique key; later games have later keys in sort order. */
export function newKey() {
  const time = new Date().toISOString().replace(/[-:.Z]/g, "").replace("T", "-");
  return `${time}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36).padStart(7, "0")}`;
}

/**
 * Take the lock of a game.
 * @returns releases the lock; null if another tab has it
 */
export async function takeLock(key: string): Promise<(() => void) | null> {
  const own = locks();
  if (!own) return () => {};
  const patience = new AbortController();
  const { signal } = patience;
  const taken: Promise<(() => void) | null> = new Promise((resolve, reject) => {
    own
      // If the lock is granted too late, release it at once.
      .request(lockName(key), { signal }, () => !signal.aborted && new Promise((release) => resolve(() => release(undefined))))
      .catch(reject);
  });
  const tooLate = () => {
    patience.abort();
    return null;
  };
  return deadline(taken, tooLate, STILL_HELD);
}

/** Key under which a closing page stores its stamp synchronously, in case the database is too slow. */
export const leftName = (key: string) => `hypersweep left ${key}`;

/** The right to write a game; `release` gives it up. */
export type Hold = { stamp: string; release: () => void };

export const newStamp = () => crypto.getRandomValues(new Uint32Array(2)).join("");

/**
 * Saves a running game event by event. Errors are recorded, never thrown; after one, everything is written again with a
 * later event.
 */
export class RunningGame {
  #events: readonly Event[];
  /** Number of events examined for marks, and whether there are any. */
  #examined = 0;
  #hasMarks = false;
  /** Number of events already passed to the database. */
  #sent = 0;
  #waiting: Promise<void> | null = null;
  /** Whether the lock is held or requested. */
  #isLocked;
  #generation = 0;
  /** Whether everything must be written again. */
  #isBehind = true;
  #tried = -Infinity;
  #onTheirWay: Set<Promise<void>> = new Set();
  #release: (() => void) | null;
  #isClosed = false;
  #stamp;
  /** When the latest stamp was written. */
  #stamped = Date.now();
  /** Why the latest save failed; null if it succeeded. */
  failure: unknown = null;
  /** Whether another page has taken over the game. */
  isTaken = false;
  /** Whether the page is closing, perhaps temporarily: other tabs may then take the game. */
  #isLeaving = false;
  /** Whether it is saved as a finished game. */
  isOver = false;

  /**
   * @param events - the events so far; call `append` after adding to them
   * @param state - current values, updated by the session
   * @param hold - null for a new game
   */
  constructor(public storage: Storage, public key: string, public head: Head, events: readonly Event[], public state: Pick<RunningRow, "milliseconds" | "opened" | "cursor" | "outcome" | "picture">, hold: Hold | null) {
    this.#events = events;
    this.#release = hold?.release ?? null;
    this.#stamp = hold?.stamp ?? newStamp();
    this.#isLocked = hold !== null || !locks();
  }

  #row(): RunningRow {
    const { board, mines, rules } = this.head;
    const stamp = this.#isClosed || this.#isLeaving || locks() ? null : { by: this.#stamp, at: Date.now() };
    const own = { board: board.format(), mines, rules: formatRules(rules) };
    for (; this.#examined < this.#events.length; ++this.#examined) this.#hasMarks ||= isNewKind(this.#events[this.#examined].kind);
    return { head: formatHead(this.head, this.#hasMarks ? 3 : 1), ...own, ...this.state, saved: Date.now(), stamp };
  }

  #piece(begin: number): Step {
    const lines = this.#events.slice(begin).map((event) => `${formatEvent(event)}\n`);
    return { store: "events", key: [this.key, begin], value: lines.join("") };
  }

  /** Steps that write everything again. */
  #whole(): Step[] {
    const steps = [
      { store: "events", family: this.key },
      { store: "running", key: this.key, value: this.#row() },
      // Remove it from the finished games, in case its end was undone.
      { store: "games", remove: this.key },
      { store: "records", remove: this.key },
    ] as Step[];
    return this.#events.length ? [...steps, this.#piece(0)] : steps;
  }

  #send(steps: Step[], isStrict: boolean): Promise<void> {
    if (!this.#isLocked) {
      this.#isLocked = true;
      void takeLock(this.key).then((release) => {
        if (this.#isClosed) release?.();
        else this.#release = release;
      });
    }
    const holds = (row: RunningRow | undefined) => !row?.stamp || row.stamp.by === this.#stamp;
    // A fresh stamp keeps other pages away, so no read is needed before the write, and even a closing page can send it.
    const now = Date.now();
    const isSure = locks() !== undefined || Math.abs(now - this.#stamped) < STAMP_LASTS / 2;
    const guard = isSure ? undefined : { store: "running" as const, key: this.key, holds };
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
   * @param options - `isStrict`: wait until the data is on disk; `isPatient`: do nothing if saving failed less than
   * `BETWEEN_TRIES` ago
   * @returns resolves when the events are saved, or saving has failed
   */
  append({ isStrict = false, isPatient = true }: {isStrict?: boolean, isPatient?: boolean} = {}): Promise<void> {
    if (this.isTaken || this.isOver) return Promise.resolve();
    if (this.#isBehind || this.#generation !== this.storage.generation) {
      if (isPatient && performance.now() - this.#tried < BETWEEN_TRIES) return Promise.resolve();
      this.#isBehind = false;
      this.#generation = this.storage.generation;
      this.#sent = this.#events.length;
      return this.#send(this.#whole(), isStrict);
    }
    if (this.#onTheirWay.size >= MOST_ON_THEIR_WAY && !isStrict) {
      // These events are written once another write has finished.
      this.#waiting ??= Promise.race(this.#onTheirWay).then(() => {
        this.#waiting = null;
        return this.append();
      });
      return this.#waiting;
    }
    const begin = this.#sent;
    this.#sent = this.#events.length;
    const row = { store: "running", key: this.key, value: this.#row() } as Step;
    return this.#send(begin < this.#sent ? [this.#piece(begin), row] : [row], isStrict);
  }

  /** Handle the page closing or coming back. */
  leave(isLeaving: boolean) {
    this.#isLeaving = isLeaving;
    if (locks()) return;
    try {
      if (isLeaving) localStorage.setItem(leftName(this.key), this.#stamp);
      else localStorage.removeItem(leftName(this.key));
    } catch {
      // If that fails, other pages wait until the stamp expires.
    }
  }

  /**
   * Save everything that can be saved.
   * @returns the remaining failure, or null
   */
  async settle(): Promise<unknown> {
    await this.append({ isStrict: true, isPatient: false });
    while (this.#onTheirWay.size) await Promise.all(this.#onTheirWay);
    return this.failure;
  }

  /**
   * Move the game to the finished ones.
   * @param text - record of the game
   * @returns whether it is saved
   */
  async keep(text: string, row: GameRow): Promise<boolean> {
    while (this.#onTheirWay.size) await Promise.all(this.#onTheirWay);
    if (this.isTaken || this.isOver) return this.isOver;
    const steps = [
      { store: "games", key: this.key, value: row },
      { store: "records", key: this.key, value: text },
      { store: "running", remove: this.key },
      { store: "events", family: this.key },
    ] as Step[];
    this.isOver = true;
    await this.#send(steps, true);
    if (this.failure !== null) this.isOver = false;
    return this.isOver;
  }

  /** Continue saving the game, because its end was undone. */
  goOn() {
    this.isOver = false;
    this.#isBehind = true;
    return this.append({ isPatient: false });
  }

  /** Wait until everything is written, and release the game. */
  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.isOver) await this.settle();
    this.leave(false);
    this.#release?.();
    if (!this.isOver) this.storage.tellReleased();
  }
}
