// @ts-check
// The player's actions, one after the other: each sees the result of the one before it.

/** `moment`: time of the player's action, from performance.now(). @typedef {{name: string, act: () => unknown, moment: number}} Turn */

/** The time of the event being handled: the page may have been busy, and several clicks would get the same time. */
function momentOfEvent() {
  const now = performance.now();
  // Where no event is being handled, as at the end of a long press, it is now.
  return Math.min(globalThis.event?.timeStamp || now, now);
}

export class Turns {
  /** @type {Turn[]} */
  #waiting = [];
  #isRunning = false;
  #isOver = false;
  /** The time of the current action. */
  moment = 0;

  /** @param {(error: unknown) => void} fail - called with errors */
  constructor(fail) {
    this.fail = fail;
  }

  /**
   * Run an action after those before it; at once if there are none.
   * @param {string} name - of the command
   * @param {() => unknown} act
   */
  take(name, act) {
    if (this.#isOver) return;
    this.#waiting.push({ name, act, moment: momentOfEvent() });
    if (!this.#isRunning) this.#run();
  }

  async #run() {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.moment = next.moment;
      try {
        const done = next.act();
        if (done instanceof Promise) await done;
      } catch (error) {
        if (!this.#isOver) this.fail(error);
      }
    }
    this.#isRunning = false;
  }

  /** Remove and return the waiting actions. @returns {Turn[]} */
  drop() {
    return this.#waiting.splice(0);
  }

  /** Nothing is done any more. */
  end() {
    this.#isOver = true;
    this.drop();
  }
}
