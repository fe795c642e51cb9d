// Runs the player's actions one after another, so that each sees the result of the one before.

/** `moment`: time of the player's action, from performance.now(). */
type Turn = { name: string; act: () => unknown; moment: number };

/** When the current event happened: if the page was busy, several clicks would otherwise get the same time. */
function momentOfEvent() {
  const now = performance.now();
  // Outside event handlers, such as at the end of a long press, use the current time.
  return Math.min(globalThis.event?.timeStamp || now, now);
}

export class Turns {
  #waiting: Turn[] = [];
  #isRunning = false;
  #isOver = false;
  /** When the player triggered the current action. */
  moment = 0;

  /** @param fail - called with errors */
  constructor(public fail: (error: unknown) => void) {
  }

  /**
   * Run an action after those before it; immediately if there are none.
   * @param name - of the command
   */
  take(name: string, act: () => unknown) {
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

  /** Remove the waiting actions, and return them. */
  drop(): Turn[] {
    return this.#waiting.splice(0);
  }

  /** Run no further actions. */
  end() {
    this.#isOver = true;
    this.drop();
  }
}
