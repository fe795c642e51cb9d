// Makes one move at a time: later ones wait, and while a board is generated all others are rejected.

import type { RequestOptions } from "../engine/worker_queue.ts";
import type { Refusal } from "./refusals.ts";

/** The effect of a move. If it had none, `refused` is the key of the message with the reason. */
export interface Move {
  /** number of cells that look different */ changed: number;
  /** the changed cells; null if there are so many that all must be redrawn */ cells: Uint32Array | null;
  opened: number;
  flags: number;
  refused?: string;
  values?: {[name: string]: any};
}

const NO_CELLS = new Uint32Array(0);
export const refusedMove = (why: Refusal): Move & Refusal => ({ changed: 0, cells: NO_CELLS, opened: 0, flags: 0, ...why });

export class MoveQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #search: AbortController | null = null;

  /** @param onBusy - called when a long move begins and ends */
  constructor(public onBusy: (isBusy: boolean) => void) {
  }

  get isBusy() {
    return this.#search !== null;
  }

  /** Run an action after those before it; immediately if there are none. */
  async take<Value>(act: () => Promise<Value>, isLong = false): Promise<Value> {
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

  /** Options for the long move that let `cancel` end it too. */
  cancellable({ signal, onProgress }: RequestOptions): RequestOptions {
    const search = this.#search as AbortController;
    if (signal?.aborted) search.abort(signal.reason);
    signal?.addEventListener("abort", () => search.abort(signal.reason), { signal: search.signal });
    return { signal: search.signal, onProgress };
  }

  cancel() {
    this.#search?.abort();
  }
}
