// @ts-check
// Makes one move at a time: later ones wait, and while a board is generated all others are rejected.

/** @typedef {import("../engine/lane.js").RequestOptions} RequestOptions */
/** @typedef {import("./refusals.js").Refusal} Refusal */

/**
 * The effect of a move. If it had none, `refused` names the text with the reason.
 * @typedef {object} Move
 * @property {number} changed - number of cells that look different
 * @property {Uint32Array | null} cells - the changed cells; null if there are so many that all must be redrawn
 * @property {number} opened
 * @property {number} flags
 * @property {string} [refused]
 * @property {{[name: string]: any}} [values]
 */

const NO_CELLS = new Uint32Array(0);
/** @param {Refusal} why @returns {Move & Refusal} */
export const refusedMove = (why) => ({ changed: 0, cells: NO_CELLS, opened: 0, flags: 0, ...why });

/** The queue of moves. */
export class MoveQueue {
  /** @type {Promise<unknown>} */
  #tail = Promise.resolve();
  #waiting = 0;
  /** @type {AbortController | null} */
  #search = null;

  /** @param {(isBusy: boolean) => void} onBusy - called when a long move begins and ends */
  constructor(onBusy) {
    this.onBusy = onBusy;
  }

  /** Whether a long move is running. */
  get isBusy() {
    return this.#search !== null;
  }

  /**
   * Run an action after those before it; immediately if there are none.
   * @template Value
   * @param {() => Promise<Value>} act
   * @param {boolean} [isLong]
   * @returns {Promise<Value>}
   */
  async take(act, isLong = false) {
    if (isLong) {
      this.#search = new AbortController();
      this.onBusy(true);
    }
    const turn = this.#waiting++ ? this.#tail.then(act) : act();
    this.#tail = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
      if (isLong) {
        this.#search = null;
        this.onBusy(false);
      }
    }
  }

  /** Options for the long move that let `cancel` end it too. @param {RequestOptions} options @returns {RequestOptions} */
  cancellable({ signal, onProgress }) {
    const search = /** @type {AbortController} */ (this.#search);
    if (signal?.aborted) search.abort(signal.reason);
    signal?.addEventListener("abort", () => search.abort(signal.reason), { signal: search.signal });
    return { signal: search.signal, onProgress };
  }

  /** Cancel the long move, if there is one. */
  cancel() {
    this.#search?.abort();
  }
}
