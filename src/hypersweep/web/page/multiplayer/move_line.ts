// A member's moves and edits in a room, numbered from 1: each waits here for its answer, and is sent again if it may
// have been lost.
//
// The server answers in order, and repeats its answer to a repeated number. After a temporary error a message is sent
// again a little later. After a permanent error its number is free again, so all later messages move up.

import type { Edit, Move, Refused } from "../data/protocol.ts";
import type { Answer } from "./remote_room.ts";

type Waiting = { n: number; make: (n: number) => Move | Edit; resolve: (answer: Answer) => void };

/** Names of temporary errors, as in `together_refusals.NAME`. */
export const PASSING = new Set(["unavailable", "away", "not_here", "too_fast", "too_often", "busy", "gap"]);

/** The answer to messages of a room that was left. */
const LEFT: Answer = { moved: null, refused: { t: "refused", what: "not_here", message: "this room was left" } };
/** Minimum and maximum delay in milliseconds before sending again after a temporary error; it doubles each time. */
const SOONEST = 100;
const LATEST = 5000;
/** Milliseconds without an answer after which the connection is suspected to be broken. */
const PATIENCE = 8000;

export class MoveLine {
  #waiting: Waiting[] = [];
  #next = 1;
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #doubting: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  /** Whether an answer may take long, for example while a board is generated. */
  mayTakeLong = false;

  /** @param doubt - called if the connection may be broken */
  constructor(public send: (message: Move | Edit) => boolean, public changed: () => void, public doubt: () => void) {
  }

  get messages(): (Move | Edit)[] {
    return this.#waiting.map(({ n, make }) => make(n));
  }

  add(make: (n: number) => Move | Edit): Promise<Answer> {
    if (this.#isOver) return Promise.resolve(LEFT);
    return new Promise((resolve) => {
      const n = this.#next++;
      this.#waiting.push({ n, make, resolve });
      // If a message must be sent again, later ones wait behind it.
      if (this.#again === undefined) this.send(make(n));
      this.#watch();
      this.changed();
    });
  }

  /**
   * Handle the answer to a number.
   * @param isIt - whether the answer belongs to that message: another tab of the same member may have used its number
   */
  answer(n: number, answer: Answer, isIt: (asked: Move | Edit) => boolean = () => true) {
    const place = this.#waiting.findIndex((each) => each.n === n);
    this.#next = Math.max(this.#next, n + 1);
    if (place < 0) return;
    const found = this.#waiting[place];
    this.#tries = 0;
    if (!isIt(found.make(n))) return this.#renumber(place, n + 1);
    this.#waiting.splice(place, 1);
    // The server answers in order, so earlier messages were handled, and their answers were lost with the connection.
    for (const earlier of this.#waiting.splice(0, place)) earlier.resolve({ moved: null, refused: null });
    this.#watch();
    found.resolve(answer);
    this.changed();
  }

  /**
   * Resolve all messages before a number, which the server has already handled.
   * @param next - the number that the server expects
   */
  settle(next: number) {
    const done = this.#waiting.filter(({ n }) => n < next);
    this.#waiting = this.#waiting.filter(({ n }) => n >= next);
    for (const each of done) each.resolve({ moved: null, refused: null });
    if (this.#waiting.length && this.#waiting[0].n > next) this.#renumber(0, next);
    else if (!this.#waiting.length) this.#next = next;
    this.#watch();
    if (done.length) this.changed();
  }

  refuse(n: number, why: Refused) {
    const place = this.#waiting.findIndex((each) => each.n === n);
    if (place < 0) return;
    if (why.what === "gap") {
      const expected = Number(why.values?.expected);
      // The expected message is already on its way, or was refused meanwhile.
      if (Number.isInteger(expected) && expected >= 1 && this.#waiting[0].n > expected) this.#renumber(0, expected);
      else this.#later();
    } else if (PASSING.has(why.what)) this.#later();
    else {
      const [found] = this.#waiting.splice(place, 1);
      if (this.#waiting.length > place) this.#renumber(place, n);
      else this.#next = n;
      found.resolve({ moved: null, refused: why });
      this.#watch();
      this.changed();
    }
  }

  /**
   * @param place - first message to renumber
   * @param n - its new number
   */
  #renumber(place: number, n: number) {
    for (const each of this.#waiting.slice(place)) each.n = n++;
    this.#next = n;
    this.#later(0);
  }

  /** Send the waiting messages again, after a delay. */
  #later(wait: number = Math.min(LATEST, SOONEST * 2 ** this.#tries++)) {
    this.#again ??= setTimeout(() => this.resend(), wait);
  }

  resend() {
    this.pause();
    for (const { n, make } of this.#waiting) if (!this.send(make(n))) break;
    this.#watch();
  }

  /** Stop sending until the connection is back. */
  pause() {
    clearTimeout(this.#again);
    clearTimeout(this.#doubting);
    this.#again = this.#doubting = undefined;
  }

  #watch() {
    clearTimeout(this.#doubting);
    this.#doubting = this.#waiting.length && !this.mayTakeLong ? setTimeout(() => this.doubt(), PATIENCE) : undefined;
  }

  end() {
    this.#isOver = true;
    this.pause();
    for (const each of this.#waiting.splice(0)) each.resolve(LEFT);
  }
}
